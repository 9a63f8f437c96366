"""Tables: one line for each row, and empty cells where a cell spans several."""

from __future__ import annotations

from typing import Final

from mainspan.render.events import Attributes

_MAX_SPAN: Final = 1000
# Empty cells that a table may have for each other cell, and besides; more are left out.
_MAX_EMPTY_PER_CELL: Final = 4
_MAX_EMPTY_BESIDES: Final = 1000


class Table:
    """The cells of a table, row by row."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        # Before the rows, and after them.
        self.captions: tuple[list[str], list[str]] = ([], [])
        # The rows of a tfoot before other rows, which browsers show below them.
        self._foot: list[list[str]] = []
        self._foot_begins = -1
        self._in_head = False
        self._has_head = False
        self._is_head = True
        self._room = _MAX_EMPTY_BESIDES
        self._place = 0
        # For each column, the first row that no cell from above reaches down to.
        self._taken_until: dict[int, int] = {}

    def begin_group(self, name: str) -> None:
        """A group of rows begins."""
        self._in_head = name == "thead"
        if self._foot_begins > 0:
            self._foot += self.rows[self._foot_begins :]
            del self.rows[self._foot_begins :]
        self._foot_begins = len(self.rows) if name == "tfoot" else -1
        self._taken_until = {}

    def begin_row(self) -> None:
        """A row begins."""
        self.rows.append([])
        self._place = 0
        self._is_head = True

    def add(self, name: str, attributes: Attributes, text: str) -> None:
        """The next cell of the row."""
        if not self.rows:
            self.begin_row()
        self._is_head = self._is_head and name == "th"
        self._room += _MAX_EMPTY_PER_CELL
        self._step_over()
        row, place = self.rows[-1], self._place
        self._room -= place - len(row)
        row += [""] * (place - len(row))
        row.append(text)
        down = _span(attributes.get("rowspan"))
        wide = _span(attributes.get("colspan"))
        if place + wide - len(row) > self._room:
            wide = 1
        self._place = place + wide
        if down > 1 and wide <= self._room:
            self._room -= wide
            self._taken_until.update(dict.fromkeys(range(place, place + wide), len(self.rows) + down))

    def _step_over(self) -> None:
        """To the next place that no cell from above has taken."""
        here, most = len(self.rows), len(self.rows[-1]) + self._room
        while self._taken_until.get(self._place, 0) > here and self._place < most:
            self._place += 1

    def end_row(self) -> None:
        """The row is complete."""
        if len(self.rows) == 1:
            self._has_head = self._in_head or (self._is_head and bool(self.rows[0]))

    def write(self) -> str:
        """The table in lines; nothing if all its cells are empty."""
        rows = [row for row in self.rows + self._foot if row]
        if not any(any(row) for row in rows):
            return ""
        width = max(map(len, rows))
        head, body = (rows[0], rows[1:]) if self._has_head and self.rows[0] else ([], rows)
        lines = [_line(head + [""] * (width - len(head))), _line(["---"] * width)]
        is_even = width * len(body) <= self._room + sum(map(len, rows))
        lines += [_line(row + [""] * (width - len(row)) if is_even else row) for row in body]
        return "\n".join(lines)


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _span(written: str | None) -> int:
    if not written or not written.isdecimal() or not written.isascii():
        return 1
    return min(max(int(written[:5]), 1), _MAX_SPAN)
