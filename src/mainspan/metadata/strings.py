"""Strings as people read them: decoded, on one line, without control characters, of bounded length."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from html import unescape
from typing import Final

# The longest title or name, and the longest description, in characters.
MAX_NAME_LENGTH: Final = 300
MAX_TEXT_LENGTH: Final = 2_000
# Characters read for each that may be kept: character references and whitespace take up space.
_READ_PER_CHARACTER: Final = 8

# Invisible control characters and the signs of icon fonts, which are removed. Joiners stay: some scripts need
# them.
_RANGES: Final = (
    (0x00, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x200B, 0x200B), (0x200E, 0x200F), (0x202A, 0x202E),
    (0x2060, 0x206F), (0xD800, 0xDFFF), (0xE000, 0xF8FF), (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFD),
)  # fmt: skip
_SPACES: Final = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85")
_INVISIBLE: Final = {
    code: " " if chr(code) in _SPACES else "" for first, last in _RANGES for code in range(first, last + 1)
}

# Inline tags in a value. Other names in angle brackets may be what a page is about.
# A tag has a bound, so that what only starts like one is not read again and again.
_STRAY_TAG: Final = re.compile(
    r"</?(?:a|b|br|div|em|font|i|mark|p|q|small|span|strong|sub|sup|u|wbr)(?:\s[^<>]{0,200})?/?>", re.I
)
_WORD: Final = re.compile(r"\w+")
_OTHERS: Final = re.compile(r"[\W_]+")


def tidy(value: object, limit: int = MAX_NAME_LENGTH) -> str:
    """A string or number as one line of at most `limit` characters; empty for any other value."""
    if not isinstance(value, str):
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            return ""
        value = repr(value)
    text = value[: limit * _READ_PER_CHARACTER]
    if "&" in text:
        text = unescape(text)
    if "<" in text:
        text = _STRAY_TAG.sub(" ", text)
    if not text.isprintable():
        text = text.translate(_INVISIBLE)
    text = " ".join(text.split())
    return text if len(text) <= limit else _shorten(text, limit)


def _shorten(text: str, limit: int) -> str:
    """The text up to the last space in its second half."""
    end = text.rfind(" ", limit // 2, limit)
    return text[: end if end > 0 else limit - 1].rstrip() + "…"


def squash(text: str) -> str:
    """Only the letters and digits, without case and accents: for comparing."""
    folded = text if text.isascii() else unicodedata.normalize("NFKD", text)
    return _OTHERS.sub("", folded.casefold())


def words_of(text: str) -> list[str]:
    """The words of a text, without case."""
    folded = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return _WORD.findall(folded.casefold())


def unique(values: Iterable[str], limit: int) -> list[str]:
    """At most `limit` values that differ in more than case, without empty ones."""
    found: dict[str, str] = {}
    for value in values:
        if value and len(found) < limit:
            found.setdefault(value.casefold(), value)
    return list(found.values())
