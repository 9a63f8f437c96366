"""What a page declares itself to be: in its head, and in the structured data of its scripts.

A shop's page of one product and its list of products look alike, but most shops say which is which.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Final
from urllib.parse import urlsplit

from mainspan.page import Page, tags
from mainspan.page.search import find_keys

# The types of schema.org that say what a page is, and what is made of each.
_TYPES: Final = {
    "data: product": "Product ProductGroup Offer AggregateOffer Vehicle Car Book",
    "data: article": "Article NewsArticle BlogPosting Report TechArticle ReportageNewsArticle Recipe",
    "data: thread": "DiscussionForumPosting QAPage Question Answer Comment SocialMediaPosting",
    "data: list": "ItemList CollectionPage SearchResultsPage Blog OfferCatalog",
    "data: site": "WebSite SearchAction Organization Corporation LocalBusiness Store",
}
# One bit of `Sheet.declared` each.
DECLARED: Final = (
    *("graph: article", "graph: product", "graph: website", "graph: other"),
    *_TYPES,
    *("address: of the site", "address: within the site"),
)
_BODY: Final = tags.NUMBERS["body"]
_SCRIPT: Final = tags.NUMBERS["script"]
_BIT: Final = {name: 1 << number for number, name in enumerate(DECLARED)}
THREAD: Final = _BIT["data: thread"]
_BIT_OF_TYPE: Final = {each: _BIT[name] for name, types in _TYPES.items() for each in types.split()}

# Linear: each part ends where the next one begins.
_TYPE_KEY: Final = b'"@type"'
_TYPE: Final = re.compile(r'"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"(\w{1,40})"')
_CONTENT: Final = re.compile(r' (?:content|href)="([^"]*)"')
# no rule: bounds the time
_MAX_DATA: Final = 20_000
# A path of at most this number of characters is a language: /en-us/ is the front page too.
_MAX_FRONT_PATH: Final = 5


def declared_kinds(page: Page) -> int:
    """What a page says of itself, as a mask with one bit for each of DECLARED."""
    source, head = page.source, _end_of_head(page)
    return _of_graph(source, head) | _of_address(source, head) | _of_data(page)


def _end_of_head(page: Page) -> int:
    tokens, elements = page.tokens, page.elements
    bodies = (elements.tag == _BODY).nonzero()[0]
    return int(tokens.start[elements.open[bodies[0]]]) if len(bodies) else len(page.source)


def _of_graph(source: str, head: int) -> int:
    value = _value_beside('"og:type"', source, head)
    if value is None:
        return 0
    name = value.lower().rpartition(":")[2].partition(".")[0]
    return _BIT.get(f"graph: {name}", _BIT["graph: other"])


def _of_address(source: str, head: int) -> int:
    address = _value_beside('rel="canonical"', source, head) or _value_beside('"og:url"', source, head)
    if not address:
        return 0
    try:
        path = urlsplit(unescape(address)).path
    except ValueError:
        return 0
    is_front = len(path.strip("/")) <= _MAX_FRONT_PATH
    return _BIT["address: of the site" if is_front else "address: within the site"]


def _value_beside(name: str, source: str, head: int) -> str | None:
    """The content or address that the first tag with this text has."""
    place = source.find(name, 0, head)
    if place < 0:
        return None
    opened, closed = source.rfind("<", 0, place), source.find(">", place)
    found = _CONTENT.search(source, opened, closed)
    return found[1] if found else None


def _of_data(page: Page) -> int:
    mask = 0
    for start, end in _keys_of_data(page):
        if found := _TYPE.match(page.source, start, end):
            mask |= _BIT_OF_TYPE.get(found[1], 0)
    return mask


def _keys_of_data(page: Page) -> list[tuple[int, int]]:
    """Where the types of structured data are in the source, and where their scripts end."""
    if not page.has(_SCRIPT):
        return []
    return find_keys(page.source, page.tokens, page.elements, _SCRIPT, b"ld+json", _TYPE_KEY, _MAX_DATA)
