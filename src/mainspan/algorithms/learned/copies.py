"""Texts that are on a page more than once: tabs, versions for small screens, quotations, summaries.

Compiled with the types that `copies.pxd` declares.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.families import family_mask
from mainspan.algorithms.learned.sheet import Sheet
from mainspan.algorithms.learned.structure import is_any_cell, is_cell, is_list_part
from mainspan.algorithms.learned.table import H1, H6, TH, Count

Flags = NDArray[np.bool_]
Sums = NDArray[np.int64]

# Texts of at least this number of words that appear twice on a page are copies.
MIN_COPY_WORDS = 8
# A list of which less than this share is copied is a text of its own.
MIN_LIST_COPIED = 0.5
# An element is dropped as a whole if this share of its words went as copies, and it has less than that share
# of all kept words. The elements around a copy are looked at up to this level.
MIN_ELEMENT_COPIED = 0.7
MAX_PAGE_SHARE = 0.55
# Cells with this share of the page's words are its layout.
MAX_TABLE_SHARE = 0.5
LAST_LEVEL = 3

# Reads each character once.
TAGS = re.compile(r"<[^<>]*>")
COPY_WORDS = MIN_COPY_WORDS
FINGERPRINT = Count.FINGERPRINT
OPENS, BREAKS = int(Count.OPENS), int(Count.BREAKS)
CODE = int(family_mask("pre code samp"))
QUOTATION = int(family_mask("blockquote q"))


def find_copies(kept: Flags, sheet: Sheet) -> list[int]:
    """The long texts that are kept more than once, all copies of them; digits make no difference here."""
    long = [block for block in range(len(kept)) if kept[block] and sheet.words[block] >= COPY_WORDS]
    texts = sorted([sheet.counts[block, FINGERPRINT] for block in long])
    repeated = {texts[i] for i in range(1, len(texts)) if texts[i] == texts[i - 1]}
    return [block for block in long if sheet.counts[block, FINGERPRINT] in repeated] if repeated else []


def _count_words(flags: Flags, marked: list[int], sheet: Sheet, before: Sums) -> None:
    """Before each block and after the last: the words of blocks with a flag, and of those that are marked."""
    for block in marked:
        before[block + 1, 1] = sheet.words[block]
    for place in range(len(flags)):
        before[place + 1, 0] = before[place, 0] + (sheet.words[place] if flags[place] else 0)
        before[place + 1, 1] += before[place, 1]


def shares_list(copies: list[int], kept: Flags, sheet: Sheet) -> set[int]:
    """The copies that are items of a list that is mostly no copy: steps that two instructions share."""
    return _share_list(copies, kept, sheet, np.zeros((len(kept) + 1, 2), dtype=np.int64))


def _share_list(copies: list[int], kept: Flags, sheet: Sheet, before: Sums) -> set[int]:
    parts = [block for block in copies if is_list_part(sheet, block)]
    found: set[int] = set()
    if parts:
        _count_words(kept, copies, sheet, before)
    for block in parts:
        low, high = sheet.ranges[block, 1, 0], sheet.ranges[block, 1, 1]
        if before[high, 1] - before[low, 1] < MIN_LIST_COPIED * (before[high, 0] - before[low, 0]):
            found.add(block)
    return found


def bare(source: str) -> str:
    """A text without its tags and its whitespace: a copy of code may be in one line, without colours."""
    return "".join(TAGS.sub("", source).replace("&nbsp;", " ").split())


def drop_copies(
    kept: Flags, copies: list[int], sheet: Sheet, text_of: Callable[[int], str], *, visible: bool
) -> list[int]:
    """Of several copies of a long text keep the first: a visible one if there is any, and no quotation.

    Returns the blocks that went. Where visible copies are left alone (a lead may open an article and be in a
    list), only hidden ones go. So it is everywhere with code and cells of tables, and with copies
    side by side in one element: the refrain of a song.
    """

    def is_worse(block: int) -> tuple[bool, bool, bool]:
        # A table of contents has the text of a heading, which is the one that stays.
        is_heading = H1 <= int(sheet.group[block]) <= H6
        return bool(sheet.hidden[block]), not is_heading, bool(int(sheet.masks[block, 0]) & QUOTATION)

    seen: dict[tuple[int, str], int] = {}
    gone = []
    cells = _runs_of_cells(copies, sheet)
    for block in sorted(copies, key=is_worse):
        # Texts that differ in digits alone have the same fingerprint: rows of a table are no copies.
        text = bare(text_of(block)) if sheet.counts[block, Count.DIGITS] else ""
        copy = int(sheet.counts[block, FINGERPRINT]), text
        # Lines of code and cells of tables repeat each other.
        stays = int(sheet.masks[block, 0]) & CODE or is_cell(sheet, block)
        if copy not in seen:
            seen[copy] = block
        elif sheet.hidden[block] or (
            visible and not stays and not _are_together(sheet, cells, block, seen[copy])
        ):
            kept[block] = False
            gone.append(block)
    return gone


def _are_together(sheet: Sheet, cells: Sums, block: int, other: int) -> bool:
    """Whether two copies are in one element: paragraphs, lines of two paragraphs, or cells of one table."""
    if _shares_level(sheet, 1, block, other):
        return True
    if _is_line(sheet, block) and _is_line(sheet, other):
        # The level between is that of their paragraphs.
        return _shares_level(sheet, 2, block, other)
    return bool(0 <= cells[block] == cells[other])


def _is_line(sheet: Sheet, block: int) -> bool:
    """Whether there is nothing but a line break between a block and one beside it."""
    for place in (block, block + 1):
        if place < len(sheet) and sheet.counts[place, BREAKS] and not sheet.counts[place, OPENS:BREAKS].any():
            return True
    return False


def _shares_level(sheet: Sheet, level: int, block: int, other: int) -> bool:
    one, two = sheet.ranges[block, level], sheet.ranges[other, level]
    return bool(one[0] == two[0] and one[1] == two[1])


def _runs_of_cells(copies: list[int], sheet: Sheet) -> Sums:
    """For each block the first one of the run of cells that it is in, or -1.

    Of a run with half of the page's words, only cells beside those that are headings are those of a table of
    data: on old boards, posts are tables in such a table.
    """
    firsts = np.full(len(sheet) + 1, -1, dtype=np.int64)
    if not any(is_any_cell(sheet, block) for block in copies):
        return firsts
    first = words = 0
    heading = -1
    most = MAX_TABLE_SHARE * int(sheet.words.sum())
    for block in range(len(sheet) + 1):
        if block < len(sheet) and is_any_cell(sheet, block):
            words += int(sheet.words[block])
            heading = int(sheet.depth[block]) if sheet.group[block] == TH else heading
            continue
        of_data = slice(first, block)
        firsts[of_data] = np.where((words < most) | (sheet.depth[of_data] == heading), first, -1)
        firsts[block] = -1
        first, words, heading = block + 1, 0, -1
    return firsts


def drop_remains(kept: Flags, whole: Flags, gone: list[int], sheet: Sheet) -> Flags:
    """The kept blocks without those of elements of which, but for short texts, all went as copies.

    whole: what was kept with these copies.
    """
    before = np.zeros((len(kept) + 1, 2), dtype=np.int64)
    left = kept.copy()
    _count_words(whole, gone, sheet, before)
    _drop_remains(gone, sheet, before, np.zeros(len(kept) + 1, dtype=np.int64), left)
    return left if left.any() else kept


def _drop_remains(gone: list[int], sheet: Sheet, before: Sums, borders: Sums, left: Flags) -> None:
    """Leave out what is inside the elements that go. `borders`: those that begin at a block, less those that
    end before it.
    """
    total = before[len(left), 0]
    for block in gone:
        for level in range(1, LAST_LEVEL + 1):
            low, high = sheet.ranges[block, level, 0], sheet.ranges[block, level, 1]
            held, copied = before[high, 0] - before[low, 0], before[high, 1] - before[low, 1]
            if copied >= MIN_ELEMENT_COPIED * held and held < MAX_PAGE_SHARE * total:
                borders[low] += 1
                borders[high] -= 1
    inside = 0
    for place in range(len(left)):
        inside += borders[place]
        if inside > 0:
            left[place] = False
