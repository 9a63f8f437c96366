"""What belongs together is kept together: gaps in a text, lists and tables, headings and their text.

The network judges block by block, and a few of its doubts would tear a text apart. These rules change the F1
of no corpus by more than the spread between two trainings (docs/MODEL.md): they are here for readers.

Compiled with the types that `structure.pxd` declares.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.hints import hint_mask
from mainspan.algorithms.learned.labels import label_mask
from mainspan.algorithms.learned.sheet import Sheet, alone
from mainspan.algorithms.learned.table import DD, DT, H1, H6, LI, TD, TH

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

# A block between two kept ones of the same element is kept from this raw score on, unless it is a box.
MIN_GAP_SCORE = 0.2
# A heading right before a kept block is kept from this raw score on, unless it is a box.
MIN_HEADING_SCORE = 0.1
# A box is an aside, or named like this, or has more than this share of links.
ASIDE = alone("aside")
BOX_NAMES = hint_mask("share", "relat", "promo", "subscri", "popup", "trend")
MAX_LINKS = 0.5
# A heading may have links to edit its section. With a larger share of links than this it is a teaser's.
MAX_HEADING_LINKS = 0.95
# Below a kept heading a text of this number of words or more is kept from this raw score on.
MIN_TEXT_WORDS = 8
MIN_SECTION_SCORE = 0.2
# A heading of this number of words may be a lead. From this raw score on it is kept without text below it.
MIN_LEAD_SCORE = 0.8
# A heading at the end is kept from this raw score on.
MIN_LAST_SCORE = 0.6
# A list or table is kept whole if this share of its words is kept, and else left out.
MIN_LIST_KEPT = 0.5
# One inside a text is kept from this mean raw score on, if it is not mostly links and this share of the words
# around it is kept.
MIN_LIST_SCORE = 0.1
MIN_AROUND_KEPT = 0.95
# From this mean raw score on, it is enough if that share is kept, and right after kept text it may be last.
MIN_LIKELY_SCORE = 0.3
MIN_AROUND_LIKELY = 0.5
# One right after a kept heading of the same element is kept from this mean raw score on.
MIN_HEADED_SCORE = 0.25
# It may have more links than others, but mere links lead elsewhere.
MAX_HEADED_LINKS = 0.9
# Below a heading of this raw score inside the text, it is kept from the second mean raw score on, and may be
# mere links: the sources of an article, or further reading.
MIN_LIKELY_HEADING_SCORE = 0.6
MIN_LINKS_SCORE = 0.03
# What these announce leads elsewhere.
ELSEWHERE = label_mask("related", "popular", "navigation", "share", "subscribe", "tags", "advert")
# The label of a list has at most this number of words. It is kept with its list from this raw score on.
MAX_LABEL_WORDS = 8
MIN_LABEL_SCORE = 0.15
# What holds an item of a list, or a cell or the title of a table.
ITEM = alone("li", "dt", "dd")
CELL = alone("thead th", "td", "figcaption caption")
# A cell with more words than this is a part of the page's layout.
MAX_CELL_WORDS = 25
# A table is three levels above its cells, a list two above the items of lists in it.
MAX_LIST_LEVEL = 3

# The sums over the blocks before each block.
PARTS, KEPT, WORDS, LIKELY, LINKED, CHARACTERS, SUMS = range(7)


def mend(
    kept: Flags,
    raw_scores: Floats,
    sheet: Sheet,
    sections: bool,
    titles: bool,
    links: bool = True,
    cells: bool = True,
) -> Flags:
    """The kept blocks, with gaps filled, lists whole, and headings with their text.

    sections: whether a heading brings what may be its text.
    titles: whether headings may be kept without text, as in a list of articles or products.
    links: whether likely headings bring lists of links.
    cells: whether tables are made whole. On many boards each post is one, with its author and buttons.
    """
    if not kept.any():
        return kept
    mended = kept.copy()
    _fill_gaps(kept, raw_scores, sheet, mended)
    if sections:
        _fill_sections(raw_scores, sheet, mended)
    mended = make_lists_whole(mended, raw_scores, sheet, links, cells)
    _keep_labels(raw_scores, sheet, mended)
    _fit_headings(raw_scores, sheet, titles, mended)
    return mended


def _fill_gaps(kept: Flags, raw_scores: Floats, sheet: Sheet, mended: Flags) -> None:
    """Keep single blocks between two kept ones, if all three are children of one element."""
    for block in range(1, len(kept) - 1):
        if kept[block] or not kept[block - 1] or not kept[block + 1] or raw_scores[block] < MIN_GAP_SCORE:
            continue
        if _same_parent(sheet, block, block - 1) and _same_parent(sheet, block, block + 1):
            mended[block] = not _is_box(sheet, block, MAX_LINKS)


def _same_parent(sheet: Sheet, one: int, other: int) -> bool:
    ranges = sheet.ranges
    same: bool = ranges[one, 1, 0] == ranges[other, 1, 0] and ranges[one, 1, 1] == ranges[other, 1, 1]
    return same


def _is_box(sheet: Sheet, block: int, max_links: float) -> bool:
    """Whether a block is a box: by its tags or names, or if more than this share of it is links."""
    if sheet.masks[block, 0] & ASIDE or sheet.masks[block, 2] & BOX_NAMES:
        return True
    is_linked: bool = sheet.linked[block] > max_links * sheet.characters[block]
    return is_linked


def _is_heading(sheet: Sheet, block: int) -> bool:
    is_heading: bool = H1 <= sheet.group[block] <= H6
    return is_heading


def _fill_sections(raw_scores: Floats, sheet: Sheet, mended: Flags) -> None:
    """Keep texts below kept headings, up to the next heading or the end of the element around.

    Below the first block that is kept is the page, not a section.
    """
    end = 0
    for block in range(_first(mended) + 1, len(mended)):
        if _is_heading(sheet, block):
            end = sheet.ranges[block, 1, 1] if mended[block] else 0
        elif block < end and sheet.words[block] >= MIN_TEXT_WORDS and raw_scores[block] >= MIN_SECTION_SCORE:
            mended[block] = True


def make_lists_whole(
    kept: Flags, raw_scores: Floats, sheet: Sheet, links: bool = True, cells: bool = True
) -> Flags:
    """The kept blocks, with lists and tables that are mostly kept or inside a text, and without others."""
    before = np.empty((len(kept) + 1, SUMS))
    if not _sum_up(kept, raw_scores, sheet, cells, before):
        return kept
    mended = kept.copy()
    _mend_lists(before, sheet, mended, links)
    # A page is not emptied because it is a list of which little is likely.
    return mended if mended.any() else kept


def _sum_up(kept: Flags, raw_scores: Floats, sheet: Sheet, cells: bool, before: Floats) -> bool:
    """Fill the sums over the blocks before each block. Whether any part of a list is left out."""
    is_missing = False
    for column in range(SUMS):
        before[0, column] = 0
    for block in range(len(kept)):
        is_part = is_list_part(sheet, block) and (cells or not is_any_cell(sheet, block))
        words = sheet.words[block]
        is_missing |= is_part and not kept[block]
        before[block + 1, PARTS] = before[block, PARTS] + is_part
        before[block + 1, KEPT] = before[block, KEPT] + (words if kept[block] else 0)
        before[block + 1, WORDS] = before[block, WORDS] + words
        before[block + 1, LIKELY] = before[block, LIKELY] + words * raw_scores[block]
        before[block + 1, LINKED] = before[block, LINKED] + sheet.linked[block]
        before[block + 1, CHARACTERS] = before[block, CHARACTERS] + sheet.characters[block]
    return is_missing


def is_list_part(sheet: Sheet, block: int) -> bool:
    """Whether a block is an item of a list or a cell of a table."""
    group, families = sheet.group[block], sheet.masks[block, 0]
    return bool(group in (LI, DD, DT) or families & ITEM or is_cell(sheet, block))


def is_cell(sheet: Sheet, block: int) -> bool:
    """Whether a block is a cell of a table of data."""
    return bool(is_any_cell(sheet, block) and sheet.words[block] <= MAX_CELL_WORDS)


def is_any_cell(sheet: Sheet, block: int) -> bool:
    """Whether a block is a cell, of a table of data or of one that lays out the page."""
    return bool(sheet.group[block] in (TD, TH) or sheet.masks[block, 0] & CELL)


def _mend_lists(before: Floats, sheet: Sheet, mended: Flags, links: bool) -> None:
    """Keep the lists and tables that stay, and leave out the others."""
    for block in range(len(mended)):
        if before[block + 1, PARTS] > before[block, PARTS]:
            level = _level_of_list(before, sheet, block)
            if level > 0:
                mended[block] = _list_stays(before, sheet, block, level, links)


def _level_of_list(before: Floats, sheet: Sheet, block: int) -> int:
    """The level of the list around an item or cell; 0 if it is in none with others.

    As long as an element holds nothing but items and cells, it is the list, or a part of it.
    """
    found = 0
    for level in range(1, MAX_LIST_LEVEL + 1):
        low, high = sheet.ranges[block, level, 0], sheet.ranges[block, level, 1]
        if before[high, PARTS] - before[low, PARTS] != high - low:
            break
        found = level
    return found


def _list_stays(before: Floats, sheet: Sheet, block: int, level: int, links: bool) -> bool:
    """Whether the list at this level around a block is mostly kept, or inside a text."""
    low, high = sheet.ranges[block, level, 0], sheet.ranges[block, level, 1]
    words = before[high, WORDS] - before[low, WORDS]
    if before[high, KEPT] - before[low, KEPT] >= MIN_LIST_KEPT * max(words, 1.0):
        return True
    likely = before[high, LIKELY] - before[low, LIKELY]
    characters = before[high, CHARACTERS] - before[low, CHARACTERS]
    linked = before[high, LINKED] - before[low, LINKED]
    if _is_headed(before, sheet, low, block, level):
        if likely >= MIN_HEADED_SCORE * words and linked <= MAX_HEADED_LINKS * characters:
            return True
        if links and likely >= MIN_LINKS_SCORE * words and _is_likely_heading(before, sheet, low - 1):
            return True
    # The element around the list.
    first, end = sheet.ranges[block, level + 1, 0], sheet.ranges[block, level + 1, 1]
    kept_before = before[low, KEPT] - before[first, KEPT]
    kept_after = before[end, KEPT] - before[high, KEPT]
    around = before[low, WORDS] - before[first, WORDS] + before[end, WORDS] - before[high, WORDS]
    if kept_before <= 0 or likely < MIN_LIST_SCORE * words:
        return False
    is_likely = likely >= MIN_LIKELY_SCORE * words
    follows = before[low, KEPT] > before[low - 1, KEPT]
    if kept_after <= 0 and not (is_likely and follows):
        return False
    share = MIN_AROUND_LIKELY if is_likely else MIN_AROUND_KEPT
    if kept_before + kept_after < share * around:
        return False
    is_text: bool = linked <= MAX_LINKS * characters
    return is_text


def _is_likely_heading(before: Floats, sheet: Sheet, heading: int) -> bool:
    """Whether a heading is likely, and not the first that is kept: below the headline is the page."""
    score = before[heading + 1, LIKELY] - before[heading, LIKELY]
    words = before[heading + 1, WORDS] - before[heading, WORDS]
    is_likely: bool = score >= MIN_LIKELY_HEADING_SCORE * words
    return is_likely and bool(before[heading, KEPT] > 0) and not sheet.labels[heading] & ELSEWHERE


def _is_headed(before: Floats, sheet: Sheet, low: int, block: int, level: int) -> bool:
    """Whether the block before a list is a kept heading in the same element."""
    if low < 1 or not _is_heading(sheet, low - 1) or before[low, KEPT] <= before[low - 1, KEPT]:
        return False
    first: bool = sheet.ranges[low - 1, 1, 0] == sheet.ranges[block, level + 1, 0]
    return first and bool(sheet.ranges[low - 1, 1, 1] == sheet.ranges[block, level + 1, 1])


def _keep_labels(raw_scores: Floats, sheet: Sheet, mended: Flags) -> None:
    """Keep the labels of kept lists: the short text before a list in an element that holds nothing else."""
    for block in range(_first(mended) + 1, len(mended) - 1):
        if mended[block] or not mended[block + 1] or raw_scores[block] < MIN_LABEL_SCORE:
            continue
        if sheet.words[block] > MAX_LABEL_WORDS or is_list_part(sheet, block):
            continue
        low, high = sheet.ranges[block, 1, 0], sheet.ranges[block, 1, 1]
        if low != block or high == block + 1 or _is_box(sheet, block, MAX_LINKS):
            continue
        place = block + 1
        while place < high and mended[place] and is_list_part(sheet, place):
            place += 1
        if place == high:
            mended[block] = True


def _fit_headings(raw_scores: Floats, sheet: Sheet, titles: bool, mended: Flags) -> None:
    """Keep headings right before kept text; leave out headings whose text is left out.

    In a list of articles or products headings may be links; elsewhere those are the headings of teasers.
    """
    first = _first(mended)
    for block in range(first + 1, len(mended) - 1):
        if not _is_heading(sheet, block) or not mended[block + 1] or raw_scores[block] < MIN_HEADING_SCORE:
            continue
        if titles or not _is_box(sheet, block, MAX_HEADING_LINKS):
            mended[block] = True
    if not titles:
        _drop_lonely_headings(first, raw_scores, sheet, mended)
    last = _last(mended)
    # A heading at the end heads nothing that was kept, but it may be the last line of the text.
    if last > first and _is_heading(sheet, last) and raw_scores[last] < MIN_LAST_SCORE:
        mended[last] = False


def _drop_lonely_headings(first: int, raw_scores: Floats, sheet: Sheet, mended: Flags) -> None:
    """Leave out headings whose text was left out.

    A heading stays above deeper headings that are kept, or whose text is kept without them; and so does one
    that may be a lead.
    """
    end, has_kept_text, is_text_left = len(mended), False, False
    for block in range(len(mended) - 1, first, -1):
        if not _is_heading(sheet, block):
            has_kept_text |= mended[block]
            continue
        heads_deeper = end < len(mended) and sheet.group[end] > sheet.group[block]
        has_text = heads_deeper or min(end, sheet.ranges[block, 1, 1]) - block > 1
        heads_kept = has_kept_text or (heads_deeper and (mended[end] or is_text_left))
        may_be_lead = raw_scores[block] >= MIN_LEAD_SCORE and sheet.words[block] >= MIN_TEXT_WORDS
        if has_text and not heads_kept and not may_be_lead:
            mended[block] = False
        is_text_left = has_kept_text and not mended[block]
        end, has_kept_text = block, False


def _first(flags: Flags) -> int:
    """The first block that is kept; there must be one."""
    block = 0
    while not flags[block]:
        block += 1
    return block


def _last(flags: Flags) -> int:
    block = len(flags) - 1
    while not flags[block]:
        block -= 1
    return block
