"""Flows as the contract has them, with texts that are as nasty as can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from hypothesis import strategies as st

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
from tests.render.markdown.nasty import ADDRESSES, CHARACTERS, CODE, LABELS, LANGUAGES, NASTY, PICTURES, TEX

STYLES = "b i em strong cite sub sup del s code samp abbr u small kbd time q".split()
MAX_DEPTH = 4
ENOUGH = 40


@st.composite
def flows(draw: st.DrawFn, rich: bool = True) -> Flow:
    """Whole flows; rich ones have footnotes and formulas."""
    maker = _Maker(draw, rich)
    for _ in range(maker.number(1, 3)):
        maker.block(0)
    return tidy(maker.events)


class _Maker:
    """Makes events, block by block."""

    def __init__(self, draw: st.DrawFn, rich: bool) -> None:
        self.draw = draw
        self.rich = rich
        self.events: Flow = []

    def number(self, least: int, most: int) -> int:
        return self.draw(st.integers(least, most))

    def has_room(self) -> bool:
        return len(self.events) < ENOUGH

    def one_of(self, choices: Sequence[str]) -> str:
        return self.draw(st.sampled_from(choices))

    def perhaps(self, **choices: Sequence[str]) -> Attributes:
        return {key: self.one_of(values) for key, values in choices.items() if self.number(0, 2) == 0}

    def words(self) -> str:
        pieces = [
            self.one_of(NASTY) if self.number(0, 3) else self.draw(st.text(CHARACTERS, max_size=6))
            for _ in range(self.number(1, 4))
        ]
        return self.one_of(["", " "]).join(pieces)

    @contextmanager
    def element(self, name: str, attributes: Attributes = NONE) -> Iterator[None]:
        self.events.append((BEGIN, name, attributes))
        yield
        self.events.append((END, name, NONE))

    def block(self, depth: int) -> None:
        kinds = ["text", "text", "p", "p", "heading", "pre", "hr", "table"]
        if depth < MAX_DEPTH and self.has_room():
            kinds += ["list", "list", "list", "list", "quote", "div", "dl"]
        getattr(self, f"add_{self.one_of(kinds)}")(depth)

    def blocks(self, depth: int) -> None:
        for _ in range(self.number(1, 3 if self.has_room() else 1)):
            self.block(depth + 1)

    def note(self) -> Attributes:
        return self.perhaps(note=LABELS) if self.rich else NONE

    def add_text(self, depth: int) -> None:
        self.inline()

    def add_p(self, depth: int) -> None:
        with self.element("p", self.note()):
            self.inline()

    def add_heading(self, depth: int) -> None:
        with self.element(self.one_of(HEADINGS)):
            self.inline()

    def add_pre(self, depth: int) -> None:
        with self.element("pre", self.perhaps(language=LANGUAGES)):
            self.events.append((TEXT, self.draw(st.text(CODE, min_size=1, max_size=20)), NONE))

    def add_hr(self, depth: int) -> None:
        self.events.append((VOID, "hr", NONE))

    def add_list(self, depth: int) -> None:
        with self.element(self.one_of(["ul", "ol"]), self.perhaps(start=["0", "1", "3", "99", "-1", "x"])):
            for _ in range(self.number(1, 3)):
                with self.element("li", self.note()):
                    self.blocks(depth)

    def add_quote(self, depth: int) -> None:
        with self.element("blockquote"):
            self.blocks(depth)

    def add_div(self, depth: int) -> None:
        name = self.one_of(["div", "section", "figure"])
        with self.element(name, self.note() if name == "div" else NONE):
            self.blocks(depth)

    def add_dl(self, depth: int) -> None:
        with self.element("dl"):
            for _ in range(self.number(1, 2)):
                with self.element("dt"):
                    self.inline()
                with self.element("dd"):
                    self.blocks(depth)

    def add_table(self, depth: int) -> None:
        with self.element("table"):
            if self.number(0, 1):
                with self.element("caption"):
                    self.inline()
            with self.element(self.one_of(["thead", "tbody"])):
                for _ in range(self.number(1, 3)):
                    with self.element("tr"):
                        self.cells()

    def cells(self) -> None:
        for _ in range(self.number(1, 3)):
            spans = self.perhaps(colspan=["1", "2", "x"], rowspan=["1", "2", "1000"])
            with self.element(self.one_of(["td", "th"]), spans):
                for name in self.one_of(["", " ", "p p", "p li", "h3 p"]).split(" "):
                    self.in_cell(name)

    def in_cell(self, name: str) -> None:
        if name == "li":
            with self.element("ul"), self.element("li"):
                self.inline()
        elif name:
            with self.element(name):
                self.inline()
        elif self.number(0, 3):
            self.inline()

    def inline(self, depth: int = 0, in_link: bool = False) -> None:
        for _ in range(self.number(1, 4 if self.has_room() else 1)):
            self.piece(depth, in_link)

    def piece(self, depth: int, in_link: bool) -> None:
        kinds = ["word", "word", "word", "word", "br", "img", *["formula"] * self.rich]
        if depth < MAX_DEPTH and self.has_room():
            kinds += ["style", "style", "style"]
        if not in_link:
            kinds += ["link", *["reference"] * self.rich]
        kind = self.one_of(kinds)
        if kind == "word":
            self.events.append((TEXT, self.words(), NONE))
        elif kind == "br":
            self.events.append((VOID, "br", NONE))
        elif kind == "style":
            with self.element(self.one_of(STYLES)):
                self.inline(depth + 1, in_link)
        elif kind == "link":
            with self.element("a", {"href": self.one_of(ADDRESSES), **self.perhaps(title=NASTY)}):
                self.inline(depth + 1, in_link=True)
        else:
            self.add_special(kind)

    def add_special(self, kind: str) -> None:
        if kind == "img":
            attributes = {"src": self.one_of(PICTURES), "alt": self.words(), **self.perhaps(title=NASTY)}
            self.events.append((VOID, "img", attributes))
        elif kind == "formula":
            self.events.append((FORMULA, self.one_of(TEX), self.perhaps(display=["block"])))
        else:
            with self.element("a", {"href": "#n", "note": self.one_of(LABELS)}):
                self.events.append((TEXT, "7", NONE))


def tidy(events: Flow) -> Flow:
    """The same with whitespace as in a page that was read, and without empty elements."""
    return _without_empty(_without_spaces(_without_empty(events)))


def _is_border(event: Event) -> bool:
    return (
        event[1] in ("br", "hr") if event[0] == VOID else event[0] in (BEGIN, END) and event[1] not in INLINE
    )


def _without_spaces(events: Flow) -> Flow:
    """Whitespace collapsed, and none at the edges of blocks and lines."""
    kept: Flow = []
    is_after_space, last, in_pre = True, -1, False
    for event in events:
        kind, value, _ = event
        if _is_border(event):
            # A space that nothing follows.
            if last >= 0 and is_after_space and value != "br":
                kept[last] = (TEXT, kept[last][1].rstrip(" "), NONE)
            in_pre = value == "pre" and kind == BEGIN
            is_after_space, last = True, -1
        elif kind == TEXT and not in_pre:
            value = " ".join(value.replace("\u00a0", " ").split(" "))
            while "  " in value:
                value = value.replace("  ", " ")
            if is_after_space:
                value = value.lstrip(" ")
            if value:
                is_after_space = value.endswith(" ")
                last = len(kept)
            event = (TEXT, value, NONE)
        elif kind in (VOID, FORMULA):
            is_after_space, last = False, -1
        kept.append(event)
    return kept


def _without_empty(events: Flow) -> Flow:
    kept: Flow = []
    for event in events:
        kind, value, _ = event
        if kind == TEXT and not value:
            continue
        if kind == END and kept[-1][:2] == (BEGIN, value) and value not in ("td", "th"):
            kept.pop()
        else:
            kept.append(event)
    return kept
