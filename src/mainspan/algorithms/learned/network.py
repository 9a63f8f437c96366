"""The network: features of blocks in, one number a block out. Matrix products and sums, nothing else.

Each layer adds to what is known of a block (its channels) something of what is known around it: of its
neighbours ("c", a convolution over five blocks, so many apart), of the elements around it ("t", means over
their blocks) or of the whole page ("p"). The classic methods blur one signal with one kernel; here the
kernels are learned.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned import steps
from mainspan.algorithms.learned.features import Sheet
from mainspan.algorithms.learned.plain import multiply

Floats = NDArray[np.float32]
Places = NDArray[np.int32]

# The levels around a block that it looks at; the first is the block itself.
LEVELS: Final = slice(1, 5)


@dataclass(frozen=True, eq=False)
class Network:
    """The weights of a trained network, by name, and the order of its layers."""

    weights: dict[str, Floats]
    layers: tuple[str, ...]

    @classmethod
    def read(cls, data: bytes) -> Network:
        """A network from the bytes of its file."""
        with np.load(BytesIO(data), allow_pickle=False) as file:
            weights = {
                name: np.ascontiguousarray(file[name], dtype=np.float32)
                for name in file.files
                if name != "layers"
            }
            return cls(weights, tuple(str(file["layers"]).split()))

    def __call__(
        self, x: Floats, page: Floats, words: NDArray[np.int32], low: Places, high: Places
    ) -> tuple[Floats, Floats]:
        """The logit of each block, and what is known of the page.

        x: features, a row a block. page: the habits asked for, then the hints of the whole page. words: of
        each block. low, high: for each level, the range of blocks that the element around each block holds.
        """
        w = self.weights
        z = multiply(x, w["inp_w"])
        z += w["inp_b"] + page @ w["page_w"]
        np.maximum(z, 0, out=z)
        return self._go_on(z, page, words, low, high)

    def of_sheet(self, sheet: Sheet, page: Floats) -> tuple[Floats, Floats]:
        """The same, of the features of a sheet: faster, since most of those that are zero or one are zero."""
        w = self.weights
        z = steps.begin(steps.dense(sheet), sheet, w["inp_w"], w["inp_b"] + page @ w["page_w"])
        ranges = sheet.ranges[:, LEVELS]
        return self._go_on(z, page, sheet.words, ranges[:, :, 0].T, ranges[:, :, 1].T)

    def _go_on(
        self, z: Floats, page: Floats, words: NDArray[np.int32], low: Places, high: Places
    ) -> tuple[Floats, Floats]:
        """What follows the first layer."""
        w = self.weights
        known = np.zeros(0, dtype=np.float32)
        for i, layer in enumerate(self.layers):
            weights, bias = w[f"l{i}_w"], w[f"l{i}_b"]
            if layer == "p":
                known = steps.overview(z, words, page, w[f"u{i}_w"], w[f"u{i}_b"])
                z = steps.refine(z, weights, known @ w[f"l{i}_page"] + bias)
            elif layer[0] == "c":
                z = steps.convolve(z, int(layer[1:]), weights, bias)
            else:
                z = steps.average(z, low, high, weights, bias)
        return steps.end(z, w["hid_w"], w["hid_b"], w["out_w"], float(w["out_b"][0])), known

    def types(self, known: Floats) -> Floats:
        """The logits of the page's types, by what is known of it; none if the network has learned none."""
        w = self.weights
        return known @ w["type_w"] + w["type_b"] if "type_w" in w else np.zeros(0, dtype=np.float32)


@cache
def shipped() -> Network:
    """The network that comes with the library."""
    return Network.read((resources.files(__package__) / "weights.npz").read_bytes())
