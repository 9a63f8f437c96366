"""A flow, read as Markdown can show it."""

from __future__ import annotations

from collections.abc import Callable

from mainspan.render.events import HEADINGS, INLINE, Attributes, Flow
from mainspan.render.markdown.footnotes import find_labels
from tests.render.markdown.reading import (
    BLOCKS,
    IMAGE,
    REFERENCE,
    RULE,
    TAGS,
    Block,
    Reading,
    image_marks,
    link_mark,
)

EMPHASIS = {
    **dict.fromkeys(["em", "i", "cite", "dfn", "var"], "*"),
    **dict.fromkeys(["strong", "b", "dt", "summary"], "**"),
}


class FlowReader:
    def __init__(self, flow: Flow) -> None:
        self.labels = find_labels(flow)
        self.unwritten = dict(self.labels)
        self.reading = Reading()
        # What is on: muted, code, cell, note, pre.
        self.on: list[str] = []
        self.exact: list[str] = []
        # For each element, what is to be done at its end.
        self.ends: list[list[Callable[[], object]]] = []

    def begin(self, name: str, attributes: Attributes) -> None:
        self.ends.append([])
        if "pre" in self.on or "muted" in self.on:
            return
        if name in INLINE:
            self.begin_inline(name, attributes)
        else:
            self.reading.space()
            self.begin_block(name, attributes)

    def begin_inline(self, name: str, attributes: Attributes) -> None:
        if name == "a" and attributes.get("note") in self.labels and "code" not in self.on:
            self.reading.sign(REFERENCE, self.labels[attributes["note"]])
            self.turn_on("muted")
        elif name == "a" and "back" in attributes and "code" not in self.on:
            self.turn_on("muted")
        elif name == "a" and attributes.get("href"):
            self.mark(link_mark(attributes))
        elif "code" in self.on:
            return
        elif name in EMPHASIS:
            self.mark(EMPHASIS[name])
        elif name in TAGS:
            self.mark(name)
        elif name in ("code", "samp"):
            self.turn_on("code")
            self.mark("code")

    def begin_block(self, name: str, attributes: Attributes) -> None:
        note = attributes.get("note", "")
        if name in EMPHASIS or ("cell" in self.on and name in HEADINGS):
            self.mark("**")
        elif "cell" in self.on:
            return
        elif note in self.unwritten and "note" not in self.on:
            self.turn_on("note")
            if name == "li":
                self.step_out(Block(self.reading.blocks[-1].kind))
            self.push(f"note {self.unwritten.pop(note)}")
        elif name == "caption":
            self.step_out(self.reading.blocks[-1])
        elif name in ("td", "th"):
            self.turn_on("cell")
            self.push("td")
        elif name in BLOCKS:
            self.push(name)
            if "task" in attributes:
                self.reading.text("[x] " if attributes["task"] == "done" else "[ ] ")
        elif name == "pre":
            self.turn_on("pre")
            self.exact.clear()
            self.ends[-1].append(lambda: self.end_exact(attributes.get("language", "")))

    def turn_on(self, what: str) -> None:
        self.on.append(what)
        self.ends[-1].append(self.on.pop)

    def mark(self, mark: str) -> None:
        self.reading.marks.append(mark)
        self.ends[-1].append(self.reading.marks.pop)

    def push(self, kind: str) -> None:
        self.reading.blocks.append(Block(kind))
        self.ends[-1].append(self.reading.blocks.pop)

    def step_out(self, then: Block) -> None:
        """What is in a list or a table of the page is before it in Markdown."""
        self.reading.blocks.pop()
        self.ends[-1].append(lambda: self.reading.blocks.append(then))

    def end(self, name: str) -> None:
        for undo in reversed(self.ends.pop()):
            undo()
        if name not in INLINE:
            self.reading.space()

    def end_exact(self, language: str) -> None:
        text = "".join(self.exact)
        if text.strip():
            self.reading.blocks.append(Block("pre"))
            self.reading.text(text)
            self.reading.blocks.pop()
            self.reading.code.append((language, text.removesuffix("\n")))

    def text(self, text: str) -> None:
        if "pre" in self.on:
            self.exact.append(text)
        elif "muted" not in self.on:
            self.reading.text(text)

    def formula(self, tex: str) -> None:
        if "pre" in self.on or "code" in self.on:
            self.text(tex)
        elif tex.strip() and "muted" not in self.on:
            self.reading.formula(tex)

    def void(self, name: str, attributes: Attributes) -> None:
        if "pre" in self.on or "muted" in self.on:
            return
        if name == "img":
            self.reading.sign(IMAGE, *image_marks(attributes))
            return
        self.reading.space()
        if name == "hr" and "cell" not in self.on:
            self.reading.sign(RULE)
