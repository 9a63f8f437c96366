"""The text of a TEI document, written from a flow in one pass.

Headings make sections: each begins a `div` inside the section before it, unless that one is of the same
level or a lower one. Where TEI has no room for sections (in a quotation, a list, a table), a heading is an
anonymous block. Of elements that only lay out a page, nothing is left but the borders of paragraphs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from mainspan.render.events import BEGIN, END, FORMULA, HEADINGS, INLINE, NONE, TEXT, Attributes, Flow
from mainspan.render.tei.phrases import name_phrase
from mainspan.render.tei.survey import Survey, read_span
from mainspan.render.tei.xml import clean_address, clean_language, escape, write_attributes

# What happens to text directly in an element, without a paragraph: it is wrapped in one, or kept as it is,
# or, where TEI takes nothing but characters, everything around it is left out.
_WRAP, _KEEP, _PLAIN = range(3)
_LAYOUT: Final = frozenset(("div", "section", "article", "details", "thead", "tbody", "tfoot"))
_SIZE: Final = re.compile(r"\d{1,6}(\.\d{1,6})?")


def write_body(flow: Flow) -> str:
    """The content of the element `body`."""
    return "".join(_Writer(flow).write())


class _Frame(NamedTuple):
    """An element of the flow that is open: what it became, or the name around it if it became nothing."""

    name: str
    close: str
    loose: int
    has_sections: bool


class _Writer:
    """Writes events one by one."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.survey = Survey(flow)
        self.parts = ['<div type="entry">\n']
        self.frames = [_Frame("div", "", _WRAP, True)]
        self.levels: list[int] = []
        self.pairs: list[str] = []
        self.in_paragraph = False

    def write(self) -> list[str]:
        for place, (kind, value, attributes) in enumerate(self.flow):
            if kind == TEXT:
                self._write_inline(escape(value))
            elif kind == BEGIN:
                self._begin(place, value, attributes)
            elif kind == END:
                self._end(value)
            elif kind == FORMULA:
                self._write_formula(value, attributes)
            else:
                self._write_void(value, attributes)
        self._end_paragraph()
        if len(self.parts) == 1:
            self.parts.append("<p/>\n")
        self.parts.append("</div>\n" * (len(self.levels) + 1))
        return self.parts

    def _write_inline(self, markup: str) -> None:
        """Text, or an element in it; in a paragraph if there must be one."""
        if self.frames[-1].loose == _WRAP and not self.in_paragraph:
            self.parts.append("<p>")
            self.in_paragraph = True
        self.parts.append(markup)

    def _end_paragraph(self) -> None:
        if self.in_paragraph:
            self.parts.append("</p>\n")
            self.in_paragraph = False

    def _write_formula(self, tex: str, attributes: Attributes) -> None:
        mathml = attributes.get("mathml", "")
        if self.frames[-1].loose == _PLAIN:
            self.parts.append(escape(tex))
        elif tex or mathml:
            rend = "block" if attributes.get("display") == "block" else "inline"
            notation, value = ("tex", tex) if tex else ("mathml", mathml)
            self._write_inline(f'<formula notation="{notation}" rend="{rend}">{escape(value)}</formula>')

    def _write_void(self, name: str, attributes: Attributes) -> None:
        if name == "hr":
            self._end_paragraph()
            self.parts.append('<milestone unit="section" rend="rule"/>\n')
        elif self.frames[-1].loose == _PLAIN:
            self.parts.append("\n" if name == "br" else "")
        elif name == "br":
            self._write_inline("<lb/>")
        else:
            self._write_image(attributes)

    def _write_image(self, attributes: Attributes) -> None:
        sizes = {name: f"{attributes.get(name, '')}px" for name in ("width", "height")}
        sizes = {name: size for name, size in sizes.items() if _SIZE.fullmatch(size[:-2])}
        address = clean_address(attributes.get("src", ""))
        graphic = write_attributes({"url": address, **sizes})
        about = escape(attributes.get("alt", "").strip())
        described = f"<figDesc>{about}</figDesc>" if about else ""
        if self.frames[-1].name == "figure" and not self.in_paragraph:
            self.parts.append((f"<graphic{graphic}/>" if address else "") + described)
        elif address:
            inside = f"><desc>{about}</desc></graphic>" if about else "/>"
            self._write_inline(f"<graphic{graphic}{inside}")
        elif about:
            self._write_inline(f"<figure>{described}</figure>")

    def _begin(self, place: int, name: str, attributes: Attributes) -> None:
        if name in INLINE:
            self._begin_phrase(name, attributes)
            return
        self._end_paragraph()
        if place in self.survey.notes and name != "li":
            self._open("note", self.survey.notes[place], attributes)
        elif name in HEADINGS:
            self._begin_heading(name, attributes)
        elif name in _LAYOUT:
            self._begin_layout()
        else:
            _BLOCKS.get(name, _begin_other)(self, place, name, attributes)

    def _end(self, name: str) -> None:
        if name not in INLINE:
            self._end_paragraph()
        if name == "dl" and self.pairs and self.pairs.pop() == "dt":
            self.parts.append("<item/>\n")
        if len(self.frames) > 1:
            self.parts.append(self.frames.pop().close)

    def _open(
        self, name: str, own: Attributes, given: Attributes = NONE, *, loose: int = _KEEP, around: str = ""
    ) -> None:
        """Begin an element; `given` are its attributes in the flow, `around` another that holds it alone."""
        language = {"xml:lang": clean_language(given.get("lang", ""))}
        before, after = (f"<{around}>", f"</{around}>") if around else ("", "")
        line = "\n" if loose == _WRAP else ""
        self.parts.append(f"{before}<{name}{write_attributes({**own, **language})}>{line}")
        self.frames.append(_Frame(name, f"</{name}>{after}\n", loose, False))

    def _begin_layout(self) -> None:
        self.frames.append(self.frames[-1]._replace(close="", loose=_WRAP))

    def _begin_phrase(self, name: str, attributes: Attributes) -> None:
        phrase, own = name_phrase(name, attributes, self.survey.targets)
        is_narrow = phrase == "q" and any(frame.name in ("label", "abbr", "date") for frame in self.frames)
        if not phrase or is_narrow or self.frames[-1].loose == _PLAIN:
            self.frames.append(self.frames[-1]._replace(close=""))
            return
        own = {**own, "xml:lang": clean_language(attributes.get("lang", ""))}
        self._write_inline(f"<{phrase}{write_attributes(own)}>")
        self.frames.append(_Frame(phrase, f"</{phrase}>", _PLAIN if phrase == "code" else _KEEP, False))

    def _begin_heading(self, name: str, attributes: Attributes) -> None:
        if not self.frames[-1].has_sections:
            self._open("ab", {"type": "header", "rend": name}, attributes)
            return
        level = int(name[1])
        while self.levels and self.levels[-1] >= level:
            self.levels.pop()
            self.parts.append("</div>\n")
        self.levels.append(level)
        self.parts.append('<div type="section">\n')
        self._open("head", {"rend": name}, attributes)

    def begin_list(self, place: int, name: str, attributes: Attributes) -> None:
        """A list; one of footnotes alone is no list."""
        if place in self.survey.note_lists:
            self.frames.append(_Frame("notes", "", _WRAP, False))
        else:
            own = {"rend": name, "n": attributes.get("start", "")}
            self._open("list", own, attributes, loose=_WRAP)

    def begin_item(self, place: int, name: str, attributes: Attributes) -> None:
        """An item of a list, or a footnote."""
        note = self.survey.notes.get(place)
        if note is None:
            self._open("item", {"n": attributes.get("value", "")}, attributes)
        else:
            self._open("note", note, attributes, around="" if self.frames[-1].name == "notes" else "item")

    def begin_glossary(self, place: int, name: str, attributes: Attributes) -> None:
        """A list of terms and their descriptions."""
        self._open("list", {"type": "gloss"}, attributes, loose=_WRAP)
        self.pairs.append("dd")

    def begin_pair(self, place: int, name: str, attributes: Attributes) -> None:
        """A term, or its description. TEI wants them in turn: where one is missing, it is empty."""
        if self.pairs and name == self.pairs[-1]:
            self.parts.append("<item/>\n" if name == "dt" else "<label/>\n")
        self.pairs[-1:] = [name]
        self._open("label" if name == "dt" else "item", {}, attributes)

    def begin_table(self, place: int, name: str, attributes: Attributes) -> None:
        """A table; one without rows is no table."""
        shape = self.survey.tables[place]
        if shape.rows:
            own = {"rows": str(shape.rows), "cols": str(max(shape.columns, 1))}
            self._open("table", own, attributes, loose=_WRAP)
        else:
            self._begin_layout()

    def begin_caption(self, place: int, name: str, attributes: Attributes) -> None:
        """The caption of a table: its head, if it is first."""
        in_table = self.frames[-1].name == "table"
        is_head = in_table and self.parts[-1].startswith("<table")
        self._open("head" if is_head else "note" if in_table else "p", {}, attributes)

    def begin_row(self, place: int, name: str, attributes: Attributes) -> None:
        """A row of a table."""
        role = "label" if place in self.survey.label_rows else ""
        self._open("row", {"role": role}, attributes, loose=_WRAP)

    def begin_cell(self, place: int, name: str, attributes: Attributes) -> None:
        """A cell of a table."""
        spans = {"cols": read_span(attributes, "colspan"), "rows": read_span(attributes, "rowspan")}
        own = {side: str(count) for side, count in spans.items() if count > 1}
        self._open("cell", {"role": "label" if name == "th" else "", **own}, attributes)

    def begin_figure_caption(self, place: int, name: str, attributes: Attributes) -> None:
        """The caption of a figure: its head, if it is one line."""
        if self.frames[-1].name == "figure" and place not in self.survey.block_captions:
            self._open("head", {}, attributes)
        else:
            self._begin_layout()

    def begin_other(self, place: int, name: str, attributes: Attributes) -> None:
        """All that has one counterpart."""
        if name == "pre":
            own = {"lang": attributes.get("language", ""), "xml:space": "preserve"}
            self._open("code", own, loose=_PLAIN, around="p")
        elif name == "blockquote":
            self._open("quote", {"source": clean_address(attributes.get("cite", ""))}, attributes)
        elif name == "figure":
            self._open("figure", {}, attributes, loose=_WRAP)
        else:
            self._open("p", {"rend": "summary" if name == "summary" else ""}, attributes)


_begin_other: Final = _Writer.begin_other
_BLOCKS: Final[Mapping[str, Callable[[_Writer, int, str, Attributes], None]]] = {
    "ul": _Writer.begin_list,
    "ol": _Writer.begin_list,
    "li": _Writer.begin_item,
    "dl": _Writer.begin_glossary,
    "dt": _Writer.begin_pair,
    "dd": _Writer.begin_pair,
    "table": _Writer.begin_table,
    "caption": _Writer.begin_caption,
    "tr": _Writer.begin_row,
    "td": _Writer.begin_cell,
    "th": _Writer.begin_cell,
    "figcaption": _Writer.begin_figure_caption,
}
