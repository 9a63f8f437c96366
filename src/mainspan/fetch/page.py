"""Fetch a page, after all redirects."""

from __future__ import annotations

import re
import time
from html import unescape
from typing import Final
from urllib.parse import urljoin, urlsplit

from mainspan.fetch.addresses import WEB
from mainspan.fetch.compression import gunzip
from mainspan.fetch.guard import UNGUARDED, Guard
from mainspan.fetch.media_types import refuse_archive, refuse_other_types
from mainspan.fetch.politeness import Politeness
from mainspan.fetch.web import MAX_BYTES, MAX_SECONDS, Fetched, fetch

# A redirect by a meta element is at the beginning of a page.
_HEAD_BYTES: Final = 16 * 1024
# Comments, and elements that hold no markup or are for readers without scripts, are skipped to their end.
_META: Final = re.compile(
    r"<!--.*?(?:-->|\Z)|<(noscript|script|style|template|textarea|title)\b.*?(?:</\1|\Z)|<meta\b([^<>]*+)>",
    re.I | re.S,
)
_REFRESH: Final = re.compile(r"""http-equiv\s*+=\s*+["']?refresh\b""", re.I)
_CONTENT: Final = re.compile(r"""content\s*+=\s*+(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.I)
# Only redirects without a delay: a page that reloads itself later is a page to read.
_TARGET: Final = re.compile(
    r"""\s*+0++(?:\.\d*+)?(?:\s*+[;,]\s*+|\s++)(?:url\s*+=\s*+)?["']?([^"'\s]++)""", re.I
)


def fetch_page(
    url: str,
    *,
    seconds: float = MAX_SECONDS,
    max_bytes: int = MAX_BYTES,
    politeness: Politeness | None = None,
    guard: Guard = UNGUARDED,
) -> Fetched:
    """Fetch a page, or raise a SourceError that says what failed, or what is there instead of a page.

    seconds, max_bytes: limits for the whole request, without the time that a busy server asks for.
    politeness: shared by the pages of one run, for the pauses between requests to one host.
    guard: which network addresses may be reached, also by redirects.
    """
    politeness = politeness or Politeness()
    with politeness.turn(url):
        begun = time.monotonic()
        found = politeness.patiently(lambda: _fetch(url, seconds, max_bytes, guard))
        if target := refresh_target(found.body, found.url):
            left = max(1.0, seconds - (time.monotonic() - begun))
            found = politeness.patiently(lambda: _fetch(target, left, max_bytes, guard))
    return found


def fetch_on_behalf(
    url: str, guard: Guard, *, seconds: float = MAX_SECONDS, max_bytes: int = MAX_BYTES
) -> Fetched:
    """Fetch a page that somebody else names, who waits for it: a busy server is not asked again."""
    politeness = Politeness(0, pauses=())
    return fetch_page(url, seconds=seconds, max_bytes=max_bytes, politeness=politeness, guard=guard)


def _fetch(url: str, seconds: float, max_bytes: int, guard: Guard) -> Fetched:
    found = fetch(url, seconds=seconds, max_bytes=max_bytes, guard=guard)
    refuse_archive(url, found.body)
    body = gunzip(found.body, url, max_bytes)
    refuse_other_types(url, body, found.media_type, found.charset)
    return found._replace(body=body)


def refresh_target(body: bytes, url: str) -> str | None:
    """The address that a page redirects to by a meta element, if it does and it is another page."""
    for match in _META.finditer(body[:_HEAD_BYTES].decode("ascii", "replace")):
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
