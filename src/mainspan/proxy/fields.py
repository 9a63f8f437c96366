"""Header fields as pairs of name and value, and the little that is needed of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

Field: TypeAlias = tuple[str, str]
Fields: TypeAlias = Sequence[Field]


def values(fields: Fields, name: str) -> list[str]:
    """The values of all fields of this name, which is written in lower case."""
    return [value for key, value in fields if key.lower() == name]


def value(fields: Fields, name: str) -> str:
    """The values of a field as one, as HTTP joins them; empty if there is none."""
    return ", ".join(values(fields, name))


def without(fields: Fields, names: Iterable[str]) -> list[Field]:
    """The fields but for those of these names, which are written in lower case."""
    gone = frozenset(names)
    return [field for field in fields if field[0].lower() not in gone]


def split(text: str, separator: str = ",") -> list[str]:
    """The parts of a value, cut at separators that are neither in quotation marks nor in `<>`; none is empty.

    >>> split('<a,b>; title="x, y", <c>')
    ['<a,b>; title="x, y"', '<c>']
    """
    parts, start, until, is_escaped = [], 0, "", False
    for place, sign in enumerate(text):
        if until:
            if is_escaped:
                is_escaped = False
            elif sign == "\\" and until == '"':
                is_escaped = True
            elif sign == until:
                until = ""
        elif sign in '"<':
            until = '"' if sign == '"' else ">"
        elif sign == separator:
            parts.append(text[start:place])
            start = place + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def media_type(fields: Fields) -> str:
    """The type of a body without parameters, in lower case; empty if it has none."""
    return value(fields, "content-type").partition(";")[0].strip().lower()


def charset(fields: Fields) -> str | None:
    """The charset that the type of a body names, if any."""
    for part in split(value(fields, "content-type"), ";")[1:]:
        name, _, written = part.partition("=")
        if name.strip().lower() == "charset":
            return written.strip().strip("\"'") or None
    return None


def tokens(fields: Fields, name: str) -> list[str]:
    """The words of a list, such as content codings, in lower case."""
    return [part.lower() for part in split(value(fields, name))]
