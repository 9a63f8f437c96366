"""Structured data in JSON-LD, however broken: the things that a page describes."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any, Final

# Deeper than this no data of the web is nested; beyond, the parser would climb its own stack.
_DEEPEST: Final = 500
_FAR: Final = 12
_MOST_THINGS: Final = 1_000
_MOST_OBJECTS: Final = 100

# What is wrapped around the data for parsers that take it for text. Anchored, so each is tried once.
_OPENING: Final = re.compile(r"(?:\s|//|/\*|\*/|<!--|<!\[CDATA\[|\ufeff)*+")
_CLOSING: Final = ("//", "/*", "*/", "-->", "]]>", ";")
_LINE_COMMENT: Final = re.compile(r"^[ \t]*//[^\n]*$", re.M)
# White space that follows a comma is read once, since it holds no other comma.
_TRAILING_COMMA: Final = re.compile(r",(?=\s*+[}\]])")
_BRACKET: Final = re.compile(r"[\[\]{}]")
# The plain fields that are worth saving from data that cannot be read; strings have a bound, so that one
# without an end is not read to the end of all for each field.
_FIELD: Final = re.compile(
    r'"(@type|headline|datePublished|dateModified|name)"\s{0,20}:\s{0,20}"((?:[^"\\\n]|\\.){1,500}+)"'
)
# Things under these names are other things than the page is about.
_ASIDE: Final = frozenset(
    "itemlistelement haspart comment review reviews blogpost blogposts isrelatedto issimilarto mentions "
    "about relatedlink citation isbasedon suggestedanswer acceptedanswer subjectof hasvariant video "
    "associatedmedia breadcrumb potentialaction image logo".split()
)


@dataclass(frozen=True, slots=True)
class Thing:
    """An object of the data: its types in small letters, its values, how deep it stood, and whether aside."""

    types: frozenset[str]
    values: dict[str, Any]
    depth: int
    aside: bool

    def get(self, *names: str) -> Any:
        """The first of these values that is there."""
        return next((self.values[name] for name in names if self.values.get(name)), None)


def read_things(data: Iterable[str]) -> list[Thing]:
    """All objects of all pieces of data, those that stand higher first."""
    waiting = deque((each, 0, False) for piece in data for each in parse(piece))
    found: list[Thing] = []
    while waiting and len(found) < _MOST_THINGS:
        value, depth, aside = waiting.popleft()
        if isinstance(value, list):
            waiting.extend((each, depth, aside) for each in value[:_MOST_THINGS])
        elif isinstance(value, dict):
            thing = Thing(_types_of(value), value, depth, aside)
            found.append(thing)
            if depth < _FAR:
                waiting.extend(_below(thing))
    return found


def _below(thing: Thing) -> Iterator[tuple[Any, int, bool]]:
    for name, value in thing.values.items():
        if isinstance(value, (dict, list)):
            within = name == "@graph"
            yield value, thing.depth + (not within), thing.aside or name.lower() in _ASIDE


def _types_of(value: dict[str, Any]) -> frozenset[str]:
    types = value.get("@type")
    listed = types if isinstance(types, list) else [types]
    return frozenset(each.rsplit("/", 1)[-1].lower() for each in listed[:20] if isinstance(each, str))


def parse(text: str) -> list[Any]:
    """The values that a piece of data holds: mended where it must be, and never an error."""
    if not _is_shallow(text):
        return []
    try:
        return [json.loads(text, strict=False)]
    except (ValueError, RecursionError):
        pass
    mended = _mend(text)
    try:
        return [json.loads(mended, strict=False)]
    except (ValueError, RecursionError):
        return list(_one_by_one(mended)) or _save(mended)


def _is_shallow(text: str) -> bool:
    """Whether brackets nest no deeper than any honest data; those in strings are counted too."""
    if text.count("[") + text.count("{") <= _DEEPEST:
        return True
    depth = 0
    for bracket in _BRACKET.findall(text):
        depth += 1 if bracket in "[{" else -1
        if depth > _DEEPEST:
            return False
    return True


def _mend(text: str) -> str:
    text = _unwrap(text)
    if "&quot;" in text and text.count("&quot;") > text.count('"'):
        text = unescape(text)
    text = _LINE_COMMENT.sub("", _without_comments(text))
    return _TRAILING_COMMA.sub("", text)


def _unwrap(text: str) -> str:
    """Without what is wrapped around the data."""
    opening = _OPENING.match(text)
    start, end = opening.end() if opening else 0, len(text)
    while end > start:
        if text[end - 1].isspace():
            end -= 1
        elif text.endswith(_CLOSING, start, end):
            end -= next(len(each) for each in _CLOSING if text.endswith(each, start, end))
        else:
            break
    return text[start:end]


def _without_comments(text: str) -> str:
    """Without /* comments */, by one walk from left to right."""
    if "/*" not in text:
        return text
    parts, position = [], 0
    while (start := text.find("/*", position)) >= 0:
        end = text.find("*/", start + 2)
        if end < 0:
            break
        parts.append(text[position:start])
        position = end + 2
    return "".join([*parts, text[position:]])


def _one_by_one(text: str) -> Iterator[Any]:
    """Objects that follow each other; what cannot be read ends the row."""
    decoder = json.JSONDecoder(strict=False)
    position = 0
    for _ in range(_MOST_OBJECTS):
        start = text.find("{", position)
        if start < 0:
            return
        try:
            value, position = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            return
        yield value


def _save(text: str) -> list[Any]:
    """The first of each plain field of data that cannot be read, as one object."""
    saved: dict[str, Any] = {}
    for name, value in _FIELD.findall(text):
        saved.setdefault(name, value.replace('\\"', '"').replace("\\/", "/"))
    return [saved] if "headline" in saved or "datePublished" in saved else []
