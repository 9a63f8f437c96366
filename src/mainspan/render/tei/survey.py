"""What must be known of a flow before it is written: footnotes, the shapes of tables, captions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from mainspan.render.events import BEGIN, END, INLINE, VOID, Attributes, Flow

_MAX_SPAN: Final = 1000


class Shape(NamedTuple):
    """How many rows and columns a table has, and the place of its first row."""

    rows: int
    columns: int
    first: int


class Survey(NamedTuple):
    """What is in a flow, by the places of the events that begin it.

    `notes` has the attributes of each footnote, `targets` the id of the footnote with each label,
    `note_lists` the lists that hold footnotes and nothing else, `blocky` the captions that hold more than
    a line.
    """

    notes: Mapping[int, Attributes]
    targets: Mapping[str, str]
    note_lists: frozenset[int]
    tables: Mapping[int, Shape]
    label_rows: frozenset[int]
    blocky: frozenset[int]


def survey_flow(flow: Flow) -> Survey:
    """Read a flow once, from its beginning to its end."""
    return _Reader().read(flow)


class _Reader:
    """The elements that are open, and what was found."""

    def __init__(self) -> None:
        self.open: list[tuple[int, str]] = []
        self.notes: dict[int, Attributes] = {}
        self.targets: dict[str, str] = {}
        self.plain_lists: set[int] = set()
        self.lists: set[int] = set()
        self.tables: dict[int, Shape] = {}
        self.label_rows: set[int] = set()
        self.blocky: set[int] = set()
        self.columns = 0

    def read(self, flow: Flow) -> Survey:
        for place, (kind, name, attributes) in enumerate(flow):
            if kind == BEGIN:
                self._begin(place, name, attributes)
                self.open.append((place, name))
            elif kind == END and self.open:
                self.open.pop()
            elif kind == VOID and name == "hr":
                self._note_block()
        return Survey(
            self.notes,
            self.targets,
            frozenset(self.lists - self.plain_lists),
            self.tables,
            frozenset(self.label_rows),
            frozenset(self.blocky),
        )

    def _begin(self, place: int, name: str, attributes: Attributes) -> None:
        if name not in INLINE:
            self._note_block()
        if name in ("li", "p", "div") and attributes.get("note"):
            self._add_note(place, attributes["note"])
        if name in ("ul", "ol"):
            self.lists.add(place)
        elif name == "li" and place not in self.notes and self.open:
            self.plain_lists.add(self.open[-1][0])
        elif name == "tr":
            self._add_row(place)
        elif name in ("td", "th"):
            self._add_cell(name, attributes)
        elif name == "table":
            self.tables[place] = Shape(0, 0, -1)

    def _note_block(self) -> None:
        """A caption around here holds a block."""
        if self.open and self.open[-1][1] == "figcaption":
            self.blocky.add(self.open[-1][0])

    def _add_note(self, place: int, label: str) -> None:
        if label in self.targets:
            self.notes[place] = {"n": label}
        else:
            self.targets[label] = f"note-{len(self.targets) + 1}"
            self.notes[place] = {"xml:id": self.targets[label], "n": label}

    def _table(self) -> int:
        return next((place for place, name in reversed(self.open) if name == "table"), -1)

    def _add_row(self, place: int) -> None:
        table = self._table()
        rows, columns, first = self.tables.get(table, Shape(0, 0, -1))
        self.tables[table] = Shape(rows + 1, columns, place if first < 0 else first)
        self.label_rows.add(place)
        self.columns = 0

    def _add_cell(self, name: str, attributes: Attributes) -> None:
        if self.open and name == "td":
            self.label_rows.discard(self.open[-1][0])
        self.columns += max(read_span(attributes, "colspan"), 1)
        table = self._table()
        shape = self.tables.get(table, Shape(0, 0, -1))
        self.tables[table] = shape._replace(columns=max(shape.columns, self.columns))


def read_span(attributes: Attributes, name: str) -> int:
    """How many columns or rows a cell spans; 0 if that is not a sensible number."""
    value = attributes.get(name, "")
    number = int(value) if value.isascii() and value.isdigit() and len(value) < 6 else 0
    return number if 0 < number <= _MAX_SPAN else 0
