"""The elements that describe a page: meta, link, title, JSON-LD scripts, headings and times.

They are found through the tag column, so a page without them costs next to nothing.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from mainspan.metadata.strings import MAX_TEXT_LENGTH, tidy
from mainspan.page import Page, tags
from mainspan.page.kinds import OPEN, TEXT, UNSEEN, VOID

_TABLE: Final = tags.table("html base title svg meta link script h1 h2 h3 time")
# Links that describe the page; most others lead to style sheets and icons.
_KNOWN_LINKS: Final = (b"canonical", b"licen", b"copyright", b"image_src")
# JSON-LD beyond this is not read. Real pages have a hundredth of it.
_MAX_DATA_CHARACTERS: Final = 4_000_000
# The text below an element is read up to this many tokens, so that nested elements stay cheap.
_MAX_TEXT_TOKENS: Final = 400


@dataclass(slots=True)
class Head:
    """What the page's tags say, by their names in lower case, in page order.

    `headings` (h1), `subheadings` (h2 and h3) and `times` are the tokens of open tags.
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
    """Read all tags of a page that describe it."""
    tokens = page.tokens
    chosen = np.flatnonzero(_TABLE.take(tokens.tag))
    kinds = tokens.kind.take(chosen)
    chosen = chosen[(kinds == OPEN) | (kinds == VOID)]
    numbers = tokens.tag.take(chosen)

    def of(name: str) -> list[int]:
        found: list[int] = chosen[numbers == tags.NUMBERS[name]].tolist()
        return found

    head = Head(headings=of("h1"), subheadings=sorted([*of("h2"), *of("h3")]), times=of("time"))
    head.title = _read_title(page, of("title"), of("svg"))
    head.base = next((href for token in of("base") if (href := page.attribute(token, "href"))), "")
    head.language = next((tag for token in of("html") if (tag := _language_of(page, token))), "")
    for token in of("meta"):
        _read_meta(head, page.attributes(token))
    for token in _with_words(page, of("link"), _KNOWN_LINKS):
        _read_link(page, head, token)
    _read_data(page, head, of("script"))
    return head


def _read_meta(head: Head, found: dict[str, str]) -> None:
    if value := tidy(found.get("content", ""), MAX_TEXT_LENGTH):
        for name in ("name", "property", "http-equiv"):
            _add(head.metas, found.get(name, ""), value)


def _read_link(page: Page, head: Head, token: int) -> None:
    found = page.attributes(token)
    if href := found.get("href", ""):
        _add(head.links, found.get("rel", ""), href)


def _language_of(page: Page, token: int) -> str:
    found = page.attributes(token)
    return found.get("lang", "") or found.get("xml:lang", "")


def _add(values: dict[str, list[str]], names: str, value: str) -> None:
    for name in names.lower().split()[:5]:
        # Some pages write out the vocabulary's address.
        short = name.removeprefix("http://ogp.me/ns/").replace("#", ":") if "ogp.me" in name else name
        values.setdefault(short, []).append(value)


def _read_data(page: Page, head: Head, scripts: list[int]) -> None:
    tokens = page.tokens
    for token in _with_words(page, scripts, (b"ld+json",)):
        data = page.source[tokens.end[token] : tokens.start[tokens.partner[token]]]
        if len(data) + sum(map(len, head.data)) <= _MAX_DATA_CHARACTERS:
            head.data.append(data)


def _with_words(page: Page, chosen: list[int], words: tuple[bytes, ...]) -> list[int]:
    """Those of these tags that hold one of these words."""
    numbers = np.array(chosen, dtype=np.int64)
    found: list[int] = numbers[page.hold_words(numbers, words)].tolist()
    return found


def _read_title(page: Page, titles: list[int], images: list[int]) -> str:
    """The text of the first title element that has one, and that is not the title of an SVG image."""
    tokens = page.tokens
    for token in titles:
        image = images[place - 1] if (place := bisect(images, token)) else token
        if image < token < tokens.partner[image] or token + 1 == len(tokens):
            continue
        is_text = tokens.kind[token + 1] in (UNSEEN, TEXT)
        if title := tidy(page.text_of(token + 1), MAX_TEXT_LENGTH) if is_text else "":
            return title
    return ""


def tags_with(page: Page, *strings: str, limit: int, within: tuple[int, int | None] = (0, None)) -> list[int]:
    """The open and void tags that contain one of these strings, in page order.

    limit: how many occurrences of each string are looked at.
    within: the range of the source to search.
    """
    places: set[int] = set()
    for string in strings:
        position = page.source.find(string, *within)
        for _ in range(limit):
            if position < 0:
                break
            places.add(position)
            position = page.source.find(string, position + len(string), within[1])
    if not places:
        return []
    tokens = page.tokens
    found = np.unique(np.searchsorted(tokens.start, np.fromiter(places, dtype=np.int64), side="right") - 1)
    kinds = tokens.kind.take(found)
    chosen: list[int] = found[(kinds == OPEN) | (kinds == VOID)].tolist()
    return chosen


def text_below(page: Page, token: int, limit: int = MAX_TEXT_LENGTH) -> str:
    """The visible text below an element, given by its open tag, in at most `limit` characters."""
    tokens = page.tokens
    last = min(int(tokens.partner[token]), token + _MAX_TEXT_TOKENS)
    kinds, numbers = tokens.kind[token + 1 : last].tolist(), tokens.tag[token + 1 : last].tolist()
    parts, size = [], 0
    for each, (kind, number) in enumerate(zip(kinds, numbers, strict=True), token + 1):
        if kind == TEXT:
            parts.append(page.text_of(each))
            size += len(parts[-1])
            if size > limit:
                break
        elif tags.IS_STRUCTURAL[number]:
            parts.append(" ")
    return tidy("".join(parts), limit)
