"""The column of each cell in a table, with cells that span several rows or columns."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.kinds import OPEN

Places = NDArray[np.intp]

_ROW: Final = tags.NUMBERS["tr"]
_IS_PART: Final = tags.table(f"tr {tags.CELLS}")
_SPAN: Final = (b'span="',)
# Each reads one tag, once.
_COLSPAN: Final = re.compile(r' colspan="\s*([0-9]{1,4})')
_ROWSPAN: Final = re.compile(r' rowspan="\s*([0-9]{1,4})')
# A tag with one of these is not shorter.
_MIN_TAG_CHARACTERS: Final = len('<td rowspan="1">')
# Cells span at most this many rows and columns.
_MAX_SPAN: Final = 64


def find_columns(page: Page, tables: Iterable[int]) -> tuple[Places, Places]:
    """The cells in these tables and the column of each, by the open tags of both."""
    cells, columns = zip(*(_columns(page, table) for table in tables), strict=True)
    return np.concatenate(cells), np.concatenate(columns)


def _columns(page: Page, table: int) -> tuple[Places, Places]:
    tokens = page.tokens
    inside = slice(table, int(tokens.partner[table]))
    is_part = _IS_PART[tokens.tag[inside]] & (tokens.kind[inside] == OPEN)
    places = is_part.nonzero()[0] + table
    is_row = tokens.tag[places] == _ROW
    cells = places[~is_row]
    long = cells[tokens.end[cells] - tokens.start[cells] >= _MIN_TAG_CHARACTERS]
    spanning = long[page.hold_words(long, _SPAN)].tolist()
    if spanning:
        spans = {token: _spans_of(page, token) for token in spanning}
        return cells, np.array(_lay_out(places.tolist(), is_row.tolist(), spans), dtype=np.intp)
    # The cells of a row follow each other.
    order = np.arange(len(places))
    row = np.maximum.accumulate(np.where(is_row, order, -1))
    return cells, (order - row - 1)[~is_row]


def _lay_out(places: list[int], is_row: list[bool], spans: dict[int, tuple[int, int]]) -> list[int]:
    """The column of each cell, given the rows and columns that those span that span several."""
    found: list[int] = []
    # For each column, how many rows from here on a cell from above takes.
    taken: dict[int, int] = {}
    column = 0
    for token, begins in zip(places, is_row, strict=True):
        if begins:
            taken = {place: rows - 1 for place, rows in taken.items() if rows > 1}
            column = 0
            continue
        while column in taken:
            column += 1
        found.append(column)
        rows, columns = spans.get(token, (1, 1))
        if rows > 1:
            taken |= dict.fromkeys(range(column, column + columns), rows)
        column += columns
    return found


def _spans_of(page: Page, token: int) -> tuple[int, int]:
    """How many rows and columns a cell spans."""
    start, end = int(page.tokens.start[token]), int(page.tokens.end[token])
    found = (pattern.search(page.source, start, end) for pattern in (_ROWSPAN, _COLSPAN))
    rows, columns = (min(max(int(match.group(1)), 1), _MAX_SPAN) if match else 1 for match in found)
    return rows, columns
