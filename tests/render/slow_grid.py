"""The specification of `render/grid.pyx`: short, literal and slow Python."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan import Page
from mainspan.page import tags
from mainspan.page.kinds import OPEN, Column
from mainspan.render.layout import CELL, LINE, Places


class Measured(NamedTuple):
    """What a table holds; `groups` are those of its names."""

    cells: int
    full: int
    rows: int
    longest: int
    words: int
    groups: int


def measure_table(page: Page, kept: list[int], table: int, groups: list[int]) -> Measured:
    """The cells of a table, those with kept pieces, its rows, the words of its longest cell and of all."""
    elements = page.elements
    inside = [e for e in range(len(elements)) if table <= elements.open[e] < page.tokens.partner[table]]
    cells = [e for e in inside if groups[elements.tag[e]] & 1]
    found = 0
    for element in inside:
        found |= groups[elements.tag[element]]
    return Measured(
        cells=len(cells),
        full=sum(kept[elements.close[e]] > kept[elements.open[e]] for e in cells),
        rows=sum(bool(groups[elements.tag[e]] & 2) for e in inside),
        longest=max((int(elements.words[e]) for e in cells), default=0),
        words=int(elements.words[inside[0]]),
        groups=found,
    )


def count_tabs(
    page: Page, tables: list[int], pieces: tuple[Places, NDArray[np.uint8], Column], most: int
) -> list[int]:
    """How many tabs are before each piece: one for each cell, or in these tables for each column.

    pieces: the token of each, its separator, and the cells that began since the one before.
    """
    token, separator, cells = (column.tolist() for column in pieces)
    tabs = [min(count, most) if each == CELL else 0 for each, count in zip(separator, cells, strict=True)]
    columns = {cell: column for table in tables for cell, column in find_columns(page, table, most).items()}
    before, last = None, 0
    for piece, place in enumerate(token):
        cell = max((cell for cell in columns if cell <= place), default=None)
        cell = cell if cell is not None and page.tokens.partner[cell] > place else None
        if cell is not None and cell != before:
            is_new = separator[piece] >= LINE
            tabs[piece] = min(max(columns[cell] - (0 if is_new else last), 0 if is_new else 1), most)
            last = columns[cell]
        before = cell
    return tabs


def find_columns(page: Page, table: int, most: int) -> dict[int, int]:
    """The column of each cell in a table, by their open tags."""
    tokens = page.tokens
    found: dict[int, int] = {}
    # For each column, how many rows from here on a cell from above takes.
    taken: dict[int, int] = {}
    column = 0
    for token in range(table, int(tokens.partner[table])):
        if tokens.kind[token] != OPEN:
            continue
        if tokens.tag[token] == tags.NUMBERS["tr"]:
            taken = {place: rows - 1 for place, rows in taken.items() if rows > 1}
            column = 0
        elif tags.IS_CELL[tokens.tag[token]]:
            while column in taken:
                column += 1
            found[token] = column
            rows, columns = (_span(page, token, name, most) for name in ("rowspan", "colspan"))
            if rows > 1:
                taken |= dict.fromkeys(range(column, column + columns), rows)
            column += columns
    return found


def _span(page: Page, token: int, name: str, most: int) -> int:
    tag = page.source[page.tokens.start[token] : page.tokens.end[token]]
    match = re.search(rf' {name}="\s*([0-9]{{1,4}})', tag)
    return min(max(int(match.group(1)), 1), most) if match else 1


def innermost(page: Page) -> list[int]:
    """The tables that hold no other."""
    opens = np.flatnonzero((page.tokens.tag == tags.NUMBERS["table"]) & (page.tokens.kind == OPEN))
    last = page.tokens.partner[opens]
    return [
        int(each) for each, end in zip(opens, last, strict=True) if not ((opens > each) & (opens < end)).any()
    ]
