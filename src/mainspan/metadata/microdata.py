"""Microdata and RDFa: what the attributes itemprop and property say of the text inside an element."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mainspan.metadata.head import attributes, tags_with, text_below
from mainspan.metadata.strings import SHORT, tidy
from mainspan.page import Page, tags

_META: Final = tags.NUMBERS["meta"]
# What other things of a page are: comments on it, lists of other pages, the shop that it belongs to.
_ASIDE: Final = frozenset(
    "comment usercomments review reviews itemlistelement relateditem publisher logo image video "
    "aggregaterating offers breadcrumb haspart blogpost blogposts".split()
)


class Item(NamedTuple):
    """A property, its value, and what the thing that has it is: its type, and its own property."""

    name: str
    value: str
    owner: str
    owner_name: str
    token: int


class _Scope(NamedTuple):
    close: int
    types: str
    name: str
    aside: bool


def read_items(page: Page) -> list[Item]:
    """The properties that the page's elements carry, in order, but for those of things aside."""
    tokens = page.tokens
    found: list[Item] = []
    scopes: list[_Scope] = []
    for token in _marked(page):
        while scopes and scopes[-1].close < token:
            scopes.pop()
        about = attributes(page, token)
        name = _last(about.get("itemprop") or about.get("property", "")).lower()
        owner = scopes[-1] if scopes else _Scope(0, "", "", False)
        if "itemscope" in about or "typeof" in about:
            types = _last(about.get("itemtype") or about.get("typeof", "")).lower()
            aside = owner.aside or name in _ASIDE or types in _ASIDE
            scopes.append(_Scope(int(tokens.partner[token]), types, name, aside))
        elif name and not owner.aside and name not in _ASIDE:
            found.append(Item(name, _value(page, token, about), owner.types, owner.name, token))
    return found


def _marked(page: Page) -> list[int]:
    """The tags that carry one of the attributes, in order; meta tags only if they stand for microdata."""
    # Without types there is no RDFa; what else has a property is a meta tag. Most pages have neither.
    marks = [] if "itemprop=" not in page.source else ["itemprop=", "itemscope"]
    marks += [] if ' typeof="' not in page.source else [' typeof="', " property="]
    return [token for token in tags_with(page, *marks) if _counts(page, token)]


def _counts(page: Page, token: int) -> bool:
    tokens = page.tokens
    if tokens.tag[token] != _META:
        return True
    return page.source.find(" itemprop=", int(tokens.start[token]), int(tokens.end[token])) >= 0


def _last(name: str) -> str:
    """The name without its vocabulary: of "http://schema.org/Person" and "schema:Person" the end."""
    first = name.split()[0] if name.strip() else ""
    return first.rstrip("/").replace("#", "/").replace(":", "/").rsplit("/", 1)[-1]


def _value(page: Page, token: int, about: dict[str, str]) -> str:
    for attribute in ("content", "datetime"):
        if value := tidy(about.get(attribute, "")):
            return value
    text = text_below(page, token, SHORT)
    return text or tidy(about.get("href") or about.get("src") or about.get("title", ""))


def values_of(items: list[Item], *names: str) -> Iterator[str]:
    """The values of these properties, of the first name first."""
    return (item.value for name in names for item in items if item.name == name and item.value)
