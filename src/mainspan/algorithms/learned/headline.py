"""The headline: a text like the page's title, or the first heading, before the main content begins."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.features import H1, LI, LONG, Sheet, count_bits

# The last group of headings: h4.
LAST_HEADING: Final = H1 + 3
# What a headline that is no h1 shares with the title; how many words it has, different ones and in all.
LIKE_TITLE, FEWEST, MOST = 0.6, 3, 30
# What stands before the headline is no part of the content if it is no more than this share of it.
_LITTLE: Final = 0.1


def find_preface(sheet: Sheet, kept: NDArray[np.bool_], headline: int) -> NDArray[np.intp]:
    """What is kept before a headline of the first rank, if it is little: a ticker, breadcrumbs, a kicker."""
    if headline < 1 or sheet.group[headline] != H1:
        return np.zeros(0, dtype=np.intp)
    before = kept[:headline].nonzero()[0]
    if len(before) and int(sheet.words[before].sum()) > _LITTLE * int(sheet.words[kept].sum()):
        return before[:0]
    return before


def find_late_headline(sheet: Sheet, kept: NDArray[np.bool_]) -> int:
    """A headline of the first rank behind a long text that is no part of the content, or -1."""
    for heading in np.flatnonzero(kept & (sheet.group == H1)).tolist():
        if int(sheet.bits[heading]) & sheet.title and len(find_preface(sheet, kept, heading)):
            return int(heading)
    return -1


def find_headline(sheet: Sheet, content: NDArray[np.bool_]) -> int:
    """The block that is the headline of this content, or -1.

    A heading that shares words with the title, the last one before the content; where no heading stands
    there, another text that is like the title. A page has few of them, so they are looked at one by one.
    """
    begins = np.flatnonzero(content & (sheet.words >= LONG))
    if not len(begins):
        return -1
    end = int(begins[0]) + 1
    group = sheet.group[:end]
    short = sheet.words[:end] <= MOST
    is_heading = (group >= H1) & (group <= LAST_HEADING)
    places = np.flatnonzero(is_heading & short)
    if not len(places):
        places = np.flatnonzero(short & (group != LI) & _shares_words(sheet, end))
    for block in places[::-1].tolist():
        if _is_headline(sheet, block):
            return int(block)
    return -1


def _shares_words(sheet: Sheet, end: int) -> NDArray[np.bool_]:
    """Which blocks have at least so many words of the title as a headline must have."""
    return count_bits(sheet.bits[:end] & np.uint64(sheet.title)) >= FEWEST * LIKE_TITLE


def _is_headline(sheet: Sheet, block: int) -> bool:
    words = int(sheet.bits[block])
    shared = (words & sheet.title).bit_count()
    if sheet.group[block] == H1:
        return shared > 0
    return words.bit_count() >= FEWEST and shared >= LIKE_TITLE * words.bit_count()
