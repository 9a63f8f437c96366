"""What is a page and what is not, by what the server says and by how the bytes begin."""

from __future__ import annotations

import re
from typing import Final

from mainspan.errors import SourceError
from mainspan.page.decode import decode

_BEGINNINGS: Final = (
    (re.compile(rb"%PDF-"), "a PDF document"),
    (re.compile(rb"\x89PNG\r\n|GIF8[79]a|\xff\xd8\xff|RIFF.{4}WEBP", re.S), "an image"),
    (re.compile(rb"PK\x03\x04|Rar!\x1a|7z\xbc\xaf\x27\x1c"), "an archive or an office document"),
)
_NAMES: Final = {
    "application/pdf": "a PDF document",
    "application/zip": "an archive",
    "audio": "a sound",
    "font": "a font",
    "image": "an image",
    "video": "a video",
}
# What servers say when they know nothing better, and how compressed pages and sitemaps are sent.
_UNKNOWN: Final = frozenset(
    [f"{kind}/octet-stream" for kind in ("application", "binary")]
    + [f"application/{kind}" for kind in ("gzip", "x-gzip", "xml", "json", "x-unknown")]
)
# How HTML begins that is sent as plain text.
_MARKUP: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*+<(?:!doctype|html|head|body|\?xml|rss|feed)\b", re.I)

# What is no text is seen at its beginning, by characters that no text has: more than this share of them,
# and not just a few. Tabs, the ends of lines and pages, and what switches encodings in Asia are none.
_SAMPLE: Final = 4096
_MOST_CONTROLS: Final = 0.05
_FEW_CONTROLS: Final = 8
_CONTROLS: Final = bytes(sorted({*range(32), 127} - {*b"\t\n\f\r\x0e\x0f\x1b"}))


def refuse_other_kinds(name: str, body: bytes, kind: str = "", charset: str | None = None) -> None:
    """Raise a SourceError for what is no page; `kind` and `charset` are what the server named."""
    for beginning, what in _BEGINNINGS:
        if beginning.match(body):
            raise SourceError(f"{name}: is {what}, not a page")
    if kind and not _may_be_page(kind):
        what = _NAMES.get(kind) or _NAMES.get(kind.partition("/")[0]) or f"of the type {kind}"
        raise SourceError(f"{name}: is {what}, not a page")
    if _is_binary(body[:_SAMPLE], charset):
        raise SourceError(f"{name}: is binary data, not a page")


def _is_binary(sample: bytes, charset: str | None) -> bool:
    """Whether this is no text in any encoding."""
    # In UTF-16 any text has such bytes, so they are looked for once more among its characters.
    return _has_controls(sample) and _has_controls(decode(sample, charset=charset).utf8)


def _has_controls(text: bytes) -> bool:
    count = len(text) - len(text.translate(None, _CONTROLS))
    return count > _FEW_CONTROLS and count > _MOST_CONTROLS * len(text)


def _may_be_page(kind: str) -> bool:
    if kind in _UNKNOWN or kind.startswith(("text/", "message/")) or "/" not in kind:
        return True
    return kind.endswith(("+xml", "+json")) and not kind.startswith("image/")


def is_plain_text(body: bytes, kind: str) -> bool:
    """Whether it was sent as plain text, and is not markup all the same."""
    return kind == "text/plain" and not _MARKUP.match(body)


def page_of_text(utf8: bytes) -> bytes:
    """A page that shows a text as it is, as browsers do."""
    return b"<!DOCTYPE html><pre>\n" + utf8.replace(b"&", b"&amp;").replace(b"<", b"&lt;") + b"</pre>"
