"""What a text is made of, written to be read: characters, words, and valid UTF-8."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mainspan.page.classes import CLASS, IDEOGRAPH, OTHER, PLANES, SPACE, SYLLABLE

# The references that a serialiser writes, by their second letter: nbsp, amp, lt, gt.
_LENGTHS = {"n": len("&nbsp;"), "a": len("&amp;"), "l": len("&lt;"), "g": len("&gt;")}
# A word of a script without spaces has at most this many characters.
_UNITS = {IDEOGRAPH: 2, SYLLABLE: 4}


class Character(NamedTuple):
    """A character of a text, where it is in the source, and its class."""

    start: int
    end: int
    kind: int


def characters(source: str, start: int, end: int, raw: bool) -> Iterator[Character]:
    """The characters of a text; a reference is one character, unless the text is raw."""
    i = start
    while i < end:
        length, kind = 1, class_of(source[i])
        if source[i] == "&" and not raw:
            second = source[i + 1] if i + 1 < end else ""
            length = _LENGTHS.get(second, 1)
            kind = SPACE if second == "n" else kind
        yield Character(i, i + length, kind)
        i += length


def class_of(character: str) -> int:
    code = ord(character)
    if code < PLANES:
        return int(CLASS[code])
    return IDEOGRAPH if code < 0x40000 else OTHER


def words_of(text: list[Character]) -> list[tuple[int, int]]:
    """Where each word begins and ends: where the class changes, and after each full unit."""
    found: list[tuple[int, int]] = []
    before, length = SPACE, 0
    for start, end, kind in text:
        if kind != SPACE and (kind != before or length == _UNITS.get(kind)):
            found.append((start, end))
            length = 1
        elif kind != SPACE:
            found[-1] = (found[-1][0], end)
            length += 1
        before = kind
    return found


def count_characters(text: list[Character]) -> int:
    """The length of a text with whitespace collapsed, and none at its edges."""
    spelled = "".join(" " if character.kind == SPACE else "x" for character in text)
    return len(" ".join(spelled.split()))


def is_utf8(page: bytes) -> bool:
    try:
        page.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
