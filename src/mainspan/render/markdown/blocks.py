"""From events to blocks: each one ends up as text in the container around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from mainspan.render.events import (
    BEGIN,
    END,
    FORMULA,
    HEADINGS,
    INLINE,
    NONE,
    TEXT,
    VOID,
    Attributes,
    Event,
    Flow,
)
from mainspan.render.markdown.code import code_block
from mainspan.render.markdown.containers import Blocks, Item, List, Note, Quote
from mainspan.render.markdown.escape import end_heading
from mainspan.render.markdown.footnotes import find_labels
from mainspan.render.markdown.run import CELL, LINE, PARAGRAPHS, Run
from mainspan.render.markdown.tables import Table

# Neither a setext underline nor, after the marker of an item, one rule together with it.
_RULE: Final = "***"
_LEVELS: Final = {name: "#" * level for level, name in enumerate(HEADINGS, 1)}
# Parsers give up on what is nested deeper than about ten lists: from here on, items are paragraphs.
_MAX_NESTING: Final = 8
_BOLD: Final = frozenset(["dt", "summary"])
_CELLS: Final = frozenset(["td", "th"])
# What a title has besides its words: the marks of a heading or of bold text, and a colon.
_PLAIN: Final = re.compile(r"^#{1,6} |[*:]")
# In the cells of a table there are no headings and no code blocks.
_IN_CELLS: Final = {**dict.fromkeys([*_BOLD, *HEADINGS], "strong"), "pre": "code"}


class Writer:
    """Takes the events of a flow one after the other."""

    def __init__(self, flow: Flow) -> None:
        labels = find_labels(flow)
        self._unwritten = dict(labels)
        self._run = Run(labels)
        self._blocks = Blocks()
        self._outer: list[Blocks] = []
        self._lists: list[List] = []
        self._table = Table()
        self._cell: Attributes = NONE
        # For each paragraph, division and item around, whether it is a note.
        self._noted: list[bool] = []
        self._events: Iterator[Event] = iter(flow)

    def write(self) -> str:
        """The whole flow."""
        run = self._run
        for kind, value, attributes in self._events:
            if kind == TEXT:
                run.text(value)
            elif kind == BEGIN:
                if value in INLINE:
                    run.begin(value, attributes)
                else:
                    self._begin(value, attributes)
            elif kind == END:
                if value in INLINE:
                    run.end()
                else:
                    self._end(value)
            else:
                self._add(kind, value, attributes)
        self._flush()
        return self._blocks.write()

    def _add(self, kind: int, value: str, attributes: Attributes) -> None:
        if kind == FORMULA:
            self._run.formula(value, attributes.get("display") == "block")
        elif value == "br":
            self._run.br()
        elif value == "img":
            self._run.image(attributes)
        elif self._run.form == CELL:
            self._run.part()
        else:
            self._flush()
            self._blocks.add(_RULE)

    def _begin(self, name: str, attributes: Attributes) -> None:
        if self._run.form == CELL:
            self._run.part()
            if name in _IN_CELLS:
                self._run.begin(_IN_CELLS[name], NONE)
            return
        self._flush()
        begin = _BEGINNINGS.get(name)
        if begin:
            begin(self, name, attributes)

    def _end(self, name: str) -> None:
        if name in _CELLS:
            self._end_cell(name)
        elif self._run.form == CELL:
            if name in _IN_CELLS:
                self._run.end()
            self._run.part()
        elif name in _LEVELS:
            self._end_heading(name)
        elif name == "caption":
            self._table.captions[bool(self._table.rows)].extend(self._run.finish())
        else:
            if name in _BOLD:
                self._run.end()
            self._flush()
            end = _ENDS.get(name)
            if end:
                end(self)

    def _flush(self) -> None:
        """Text outside of other blocks is a paragraph."""
        if paragraphs := self._run.finish():
            self._blocks.add_paragraphs(paragraphs)

    def _open(self, blocks: Blocks) -> None:
        self._outer.append(self._blocks)
        self._blocks = blocks

    def _close(self) -> Blocks:
        closed = self._blocks
        self._blocks = self._outer.pop()
        return closed

    def _begin_division(self, name: str, attributes: Attributes) -> None:
        """A paragraph or a division, either of which may be a note."""
        if not self._begin_note(attributes) and name == "p":
            self._blocks.is_loose = True

    def _begin_note(self, attributes: Attributes) -> bool:
        """Open a note, if one that is referred to begins here and not in another one."""
        note = attributes.get("note", "")
        label = self._unwritten.pop(note, "") if note and not any(self._noted) else ""
        self._noted.append(bool(label))
        if label:
            self._open(Note(label))
        return bool(label)

    def _end_division(self) -> None:
        if self._noted.pop():
            note = self._close()
            self._blocks.add(note.write())

    def _begin_list(self, name: str, attributes: Attributes) -> None:
        self._lists.append(List(name, attributes))

    def _end_list(self) -> None:
        self._lists.pop().write(self._blocks)

    def _begin_item(self, name: str, attributes: Attributes) -> None:
        if not self._begin_note(attributes):
            is_deep = len(self._outer) >= _MAX_NESTING
            self._open(Blocks() if is_deep else self._lists[-1].begin_item(attributes))

    def _end_item(self) -> None:
        """An item joins its list; a note separates the items before and after it."""
        closed = self._close()
        if self._noted.pop():
            self._lists[-1].write(self._blocks)
            self._blocks.add(closed.write())
        elif isinstance(closed, Item):
            self._lists[-1].add(closed)
        else:
            self._blocks.extend(closed)

    def _begin_quote(self, name: str, attributes: Attributes) -> None:
        self._open(Blocks() if len(self._outer) >= _MAX_NESTING else Quote())
        if "callout" in attributes:
            # As GitHub and Obsidian write it: the kind, then the text.
            self._blocks.add(f"[!{attributes['callout'].upper()}]")

    def _end_quote(self) -> None:
        closed = self._close()
        kind = closed.texts[0] if closed.texts else ""
        if closed.texts[2:] and kind == f"[!{_PLAIN.sub('', closed.texts[1]).upper()}]":
            # Readers of Markdown show the kind as a title.
            del closed.texts[1], closed.kinds[1]
        if isinstance(closed, Quote):
            self._blocks.add(closed.write())
        else:
            self._blocks.extend(closed)

    def _begin_heading(self, name: str, attributes: Attributes) -> None:
        self._run.form = LINE

    def _end_heading(self, name: str) -> None:
        for text in self._run.finish():
            self._blocks.add(f"{_LEVELS[name]} {end_heading(text)}")
        self._run.form = PARAGRAPHS

    def _begin_bold(self, name: str, attributes: Attributes) -> None:
        self._run.begin("strong", NONE)

    def _add_code(self, name: str, attributes: Attributes) -> None:
        """All up to the end of preformatted text."""
        texts = []
        for kind, value, _ in self._events:
            if kind == END and value == "pre":
                break
            if kind in (TEXT, FORMULA):
                texts.append(value)
            elif kind == VOID and value == "br":
                texts.append("\n")
        self._blocks.add(code_block("".join(texts), attributes.get("language", "")))

    def _begin_table(self, name: str, attributes: Attributes) -> None:
        self._table = Table()

    def _end_table(self) -> None:
        before, after = self._table.captions
        self._blocks.add_paragraphs(before)
        self._blocks.add(self._table.write())
        self._blocks.add_paragraphs(after)

    def _begin_group(self, name: str, attributes: Attributes) -> None:
        self._table.begin_group(name)

    def _begin_row(self, name: str, attributes: Attributes) -> None:
        self._table.begin_row()

    def _end_row(self) -> None:
        self._table.end_row()

    def _begin_cell(self, name: str, attributes: Attributes) -> None:
        self._run.form = CELL
        self._cell = attributes

    def _end_cell(self, name: str) -> None:
        text = "".join(self._run.finish())
        self._run.form = PARAGRAPHS
        self._table.add(name, self._cell, text.replace("|", "\\|"))


_BEGINNINGS: Final[dict[str, Callable[[Writer, str, Attributes], None]]] = {
    **dict.fromkeys(["p", "div"], Writer._begin_division),
    **dict.fromkeys(["ul", "ol"], Writer._begin_list),
    **dict.fromkeys(_LEVELS, Writer._begin_heading),
    **dict.fromkeys(_BOLD, Writer._begin_bold),
    **dict.fromkeys(["thead", "tbody", "tfoot"], Writer._begin_group),
    **dict.fromkeys(_CELLS, Writer._begin_cell),
    "li": Writer._begin_item,
    "blockquote": Writer._begin_quote,
    "pre": Writer._add_code,
    "table": Writer._begin_table,
    "tr": Writer._begin_row,
}
_ENDS: Final[dict[str, Callable[[Writer], None]]] = {
    **dict.fromkeys(["p", "div"], Writer._end_division),
    **dict.fromkeys(["ul", "ol"], Writer._end_list),
    "li": Writer._end_item,
    "blockquote": Writer._end_quote,
    "table": Writer._end_table,
    "tr": Writer._end_row,
}
