"""Results as tab-separated text, without loss.

Floats are written as Python writes them, so reading gives the same floats. In texts, tabs, line ends,
backslashes and bytes that are not UTF-8 are escaped. A measure has three columns, `NAME precision`,
`NAME recall` and `NAME f1`; without a score, all three hold the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from mainspan.evaluation.records import Row, Score

Cell = str | int | float | None

_FIXED: Final = ("document", "site", "bytes", "seconds", "error")
_PARTS: Final = ("precision", "recall", "f1")
_ESCAPES: Final = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_PLAIN: Final = {"t": "\t", "n": "\n", "r": "\r"}
_SPECIAL: Final = re.compile(r"[\\\t\n\r\0\x0b\x0c\x1c-\x1e\x85\u2028\u2029\ud800-\udfff]")
_ESCAPED: Final = re.compile(r"\\(?:u([0-9a-f]{4})|(.))", re.DOTALL)


def escape(text: str) -> str:
    """A text as one cell.

    >>> escape("a\\tb")
    'a\\\\tb'
    """
    return _SPECIAL.sub(lambda found: _ESCAPES.get(found[0], f"\\u{ord(found[0]):04x}"), text)


def unescape(cell: str) -> str:
    """The text of a cell."""
    return _ESCAPED.sub(_character, cell)


def join(cells: Iterable[str]) -> str:
    """Cells as one line, with its end."""
    return "\t".join(cells) + "\n"


def cells_of(line: str) -> list[str]:
    """The cells of one line."""
    return line.rstrip("\n").split("\t")


@dataclass(frozen=True)
class RowFormat:
    """The columns of a contestant's table: five fixed ones, three for each measure, one for each figure."""

    measures: tuple[str, ...]
    figures: tuple[str, ...]

    @classmethod
    def of_header(cls, line: str) -> RowFormat:
        """The format that a header declares, or a ValueError."""
        cells = [unescape(cell) for cell in cells_of(line)]
        if tuple(cells[: len(_FIXED)]) != _FIXED:
            raise ValueError("not a table of results")
        rest = cells[len(_FIXED) :]
        measures = []
        while len(rest) >= 3 and rest[0].endswith(f" {_PARTS[0]}"):
            name = rest[0].removesuffix(f" {_PARTS[0]}")
            if rest[:3] != _titles(name):
                break
            measures.append(name)
            rest = rest[3:]
        return cls(tuple(measures), tuple(rest))

    @property
    def header(self) -> str:
        """The first line."""
        titles = (title for name in self.measures for title in _titles(name))
        return join(map(escape, (*_FIXED, *titles, *self.figures)))

    def line(self, row: Row) -> str:
        """A row as a line."""
        fixed = (escape(row.document), escape(row.site), str(row.bytes), repr(row.seconds), escape(row.error))
        scores = (cell for name in self.measures for cell in _score_cells(row.scores.get(name, "")))
        figures = (repr(row.figures[name]) if name in row.figures else "" for name in self.figures)
        return join((*fixed, *scores, *figures))

    def row(self, line: str, package: str, contestant: str) -> Row:
        """The row of a line; a ValueError if it is damaged."""
        cells = cells_of(line)
        if len(cells) != len(_FIXED) + 3 * len(self.measures) + len(self.figures):
            raise ValueError(f"a line of {len(cells)} cells")
        document, site, size, seconds, error = cells[: len(_FIXED)]
        rest = cells[len(_FIXED) :]
        scores: dict[str, Score | str] = {}
        for i, name in enumerate(self.measures):
            three = rest[3 * i : 3 * i + 3]
            if any(three):
                scores[name] = _score_of(three)
        values = rest[3 * len(self.measures) :]
        figures = {name: float(cell) for name, cell in zip(self.figures, values, strict=True) if cell}
        return Row(
            package=package,
            document=unescape(document),
            site=unescape(site),
            contestant=contestant,
            bytes=int(size),
            seconds=float(seconds),
            scores=scores,
            figures=figures,
            error=unescape(error),
        )


def table(header: Sequence[str], lines: Iterable[Sequence[Cell]]) -> str:
    """A whole table as text."""
    return join(map(escape, header)) + "".join(join(map(_cell, line)) for line in lines)


def records(text: str) -> list[dict[str, str]]:
    """The lines of a table, each by the names of the columns; damaged lines are left out."""
    rows = [[unescape(cell) for cell in cells_of(line)] for line in text.split("\n") if line]
    header, *lines = rows or [[]]
    return [dict(zip(header, cells, strict=True)) for cells in lines if len(cells) == len(header)]


def _character(escaped: re.Match[str]) -> str:
    if escaped[1]:
        return chr(int(escaped[1], 16))
    return _PLAIN.get(escaped[2], escaped[2])


def _titles(name: str) -> list[str]:
    return [f"{name} {part}" for part in _PARTS]


def _score_cells(score: Score | str) -> tuple[str, ...]:
    if isinstance(score, str):
        return (escape(score),) * 3
    return tuple(repr(float(value)) for value in score)


def _score_of(cells: Sequence[str]) -> Score | str:
    try:
        precision, recall, f1 = map(float, cells)
    except ValueError:
        return unescape(cells[0])
    return Score(precision, recall, f1)


def _cell(value: Cell) -> str:
    if value is None:
        return ""
    return escape(value) if isinstance(value, str) else repr(value)
