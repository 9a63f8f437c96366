"""Bytes that are no page: other formats, known by how they begin, and binary data."""

from __future__ import annotations

import re
from typing import Final

from mainspan.page.decode import decode

_BEGINNINGS: Final = (
    (re.compile(rb"%PDF-"), "a PDF document"),
    (re.compile(rb"\x89PNG\r\n|GIF8[79]a|\xff\xd8\xff|RIFF.{4}WEBP", re.S), "an image"),
    (re.compile(rb"PK\x03\x04|Rar!\x1a|7z\xbc\xaf\x27\x1c"), "an archive or an office document"),
)
# Binary data is known at its beginning by control characters: more than a few, and more than a share of all.
# Tabs, the ends of lines and pages, and what switches encodings in Asia do not count.
_SAMPLE: Final = 1024
_MAX_CONTROL_SHARE: Final = 0.05
_MAX_CONTROLS: Final = 8
_CONTROLS: Final = bytes(sorted({*range(32), 127} - {*b"\t\n\f\r\x0e\x0f\x1b"}))


def find_format(body: bytes) -> str:
    """The format by its first bytes, in words; empty if they may be a page."""
    # As nearly all pages begin.
    if body[:1] == b"<":
        return ""
    return next((what for beginning, what in _BEGINNINGS if beginning.match(body)), "")


def find_binary(body: bytes, charset: str | None = None) -> str:
    """That the bytes are binary data, in words; empty if they are text in some encoding."""
    sample = body[:_SAMPLE]
    # In UTF-16 any text has such bytes, so its characters are checked too.
    is_binary = _has_controls(sample) and _has_controls(decode(sample, charset=charset).utf8)
    return "binary data" if is_binary else ""


def _has_controls(text: bytes) -> bool:
    count = len(text) - len(text.translate(None, _CONTROLS))
    return count > _MAX_CONTROLS and count > _MAX_CONTROL_SHARE * len(text)
