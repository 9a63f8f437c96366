"""Texts that stand on a page more than once: tabs, versions for small screens, quotations, summaries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.families import family_mask
from mainspan.algorithms.learned.features import COPY, DIGIT, MARK, Sheet
from mainspan.algorithms.learned.structure import find_parts

Flags = NDArray[np.bool_]
Places = NDArray[np.intp]

# A list of which less than this is copied says something of its own.
MOST_OF_A_LIST: Final = 0.5

# An element of which so much went as copies goes as a whole, if that is not the larger part of all.
MOST_OF_AN_ELEMENT, HALF = 0.7, 0.5
LEVELS: Final = slice(1, 4)

# The families of code and of quotations, as the first of a block's masks has them.
_CODE, _QUOTATION = family_mask("pre code samp"), family_mask("blockquote q")


def find_copies(kept: Flags, sheet: Sheet) -> NDArray[np.intp]:
    """The long texts that are kept more than once, all copies of them; digits make no difference here."""
    long = np.flatnonzero(kept & (sheet.words >= COPY))
    _, which, times = np.unique(sheet.counts[long, MARK], return_inverse=True, return_counts=True)
    copies: NDArray[np.intp] = long[times[which] > 1]
    return copies


def _count_words(flags: Flags, marked: Places, sheet: Sheet) -> NDArray[np.int64]:
    """Before each block, and after the last: the words of those with a flag, and of those that are marked."""
    before = np.zeros((2, len(flags) + 1), dtype=np.int64)
    before[0, 1:], before[1, marked + 1] = sheet.words * flags, sheet.words[marked]
    return np.cumsum(before, axis=1, out=before)


def share_a_list(copies: Places, kept: Flags, sheet: Sheet) -> Flags:
    """Which copies are items of a list that is mostly no copy: steps that two instructions have in common."""
    are_parts = find_parts(sheet, copies)
    if not are_parts.any():
        return are_parts
    before = _count_words(kept, copies, sheet)
    low, high = sheet.ranges[copies, 1, 0], sheet.ranges[copies, 1, 1]
    whole, copied = before[:, high] - before[:, low]
    shares: Flags = are_parts & (copied < MOST_OF_A_LIST * whole)
    return shares


def drop_copies(
    kept: Flags, copies: Places, sheet: Sheet, text_of: Callable[[int], str], *, visible: bool
) -> None:
    """Of several copies of a long text keep the first: a visible one if there is any, and no quotation.

    Where visible copies are left alone (a lead may open an article and stand in a list), only hidden ones go.
    So it is everywhere with code, whose lines repeat each other, and with copies side by side in one element:
    the refrain of a song.
    """
    marks = sheet.counts[copies, MARK].tolist()
    hidden = (sheet.veils[copies] > 0).tolist()
    digits = (sheet.counts[copies, DIGIT] > 0).tolist()
    is_code = ((sheet.masks[copies, 0] & _CODE) > 0).tolist()
    is_quoted = ((sheet.masks[copies, 0] & _QUOTATION) > 0).tolist()
    parent = sheet.ranges[copies, 1, :2].tolist()
    seen: dict[tuple[int, str], list[int]] = {}
    for i in sorted(range(len(copies)), key=lambda i: (hidden[i], is_quoted[i])):
        # The marks of texts are the same if they differ in digits alone: rows of a table are no copies.
        copy = (marks[i], text_of(int(copies[i])) if digits[i] else "")
        if copy not in seen:
            seen[copy] = parent[i]
        elif hidden[i] or (visible and not is_code[i] and parent[i] != seen[copy]):
            kept[copies[i]] = False


def drop_remains(kept: Flags, whole: Flags, gone: Places, sheet: Sheet) -> Flags:
    """The kept blocks without those of elements of which, but for short texts, all went as copies.

    whole: what was kept with these copies.
    """
    before = _count_words(whole, gone, sheet)
    low, high = sheet.ranges[gone, LEVELS, 0], sheet.ranges[gone, LEVELS, 1]
    held, lost = before[:, high] - before[:, low]
    goes = (lost >= MOST_OF_AN_ELEMENT * held) & (held < HALF * before[0, -1])
    # How many of these elements begin at each block, less those that end before it.
    begin, end = (np.bincount(places[goes], minlength=len(kept) + 1) for places in (low, high))
    left: Flags = kept & (np.cumsum(begin - end)[:-1] == 0)
    return left if left.any() else kept
