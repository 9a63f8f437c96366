"""Fetch a page: what is behind an address, if it is a page, and where that page really is."""

from __future__ import annotations

import re
import time
from html import unescape
from typing import Final
from urllib.parse import urljoin, urlsplit

from mainspan.fetch.addresses import WEB
from mainspan.fetch.compression import gunzip
from mainspan.fetch.media_types import refuse_archive, refuse_other_types
from mainspan.fetch.politeness import Politeness
from mainspan.fetch.web import MAX_BYTES, MAX_SECONDS, Fetched, fetch

# A page that sends its reader on does so at its beginning.
_BEGINNING: Final = 16 * 1024
# What is not for readers with scripts, or no markup at all, is read over to its end or to the end of all.
_META: Final = re.compile(
    r"<!--.*?(?:-->|\Z)|<(noscript|script|style|template|textarea|title)\b.*?(?:</\1|\Z)|<meta\b([^<>]*+)>",
    re.I | re.S,
)
_REFRESH: Final = re.compile(r"""http-equiv\s*+=\s*+["']?refresh\b""", re.I)
_CONTENT: Final = re.compile(r"""content\s*+=\s*+(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.I)
# Only what is to happen at once: a page that reloads itself later is one to read.
_TARGET: Final = re.compile(
    r"""\s*+0++(?:\.\d*+)?(?:\s*+[;,]\s*+|\s++)(?:url\s*+=\s*+)?["']?([^"'\s]++)""", re.I
)


def fetch_page(
    url: str, *, seconds: float = MAX_SECONDS, most: int = MAX_BYTES, politeness: Politeness | None = None
) -> Fetched:
    """Fetch a page, or raise a SourceError that says what failed, or what is there instead of a page.

    seconds, most: limits for all of it, but for the time that a server asks to be given.
    politeness: shared by the pages of one run, so that those of one host keep their distance.
    """
    politeness = politeness or Politeness()
    with politeness.turn(url):
        begun = time.monotonic()
        found = politeness.patiently(lambda: _fetch(url, seconds, most))
        if target := refresh_target(found.body, found.url):
            left = max(1.0, seconds - (time.monotonic() - begun))
            found = politeness.patiently(lambda: _fetch(target, left, most))
    return found


def _fetch(url: str, seconds: float, most: int) -> Fetched:
    found = fetch(url, seconds=seconds, most=most)
    refuse_archive(url, found.body)
    body = gunzip(found.body, url, most)
    refuse_other_types(url, body, found.kind, found.charset)
    return found._replace(body=body)


def refresh_target(body: bytes, url: str) -> str | None:
    """Where a page sends its reader at once, if it does and it is elsewhere on the web."""
    for match in _META.finditer(body[:_BEGINNING].decode("ascii", "replace")):
        attributes = match[2] or ""
        content = _CONTENT.search(attributes) if _REFRESH.search(attributes) else None
        if content and (
            found := _TARGET.fullmatch(unescape(content[1] or content[2] or content[3]).strip("\"'"))
        ):
            return _elsewhere(url, found[1])
    return None


def _elsewhere(url: str, written: str) -> str | None:
    try:
        target = urljoin(url, written)
        scheme = urlsplit(target).scheme
    except ValueError:
        return None
    same = target.partition("#")[0] == url.partition("#")[0]
    return target if scheme in WEB and not same else None
