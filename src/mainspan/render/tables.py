"""Tables: those of data, and those that only lay out the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.kinds import OPEN
from mainspan.page.posts import is_post
from mainspan.render.grid import measure_table

_IMG: Final = tags.NUMBERS["img"]
_TABLE: Final = tags.NUMBERS["table"]
_TR: Final = tags.NUMBERS["tr"]
_PARTS: Final = sorted(tags.numbers(tags.TABLE_PARTS))
_IS_CELL: Final = tags.IS_CELL
_IS_PRE: Final = tags.IS_PREFORMATTED
# no rule: bits
# The groups of names that say what a table is for; the first two are cells and rows.
_HAS_PRE, _MARKS_DATA, _HAS_HEADING = 4, 8, 16
_GROUPS: Final = (
    tags.IS_CELL * np.uint8(1)
    | tags.table("tr") * np.uint8(2)
    | tags.IS_PREFORMATTED * np.uint8(_HAS_PRE)
    | tags.table("th caption thead") * np.uint8(_MARKS_DATA)
    | tags.table(f"{tags.HEADINGS} article section main") * np.uint8(_HAS_HEADING)
)
# A cell with more words than this, and more than half of the table's, is the page's column and no datum.
_MAX_CELL_WORDS: Final = 60
# With such a cell and more words than this in a row, as a mean, its rows are posts or articles.
_MAX_ROW_WORDS: Final = 40
# Whether rows are posts is read from their names, of at most this number of rows.
_MAX_ROWS_READ: Final = 3


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
    cells, full, rows, longest, words, groups = measure_table(page.elements, kept, place, _GROUPS)
    if full < 2 or (groups & _HAS_PRE and _has_lines(page, place)):
        return False
    if page.attributes(place).get("role", "").strip().lower() in ("presentation", "none"):
        return False
    if groups & _MARKS_DATA:
        return True
    if rows < 2 or cells <= rows or groups & _HAS_HEADING or _has_posts(page, place):
        return False
    if full <= rows and _is_one_column(page, place, kept):
        return False
    if longest <= _MAX_CELL_WORDS:
        return True
    return 2 * longest <= words <= _MAX_ROW_WORDS * rows


def _is_one_column(page: Page, place: int, kept: NDArray[np.int64]) -> bool:
    """Whether no row of a table has two cells with something kept; pictures may be signs, and count."""
    tokens, elements = page.tokens, page.elements
    end = int(tokens.partner[place])
    if (tokens.tag[place:end] == _IMG).any():
        return False
    low, high = elements.open.searchsorted([place, end]).tolist()
    opens, closes = elements.open[low:high], elements.close[low:high]
    is_full = _IS_CELL[elements.tag[low:high]] & (kept[closes] > kept[opens])
    rows = opens[elements.tag[low:high] == _TR].searchsorted(opens[is_full])
    return len(np.unique(rows)) == len(rows)


def _has_posts(page: Page, place: int) -> bool:
    """Whether a table or one of its first rows is a post or a comment."""
    elements = page.elements
    low, high = elements.open.searchsorted([place, page.tokens.partner[place]]).tolist()
    rows = (elements.tag[low:high] == _TR).nonzero()[0][:_MAX_ROWS_READ] + low
    return any(is_post(page, element) for element in (low, *rows.tolist()))


def _has_lines(page: Page, place: int) -> bool:
    """Whether a table holds preformatted text of several lines."""
    tokens = page.tokens
    inside = slice(place, int(tokens.partner[place]))
    is_pre = _IS_PRE[tokens.tag[inside]] & (tokens.kind[inside] == OPEN)
    for pre in (is_pre.nonzero()[0] + place).tolist():
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
