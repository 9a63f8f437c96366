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
Places = NDArray[np.intp]

# A block between two kept ones of the same element stays, if it is not hopeless.
HOPELESS: Final = 0.1
# A list of which so much is kept is kept whole.
MOST_OF_A_LIST: Final = 0.6


def mend(kept: Flags, said: NDArray[np.float64], sheet: Sheet) -> Flags:
    """The kept blocks, with gaps filled, lists whole, and headings with their text."""
    if not kept.any():
        return kept
    mended = kept.copy()
    # Each works on the few blocks that it is about: so it costs little on any page.
    mended[_gaps(kept, said, sheet)] = True
    mended[_rest_of_lists(mended, sheet)] = True
    headings = np.flatnonzero((sheet.group >= H1) & (sheet.group <= H6))
    mended[_headings_of(headings, mended, said)] = True
    last = int(np.flatnonzero(mended)[-1])
    if last in headings and last != np.argmax(mended):
        # It heads nothing that was kept.
        mended[last] = False
    return mended


def _gaps(kept: Flags, said: NDArray[np.float64], sheet: Sheet) -> Places:
    """Single blocks between two kept ones, all three children of one element."""
    gaps = np.flatnonzero(kept[:-2] & kept[2:] & ~kept[1:-1]) + 1
    gaps = gaps[said[gaps] >= HOPELESS]
    parent = sheet.ranges[:, 1, :2]
    same = (parent[gaps] == parent[gaps - 1]) & (parent[gaps] == parent[gaps + 1])
    filled: Places = gaps[same.all(axis=1)]
    return filled


def _rest_of_lists(kept: Flags, sheet: Sheet) -> Places:
    """The items that are missing of lists that are mostly kept."""
    items = np.flatnonzero(sheet.group == LI)
    missing = items[~kept[items]]
    if len(missing) in (0, len(items)):
        return missing[:0]
    before = np.zeros((2, len(kept) + 1), dtype=np.int64)
    np.cumsum(sheet.words * kept, out=before[0, 1:])
    np.cumsum(sheet.words, out=before[1, 1:])
    held, whole = before[:, sheet.ranges[missing, 1, 1]] - before[:, sheet.ranges[missing, 1, 0]]
    rest: Places = missing[held >= MOST_OF_A_LIST * whole]
    return rest


def _headings_of(headings: Places, kept: Flags, said: NDArray[np.float64]) -> Places:
    """Headings that are missing inside the text, with kept text right behind them."""
    inside = headings[(headings > np.argmax(kept)) & (headings < len(kept) - 1)]
    return inside[kept[inside + 1] & ~kept[inside] & (said[inside] >= HOPELESS)]
