"""Strings from the web as people read them: decoded, on one line, without control characters, bounded."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from html import unescape
from typing import Final

SHORT: Final = 300
LONG: Final = 2_000
# So much of a string is looked at for each character that may be kept: entities and white space take room.
_ROOM: Final = 8

# Characters that steer and are not seen: they are left out. The joiners stay, which scripts need.
_RANGES: Final = (
    (0x00, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x200B, 0x200B), (0x200E, 0x200F), (0x202A, 0x202E),
    (0x2060, 0x206F), (0xD800, 0xDFFF), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFD),
)  # fmt: skip
_SPACES: Final = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85")
_UNSEEN: Final = {
    code: " " if chr(code) in _SPACES else "" for first, last in _RANGES for code in range(first, last + 1)
}

# Tags for emphasis that strayed into a value; other names in angle brackets may be what a page is about.
# A tag is read 200 characters far at most, so what only begins like one is not read again and again.
_STRAY_TAG: Final = re.compile(
    r"</?(?:a|b|br|div|em|font|i|mark|p|q|small|span|strong|sub|sup|u|wbr)(?:\s[^<>]{0,200})?/?>", re.I
)
_WORD: Final = re.compile(r"\w+")
_SIGNS: Final = re.compile(r"[\W_]+")


def tidy(value: object, most: int = SHORT) -> str:
    """The string as one line of at most so many characters; empty for all that is no string or number."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        value = repr(value)
    if not isinstance(value, str):
        return ""
    text = value[: most * _ROOM]
    if "&" in text:
        text = unescape(text)
    if "<" in text:
        text = _STRAY_TAG.sub(" ", text)
    if not text.isprintable():
        text = text.translate(_UNSEEN)
    text = " ".join(text.split())
    return text if len(text) <= most else _shorten(text, most)


def _shorten(text: str, most: int) -> str:
    """Cut at the last space that leaves most of the text."""
    cut = text.rfind(" ", most // 2, most)
    return text[: cut if cut > 0 else most - 1].rstrip() + "…"


def squash(text: str) -> str:
    """The letters and digits alone, in one case and without marks above or below: for comparing."""
    folded = text if text.isascii() else unicodedata.normalize("NFKD", text)
    return _SIGNS.sub("", folded.casefold())


def words_of(text: str) -> list[str]:
    """The words of a text in one case."""
    folded = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return _WORD.findall(folded.casefold())


def unique(values: Iterable[str], most: int) -> list[str]:
    """The first of each value that reads the same, without empty ones."""
    found: dict[str, str] = {}
    for value in values:
        if value and len(found) < most:
            found.setdefault(value.casefold(), value)
    return list(found.values())
