"""Pages streamed by React: rows of data in calls of `self.__next_f.push`, with the elements to show."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any, Final, NamedTuple

from mainspan.embedded.scripts import Script

_PUSH: Final = re.compile(r"__next_f\.push\((?=\[)")
_ROW: Final = re.compile(rb"([0-9a-f]{0,8}):(?:T([0-9a-f]{1,8}),)?")
_TAG: Final = re.compile(r"[a-z][a-z0-9]{0,20}")
_REFERENCE: Final = re.compile(r"\$[L@Q]?([0-9a-f]{1,8})")
_MAX_ROWS: Final = 20_000  # no rule: bounds the time
# The attributes that extraction methods use.
_ATTRIBUTES: Final = ("class", "id", "role", "href")
# no rule: these bound the time. Each row that cannot be parsed costs as much as all text before it.
_MAX_BROKEN: Final = 10
_MAX_NODES: Final = 200_000
_MAX_DEPTH: Final = 200

# Elements without text, and those that are never content.
_SKIPPED: Final = frozenset(
    "script style svg template iframe input img meta link source path nav footer".split()
)


def read_stream(scripts: list[Script]) -> dict[str, Any]:
    """The rows of a streamed page by their ids."""
    chunks = [chunk for script in scripts for chunk in _chunks(script.text)]
    return _rows("".join(chunks).encode("utf-8", "replace"))


def _chunks(text: str) -> Iterator[str]:
    """The pieces of a stream that a script pushes."""
    decoder, broken = json.JSONDecoder(), 0
    for push in _PUSH.finditer(text):
        try:
            chunk = decoder.raw_decode(text, push.end())[0]
        except (ValueError, RecursionError):
            broken += 1
            if broken > _MAX_BROKEN:
                return
            continue
        if isinstance(chunk, list) and len(chunk) == 2 and isinstance(chunk[1], str):
            yield chunk[1]


def _rows(stream: bytes) -> dict[str, Any]:
    rows: dict[str, Any] = {}
    place = 0
    while len(rows) < _MAX_ROWS and (head := _ROW.match(stream, place)):
        name = head.group(1).decode()
        if head.group(2):
            # A text has its length in bytes before it, and no line break after it.
            place = head.end() + int(head.group(2), 16)
            rows[name] = stream[head.end() : place].decode("utf-8", "replace")
            continue
        end = stream.find(b"\n", head.end())
        end = len(stream) if end < 0 else end
        value = _value(stream[head.end() : end])
        if value is not None:
            rows[name] = value
        place = end + 1
    return rows


def _value(row: bytes) -> Any:
    if row[:1] not in (b"[", b"{", b'"'):
        return None
    try:
        return json.loads(row)
    except (ValueError, RecursionError):
        return None


def write_stream(rows: dict[str, Any]) -> str:
    """The elements of a stream as HTML, each reference resolved where it first appears."""
    return _Elements(rows).write()


class _Elements:
    """Writes the elements without recursion: the stack holds values and finished markup."""

    def __init__(self, rows: dict[str, Any]) -> None:
        self.rows = rows
        self.parts: list[str] = []
        self.written: set[str] = set()

    def write(self) -> str:
        left = _MAX_NODES
        for name in self.rows:
            waiting: list[tuple[Any, bool, int]] = [(f"${name}", False, 0)]
            while waiting and left:
                left -= 1
                value, shown, depth = waiting.pop()
                if depth > _MAX_DEPTH:
                    continue
                waiting.extend(reversed(self._write(value, shown, depth + 1)))
            # Close what is open, even where the limit left something out.
            self.parts.extend(value.text for value, _, _ in reversed(waiting) if isinstance(value, _Markup))
        return "".join(self.parts)

    def _write(self, value: Any, shown: bool, depth: int) -> list[tuple[Any, bool, int]]:
        """Write a value, or return what to write in its place. shown: strings here are visible text."""
        if isinstance(value, _Markup):
            self.parts.append(value.text)
        elif isinstance(value, str):
            return self._write_text(value, shown, depth)
        elif isinstance(value, list):
            if len(value) >= 4 and value[0] == "$" and isinstance(value[3], dict):
                return self._element(value[1], value[3], depth)
            return [(each, shown, depth) for each in value]
        elif isinstance(value, dict):
            return [(each, False, depth) for each in value.values() if isinstance(each, (list, dict, str))]
        return []

    def _write_text(self, text: str, shown: bool, depth: int) -> list[tuple[Any, bool, int]]:
        if reference := _REFERENCE.fullmatch(text):
            name = reference.group(1)
            if name in self.rows and name not in self.written:
                row = self.rows[name]
                if shown or not isinstance(row, str):
                    self.written.add(name)
                    return [(row, shown, depth)]
        elif shown and text[:1] != "$":
            self.parts.append(escape(text, quote=False))
        return []

    def _element(self, kind: Any, given: dict[str, Any], depth: int) -> list[tuple[Any, bool, int]]:
        if kind in _SKIPPED if isinstance(kind, str) else True:
            return []
        inside = given.get("children")
        if not _TAG.fullmatch(kind):
            return [
                (inside, True, depth),
                *((each, False, depth) for name, each in given.items() if name != "children"),
            ]
        if kind in ("br", "hr"):
            return [(_Markup(f"<{kind}>"), True, depth)]
        given = {**given, "class": given.get("className")}
        named = "".join(
            f' {name}="{escape(given[name])}"' for name in _ATTRIBUTES if isinstance(given.get(name), str)
        )
        raw = given.get("dangerouslySetInnerHTML")
        html = self._raw(raw.get("__html")) if isinstance(raw, dict) else ""
        body: Any = _Markup(html) if html else inside
        # The end tag is not one level deeper than its element: it is never left out.
        return [(_Markup(f"<{kind}{named}>"), True, 0), (body, True, depth), (_Markup(f"</{kind}>"), True, 0)]

    def _raw(self, html: Any) -> str:
        reference = _REFERENCE.fullmatch(html) if isinstance(html, str) else None
        found = self.rows.get(reference.group(1)) if reference else html
        return found if isinstance(found, str) else ""


class _Markup(NamedTuple):
    """Markup that is written as it is."""

    text: str
