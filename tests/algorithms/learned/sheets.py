"""Small pages as sheets, made by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mainspan.algorithms.learned.features import MARK, Sheet


def sheet(words: Sequence[int], marks: Sequence[int] = (), veils: Sequence[int] = ()) -> Sheet:
    """Blocks of so many words; `marks` tells which texts are the same, `veils` which are hidden."""
    n = len(words)
    numbers = np.array(words, dtype=np.int32)
    counts = np.zeros((n, 20), dtype=np.int32)
    counts[:, MARK] = marks if len(marks) else np.arange(n)
    nothing = np.zeros(n, dtype=np.int32)
    # Each block stands in an element of its own, so that nothing belongs together.
    ranges = np.zeros((n, 6, 3), dtype=np.int32)
    ranges[:, :, 0], ranges[:, :, 1] = np.arange(n)[:, None], np.arange(n)[:, None] + 1
    return Sheet(
        words=numbers,
        characters=numbers * 6,
        linked=nothing,
        gap=nothing,
        depth=nothing,
        group=np.zeros(n, dtype=np.uint8),
        veils=np.array(veils if len(veils) else [0] * n, dtype=np.uint8),
        counts=counts,
        bits=np.zeros(n, dtype=np.uint64),
        ranges=ranges,
        masks=np.zeros((n, 8), dtype=np.uint64),
        page=0,
        title=0,
    )
