"""A normalised source for pages that the parser cannot take in linear time.

The page is split into tags directly, and balanced with a stack of bounded depth. It is no HTML5 parse:
no implied elements, no repeated formatting, nothing moved out of tables. All text stays, in order.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Final

from mainspan.page import limits, tags

# As in the survey: runs are possessive, and what may follow begins otherwise, so nothing is read twice.
_ATTRIBUTE: Final = re.compile(
    r"([^\t\n\f\r\x20/>][^\t\n\f\r\x20/>=]*+)"
    r"(?:[\t\n\f\r\x20]*+=[\t\n\f\r\x20]*+(?:\"([^\"]*+)\"?|'([^']*+)'?|([^\t\n\f\r\x20>\"'][^\t\n\f\r\x20>]*+))?)?"
)
_TAG: Final = re.compile(
    r"<(?:!--(?:-?>|(?s:.*?)(?:--!?>|\Z))|[!?][^>]*+>?|/(?![A-Za-z])[^>]*+>?"
    r"|(/?)([A-Za-z][^\t\n\f\r\x20/>]*+)"
    rf"((?:[\t\n\f\r\x20/]++|{_ATTRIBUTE.pattern.replace('([^', '(?:[^')})*)(>|\Z))"
)
_VOID: Final = frozenset(tags.NAMES[number] for number in tags.VOID)
_ESCAPED_RAW: Final = frozenset(["textarea", "title"])
_RAW: Final = frozenset(tags.NAMES[number] for number in tags.RAW) - {"plaintext"} | _ESCAPED_RAW
# Left out: the frame is written once, and inside svg and math other rules would hold.
_LEFT_OUT: Final = frozenset(["", "html", "head", "body", "svg", "math", "plaintext"])
# Elements that end when the next of their group begins.
_SUCCESSORS: Final = {
    name: frozenset(group)
    for group in (["p"], ["li"], ["dd", "dt"], ["option"], ["td", "th"], ["tr"])
    for name in group
}
# An end tag looks for its start tag among this many open elements, and closes nothing beyond.
_MAX_LEVELS: Final = 64
_MAX_KEPT_ATTRIBUTES: Final = 32


def salvage(page: str) -> str:
    """A balanced, escaped source with all the text of the page."""
    writer = _Writer()
    position = 0
    page = page.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    while match := _TAG.search(page, position):
        writer.text(page[position : match.start()])
        position = match.end()
        slash, name, attributes, _ = match.groups()
        if name is None:
            continue
        name = _clean_name(name)
        if slash:
            writer.close(name)
        elif name in _RAW:
            end = re.compile(rf"</{name}(?=[\t\n\f\r\x20/>])", re.IGNORECASE).search(page, position)
            stop = end.start() if end else len(page)
            writer.raw(name, attributes, page[position:stop])
            position = stop
        else:
            writer.open(name, attributes)
    writer.text(page[position:])
    return writer.finish()


def _clean_name(name: str) -> str:
    """A name as the parser would have written it."""
    return "".join(c for c in name.lower() if c.isalnum() or c in "-:_.")


def _escape(text: str) -> str:
    text = unescape(text) if "&" in text else text
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\xa0", "&nbsp;").replace("\0", "")


class _Writer:
    def __init__(self) -> None:
        self.parts = ["<html><head></head><body>"]
        self.stack: list[str] = []

    def text(self, text: str) -> None:
        if text:
            self.parts.append(_escape(text))

    def open(self, name: str, attributes: str) -> None:
        if name in _LEFT_OUT:
            return
        group = _SUCCESSORS.get(name)
        if group and self.stack and self.stack[-1] in group:
            self._pop()
        if name in _VOID:
            self.parts.append(_tag(name, attributes))
        elif len(self.stack) < limits.MAX_DEPTH:
            self.parts.append(_tag(name, attributes))
            self.stack.append(name)
        elif tags.IS_STRUCTURAL[tags.NUMBERS.get(name, 0)]:
            # Too deep for a tag, but the words around it are different ones.
            self.parts.append(" ")

    def raw(self, name: str, attributes: str, content: str) -> None:
        """An element with its content and its end. Content that would look like an end is left out."""
        if name in _ESCAPED_RAW:
            content = _escape(content)
        elif name == "script" and "<!--" in content:
            content = ""
        self.parts.append(f"{_tag(name, attributes)}{content}</{name}>")

    def close(self, name: str) -> None:
        if name in _RAW or name not in self.stack[-_MAX_LEVELS:]:
            return
        while self.stack[-1] != name:
            self._pop()
        self._pop()

    def _pop(self) -> None:
        self.parts.append(f"</{self.stack.pop()}>")

    def finish(self) -> str:
        while self.stack:
            self._pop()
        return "".join([*self.parts, "</body></html>"])


def _tag(name: str, attributes: str) -> str:
    """The tag with its first attributes, written as the serialiser writes them."""
    written = [name]
    for count, match in enumerate(_ATTRIBUTE.finditer(attributes)):
        if count == _MAX_KEPT_ATTRIBUTES:
            break
        key, *values = match.groups()
        value = next((value for value in values if value is not None), "")
        written.append(f'{_clean_name(key) or "x"}="{_escape(value).replace(chr(34), "&quot;")}"')
    return f"<{' '.join(written)}>"
