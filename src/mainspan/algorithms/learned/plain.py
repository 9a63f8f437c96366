"""The steps of the method in numpy: the specification of `kernels`, and what runs where they are missing."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.features import COPY, MARK, Floats, Sheet, bits, choices, dense

__all__ = [
    "add",
    "begin",
    "dense",
    "end",
    "find_copies",
    "keep_likeliest",
    "neighbours",
    "summary",
    "surroundings",
]

Flags = NDArray[np.bool_]
Places = NDArray[np.int32]

# Blocks that a convolution sees.
WIDTH: Final = 5


def begin(z: Floats, sheet: Sheet, weights: Floats, bias: Floats) -> None:
    """Add what the bits and choices of each block weigh, and the bias; what is negative becomes zero."""
    z += np.concatenate([bits(sheet), choices(sheet)], axis=1, dtype=np.float32) @ weights
    z += bias
    np.maximum(z, 0, out=z)


def neighbours(z: Floats, step: int) -> Floats:
    """Each block with its neighbours, so many blocks apart; beyond the ends of the page there is nothing."""
    blocks, channels = z.shape
    reach = WIDTH // 2 * step
    padded = np.zeros((blocks + 2 * reach, channels), dtype=np.float32)
    padded[reach : reach + blocks] = z
    seen = np.empty((blocks, WIDTH, channels), dtype=np.float32)
    for k in range(WIDTH):
        seen[:, k] = padded[k * step : k * step + blocks]
    return seen.reshape(blocks, WIDTH * channels)


def surroundings(z: Floats, low: Places, high: Places) -> Floats:
    """Each block with the means over the elements around it, of which there is one a level."""
    blocks, channels = z.shape
    before = np.zeros((blocks + 1, channels))
    np.cumsum(z, axis=0, dtype=np.float64, out=before[1:])
    seen = np.empty((blocks, 1 + len(low), channels), dtype=np.float32)
    seen[:, 0] = z
    for level, (here, there) in enumerate(zip(low, high, strict=True), 1):
        seen[:, level] = (before.take(there, axis=0) - before.take(here, axis=0)) / (there - here)[:, None]
    return seen.reshape(blocks, (1 + len(low)) * channels)


def summary(z: Floats, words: NDArray[np.int32]) -> Floats:
    """Of each channel: the mean over the blocks, the mean over the words, and the greatest value."""
    by_words = words.astype(np.float32) @ z / max(int(words.sum()), 1)
    return np.concatenate([z.mean(0), by_words, z.max(0)], dtype=np.float32)


def add(z: Floats, new: Floats, bias: Floats) -> None:
    """Add to z what is positive of new and the bias."""
    z += np.maximum(new + bias, 0)


def end(y: Floats, bias: Floats, weights: Floats, last: float) -> Floats:
    """The logit of each block: what is positive of y and the bias, weighed."""
    logits: Floats = (np.maximum(y + bias, 0) @ weights)[:, 0] + np.float32(last)
    return logits


def keep_likeliest(
    probability: NDArray[np.float64], words: NDArray[np.int32], much: float
) -> tuple[Flags, float, float]:
    """The blocks with the highest expected F, the F1 expected of them, and the probability of the last one.

    `much` is how much more recall counts than precision, squared as in F-beta.
    """
    order = np.argsort(-probability, kind="stable")
    right, taken = np.cumsum(probability[order] * words[order]), np.cumsum(words[order])
    last = int(np.argmax((1 + much) * right / (taken + much * right[-1])))
    kept = np.zeros(len(order), dtype=np.bool_)
    kept[order[: last + 1]] = True
    return kept, float(2 * right[last] / (taken[last] + right[-1])), float(probability[order[last]])


def find_copies(kept: Flags, sheet: Sheet) -> NDArray[np.intp]:
    """The long texts that are kept more than once, all copies of them; digits make no difference here."""
    long = np.flatnonzero(kept & (sheet.words >= COPY))
    _, which, times = np.unique(sheet.counts[long, MARK], return_inverse=True, return_counts=True)
    copies: NDArray[np.intp] = long[times[which] > 1]
    return copies
