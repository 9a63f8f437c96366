"""The network: features of blocks in, one number a block out. Matrix products and sums, nothing else.

Each layer adds context to the channels of a block. "c" and a number is a convolution over five blocks with
this dilation. "t" adds means over the elements around the block, "p" a summary of the whole page. The classic
methods blur one signal with one kernel; here the kernels are learned.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned import layers
from mainspan.algorithms.learned.features import measure
from mainspan.algorithms.learned.sheet import Sheet

Floats = NDArray[np.float32]

# The levels around a block whose means a layer reads; level 0 is the block itself.
LEVELS: Final = slice(1, 5)


class Answer(NamedTuple):
    """The output of a network: the logit of each block, and a summary of the page."""

    logits: Floats
    known: Floats
    network: Network


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

    def __call__(self, sheet: Sheet, page: Floats) -> tuple[Floats, Floats]:
        """The logit of each block, and a summary of the page.

        page: the annotation settings, then the hints of the whole page.
        """
        w = self.weights
        begun = sheet.begun.get(id(self))
        if begun is None:
            # Not `sheet.measured`: an array of this size that stays would keep warm memory from what follows.
            begun = sheet.begun[id(self)] = layers.begin(measure(sheet), sheet, w["inp_w"])
        return self.finish(layers.light(begun, w["inp_b"] + page @ w["page_w"]), sheet, page)

    def answer(self, sheet: Sheet, page: Floats) -> Answer:
        """The same, once for each sheet and settings."""
        key = id(self), page.tobytes()
        if key not in sheet.answers:
            sheet.answers[key] = Answer(*self(sheet, page), self)
        answer: Answer = sheet.answers[key]
        return answer

    def finish(self, z: Floats, sheet: Sheet, page: Floats) -> tuple[Floats, Floats]:
        """The same, from the channels that the first layer gave."""
        w = self.weights
        ranges = sheet.ranges[:, LEVELS]
        known = np.zeros(0, dtype=np.float32)
        for i, layer in enumerate(self.layers):
            weights, bias = w[f"l{i}_w"], w[f"l{i}_b"]
            if layer == "p":
                known = layers.overview(z, sheet.words, page, w[f"u{i}_w"], w[f"u{i}_b"])
                z = layers.refine(z, weights, known @ w[f"l{i}_page"] + bias)
            elif layer[0] == "c":
                z = layers.convolve(z, int(layer[1:]), weights, bias)
            else:
                z = layers.average(z, ranges[:, :, 0].T, ranges[:, :, 1].T, sheet.roles.T, weights, bias)
        return layers.end(z, w["hid_w"], w["hid_b"], w["out_w"], float(w["out_b"][0])), known

    def types(self, known: Floats) -> Floats:
        """The logits of the page's types, from its summary; none if the network was trained without types."""
        w = self.weights
        return known @ w["type_w"] + w["type_b"] if "type_w" in w else np.zeros(0, dtype=np.float32)


@cache
def shipped() -> Network:
    """The shipped network."""
    return Network.read((resources.files(__package__) / "weights.npz").read_bytes())
