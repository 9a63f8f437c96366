"""What a page's tags and structured data say, read once: every field is looked up here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from mainspan.lazy import lazy
from mainspan.metadata.addresses import absolute
from mainspan.metadata.dates import Calendar
from mainspan.metadata.head import Head, read_head
from mainspan.metadata.headlines import Heading, choose_heading, headings_of, under_site
from mainspan.metadata.jsonld import Thing, read_things
from mainspan.metadata.microdata import Item, read_items
from mainspan.metadata.strings import tidy, words_of
from mainspan.page import Page
from mainspan.spans import Spans

# What a page may be about: the ends of schema.org types, the most telling first.
_SUBJECTS: Final = ("article", "posting", "recipe", "product", "video", "qapage", "webpage", "page")
_NO_SUBJECTS: Final = frozenset(["jobposting", "breadcrumblist", "webpageelement"])
_SITES: Final = frozenset(["website", "organization", "newsmediaorganization", "person", "corporation"])


@dataclass
class Evidence:
    """A page, its main content if it is known, and what its tags and structured data say."""

    page: Page
    now: datetime
    spans: Spans | None = None

    @lazy
    def head(self) -> Head:
        """The tags that describe the page."""
        return read_head(self.page)

    @lazy
    def things(self) -> list[Thing]:
        """The objects of the structured data."""
        return read_things(self.head.data)

    @lazy
    def items(self) -> list[Item]:
        """The properties in microdata and RDFa."""
        return read_items(self.page)

    @lazy
    def base(self) -> str:
        """The base of the page's relative addresses."""
        url = self.page.url or ""
        return absolute(self.head.base, url) or url

    @lazy
    def canonical(self) -> str:
        """The canonical address that the page declares; empty if there is none."""
        return next(
            (url for link in self.head.links.get("canonical", ()) if (url := absolute(link, self.base))), ""
        )

    @lazy
    def address(self) -> str:
        """The page's address: where it came from, or else what it declares."""
        return self.page.url or self.canonical or absolute(self.head.first("og:url"))

    @lazy
    def language(self) -> str:
        """The language that the page declares, as it writes it."""
        return (self.head.language or self.head.first("content-language", "language", "og:locale")).strip()

    @lazy
    def calendar(self) -> Calendar:
        """The reader of the page's dates."""
        return Calendar(self.now, self.language.replace("_", "-"))

    @lazy
    def subject(self) -> Thing | None:
        """The thing in the structured data that the page is about.

        Of several articles it is the one whose headline shares most words with the title: pages also describe
        articles that they only link to.
        """
        title = set(words_of(self.head.title))
        ranks: dict[int, tuple[int, float, int]] = {}
        for place, thing in enumerate(self.things):
            if not thing.aside and (rank := _rank(thing)) is not None:
                words = set(words_of(tidy(thing.get("headline", "name"))))
                shared = len(words & title) / max(len(words), 1)
                ranks[place] = (rank, -round(shared, 1), thing.depth * 1000 + place)
        return self.things[min(ranks, key=lambda place: ranks[place])] if ranks else None

    @lazy
    def headings(self) -> list[Heading]:
        """The first h1 headings."""
        return headings_of(self.page, self.head.headings)

    @lazy
    def subheadings(self) -> list[Heading]:
        """The first h2 and h3 headings."""
        return headings_of(self.page, self.head.subheadings)

    @lazy
    def headline(self) -> int:
        """The token of the visible headline's open tag, or -1."""
        names = [self.head.title, self.head.first("og:title"), tidy(self.structured("headline"))]
        return under_site(choose_heading(self.headings, names), self.subheadings, self.head.title).token

    def structured(self, *names: str) -> Any:
        """The first of these values that the subject of the structured data has."""
        return None if self.subject is None else self.subject.get(*names)

    def resolve(self, value: Any) -> Any:
        """The object that a reference points to, or the value itself."""
        if isinstance(value, dict) and isinstance(value.get("@id"), str) and len(value) <= 2:
            return self._by_id.get(value["@id"], value)
        return value

    @lazy
    def _by_id(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for thing in self.things:
            name = thing.values.get("@id")
            if isinstance(name, str) and len(thing.values) > 2:
                found.setdefault(name, thing.values)
        return found


def _rank(thing: Thing) -> int | None:
    """How telling a thing is, 0 most of all; None for things that pages are not about."""
    types = thing.types - _NO_SUBJECTS
    if types & _SITES:
        return None
    ranks = [rank for rank, end in enumerate(_SUBJECTS) for each in types if each.endswith(end)]
    if not ranks and thing.get("datePublished", "headline") and thing.depth == 0:
        return len(_SUBJECTS)
    return min(ranks, default=None)
