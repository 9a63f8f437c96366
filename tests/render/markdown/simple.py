"""Flows from a little HTML, without whitespace being looked at, so that tests can be read."""

from __future__ import annotations

from html.parser import HTMLParser

from mainspan.render.events import BEGIN, END, FORMULA, NONE, TEXT, VOID, Flow
from mainspan.render.markdown import write_markdown

_VOID = ("br", "hr", "img")


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.flow: Flow = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {key: value or "" for key, value in attrs}
        if tag == "formula":
            self.flow.append((FORMULA, attributes.pop("tex"), attributes))
        else:
            self.flow.append((VOID if tag in _VOID else BEGIN, tag, attributes))

    def handle_endtag(self, tag: str) -> None:
        self.flow.append((END, tag, NONE))

    def handle_data(self, data: str) -> None:
        self.flow.append((TEXT, data, NONE))


def flow_of(html: str) -> Flow:
    """The events of clean HTML; a formula is `<formula tex=...>`."""
    parser = _Parser()
    parser.feed(html)
    parser.close()
    return parser.flow


def markdown(html: str) -> str:
    """The Markdown of clean HTML, without the line break at its end."""
    written = write_markdown(flow_of(html))
    assert not written or (written.endswith("\n") and not written.endswith("\n\n"))
    return written.removesuffix("\n")


def of_text(text: str) -> str:
    """The Markdown of a paragraph that has nothing but this text."""
    flow: Flow = [(BEGIN, "p", NONE), (TEXT, text, NONE), (END, "p", NONE)]
    return write_markdown(flow).removesuffix("\n")
