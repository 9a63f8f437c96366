"""The column of each cell in a table, with cells that span several rows or columns."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

import numpy as np

from mainspan.page import Page, tags
from mainspan.page.kinds import OPEN

_ROW: Final = tags.NUMBERS["tr"]
_IS_CELL: Final = tags.IS_CELL
# Each reads one tag, once.
_COLSPAN: Final = re.compile(r' colspan="\s*([0-9]{1,4})')
_ROWSPAN: Final = re.compile(r' rowspan="\s*([0-9]{1,4})')
# A tag with one of these is not shorter.
_MIN_TAG_CHARACTERS: Final = len('<td rowspan="1">')
# Cells span at most this many rows and columns.
_MAX_SPAN: Final = 64


def find_columns(page: Page, tables: Iterable[int]) -> dict[int, int]:
    """The column of each cell in these tables, by the open tags of both."""
    found: dict[int, int] = {}
    for table in tables:
        found |= _columns(page, table)
    return found


def _columns(page: Page, table: int) -> dict[int, int]:
    tokens = page.tokens
    inside = slice(table, int(tokens.partner[table]))
    is_part = (tokens.tag[inside] == _ROW) | _IS_CELL[tokens.tag[inside]]
    places = np.flatnonzero(is_part & (tokens.kind[inside] == OPEN)) + table
    found: dict[int, int] = {}
    # For each column, how many rows from here on a cell from above takes.
    taken: dict[int, int] = {}
    column = 0
    is_long = tokens.end[places] - tokens.start[places] >= _MIN_TAG_CHARACTERS
    columns_of = (places, tokens.tag[places], is_long)
    for token, tag, may_span in zip(*(column.tolist() for column in columns_of), strict=True):
        if tag == _ROW:
            taken = {place: rows - 1 for place, rows in taken.items() if rows > 1}
            column = 0
            continue
        while column in taken:
            column += 1
        found[token] = column
        rows, columns = _spans_of(page, token) if may_span else (1, 1)
        if rows > 1:
            taken |= dict.fromkeys(range(column, column + columns), rows)
        column += columns
    return found


def _spans_of(page: Page, token: int) -> tuple[int, int]:
    """How many rows and columns a cell spans."""
    start, end = int(page.tokens.start[token]), int(page.tokens.end[token])
    if page.source.find('span="', start, end) < 0:
        return 1, 1
    found = (pattern.search(page.source, start, end) for pattern in (_ROWSPAN, _COLSPAN))
    rows, columns = (min(max(int(match.group(1)), 1), _MAX_SPAN) if match else 1 for match in found)
    return rows, columns
