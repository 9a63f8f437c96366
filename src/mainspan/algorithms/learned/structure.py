"""What belongs together is kept together: gaps in a text, the items of a list, headings and their text.

The network judges block by block, and a few of its doubts tear what no reader would tear. These rules change
the F1 of no corpus by more than the spread between two trainings (docs/MODEL.md): they are here for readers.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.features import H1, H6, LI, Sheet

Flags = NDArray[np.bool_]

# A block between two kept ones of the same element stays, if it is not hopeless.
_HOPELESS: Final = 0.1
# A list of which so much is kept is kept whole.
_MOST_OF_A_LIST: Final = 0.6


def mend(kept: Flags, said: NDArray[np.float64], sheet: Sheet) -> Flags:
    """The kept blocks, with gaps filled, lists whole, and headings with their text."""
    if not kept.any():
        return kept
    mended = kept | _gaps(kept, said, sheet)
    mended |= _rest_of_lists(mended, sheet)
    mended |= _headings_of(mended, said, sheet)
    return mended & ~_headings_of_nothing(mended, sheet)


def _gaps(kept: Flags, said: NDArray[np.float64], sheet: Sheet) -> Flags:
    """Single blocks between two kept ones, all three children of one element."""
    gaps = np.zeros(len(kept), dtype=np.bool_)
    parent = sheet.ranges[:, 1, 0].astype(np.int64) << 32 | sheet.ranges[:, 1, 1]
    same = parent[1:] == parent[:-1]
    gaps[1:-1] = ~kept[1:-1] & kept[:-2] & kept[2:] & same[1:] & same[:-1]
    return gaps & (said >= _HOPELESS)


def _rest_of_lists(kept: Flags, sheet: Sheet) -> Flags:
    """The items of lists that are mostly kept."""
    items = np.flatnonzero(sheet.group == LI)
    rest = np.zeros(len(kept), dtype=np.bool_)
    if not len(items):
        return rest
    before = np.zeros((2, len(kept) + 1), dtype=np.int64)
    np.cumsum(sheet.words * kept, out=before[0, 1:])
    np.cumsum(sheet.words, out=before[1, 1:])
    low, high = sheet.ranges[items, 1, 0], sheet.ranges[items, 1, 1]
    held, whole = before[:, high] - before[:, low]
    rest[items[held >= _MOST_OF_A_LIST * whole]] = True
    return rest & ~kept


def _is_heading(sheet: Sheet) -> Flags:
    heading: Flags = (sheet.group >= H1) & (sheet.group <= H6)
    return heading


def _headings_of(kept: Flags, said: NDArray[np.float64], sheet: Sheet) -> Flags:
    """Headings inside the text with kept text right behind them."""
    found = np.zeros(len(kept), dtype=np.bool_)
    first = int(np.argmax(kept))
    found[:-1] = _is_heading(sheet)[:-1] & kept[1:] & ~kept[:-1] & (said[:-1] >= _HOPELESS)
    found[:first] = False
    return found


def _headings_of_nothing(kept: Flags, sheet: Sheet) -> Flags:
    """The last kept block, if it is a heading: what it heads was not kept."""
    found = np.zeros(len(kept), dtype=np.bool_)
    places = np.flatnonzero(kept)
    if len(places) > 1 and _is_heading(sheet)[places[-1]]:
        found[places[-1]] = True
    return found
