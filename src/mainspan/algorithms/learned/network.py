"""The network: features of blocks in, one number a block out. Matrix products and sums of numpy, nothing else.

Each layer adds to what is known of a block (its channels) something of what is known around it: of its neighbours
("c", a convolution over five blocks, so many apart), of the elements around it ("t", means over their blocks) or of the
whole page ("p"). The classic methods blur one signal with one kernel; here the kernels are learned.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Places = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Network:
    """The weights of a trained network, by name, and the order of its layers."""

    weights: dict[str, Floats]
    layers: tuple[str, ...]

    @classmethod
    def read(cls, data: bytes) -> Network:
        """A network from the bytes of its file."""
        with np.load(BytesIO(data), allow_pickle=False) as file:
            weights = {name: file[name].astype(np.float32) for name in file.files if name != "layers"}
            return cls(weights, tuple(str(file["layers"]).split()))

    def __call__(
        self, x: Floats, page: Floats, words: NDArray[np.int32], low: Places, high: Places
    ) -> tuple[Floats, Floats]:
        """The logit of each block, and those of the page's types.

        x: features, a row a block. page: the habits asked for, then the hints of the whole page. words: of each
        block. low, high: for each level, the range of blocks that the element around each block holds.
        """
        w = self.weights
        z = x @ w["inp_w"]
        z += w["inp_b"] + page @ w["page_w"]
        np.maximum(z, 0, out=z)
        types = np.zeros(0, dtype=np.float32)
        for i, layer in enumerate(self.layers):
            if layer == "p":
                u = np.concatenate([z.mean(0), words @ z / max(int(words.sum()), 1), z.max(0), page])
                u = np.maximum(u @ w[f"u{i}_w"] + w[f"u{i}_b"], 0)
                types = u @ w["type_w"] + w["type_b"]
                new = z @ w[f"l{i}_w"]
                new += u @ w[f"l{i}_page"] + w[f"l{i}_b"]
            else:
                seen = _neighbours(z, int(layer[1:])) if layer[0] == "c" else _surroundings(z, low, high)
                new = seen @ w[f"l{i}_w"]
                new += w[f"l{i}_b"]
            np.maximum(new, 0, out=new)
            z += new
        y = z @ w["hid_w"]
        y += w["hid_b"]
        np.maximum(y, 0, out=y)
        return (y @ w["out_w"])[:, 0] + w["out_b"], types


def _neighbours(z: Floats, step: int, width: int = 5) -> Floats:
    """Each block with its neighbours, so many blocks apart; beyond the ends of the page there is nothing."""
    blocks, channels = z.shape
    reach = width // 2 * step
    padded = np.zeros((blocks + 2 * reach, channels), dtype=np.float32)
    padded[reach : reach + blocks] = z
    seen = np.empty((blocks, width, channels), dtype=np.float32)
    for k in range(width):
        seen[:, k] = padded[k * step : k * step + blocks]
    return seen.reshape(blocks, -1)


def _surroundings(z: Floats, low: Places, high: Places) -> Floats:
    """Each block with the means over the elements around it."""
    blocks, channels = z.shape
    before = np.zeros((blocks + 1, channels), dtype=np.float32)
    np.cumsum(z, axis=0, out=before[1:])
    seen = np.empty((blocks, 1 + len(low), channels), dtype=np.float32)
    seen[:, 0] = z
    for level in range(len(low)):
        here = seen[:, 1 + level]
        np.subtract(before.take(high[level], axis=0), before.take(low[level], axis=0), out=here)
        here /= (high[level] - low[level])[:, None]
    return seen.reshape(blocks, -1)


@cache
def shipped() -> Network:
    """The network that comes with the library."""
    return Network.read((resources.files(__package__) / "weights.npz").read_bytes())
