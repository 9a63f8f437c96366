"""Tables: those of data, and those that only lay out the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.kinds import OPEN

_IMG: Final = tags.NUMBERS["img"]
_TABLE: Final = tags.NUMBERS["table"]
_PARTS: Final = sorted(tags.numbers(tags.TABLE_PARTS))
_ROW: Final = tags.NUMBERS["tr"]
_IS_CELL: Final = tags.IS_CELL
_IS_PRE: Final = tags.IS_PREFORMATTED
_IS_HEADING: Final = tags.table(f"{tags.HEADINGS} article section main")
_MARKS_DATA: Final = tags.table("th caption thead")
# A cell with more words than this, and more than half of the table's, is the page's column and no datum.
_MAX_CELL_WORDS: Final = 60


def has_tables(page: Page) -> bool:
    """Whether there is a table, or a part of one, at all."""
    return any(map(page.has, _PARTS))


def find_tables(page: Page, kept: NDArray[np.int64]) -> frozenset[int]:
    """The open tags of the tables of data; `kept` counts the kept pieces before each token."""
    if not page.has(_TABLE):
        return frozenset()
    tokens = page.tokens
    opens = np.flatnonzero((tokens.tag == _TABLE) & (tokens.kind == OPEN))
    opens = opens[kept[tokens.partner[opens]] > kept[opens]]
    if not len(opens):
        return frozenset()
    # One that holds another with something kept in it lays out the page.
    innermost = np.append(opens[1:] > tokens.partner[opens[:-1]], True)
    return frozenset(place for place in opens[innermost].tolist() if _has_data(page, place, kept))


def _has_data(page: Page, place: int, kept: NDArray[np.int64]) -> bool:
    tokens = page.tokens
    inside = slice(place, int(tokens.partner[place]) + 1)
    tag = np.where(tokens.kind[inside] == OPEN, tokens.tag[inside], 0)
    cells = np.flatnonzero(_IS_CELL[tag]) + place
    full = cells[kept[tokens.partner[cells]] > kept[cells]]
    if len(full) < 2 or (_IS_PRE[tag].any() and _has_lines(page, place, tag)):
        return False
    if page.attributes(place).get("role", "").strip().lower() in ("presentation", "none"):
        return False
    if _MARKS_DATA[tag].any():
        return True
    rows = int((tag == _ROW).sum())
    if rows < 2 or len(cells) <= rows or _IS_HEADING[tag].any():
        return False
    words = np.concatenate([[0], np.cumsum(tokens.words[inside])])
    longest = int((words[tokens.partner[cells] - place] - words[cells - place]).max())
    return longest <= _MAX_CELL_WORDS or 2 * longest <= int(words[-1])


def _has_lines(page: Page, place: int, tag: NDArray[np.int16]) -> bool:
    """Whether a table holds preformatted text of several lines."""
    tokens = page.tokens
    for pre in (np.flatnonzero(_IS_PRE[tag]) + place).tolist():
        source = page.source[tokens.end[pre] : tokens.start[tokens.partner[pre]]]
        if "\n" in source.strip() or "<br" in source:
            return True
    return False


def find_marks(page: Page, tables: Sequence[int], texts: NDArray[np.intp]) -> dict[int, str]:
    """The descriptions of the pictures that are all there is in a cell of these tables, by their tokens.

    texts: the tokens of the kept texts.
    """
    tokens = page.tokens
    found: dict[int, str] = {}
    for table in tables if page.has(_IMG) else ():
        inside = slice(table, int(tokens.partner[table]))
        cells = np.flatnonzero(_IS_CELL[tokens.tag[inside]] & (tokens.kind[inside] == OPEN)) + table
        for image in (np.flatnonzero(tokens.tag[inside] == _IMG) + table).tolist():
            place = int(cells.searchsorted(image)) - 1
            cell = int(cells[place]) if place >= 0 else -1
            if cell < 0 or tokens.partner[cell] < image or found.keys() & range(cell, image):
                continue
            first, last = texts.searchsorted([cell, tokens.partner[cell]])
            description = " ".join((page.attribute(image, "alt") or "").split())
            if first == last and description:
                found[image] = description
    return found
