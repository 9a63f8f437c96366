"""The attributes of elements that go into the flow."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from typing import Final

from mainspan.page import Page
from mainspan.page.attributes import read_attributes
from mainspan.page.notes import Notes
from mainspan.render.addresses import link
from mainspan.render.events import NONE, Attributes
from mainspan.render.lists import find_tasks

_WANTED: Final = {
    "abbr": ("title",),
    "blockquote": ("cite",),
    "td": ("colspan", "rowspan", "scope"),
    "th": ("colspan", "rowspan", "scope"),
    "ol": ("start", "reversed", "type"),
    "li": ("value",),
    "time": ("datetime",),
}
# The source of a tag with one of these attributes has one of these in it.
_ANYWHERE: Final = (' lang="', ' dir="')
_MARKS: Final = {name: (*_ANYWHERE, *(f' {key}="' for key in keys)) for name, keys in _WANTED.items()}
# Reads one tag, once.
_HREF: Final = re.compile(r' href="([^"]*)"')
# A tag with an attribute that is read is not shorter.
MIN_TAG_CHARACTERS: Final = len('<p dir="">')
_IS_NUMBER: Final = frozenset(["colspan", "rowspan", "start", "value"])
_CHOICES: Final = {
    "dir": frozenset(["ltr", "rtl", "auto"]),
    "scope": frozenset(["row", "col", "rowgroup", "colgroup"]),
    "type": frozenset(["a", "A", "i", "I"]),
}
_MAX_DIGITS: Final = 6
_MAX_LANGUAGE_CHARACTERS: Final = 20
_MAX_VALUE_CHARACTERS: Final = 1000


class Reader:
    """Reads the attributes of the tags that are written: each by its token, and where it begins and ends."""

    def __init__(
        self, page: Page, base: str, notes: Notes, callouts: Mapping[int, str] | None = None, *, links: bool
    ) -> None:
        self.source = page.source
        self.base = base
        self.notes = notes
        self.links = links
        # What an element is besides: a footnote, a task.
        self.marked: dict[int, Attributes] = {
            token: {"task": "done" if is_done else "open"} for token, is_done in find_tasks(page).items()
        }
        for token, label in notes.targets.items():
            self.marked[token] = {**self.marked.get(token, NONE), "note": label}

        for token, kind in (callouts or {}).items():
            self.marked[token] = {**self.marked.get(token, NONE), "callout": kind}

    def link(self, token: int, start: int, end: int, *, in_heading: bool = False) -> Attributes:
        """The attributes of a link; none if it has no address."""
        if token in self.notes.references:
            return {"note": self.notes.references[token]}
        if token in self.notes.returns:
            return {"back": self.notes.returns[token]}
        if not self.links:
            return NONE
        # Most links have many attributes, of which one or two are read.
        found = _HREF.search(self.source, start, end)
        address = link(self.base, unescape(found.group(1))) if found and found.group(1) != "#" else ""
        if in_heading and "#" in address and address.partition("#")[0] in ("", self.base.partition("#")[0]):
            return NONE  # it leads to the heading itself
        if address and self.source.find(' title="', start, end) > 0:
            title = self._value("title", read_attributes(self.source[start:end]).get("title", ""))
            return {"href": address, "title": title} if title else {"href": address}
        return {"href": address} if address else NONE

    def other(self, token: int, name: str, start: int, end: int) -> Attributes:
        """The attributes of any other element."""
        found = NONE
        if end - start >= MIN_TAG_CHARACTERS:
            # Nearly no tag has any of these, which is faster found than read.
            find = self.source.find
            for mark in _MARKS.get(name, _ANYWHERE):
                if find(mark, start, end) > 0:
                    found = self._read(name, read_attributes(self.source[start:end]))
                    break
        return {**found, **self.marked[token]} if token in self.marked else found

    def _read(self, name: str, attributes: dict[str, str]) -> Attributes:
        if not attributes:
            return NONE
        wanted = (*_WANTED.get(name, ()), "dir", "lang")
        values = {key: self._value(key, attributes[key].strip()) for key in wanted if key in attributes}
        return {key: value for key, value in values.items() if value}

    def _value(self, key: str, value: str) -> str:
        """A value in the form that it should have, or nothing."""
        if key in _IS_NUMBER:
            digits = value.removeprefix("-") if key in ("start", "value") else value
            return value if digits.isascii() and digits.isdecimal() and len(digits) <= _MAX_DIGITS else ""
        if key == "cite":
            return link(self.base, value)
        if key == "lang":
            return value if is_language(value) else ""
        if key == "reversed":
            return key
        if key in _CHOICES:
            value = value if key == "type" else value.lower()
            return value if value in _CHOICES[key] else ""
        return " ".join(value.split())[:_MAX_VALUE_CHARACTERS]


def is_language(text: str) -> bool:
    """Whether a text could name a language."""
    return text.replace("-", "").isalnum() and len(text) <= _MAX_LANGUAGE_CHARACTERS
