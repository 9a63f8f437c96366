"""Data as one flat list whose objects refer to their parts by number (devalue, turbo-stream)."""

from __future__ import annotations

from typing import Any, Final

_MIN_VALUES: Final = 4


def resolve(value: Any) -> Any:
    """The value that a flat list represents; any other value as it is.

    Parts that several objects refer to are shared, so the result needs no more memory than the list. It may
    contain itself: code that walks it must remember what it has seen.
    """
    if not _is_flat(value):
        return value
    parts: list[Any] = [_shell(each) for each in value]
    for part, each in zip(parts, value, strict=True):
        if isinstance(each, dict):
            part.update((_name(key, value), _at(parts, number)) for key, number in each.items())
        elif isinstance(each, list):
            part.extend(_at(parts, number) for number in each if not isinstance(number, str))
    return parts[0]


def _is_flat(value: Any) -> bool:
    """Whether a value is a list with strings, whose objects contain only numbers of other values."""
    if (
        not isinstance(value, list)
        or len(value) < _MIN_VALUES
        or not any(type(each) is str for each in value)
    ):
        return False
    objects = [each for each in value[:10] if isinstance(each, dict)]
    return bool(objects) and all(type(number) is int for each in objects for number in each.values())


def _shell(value: Any) -> Any:
    if isinstance(value, dict):
        return {}
    return [] if isinstance(value, list) else value


def _name(key: str, values: list[Any]) -> str:
    """The name of a field, which may itself be an entry of the list."""
    if key[:1] == "_" and key[1:].isascii() and key[1:].isdigit() and len(key) < 9:
        place = int(key[1:])
        if place < len(values) and isinstance(values[place], str):
            return str(values[place])
    return key


def _at(parts: list[Any], number: Any) -> Any:
    is_place = type(number) is int and 0 <= number < len(parts)
    return parts[number] if is_place else None
