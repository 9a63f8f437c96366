"""Microdata and RDFa: properties of the page that the attributes itemprop and property name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from mainspan.metadata.head import tags_with, text_below
from mainspan.metadata.strings import MAX_NAME_LENGTH, tidy
from mainspan.page import Page, tags

_META: Final = tags.NUMBERS["meta"]
# Properties and types of other things than the page: its comments, lists of other pages, its publisher.
_ASIDE: Final = frozenset(
    "comment usercomments review reviews itemlistelement relateditem publisher logo image video "
    "aggregaterating offers breadcrumb haspart blogpost blogposts suggestedanswer acceptedanswer".split()
)
# Long product lists have thousands of properties. Those of the page come first.
_MAX_TAGS: Final = 600


@dataclass(frozen=True, slots=True)
class Item:
    """A property, the element that has it, and whose property it is.

    `owner` is the type of the thing that has the property, `owner_name` the property that the thing is
    itself: the name of an author has the owner "person" and the owner name "author". `thing` is the tag of
    the thing that has it, or that its owner is a property of.
    """

    name: str
    owner: str
    owner_name: str
    page: Page = field(repr=False)
    token: int
    attributes: dict[str, str] = field(repr=False)
    thing: int = -1

    @property
    def value(self) -> str:
        """What the property says: an attribute, or else the text of the element. Few are ever read."""
        for name in ("content", "datetime"):
            if value := tidy(self.attributes.get(name, "")):
                return value
        if text := text_below(self.page, self.token, MAX_NAME_LENGTH):
            return text
        return tidy(next(filter(None, map(self.attributes.get, ("href", "src", "title"))), ""))


class _Scope(NamedTuple):
    close: int
    types: str
    name: str
    aside: bool
    thing: int


def read_items(page: Page) -> list[Item]:
    """The properties that the page's elements have, in page order, without those of other things."""
    tokens = page.tokens
    found: list[Item] = []
    scopes: list[_Scope] = []
    for token in _marked(page):
        while scopes and scopes[-1].close < token:
            scopes.pop()
        about = page.attributes(token)
        name = _last(about.get("itemprop") or about.get("property", "")).lower()
        owner = scopes[-1] if scopes else _Scope(0, "", "", False, -1)
        if "itemscope" in about or "typeof" in about:
            types = _last(about.get("itemtype") or about.get("typeof", "")).lower()
            aside = owner.aside or name in _ASIDE or types in _ASIDE
            # A property is of the thing around it.
            thing = owner.thing if name else token
            scopes.append(_Scope(int(tokens.partner[token]), types, name, aside, thing))
        elif name and not owner.aside and name not in _ASIDE:
            found.append(Item(name, owner.types, owner.name, page, token, about, owner.thing))
    return found


def _marked(page: Page) -> list[int]:
    """The tags that have one of the attributes, in page order; meta tags only if they are microdata."""
    # Without types there is no RDFa, only the properties of meta tags. Most pages have neither.
    strings = ["itemprop=", "itemscope"] if "itemprop=" in page.source else []
    strings += [' typeof="', " property="] if ' typeof="' in page.source else []
    found = tags_with(page, *strings, limit=_MAX_TAGS)
    return [token for token in found if page.tokens.tag[token] != _META or page.attribute(token, "itemprop")]


def _last(name: str) -> str:
    """The name without its vocabulary: "Person" of "http://schema.org/Person" and of "schema:Person"."""
    first = name.split()[0] if name.strip() else ""
    return first.rstrip("/").replace("#", "/").replace(":", "/").rsplit("/", 1)[-1]


def values_of(items: list[Item], *names: str) -> Iterator[str]:
    """The values of these properties, in order of the names."""
    found = (item.value for name in names for item in items if item.name == name)
    return (value for value in found if value)
