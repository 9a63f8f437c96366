"""The authors of a page: by structured data, by meta tags, by microdata, else by a visible byline."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from mainspan.metadata.evidence import Evidence
from mainspan.metadata.facts import Fact
from mainspan.metadata.head import tags_with, text_below
from mainspan.metadata.strings import tidy, unique
from mainspan.page import Page
from mainspan.page.kinds import OPEN

MAX_AUTHORS: Final = 30
_MAX_NAME_CHARACTERS: Final = 100
# Words before a name.
_BY: Final = re.compile(
    r"(?:(?:written|posted|published|geschrieben|verfasst|écrit|escrito|scritto)\s)?"
    r"(?:(?:by|von|par|por|di|da|av|af|door)\b\s?:?\s"
    r"|(?:autor(?:in)?|author|автор|текст|text|foto)\s?:\s)", re.I
)  # fmt: skip
# Words of labels: what has no other words is no name.
_LABELS: Final = frozenset(
    """about all an author authors blog by contributor contributors created date edited editor editorial first
    guest in last moderator member on original post posted posts published publisher reporter share staff
    submitted the this topic updated view with writer written""".split()
)
# What separates names in one string: words of several languages, and punctuation.
_AND: Final = re.compile(r"\s(?:and|und|et|och|og|и|&)\s|\s?[;|/•·]\s|、|，")
# What may separate names, but may also be part of one ("Ortega y Gasset") or follow one ("Ann Ant, cook").
_MAY_BE_AND: Final = re.compile(r",\s|\s(?:y|e|i|en)\s")
_NO_NAME: Final = re.compile(
    r"https?:|www\.|@|^(?:admin\w*|root|user|guest|author|unknown|null|none|n/a|redaktion)$", re.I
)
_BYLINE: Final = re.compile(r"author|byline|autor", re.I)
_NO_BYLINE: Final = re.compile(
    r"comment|bio|avatar|image|img|photo|box|related|social|authority|authoriz|list", re.I
)
_MAX_BYLINES: Final = 200
# A byline is searched for in this many characters of source on either side of the headline.
_MAX_DISTANCE: Final = 30_000
_MAX_BYLINE_WORDS: Final = 5


def find_authors(evidence: Evidence) -> tuple[Fact, ...]:
    """The authors, from the first place that names any."""
    for origin, names in _places(evidence):
        found = unique((name for each in names for name in _split(each)), MAX_AUTHORS)
        if found:
            return tuple(Fact(name, origin) for name in found)
    return ()


def _places(evidence: Evidence) -> Iterator[tuple[str, Iterator[str]]]:
    head = evidence.head
    yield "json-ld", _of_value(evidence, evidence.structured("author", "creator"))
    yield (
        "dublin core",
        (_given_name_first(name) for name in head.all("citation_author", "dc.creator", "dcterms.creator")),
    )
    yield "open graph", head.all("article:author", "og:article:author", "og:author")
    yield "microdata", _of_items(evidence)
    yield "meta", head.all("author", "parsely-author", "sailthru.author", "byl", "article.author", "authors")
    yield "html", _bylines(evidence)


def _of_value(evidence: Evidence, value: Any) -> Iterator[str]:
    """The names in a value of any shape: a name, a person, a reference, or a list of them."""
    for each in value[:MAX_AUTHORS] if isinstance(value, list) else [value]:
        person = evidence.resolve(each)
        name = person.get("name") if isinstance(person, dict) else person
        for part in name[:MAX_AUTHORS] if isinstance(name, list) else [name]:
            yield tidy(part)
        if isinstance(person, dict) and not name:
            yield tidy(f"{tidy(person.get('givenName'))} {tidy(person.get('familyName'))}")


def _given_name_first(name: str) -> str:
    """Library metadata have the family name first: "Doe, Jane"."""
    family, comma, given = name.partition(", ")
    return f"{given} {family}" if comma and "," not in given and len(given.split()) < 4 else name


def _of_items(evidence: Evidence) -> Iterator[str]:
    for item in evidence.items:
        if item.name == "author" or (item.name == "name" and item.owner_name == "author"):
            yield item.value


def _bylines(evidence: Evidence) -> Iterator[str]:
    """The byline nearest to the headline: an element named after authors that contains what may be a name."""
    page, tokens = evidence.page, evidence.page.tokens
    headline = max(evidence.headline, 0)
    place = int(tokens.start[headline]) if len(tokens) else 0
    # Either case of the first letter matches.
    near = (max(place - _MAX_DISTANCE, 0), place + _MAX_DISTANCE)
    marked = tags_with(page, "uthor", "yline", "autor", limit=_MAX_BYLINES, within=near)
    for token in sorted(marked, key=lambda token: abs(token - headline)):
        tag = page.source[tokens.start[token] : tokens.end[token]]
        if tokens.kind[token] != OPEN or not _BYLINE.search(_names(page, token)) or _NO_BYLINE.search(tag):
            continue
        text = _BY.sub("", text_below(page, token, _MAX_NAME_CHARACTERS), count=1)
        if _LABELS.issuperset(text.lower().split()):
            continue
        if "author" in (page.attribute(token, "rel") or "").split() and len(text.split()) == 1:
            # The link is to the author, whatever the name looks like.
            yield text
            return
        if (
            1 < len(text.split()) <= _MAX_BYLINE_WORDS
            and text[:1].isupper()
            and not any(map(str.isdigit, text))
        ):
            yield text
            return


def _names(page: Page, token: int) -> str:
    attributes = page.attributes(token)
    return " ".join(attributes.get(name, "") for name in ("rel", "class", "id"))


def _split(text: str) -> Iterator[str]:
    """The names in a string."""
    begin = _BY.match(text)
    text = text[begin.end() :] if begin else text
    for part in _AND.split(text):
        names = _MAY_BE_AND.split(part)
        several = all(1 < len(name.split()) < 5 for name in names)
        for name in names if several else [part]:
            name = name.strip(" ,;.-–—:")
            if _LABELS.issuperset(name.lower().split()):
                continue
            if len(name) <= _MAX_NAME_CHARACTERS and not _NO_NAME.search(name):
                yield name
