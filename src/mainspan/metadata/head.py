"""The tags that speak of the page: meta, link, title, structured data. They are found by the tag column."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from mainspan.algorithms.wlr import attributes_of
from mainspan.metadata.strings import LONG, tidy
from mainspan.page import Page, tags, unescape_source
from mainspan.page.kinds import OPEN, TEXT, UNSEEN, VOID

_NAMES: Final = "html base title meta link script h1 h2 h3 time"
_TABLE: Final = tags.table(_NAMES)
_NUMBERS: Final = tuple(tags.NUMBERS[name] for name in _NAMES.split())
_HTML, _BASE, _TITLE, _META, _LINK, _SCRIPT, _H1, _H2, _H3, _TIME = _NUMBERS
# The links that speak of the page; most others lead to style sheets and icons.
_KNOWN_LINK: Final = re.compile(r'\srel="[^"]*(?:canonical|licen[sc]e|copyright|image_src)', re.I)
# No honest page has more tags of one kind, or as much structured data.
_MOST_TAGS: Final = 3_000
_MOST_VALUES: Final = 50
_MOST_DATA: Final = 4_000_000
_MOST_TEXTS: Final = 400
_ALL: Final = 1 << 62


@dataclass(slots=True)
class Head:
    """What the tags of a page say, by their names in small letters, in the order of the page.

    `headings`, `subheadings` and `times` are tokens: the open tags of h1, of h2 and h3, and of time.
    """

    metas: dict[str, list[str]] = field(default_factory=dict)
    links: dict[str, list[str]] = field(default_factory=dict)
    data: list[str] = field(default_factory=list)
    title: str = ""
    language: str = ""
    base: str = ""
    headings: list[int] = field(default_factory=list)
    subheadings: list[int] = field(default_factory=list)
    times: list[int] = field(default_factory=list)

    def first(self, *names: str) -> str:
        """The first value of the first of these meta tags that has one."""
        return next((value for name in names for value in self.metas.get(name, ())), "")

    def all(self, *names: str) -> Iterator[str]:
        """All values of these meta tags."""
        return (value for name in names for value in self.metas.get(name, ()))


def read_head(page: Page) -> Head:
    """Read all tags of a page that speak of it."""
    head = Head()
    tokens = page.tokens
    chosen = np.flatnonzero(_TABLE.take(tokens.tag))
    kinds, numbers = tokens.kind.take(chosen).tolist(), tokens.tag.take(chosen).tolist()
    counted: dict[int, int] = {}
    for token, kind, tag in zip(chosen.tolist(), kinds, numbers, strict=True):
        if kind not in (OPEN, VOID):
            continue
        count = counted[tag] = counted.get(tag, 0) + 1
        if count <= _MOST_TAGS:
            _read_tag(page, head, token, tag)
    return head


def _read_tag(page: Page, head: Head, token: int, tag: int) -> None:
    if tag == _H1:
        head.headings.append(token)
    elif tag in (_H2, _H3):
        head.subheadings.append(token)
    elif tag == _TIME:
        head.times.append(token)
    elif tag == _TITLE:
        if not head.title:
            head.title = _title_of(page, token)
    elif tag == _SCRIPT:
        _read_script(page, head, token)
    elif tag != _LINK or _KNOWN_LINK.search(
        page.source, int(page.tokens.start[token]), int(page.tokens.end[token])
    ):
        _read_attributes(head, tag, attributes(page, token))


def _read_attributes(head: Head, tag: int, found: dict[str, str]) -> None:
    if tag == _META:
        if value := tidy(found.get("content", ""), LONG):
            for name in ("name", "property", "http-equiv"):
                _add(head.metas, found.get(name, ""), value)
    elif tag == _LINK:
        if href := found.get("href", ""):
            _add(head.links, found.get("rel", ""), href)
    elif tag == _BASE:
        head.base = head.base or found.get("href", "")
    elif tag == _HTML and not head.language:
        head.language = found.get("lang", "") or found.get("xml:lang", "")


def _add(values: dict[str, list[str]], names: str, value: str) -> None:
    for name in names.lower().split()[:5]:
        # Some write the vocabulary out.
        short = name.removeprefix("http://ogp.me/ns/").replace("#", ":") if "ogp.me" in name else name
        kept = values.setdefault(short, [])
        if len(kept) < _MOST_VALUES:
            kept.append(value)


def _read_script(page: Page, head: Head, token: int) -> None:
    tokens = page.tokens
    tag = page.source[tokens.start[token] : min(tokens.end[token], tokens.start[token] + LONG)]
    if "ld+json" not in tag.lower():
        return
    data = page.source[tokens.end[token] : tokens.start[tokens.partner[token]]]
    if len(data) + sum(map(len, head.data)) <= _MOST_DATA:
        head.data.append(data)


def _title_of(page: Page, token: int) -> str:
    """The text of a title, if it is the page's own and not that of a drawing."""
    tokens = page.tokens
    start = int(tokens.start[token])
    if page.source.rfind("<svg", 0, start) > page.source.rfind("</svg", 0, start):
        return ""
    inside = token + 1
    if inside >= len(tokens) or tokens.kind[inside] not in (UNSEEN, TEXT):
        return ""
    return tidy(page.text_of(inside), LONG)


def attributes(page: Page, token: int) -> dict[str, str]:
    """The attributes of a tag, decoded."""
    found = attributes_of(page.source[page.tokens.start[token] : page.tokens.end[token]])
    return {name.lower(): decode(value) for name, value in found.items()}


def decode(value: str) -> str:
    """The value of an attribute as the page's author wrote it."""
    return unescape_source(value.replace("&quot;", '"')) if "&" in value else value


def tags_with(page: Page, *marks: str, most: int = 600, near: tuple[int, int] = (0, _ALL)) -> list[int]:
    """The open and void tags that have one of these strings in them, in order; of many the first.

    near: the part of the source to look at.
    """
    places: set[int] = set()
    for mark in marks:
        position = page.source.find(mark, *near)
        for _ in range(most):
            if position < 0:
                break
            places.add(position)
            position = page.source.find(mark, position + len(mark), near[1])
    if not places:
        return []
    tokens = page.tokens
    found = np.unique(np.searchsorted(tokens.start, np.fromiter(places, dtype=np.int64), side="right") - 1)
    kinds = tokens.kind.take(found)
    chosen: list[int] = found[(kinds == OPEN) | (kinds == VOID)].tolist()
    return chosen


def text_below(page: Page, token: int, most: int = LONG) -> str:
    """The text that a reader sees below an element, given by its open tag."""
    tokens = page.tokens
    last = min(int(tokens.partner[token]), token + _MOST_TEXTS)
    inside = range(token + 1, last)
    parts, size = [], 0
    for each in inside:
        if tokens.kind[each] == TEXT:
            parts.append(page.text_of(each))
            size += len(parts[-1])
            if size > most:
                break
        elif tags.IS_STRUCTURAL[tokens.tag[each]]:
            parts.append(" ")
    return tidy("".join(parts), most)
