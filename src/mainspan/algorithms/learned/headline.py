"""The headline: a text like the page's title, or the first heading, before the main content begins."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.features import H1, LONG, Sheet

# The groups of headings, from h1 to h4.
_HEADINGS: Final = H1 + 3
# What a headline shares with the title at least, how many different words it has, and how many in all at
# most.
_LIKE_TITLE, _FEWEST, _MOST = 0.6, 3, 30


def find_headline(sheet: Sheet, content: NDArray[np.bool_]) -> int:
    """The block that is the headline of this content, or -1."""
    begins = np.flatnonzero(content & (sheet.words >= LONG))
    if not len(begins):
        return -1
    end = int(begins[0]) + 1
    group, words = sheet.group[:end], sheet.words[:end]
    different = np.bitwise_count(sheet.bits[:end])
    shared = np.bitwise_count(sheet.bits[:end] & np.uint64(sheet.title)) / np.maximum(different, 1)
    like_title = np.where(group == H1, shared > 0, shared >= _LIKE_TITLE)
    found = np.flatnonzero(like_title & (different >= _FEWEST) & (words <= _MOST))
    # Headings rather than other texts, and of these the last one before the content.
    headings = found[(group[found] >= H1) & (group[found] <= _HEADINGS)]
    best = headings if len(headings) else found
    return int(best[-1]) if len(best) else -1
