"""Small pages as sheets, made by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mainspan.algorithms.learned.sheet import Sheet
from mainspan.algorithms.learned.table import LEVELS, Count


def sheet(words: Sequence[int], texts: Sequence[int] = (), hidden: Sequence[int] = ()) -> Sheet:
    """Blocks with these numbers of words. `texts`: which are the same; `hidden`: which are hidden."""
    n = len(words)
    numbers = np.array(words, dtype=np.int32)
    counts = np.zeros((n, len(Count)), dtype=np.int32)
    counts[:, Count.FINGERPRINT] = texts if len(texts) else np.arange(n)
    nothing = np.zeros(n, dtype=np.int32)
    # Each block is in an element of its own, so that nothing belongs together.
    ranges = np.zeros((n, LEVELS, 3), dtype=np.int32)
    ranges[:, :, 0], ranges[:, :, 1] = np.arange(n)[:, None], np.arange(n)[:, None] + 1
    return Sheet(
        words=numbers,
        characters=numbers * 6,
        linked=nothing,
        gap=nothing,
        depth=nothing,
        group=np.zeros(n, dtype=np.uint8),
        hidden=np.array(hidden if len(hidden) else [0] * n, dtype=np.uint8),
        counts=counts,
        word_bits=np.zeros(n, dtype=np.uint64),
        ranges=ranges,
        masks=np.zeros((n, 2 + LEVELS), dtype=np.uint64),
        roles=np.repeat(np.arange(n, dtype=np.int32)[:, None], 2, axis=1),
        labels=np.zeros(n, dtype=np.uint32),
        page_hints=0,
        title_bits=0,
        declared=0,
    )
