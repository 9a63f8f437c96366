"""Lists of pages: feeds (RSS, RDF, Atom, JSON Feed) and sitemaps, recognised by their content."""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple
from urllib.parse import urljoin, urlsplit

from mainspan.fetch import Fetched
from mainspan.fetch.addresses import is_on_the_web
from mainspan.page.decode import decode
from mainspan.sources.entries import Entries, read_entries, root_of

# The root element of a list is at its beginning.
_HEAD_BYTES: Final = 64 * 1024
_LINE: Final = re.compile(r"https?://\S+", re.I)


class Listing(NamedTuple):
    """The addresses of a feed or sitemap, in order, without repetitions.

    kind: what it is, for messages: "a feed", "a sitemap".
    of_lists: whether the addresses are those of other lists, as in a sitemap index.
    relative: how many addresses are left out because they are relative to an unknown address.
    """

    kind: str
    addresses: list[str]
    of_lists: bool = False
    relative: int = 0


def read_listing(found: Fetched) -> Listing | None:
    """Read a feed or a sitemap; None if it is neither, such as a page.

    A broken list is read as far as possible. Only http and https addresses are taken. Relative addresses are
    resolved by the list's own address, or by the one that it names. XML entities are not expanded, except
    those of single characters.
    """
    # In UTF-16 every other byte is zero.
    beginning = found.body[:_HEAD_BYTES].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if beginning[:1] == b"{":
        return _json_feed(found) if b"jsonfeed.org/version" in beginning else None
    if beginning[:4].lower() == b"http":
        return _lines(found)
    if beginning[:1] != b"<":
        return None
    root = root_of(beginning.decode("ascii", "replace"))
    return None if root is None else _xml(found, root)


def _xml(found: Fetched, root: str) -> Listing | None:
    entries = read_entries(_text(found), root)
    if root == "rdf" and not entries:
        return None  # RDF that is no feed
    kind = {"urlset": "a sitemap", "sitemapindex": "the index of a sitemap"}.get(root, "a feed")
    return _listing(kind, entries, found.url, of_lists=root == "sitemapindex")


def _json_feed(found: Fetched) -> Listing | None:
    try:
        feed = json.loads(_text(found))
        items = list(feed["items"])
    except (ValueError, RecursionError, KeyError, TypeError):
        return None
    addresses = [_first(item, "url", "external_url", "id") for item in items if isinstance(item, dict)]
    home = _first(feed, "feed_url", "home_page_url")
    return _listing("a feed", Entries(((each, "") for each in addresses), home), found.url)


def _first(values: dict[str, Any], *keys: str) -> str:
    return next((value for key in keys if isinstance(value := values.get(key), str) and value), "")


def _lines(found: Fetched) -> Listing | None:
    lines = [stripped for line in _text(found).splitlines() if (stripped := line.strip())]
    if not all(map(_LINE.fullmatch, lines)):
        return None
    return _listing("a list of addresses", Entries((line, "") for line in lines), "")


def _text(found: Fetched) -> str:
    return decode(found.body, charset=found.charset).utf8.decode("utf-8", "replace")


def _listing(kind: str, entries: Entries, url: str, *, of_lists: bool = False) -> Listing:
    """The addresses on the web, each once; those that differ in their fragments are one page."""
    seen: dict[str, str] = {}
    relative = 0
    for address, base in entries:
        # What the list is about resolves addresses where its own is not known.
        target = _join(_join(_join(url or entries.home, entries.base), base), address)
        if is_on_the_web(target):
            seen.setdefault(target.partition("#")[0], target)
        relative += _is_relative(target)
    return Listing(kind, list(seen.values()), of_lists, relative)


def _join(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:
        return base


def _is_relative(address: str) -> bool:
    try:
        return bool(address) and not urlsplit(address).scheme
    except ValueError:
        return False
