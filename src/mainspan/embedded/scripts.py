"""The data that pages contain for their own scripts: JSON in script elements and attributes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from mainspan.embedded.references import resolve
from mainspan.metadata.head import tags_with
from mainspan.metadata.jsonld import parse
from mainspan.page import Page, tags
from mainspan.page.kinds import OPEN

_SCRIPT: Final = tags.NUMBERS["script"]
# no rule: these bound the time. They are the most data and scripts of a page that are read.
MAX_DATA_CHARACTERS: Final = 8_000_000
_MAX_SCRIPTS: Final = 400
_MAX_VALUES: Final = 20
# Scripts too short for an article are not parsed.
_MIN_CHARACTERS: Final = 200

# Linear: all repeats are bounded.
_ASSIGNED: Final = re.compile(
    r"(?:window|self|globalThis)\s{0,3}(?:\.\s{0,3}[\w$]{1,60}|\[\s{0,3}[\"'][\w$.:-]{1,60}[\"']\s{0,3}\])"
    r"\s{0,3}=\s{0,3}(?:JSON\.parse\(\s{0,3})?(?=[{\"])"
)
_STREAMED: Final = re.compile(r"streamController\.enqueue\((?=\")")
_UNDEFINED: Final = re.compile(r"(?<=[:,\[])undefined(?=[,}\]])")


class Script(NamedTuple):
    """A script: its open tag in lower case, and its text."""

    tag: str
    text: str

    @property
    def is_linked_data(self) -> bool:
        """Whether it is JSON-LD."""
        return "ld+json" in self.tag

    @property
    def is_json(self) -> bool:
        """Whether it is JSON by its type."""
        return "json" in self.tag and not self.is_linked_data


def read_scripts(page: Page) -> list[Script]:
    """The scripts of a page that may contain data."""
    tokens = page.tokens
    opens = np.flatnonzero((tokens.tag == _SCRIPT) & (tokens.kind == OPEN))[:_MAX_SCRIPTS]
    ends, starts = tokens.end[opens], tokens.start[tokens.partner[opens]]
    found, size = [], 0
    for token, end, start in zip(opens.tolist(), ends.tolist(), starts.tolist(), strict=True):
        size += start - end
        if size > MAX_DATA_CHARACTERS:
            break
        tag = page.source[tokens.start[token] : min(end, tokens.start[token] + 1000)]
        found.append(Script(tag.lower(), page.source[end:start]))
    return found


def read_values(page: Page, scripts: list[Script]) -> Iterator[tuple[str, Any]]:
    """The values that a page has for its scripts, each with the kind of its place."""
    for script in scripts:
        if len(script.text) < _MIN_CHARACTERS or script.is_linked_data:
            continue
        if script.is_json:
            for value in parse(script.text):
                yield "json", resolve(value)
        elif "{" in script.text:
            yield from _assigned(script.text)
    for token in tags_with(page, ' data-page="{', limit=1):
        value = page.attribute(token, "data-page") or ""
        yield from (("data-page", each) for each in parse(value[:MAX_DATA_CHARACTERS]))


def _assigned(text: str) -> Iterator[tuple[str, Any]]:
    """The values in JSON that a script assigns to properties of the window."""
    places = [match.end() for match in _ASSIGNED.finditer(text)][:_MAX_VALUES]
    streamed = [match.end() for match in _STREAMED.finditer(text)][:_MAX_VALUES]
    for place in places + streamed:
        value = _decode_at(text, place)
        if isinstance(value, str):
            # A string that contains JSON.
            value = next(iter(parse(value)), None) if len(value) >= _MIN_CHARACTERS else None
        if isinstance(value, (dict, list)):
            yield "script", resolve(value)


def _decode_at(text: str, place: int) -> Any:
    """The JSON value that starts at a place of a script; None if there is none."""
    decoder = json.JSONDecoder(strict=False)
    try:
        return decoder.raw_decode(text, place)[0]
    except (ValueError, RecursionError):
        pass
    if "undefined" not in text:
        return None
    try:
        return decoder.raw_decode(_UNDEFINED.sub("null", text[place:]))[0]
    except (ValueError, RecursionError):
        return None
