"""The entries of feeds and sitemaps in XML, read from left to right, even if they are broken.

No XML parser is used, since it would stop at the first mistake, and feeds have many. There is no tree and no
stack, so deep nesting costs nothing. Declarations are skipped, so there are no entities to expand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from typing import Final, NamedTuple

_ROOTS: Final = frozenset(["rss", "rdf", "feed", "urlset", "sitemapindex"])
# No alternative backtracks, so reading takes linear time. A tag with an odd number of quotes ends at the
# first ">".
_TOKEN: Final = re.compile(
    r"<!\[CDATA\[(?P<raw>.*?)(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)"
    r"|<(?P<close>/?)(?P<name>[^\s<>/!?\"'=]++)(?P<attributes>(?:[^<>\"']|\"[^\"<]*+\"|'[^'<]*+')*+)>"
    r"|<(?P<close2>/?)(?P<name2>[^\s<>/!?\"'=]++)(?P<attributes2>[^<>]*+)>|<[!?][^<>]*+>?",
    re.S,
)
_ATTRIBUTE: Final = re.compile(r"(?<![\w:.-])([\w:.-]++)\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'>]++))")
# The names of entries in sitemaps, and in feeds.
_ITEMS: Final = {"urlset": ("url",), "sitemapindex": ("sitemap",)}
_FEED_ITEMS: Final = ("item", "entry")
# What may hold the address of an entry, in order of precedence.
_NAMES: Final = ("loc", "origlink", "link", "alternate", "guid", "other", "id", "about")
_HTML: Final = ("", "text/html", "application/xhtml+xml")


class Entries(list[tuple[str, str]]):
    """The address of each entry, as written, with the entry's base address.

    base: the base address of the whole list.
    home: the address of the site or page that the list belongs to.
    """

    def __init__(self, entries: Iterable[tuple[str, str]] = (), home: str = "") -> None:
        super().__init__(entries)
        self.base = ""
        self.home = home


class _Tag(NamedTuple):
    prefix: str
    name: str
    closes: bool
    attributes: str

    @property
    def is_empty(self) -> bool:
        return self.attributes.endswith("/")

    def values(self) -> dict[str, str]:
        """Its attributes; of several with one name, the first."""
        found = reversed(_ATTRIBUTE.findall(self.attributes))
        return {name.lower(): unescape(a or b or c).strip() for name, a, b, c in found}


def root_of(beginning: str) -> str | None:
    """The root element of a feed or sitemap that begins like this; None if it is neither."""
    for match in _TOKEN.finditer(beginning):
        if tag := _tag_of(match):
            return tag.name if tag.name in _ROOTS and not tag.closes else None
    return None


def read_entries(text: str, root: str) -> Entries:
    """The entries of a feed or a sitemap with this root element."""
    reader = _Reader(_ITEMS.get(root, _FEED_ITEMS))
    place = 0
    for match in _TOKEN.finditer(text):
        if reader.collecting:
            reader.parts.append(unescape(text[place : match.start()]) + (match["raw"] or ""))
        if tag := _tag_of(match):
            reader.read(tag)
        place = match.end()
    reader.end_entry()
    return reader.entries


def _tag_of(match: re.Match[str]) -> _Tag | None:
    full = match["name"] or match["name2"]
    if full is None:
        return None
    prefix, _, name = full.rpartition(":")
    closes = bool(match["close"] or match["close2"])
    return _Tag(prefix, name.lower(), closes, match["attributes"] or match["attributes2"] or "")


class _Reader:
    """The state of reading: the current entry, and the list so far."""

    def __init__(self, items: tuple[str, ...]) -> None:
        self.items = items
        self.prefix: str | None = None
        self.entries = Entries()
        self.is_in_item = False
        self.base = ""
        self.names: dict[str, str] = {}
        self.collecting = ""
        self.parts: list[str] = []
        self.is_in_origin = False

    def read(self, tag: _Tag) -> None:
        if self.collecting:
            # Whatever begins or ends here ends the text.
            self._note(self.collecting, "".join(self.parts))
            self.collecting = ""
        is_item = tag.name in self.items and self.prefix in (None, tag.prefix)
        if tag.closes:
            self._read_close(tag, is_item)
        elif is_item:
            self._begin_entry(tag)
        elif not self.is_in_origin:
            self._read_open(tag)

    def end_entry(self) -> None:
        address = next((self.names[name] for name in _NAMES if self.names.get(name)), "")
        if self.is_in_item and address:
            self.entries.append((address, self.base))
        self.is_in_item, self.names, self.base, self.is_in_origin = False, {}, "", False

    def _begin_entry(self, tag: _Tag) -> None:
        self.end_entry()
        values = tag.values()
        self.prefix = tag.prefix
        self.is_in_item, self.base = True, values.get("xml:base", "")
        self._note("about", values.get("rdf:about", ""))
        if tag.is_empty:
            self.end_entry()

    def _read_close(self, tag: _Tag, is_item: bool) -> None:
        if tag.name == "source":
            self.is_in_origin = False
        elif is_item:
            self.end_entry()

    def _read_open(self, tag: _Tag) -> None:
        if tag.name in ("feed", "rss", "rdf", "channel"):
            self.entries.base = self.entries.base or tag.values().get("xml:base", "")
        elif tag.name == "source" and self.is_in_item:
            # An entry that was taken from another feed has that feed's links as well.
            self.is_in_origin = not tag.is_empty
        elif tag.name == "link":
            self._read_link(tag)
        elif self.is_in_item and tag.name in ("loc", "guid", "id", "origlink") and not tag.is_empty:
            self._read_name(tag)

    def _read_link(self, tag: _Tag) -> None:
        values = tag.values()
        if "href" in values:
            if values.get("rel", "alternate").lower() == "alternate":
                is_page = values.get("type", "").lower() in _HTML
                self._note("alternate" if is_page else "other", values["href"])
        elif not self.is_in_item or tag.prefix == self.prefix:
            self._collect("link")

    def _read_name(self, tag: _Tag) -> None:
        # Images and videos of an entry have addresses too, with other prefixes.
        is_own = tag.prefix == self.prefix
        is_page = tag.name != "guid" or tag.values().get("ispermalink", "").lower() != "false"
        if (is_own or tag.name == "origlink") and is_page:
            self._collect(tag.name)

    def _collect(self, name: str) -> None:
        self.collecting, self.parts = name, []

    def _note(self, name: str, value: str) -> None:
        value = value.strip()
        if self.is_in_item:
            self.names.setdefault(name, value)
        elif name in ("link", "alternate") and not self.entries.home:
            self.entries.home = value
