"""What bytes are that are no page: other formats by how they begin, and data that is no text at all."""

from __future__ import annotations

import re
from typing import Final

from mainspan.page.decode import decode

_BEGINNINGS: Final = (
    (re.compile(rb"%PDF-"), "a PDF document"),
    (re.compile(rb"\x89PNG\r\n|GIF8[79]a|\xff\xd8\xff|RIFF.{4}WEBP", re.S), "an image"),
    (re.compile(rb"PK\x03\x04|Rar!\x1a|7z\xbc\xaf\x27\x1c"), "an archive or an office document"),
)
# What is no text is seen at its beginning, by characters that no text has: more than this share of them,
# and not just a few. Tabs, the ends of lines and pages, and what switches encodings in Asia are none.
_SAMPLE: Final = 1024
_MOST_CONTROLS: Final = 0.05
_FEW_CONTROLS: Final = 8
_CONTROLS: Final = bytes(sorted({*range(32), 127} - {*b"\t\n\f\r\x0e\x0f\x1b"}))


def find_format(body: bytes) -> str:
    """The format that the bytes begin like, in words; empty if they may be a page."""
    # As nearly all pages begin.
    if body[:1] == b"<":
        return ""
    return next((what for beginning, what in _BEGINNINGS if beginning.match(body)), "")


def find_binary(body: bytes, charset: str | None = None) -> str:
    """That the bytes are no text in any encoding, in words; empty if they are."""
    sample = body[:_SAMPLE]
    # In UTF-16 any text has such bytes, so they are looked for once more among its characters.
    is_binary = _has_controls(sample) and _has_controls(decode(sample, charset=charset).utf8)
    return "binary data" if is_binary else ""


def _has_controls(text: bytes) -> bool:
    count = len(text) - len(text.translate(None, _CONTROLS))
    return count > _FEW_CONTROLS and count > _MOST_CONTROLS * len(text)
