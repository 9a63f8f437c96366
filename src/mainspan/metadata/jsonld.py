"""Structured data in JSON-LD: the things that a page describes. Broken data is repaired where possible."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any, Final

# Real data is never nested deeper; far deeper data would overflow the parser's stack.
_MAX_NESTING: Final = 500
_MAX_DEPTH: Final = 12
_MAX_THINGS: Final = 1_000
# The most objects that are read one after the other from data that is no single value.
_MAX_OBJECTS: Final = 100

# What authors wrap around the data to hide it from old parsers. Anchored: tried once.
_OPENING: Final = re.compile(r"(?:\s|//|/\*|\*/|<!--|<!\[CDATA\[|\ufeff)*+")
_CLOSING: Final = ("//", "/*", "*/", "-->", "]]>", ";")
_LINE_COMMENT: Final = re.compile(r"^[ \t]*//[^\n]*$", re.M)
# Linear: the whitespace after a comma contains no other comma.
_TRAILING_COMMA: Final = re.compile(r",(?=\s*+[}\]])")
_BRACKET: Final = re.compile(r"[\[\]{}]")
# Simple fields that are read from data that cannot be parsed. Strings have a bound, so that one without an
# end is not read to the end of the data for each field.
_FIELD: Final = re.compile(
    r'"(@type|headline|datePublished|dateModified|name)"\s{0,20}:\s{0,20}"((?:[^"\\\n]|\\.){1,500}+)"'
)
# Under these names are other things than the page's subject.
_ASIDE: Final = frozenset(
    "itemlistelement haspart comment review reviews blogpost blogposts isrelatedto issimilarto mentions "
    "about relatedlink citation isbasedon suggestedanswer acceptedanswer subjectof hasvariant video "
    "associatedmedia breadcrumb potentialaction image logo".split()
)


@dataclass(frozen=True, slots=True)
class Thing:
    """An object of the data: types in lower case, values, depth; `aside` if it is not the page's subject."""

    types: frozenset[str]
    values: dict[str, Any]
    depth: int
    aside: bool

    def get(self, *names: str) -> Any:
        """The first of these values that is there."""
        return next((self.values[name] for name in names if self.values.get(name)), None)


def read_things(data: Iterable[str]) -> list[Thing]:
    """All objects in all pieces of data, the least nested first."""
    waiting = deque((each, 0, False) for piece in data for each in parse(piece))
    found: list[Thing] = []
    while waiting and len(found) < _MAX_THINGS:
        value, depth, aside = waiting.popleft()
        if isinstance(value, list):
            waiting.extend((each, depth, aside) for each in value[:_MAX_THINGS])
        elif isinstance(value, dict):
            thing = Thing(_types_of(value), value, depth, aside)
            found.append(thing)
            if depth < _MAX_DEPTH:
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
    """The values in a piece of data, repaired if necessary. Never an error."""
    if not _is_shallow(text):
        return []
    try:
        return [json.loads(text, strict=False)]
    except (ValueError, RecursionError):
        pass
    repaired = _repair(text)
    try:
        return [json.loads(repaired, strict=False)]
    except (ValueError, RecursionError):
        return list(_one_by_one(repaired)) or _salvage(repaired)


def _is_shallow(text: str) -> bool:
    """Whether brackets nest no deeper than in real data; those in strings are counted too."""
    if text.count("[") + text.count("{") <= _MAX_NESTING:
        return True
    depth = 0
    for bracket in _BRACKET.findall(text):
        depth += 1 if bracket in "[{" else -1
        if depth > _MAX_NESTING:
            return False
    return True


def _repair(text: str) -> str:
    text = _unwrap(text)
    if "&quot;" in text and text.count("&quot;") > text.count('"'):
        text = unescape(text)
    text = _LINE_COMMENT.sub("", _without_comments(text))
    return _TRAILING_COMMA.sub("", text)


def _unwrap(text: str) -> str:
    """The text without what is wrapped around the data."""
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
    """The text without /* comments */, in one pass."""
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
    """Objects that follow each other, up to the first that cannot be parsed."""
    decoder = json.JSONDecoder(strict=False)
    position = 0
    for _ in range(_MAX_OBJECTS):
        start = text.find("{", position)
        if start < 0:
            return
        try:
            value, position = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            return
        yield value


def _salvage(text: str) -> list[Any]:
    """The simple fields of data that cannot be parsed, as one object; the first of each name."""
    salvaged: dict[str, Any] = {}
    for name, value in _FIELD.findall(text):
        salvaged.setdefault(name, value.replace('\\"', '"').replace("\\/", "/"))
    return [salvaged] if "headline" in salvaged or "datePublished" in salvaged else []
