"""The headline: a text like the page's title, or the first heading, before the main content begins."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.features import H1, LONG, Sheet, count_bits

# The last group of headings: h4.
_LAST_HEADING: Final = H1 + 3
# What a headline shares with the title at least; how many words it has, different ones and in all.
_LIKE_TITLE, _FEWEST, _MOST = 0.6, 3, 30


def find_headline(sheet: Sheet, content: NDArray[np.bool_]) -> int:
    """The block that is the headline of this content, or -1.

    Headings are asked before other texts, and of these the last one before the content first. A page has few
    of them, so they are looked at one by one.
    """
    begins = np.flatnonzero(content & (sheet.words >= LONG))
    if not len(begins):
        return -1
    end = int(begins[0]) + 1
    group = sheet.group[:end]
    short = sheet.words[:end] <= _MOST
    is_heading = (group >= H1) & (group <= _LAST_HEADING)
    for block in np.flatnonzero(is_heading & short)[::-1].tolist():
        if _is_like_title(sheet, block, 0.01 if group[block] == H1 else _LIKE_TITLE):
            return int(block)
    for block in np.flatnonzero(~is_heading & short & _shares_much(sheet, end))[::-1].tolist():
        if _is_like_title(sheet, block, _LIKE_TITLE):
            return int(block)
    return -1


def _shares_much(sheet: Sheet, end: int) -> NDArray[np.bool_]:
    """Which blocks have at least so many words of the title as a headline must have."""
    return count_bits(sheet.bits[:end] & np.uint64(sheet.title)) >= _FEWEST * _LIKE_TITLE


def _is_like_title(sheet: Sheet, block: int, least: float) -> bool:
    words = int(sheet.bits[block])
    different = words.bit_count()
    return different >= _FEWEST and (words & sheet.title).bit_count() >= least * different
