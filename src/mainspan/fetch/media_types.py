"""What is a page and what is not, by what the server says and by how the bytes begin."""

from __future__ import annotations

import re
import zlib
from typing import Final

from mainspan.errors import SourceError
from mainspan.page.formats import find_binary, find_format

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


_WARC: Final = b"WARC/"
# Enough of a compressed file for its first bytes.
_HEAD: Final = 1024


def refuse_archive(name: str, beginning: bytes) -> None:
    """Raise a SourceError for a WARC file, also a compressed one: it holds many pages and is not one."""
    if beginning.startswith(b"\x1f\x8b"):
        try:
            beginning = zlib.decompressobj(47).decompress(beginning[:_HEAD], len(_WARC))
        except zlib.error:
            return
    if beginning.startswith(_WARC):
        raise SourceError(
            f"{name}: is a WARC archive of many pages, which cannot be read yet: "
            "unpack its pages into a folder, and name the folder"
        )


def refuse_other_types(name: str, body: bytes, kind: str = "", charset: str | None = None) -> None:
    """Raise a SourceError for what is no page; `kind` and `charset` are what the server named."""
    if what := find_format(body) or _other_kind(kind) or find_binary(body, charset):
        raise SourceError(f"{name}: is {what}, not a page")


def _other_kind(kind: str) -> str:
    """What the server calls it, if that is no page."""
    if not kind or _may_be_page(kind):
        return ""
    return _NAMES.get(kind) or _NAMES.get(kind.partition("/")[0]) or f"of the type {kind}"


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
