"""What belongs together is kept together: gaps in a text, lists and tables, headings and their text.

The network judges block by block, and a few of its doubts tear what no reader would tear. These rules change
the F1 of no corpus by more than the spread between two trainings (docs/MODEL.md): they are here for readers.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.families import family_mask
from mainspan.algorithms.learned.features import DD, DT, H1, H6, LI, TD, TH, Sheet
from mainspan.algorithms.learned.hints import hint_mask

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Places = NDArray[np.intp]

# The families of the elements that hold a block and nothing else stand in the upper half of its mask.
_ALONE: Final = np.uint64(32)

# A block between two kept ones of the same element stays, and a heading right before a kept one, if it is as
# likely as this and no box: an aside, mostly links, or something of which its own name says so.
GAP, HEADING = 0.2, 0.1
ASIDE: Final = family_mask("aside") << _ALONE
MOSTLY_LINKS: Final = 0.5
# A heading may have links to edit its section; one that is a link is that of a teaser.
ALL_LINKS: Final = 0.95
BOXES: Final = hint_mask("share", "relat", "promo", "subscri", "popup", "trend")
# Below a heading that is kept a text of so many words stays from this probability on. A heading of so many
# words that is as likely as that may be a lead: it stays if all text below it was left out, unlike others.
TEXT, UNLIKELY, SURE = 8, 0.2, 0.8
# A list or table of which so much is kept is kept whole, and else not at all. Inside a text it stays unless
# it is hopeless.
MOST_OF_A_LIST, HOPELESS = 0.5, 0.1
# So much of what stands around it is kept then, before it and after it.
ALL_AROUND: Final = 0.95
# What holds an item of a list, or a cell or the title of a table.
ITEM: Final = family_mask("li", "dt", "dd") << _ALONE
CELL: Final = family_mask("thead th", "td", "figcaption caption") << _ALONE
# A cell with more words than this is no cell of a table, but a part of the page's layout.
LONGEST_CELL: Final = 25
# From its cells a table is three levels up, above rows and body, and a list from items of lists in it.
LIST_LEVELS: Final = 3
_ALL: Final = slice(None)


def mend(kept: Flags, said: Floats, sheet: Sheet, *, sections: bool, titles: bool) -> Flags:
    """The kept blocks, with gaps filled, lists whole, and headings with their text.

    sections: whether a heading brings what may be its text.
    titles: whether headings may stand alone, as in a list of articles or products.
    """
    if not kept.any():
        return kept
    mended = kept.copy()
    headings = np.flatnonzero((sheet.group >= H1) & (sheet.group <= H6))
    # Each works on the few blocks that it is about: so it costs little on any page.
    mended[_gaps(kept, said, sheet)] = True
    if sections:
        mended |= _below(headings, mended, sheet) & (said >= UNLIKELY) & (sheet.words >= TEXT)
    mended = make_lists_whole(mended, said, sheet)
    mended[_headings_of(headings, mended, said, sheet, titles=titles)] = True
    if not titles:
        _drop_lonely(headings, mended, said, sheet)
    last = int(np.flatnonzero(mended)[-1])
    if last in headings and last != np.argmax(mended):
        # It heads nothing that was kept.
        mended[last] = False
    return mended


def _gaps(kept: Flags, said: Floats, sheet: Sheet) -> Places:
    """Single blocks between two kept ones, all three children of one element."""
    gaps = np.flatnonzero(kept[:-2] & kept[2:] & ~kept[1:-1]) + 1
    gaps = gaps[(said[gaps] >= GAP) & ~_are_boxes(gaps, sheet, MOSTLY_LINKS)]
    parent = sheet.ranges[:, 1, :2]
    same = (parent[gaps] == parent[gaps - 1]) & (parent[gaps] == parent[gaps + 1])
    filled: Places = gaps[same.all(axis=1)]
    return filled


def _are_boxes(blocks: Places, sheet: Sheet, links: float) -> Flags:
    """Which blocks are boxes: by their tags or names, or if more than this share of them is links."""
    are_called_so = (sheet.masks[blocks, 0] & ASIDE > 0) | (sheet.masks[blocks, 2] & BOXES > 0)
    are_boxes: Flags = are_called_so | (sheet.linked[blocks] > links * sheet.characters[blocks])
    return are_boxes


def _below(headings: Places, kept: Flags, sheet: Sheet) -> Flags:
    """The blocks below the headings that are kept, up to the next heading or the end of the element around.

    Below the first block that is kept stands the page, not a section.
    """
    below = np.zeros_like(kept)
    ends = np.minimum(np.append(headings[1:], len(kept)), sheet.ranges[headings, 1, 1])
    heads = kept[headings] & (headings > np.argmax(kept))
    for heading, end in zip(headings[heads].tolist(), ends[heads].tolist(), strict=True):
        below[heading + 1 : end] = True
    return below


def make_lists_whole(kept: Flags, said: Floats, sheet: Sheet) -> Flags:
    """The kept blocks, with lists and tables that are mostly kept or inside a text, and without others."""
    is_part = find_parts(sheet)
    parts = np.flatnonzero(is_part)
    if kept[parts].all():
        return kept
    words = sheet.words
    before = np.zeros((6, len(kept) + 1))
    columns = [is_part, words * kept, words, words * said, sheet.linked, sheet.characters]
    np.cumsum(columns, axis=1, out=before[:, 1:])
    parts, level = _find_lists(parts, before[0], sheet)
    low, high = sheet.ranges[parts, level, 0], sheet.ranges[parts, level, 1]
    first, end = sheet.ranges[parts, level + 1, 0], sheet.ranges[parts, level + 1, 1]
    _, held, whole, likely, linked, characters = before[:, high] - before[:, low]
    stays = held >= MOST_OF_A_LIST * np.maximum(whole, 1)
    # What stands before it and after it in the element around.
    over, under = before[1:3, low] - before[1:3, first], before[1:3, end] - before[1:3, high]
    surrounded = (over[0] > 0) & (under[0] > 0) & (over[0] + under[0] >= ALL_AROUND * (over[1] + under[1]))
    stays |= surrounded & (likely >= HOPELESS * whole) & (linked <= MOSTLY_LINKS * characters)
    mended = kept.copy()
    mended[parts] = stays
    # A page is not emptied because it is a list of which little is likely.
    return mended if mended.any() else kept


def find_parts(sheet: Sheet, among: Places | slice = _ALL) -> Flags:
    """Which blocks are items of lists or cells of tables."""
    group, families = sheet.group[among], sheet.masks[among, 0]
    is_item = (group == LI) | (group == DD) | (group == DT) | (families & ITEM > 0)
    is_cell = (group == TD) | (group == TH) | (families & CELL > 0)
    flags: Flags = is_item | (is_cell & (sheet.words[among] <= LONGEST_CELL))
    return flags


def _find_lists(parts: Places, before: Floats, sheet: Sheet) -> tuple[Places, Places]:
    """Those parts that stand in a list with others, and the level of that list.

    As long as an element holds nothing but items and cells, it is the list, or a part of it. `before` has the
    number of parts before each block.
    """
    found = np.zeros(len(parts), dtype=np.intp)
    climbs = np.ones(len(parts), dtype=np.bool_)
    for level in range(1, LIST_LEVELS + 1):
        low, high = sheet.ranges[parts, level, 0], sheet.ranges[parts, level, 1]
        climbs &= before[high] - before[low] == high - low
        found[climbs] = level
    return parts[found > 0], found[found > 0]


def _headings_of(headings: Places, kept: Flags, said: Floats, sheet: Sheet, *, titles: bool) -> Places:
    """Headings that are missing inside the text, with kept text right behind them.

    In a list of articles or products they may be links; elsewhere such headings are those of teasers.
    """
    inside = headings[(headings > np.argmax(kept)) & (headings < len(kept) - 1)]
    inside = inside[kept[inside + 1] & ~kept[inside] & (said[inside] >= HEADING)]
    return inside if titles else inside[~_are_boxes(inside, sheet, ALL_LINKS)]


def _drop_lonely(headings: Places, kept: Flags, said: Floats, sheet: Sheet) -> None:
    """Leave out headings of which all text was left out.

    What heads deeper headings that are kept stays, and what may be a lead.
    """
    first, level = int(np.argmax(kept)), sheet.group.tolist()
    end = len(kept)
    for heading in headings[::-1].tolist():
        deeper = end < len(kept) and level[end] > level[heading]
        has_text = deeper or min(end, int(sheet.ranges[heading, 1, 1])) - heading > 1
        heads = kept[heading + 1 : end].any() or (deeper and kept[end])
        may_be_lead = said[heading] >= SURE and sheet.words[heading] >= TEXT
        if heading > first and has_text and not heads and not may_be_lead:
            kept[heading] = False
        end = heading
