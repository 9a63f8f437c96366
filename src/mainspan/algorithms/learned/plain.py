"""The steps of the method in numpy: the specification of `kernels`, and what runs where they are missing."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.features import Floats, Sheet, bits, choices, dense, page_bits

__all__ = [
    "average",
    "begin",
    "convolve",
    "dense",
    "end",
    "keep_likeliest",
    "multiply",
    "overview",
    "page_inputs",
    "refine",
]

Flags = NDArray[np.bool_]
Places = NDArray[np.int32]

# Blocks that a convolution sees.
WIDTH: Final = 5
# As many multiplications OpenBLAS, which numpy is built with, does in one thread; from 2^19 on it takes two.
PIECE: Final = (1 << 19) - 1


def multiply(x: Floats, weights: Floats) -> Floats:
    """The matrix product, in pieces too small to be shared out among threads.

    To wake other threads takes longer than the product itself, and much longer where all cores have work.
    """
    rows = max(PIECE // weights.size, 1)
    if len(x) <= rows:
        return x @ weights
    product = np.empty((len(x), weights.shape[1]), dtype=np.float32)
    for first in range(0, len(x), rows):
        piece = slice(first, first + rows)
        np.matmul(x[piece], weights, out=product[piece])
    return product


def page_inputs(habits: Floats, sheet: Sheet) -> Floats:
    """What was asked for, then the hints of the whole page as zeros and ones."""
    return np.concatenate([habits, page_bits(sheet)], dtype=np.float32)


def begin(measured: Floats, sheet: Sheet, weights: Floats, bias: Floats) -> Floats:
    """The first layer: what is positive of the features, weighed, and the bias. Most of the bits are zero."""
    z = multiply(measured.T, weights[: len(measured)])
    z += np.concatenate([bits(sheet), choices(sheet)], axis=1, dtype=np.float32) @ weights[len(measured) :]
    z += bias
    return np.maximum(z, 0, out=z)


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


def overview(z: Floats, words: NDArray[np.int32], page: Floats, weights: Floats, bias: Floats) -> Floats:
    """What is known of the page: what is positive of its summary and of what was asked for, weighed."""
    known: Floats = np.maximum(np.concatenate([summary(z, words), page]) @ weights + bias, 0)
    return known


def refine(z: Floats, weights: Floats, bias: Floats, seen: Floats | None = None) -> Floats:
    """Add to z what is positive of what was seen (z itself, if nothing else), weighed, and the bias."""
    refined: Floats = z + np.maximum(multiply(z if seen is None else seen, weights) + bias, 0)
    return refined


def convolve(z: Floats, step: int, weights: Floats, bias: Floats) -> Floats:
    """Refine z by each block's neighbours, so many blocks apart."""
    return refine(z, weights, bias, neighbours(z, step))


def average(z: Floats, low: Places, high: Places, weights: Floats, bias: Floats) -> Floats:
    """Refine z by the means over the elements around each block."""
    return refine(z, weights, bias, surroundings(z, low, high))


def end(z: Floats, hidden: Floats, bias: Floats, weights: Floats, last: float) -> Floats:
    """The logit of each block: of a hidden layer what is positive, weighed."""
    y = np.maximum(multiply(z, hidden) + bias, 0)
    logits: Floats = (y @ weights)[:, 0] + np.float32(last)
    return logits


def keep_likeliest(
    probability: NDArray[np.float64], words: NDArray[np.int32], much: float, least: float
) -> tuple[Flags, float, float]:
    """The blocks with the highest expected F, the F1 expected of them, and the least probability of one.

    None if no block is as likely as `least`.

    `much` is how much more recall counts than precision, squared as in F-beta. To keep a block more raises F
    just if it is likelier than F / (1 + much). So all blocks above this bound are kept, which raises the
    bound, until it rises no more. Sums go from the first block to the last, so that all ways to compute
    them give the same.
    """
    if not len(probability) or probability.max() < least:
        return np.zeros(len(probability), dtype=np.bool_), 0.0, least
    right, bound = probability * words, -1.0
    content = float(np.cumsum(right)[-1])
    rising = 0.0
    while rising > bound:
        bound = rising
        kept = probability > bound
        held, taken = float(np.cumsum(right * kept)[-1]), int(words[kept].sum())
        rising = held / (taken + much * content)
    return kept, 2 * held / (taken + content), float(probability[kept].min())
