"""What is a page and what is not, by the media type and by the first bytes."""

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
# Types that say nothing, and those of compressed pages and sitemaps.
_UNKNOWN: Final = frozenset(
    [f"{group}/octet-stream" for group in ("application", "binary")]
    + [f"application/{name}" for name in ("gzip", "x-gzip", "xml", "json", "x-unknown")]
)
# The beginning of HTML that is sent as plain text.
_MARKUP: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*+<(?:!doctype|html|head|body|\?xml|rss|feed)\b", re.I)


_WARC: Final = b"WARC/"
# Enough of a compressed file for its first bytes.
_HEAD_BYTES: Final = 1024


def refuse_archive(name: str, beginning: bytes) -> None:
    """Raise a SourceError for a WARC file, also a compressed one: it holds many pages and is not one."""
    if beginning.startswith(b"\x1f\x8b"):
        try:
            beginning = zlib.decompressobj(47).decompress(beginning[:_HEAD_BYTES], len(_WARC))
        except zlib.error:
            return
    if beginning.startswith(_WARC):
        raise SourceError(
            f"{name}: this is a WARC archive of many pages: mainspan bulk {name} --output DIR extracts them"
        )


def refuse_other_types(name: str, body: bytes, media_type: str = "", charset: str | None = None) -> None:
    """Raise a SourceError for what is no page; `media_type` and `charset` are what the server named."""
    if what := find_format(body) or other_type(media_type) or find_binary(body, charset):
        raise SourceError(f"{name}: this is {what}, not a page")


def other_type(media_type: str) -> str:
    """What the server calls it, if that is no page."""
    if not media_type or _may_be_page(media_type):
        return ""
    return _NAMES.get(media_type) or _NAMES.get(media_type.partition("/")[0]) or f"of the type {media_type}"


def _may_be_page(media_type: str) -> bool:
    if media_type in _UNKNOWN or media_type.startswith(("text/", "message/")) or "/" not in media_type:
        return True
    return media_type.endswith(("+xml", "+json")) and not media_type.startswith("image/")


def is_plain_text(body: bytes, media_type: str) -> bool:
    """Whether it was sent as plain text, and is not markup nevertheless."""
    return media_type == "text/plain" and not _MARKUP.match(body)


def page_of_text(utf8: bytes) -> bytes:
    """A page that shows a text as it is, as browsers do."""
    return b"<!DOCTYPE html><pre>\n" + utf8.replace(b"&", b"&amp;").replace(b"<", b"&lt;") + b"</pre>"
