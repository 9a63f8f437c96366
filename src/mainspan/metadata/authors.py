"""The authors of a page: what data and tags say, then links and elements that are named after authors."""

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

MOST: Final = 30
_LONGEST: Final = 100
# Words before a name.
_BY: Final = re.compile(
    r"(?:(?:written|posted|published|geschrieben|verfasst|écrit|escrito|scritto)\s)?"
    r"(?:by|von|par|por|di|da|av|af|door|autor(?:in)?|author|автор|текст|text|foto)\b\s?:?\s", re.I
)  # fmt: skip
# What parts names in one string: words of several languages, and signs.
_AND: Final = re.compile(r"\s(?:and|und|et|och|og|и|&)\s|\s?[;|/•·]\s|、|，")
# What may part names, but also stand in one ("Ortega y Gasset"), or after one ("Ann Ant, cook").
_MAY_BE_AND: Final = re.compile(r",\s|\s(?:y|e|i|en)\s")
_NO_NAME: Final = re.compile(
    r"https?:|www\.|@|^(?:admin\w*|root|user|guest|author|unknown|null|none|n/a|redaktion)$", re.I
)
_BYLINE: Final = re.compile(r"author|byline|autor", re.I)
_NO_BYLINE: Final = re.compile(
    r"comment|bio|avatar|image|img|photo|box|related|social|authority|authoriz|list", re.I
)
_MOST_TAGS: Final = 200
# A byline is looked for so many characters around the headline.
_NEAR: Final = 30_000
_LONGEST_TAG: Final = 1_000
_MOST_WORDS: Final = 5


def find_authors(evidence: Evidence) -> tuple[Fact, ...]:
    """The authors, by the first place that names any."""
    for origin, names in _places(evidence):
        found = unique((name for each in names for name in _split(each)), MOST)
        if found:
            return tuple(Fact(name, origin) for name in found)
    return ()


def _places(evidence: Evidence) -> Iterator[tuple[str, Iterator[str]]]:
    head = evidence.head
    yield "json-ld", _of_value(evidence, evidence.structured("author", "creator"))
    yield (
        "dublin core",
        (_turned(name) for name in head.all("citation_author", "dc.creator", "dcterms.creator")),
    )
    yield "open graph", head.all("article:author", "og:article:author", "og:author")
    yield "microdata", _of_items(evidence)
    yield "meta", head.all("author", "parsely-author", "sailthru.author", "byl", "article.author", "authors")
    yield "html", _bylines(evidence)


def _of_value(evidence: Evidence, value: Any) -> Iterator[str]:
    """The names in a value of any shape: a name, a person, a list of them, a reference."""
    for each in value[:MOST] if isinstance(value, list) else [value]:
        person = evidence.resolve(each)
        name = person.get("name") if isinstance(person, dict) else person
        for part in name[:MOST] if isinstance(name, list) else [name]:
            yield tidy(part)
        if isinstance(person, dict) and not name:
            yield tidy(f"{tidy(person.get('givenName'))} {tidy(person.get('familyName'))}")


def _turned(name: str) -> str:
    """Libraries write the family's name first: "Doe, Jane"."""
    family, comma, given = name.partition(", ")
    return f"{given} {family}" if comma and "," not in given and len(given.split()) < 4 else name


def _of_items(evidence: Evidence) -> Iterator[str]:
    for item in evidence.items:
        if item.name == "author" or (item.name == "name" and item.owner_name == "author"):
            yield item.value


def _bylines(evidence: Evidence) -> Iterator[str]:
    """The nearest element to the headline that is named after authors and holds what may be a name."""
    page, tokens = evidence.page, evidence.page.tokens
    headline = max(evidence.headline, 0)
    place = int(tokens.start[headline]) if len(tokens) else 0
    # In small letters or with a capital.
    near = (max(place - _NEAR, 0), place + _NEAR)
    marked = tags_with(page, "uthor", "yline", "autor", limit=_MOST_TAGS, within=near)
    for token in sorted(marked, key=lambda token: abs(token - headline)):
        tag = page.source[tokens.start[token] : min(tokens.end[token], tokens.start[token] + _LONGEST_TAG)]
        if tokens.kind[token] != OPEN or not _BYLINE.search(_names(page, token)) or _NO_BYLINE.search(tag):
            continue
        text = _BY.sub("", text_below(page, token, _LONGEST), count=1)
        if 1 < len(text.split()) <= _MOST_WORDS and text[:1].isupper() and not any(map(str.isdigit, text)):
            yield text
            return


def _names(page: Page, token: int) -> str:
    attributes = page.attributes(token)
    return " ".join(attributes.get(name, "") for name in ("rel", "class", "id"))


def _split(text: str) -> Iterator[str]:
    """The single names of a string, without what is no name."""
    begin = _BY.match(text)
    text = text[begin.end() :] if begin else text
    for part in _AND.split(text):
        names = _MAY_BE_AND.split(part)
        several = all(1 < len(name.split()) < 5 for name in names)
        for name in names if several else [part]:
            name = name.strip(" ,;.-–—:")
            if name and len(name) <= _LONGEST and not _NO_NAME.search(name):
                yield name
