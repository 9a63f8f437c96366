"""What must be known of a flow before it is written: footnotes, the shapes of tables, captions."""

from __future__ import annotations

from typing import Final, NamedTuple

from mainspan.render.events import BEGIN, END, INLINE, VOID, Attributes, Flow

_MAX_SPAN: Final = 1000


class Shape(NamedTuple):
    """How many rows and columns a table has."""

    rows: int = 0
    columns: int = 0


class Survey:
    """What is in a flow, by the places of the events that begin it. Reads the flow once.

    `notes` has the attributes of each footnote, `targets` the id of the footnote with each label,
    `note_lists` the lists that hold footnotes and nothing else, `block_captions` the captions that hold
    blocks.
    """

    def __init__(self, flow: Flow) -> None:
        self.notes: dict[int, Attributes] = {}
        self.targets: dict[str, str] = {}
        self.tables: dict[int, Shape] = {}
        self.label_rows: set[int] = set()
        self.block_captions: set[int] = set()
        self._open: list[tuple[int, str]] = []
        self._lists: set[int] = set()
        self._plain_lists: set[int] = set()
        self._columns = 0
        for place, (kind, name, attributes) in enumerate(flow):
            if kind == BEGIN:
                self._begin(place, name, attributes)
                self._open.append((place, name))
            elif kind == END and self._open:
                self._open.pop()
            elif kind == VOID and name == "hr":
                self._note_block()
        self.note_lists = self._lists - self._plain_lists

    def _begin(self, place: int, name: str, attributes: Attributes) -> None:
        if name not in INLINE:
            self._note_block()
        if name in ("li", "p", "div") and attributes.get("note"):
            self._add_note(place, attributes["note"])
        if name in ("ul", "ol"):
            self._lists.add(place)
        elif name == "li" and place not in self.notes and self._open:
            self._plain_lists.add(self._open[-1][0])
        elif name == "tr":
            self._add_row(place)
        elif name in ("td", "th"):
            self._add_cell(name, attributes)
        elif name == "table":
            self.tables[place] = Shape()

    def _note_block(self) -> None:
        """A caption around here holds a block."""
        if self._open and self._open[-1][1] == "figcaption":
            self.block_captions.add(self._open[-1][0])

    def _add_note(self, place: int, label: str) -> None:
        if label in self.targets:
            self.notes[place] = {"n": label}
        else:
            self.targets[label] = f"note-{len(self.targets) + 1}"
            self.notes[place] = {"xml:id": self.targets[label], "n": label}

    def _table(self) -> int:
        return next((place for place, name in reversed(self._open) if name == "table"), -1)

    def _add_row(self, place: int) -> None:
        table = self._table()
        rows, columns = self.tables.get(table, Shape())
        self.tables[table] = Shape(rows + 1, columns)
        self.label_rows.add(place)
        self._columns = 0

    def _add_cell(self, name: str, attributes: Attributes) -> None:
        if self._open and name == "td":
            self.label_rows.discard(self._open[-1][0])
        self._columns += max(read_span(attributes, "colspan"), 1)
        table = self._table()
        shape = self.tables.get(table, Shape())
        self.tables[table] = shape._replace(columns=max(shape.columns, self._columns))


def read_span(attributes: Attributes, name: str) -> int:
    """How many columns or rows a cell spans; 0 if that is not a sensible number."""
    value = attributes.get(name, "")
    number = int(value) if value.isascii() and value.isdigit() and len(value) < 6 else 0
    return number if 0 < number <= _MAX_SPAN else 0
