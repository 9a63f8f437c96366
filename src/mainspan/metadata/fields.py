"""The simple fields: site name, description, declared language, address, image, keywords.

Each is looked up in several places in order of precedence, the most reliable first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, Final

from mainspan.metadata.addresses import absolute, host_name
from mainspan.metadata.evidence import Evidence
from mainspan.metadata.facts import Fact
from mainspan.metadata.languages import language_tag
from mainspan.metadata.microdata import values_of
from mainspan.metadata.strings import MAX_NAME_LENGTH, MAX_TEXT_LENGTH, squash, tidy, unique

Places = Iterable[tuple[str, str]]

_MAX_KEYWORDS: Final = 40
_MAX_KEYWORD_CHARACTERS: Final = 80
_COMMA: Final = re.compile("[,;、，]")


def first_fact(places: Callable[[Evidence], Places]) -> Callable[[Evidence], Fact | None]:
    """Make a function that finds the first value of these places that is not empty."""

    @wraps(places)
    def find(evidence: Evidence) -> Fact | None:
        return next((Fact(value, origin) for value, origin in places(evidence) if value), None)

    return find


@first_fact
def find_site_name(evidence: Evidence) -> Places:
    """The name of the site."""
    head = evidence.head
    yield tidy(head.first("og:site_name")), "open graph"
    for thing in evidence.things:
        if "website" in thing.types:
            yield tidy(thing.values.get("name")), "json-ld"
    publisher = evidence.resolve(evidence.structured("publisher"))
    yield tidy(publisher.get("name") if isinstance(publisher, dict) else publisher), "json-ld"
    yield tidy(head.first("dc.publisher", "dcterms.publisher", "citation_journal_title")), "dublin core"
    yield tidy(head.first("application-name", "apple-mobile-web-app-title")), "meta"
    yield _name_in_title(evidence), "html"


def _name_in_title(evidence: Evidence) -> str:
    """The last part of the title, if it is the name of the host."""
    end = re.split(r"\s[|–—·•»:-]\s", evidence.head.title[-MAX_NAME_LENGTH:])[-1]
    host = squash(host_name(evidence.address).rsplit(".", 1)[0])
    return end if end != evidence.head.title and len(squash(end)) > 2 and squash(end) in host else ""


@first_fact
def find_description(evidence: Evidence) -> Places:
    """What the page is about, in its own words."""
    head = evidence.head
    yield tidy(head.first("og:description"), MAX_TEXT_LENGTH), "open graph"
    yield tidy(head.first("description"), MAX_TEXT_LENGTH), "meta"
    yield tidy(evidence.structured("description"), MAX_TEXT_LENGTH), "json-ld"
    yield tidy(head.first("dc.description", "dcterms.description"), MAX_TEXT_LENGTH), "dublin core"
    yield tidy(head.first("twitter:description"), MAX_TEXT_LENGTH), "twitter"


@first_fact
def find_declared_language(evidence: Evidence) -> Places:
    """The language that the page declares."""
    head, data = evidence.head, evidence.structured("inLanguage")
    yield language_tag(head.language), "html"
    yield language_tag(data if isinstance(data, str) else ""), "json-ld"
    yield language_tag(head.first("content-language", "language")), "meta"
    yield language_tag(head.first("dc.language", "dcterms.language")), "dublin core"
    yield language_tag(head.first("og:locale")), "open graph"


@first_fact
def find_url(evidence: Evidence) -> Places:
    """The canonical address of the page."""
    yield evidence.canonical, "link"
    yield absolute(evidence.head.first("og:url"), evidence.base), "open graph"
    yield absolute(evidence.page.url), "url"


@first_fact
def find_image(evidence: Evidence) -> Places:
    """The image that represents the page."""
    head, base = evidence.head, evidence.base
    for value in _listed(evidence.resolve(evidence.structured("image", "thumbnailUrl"))):
        image = evidence.resolve(value)
        yield absolute(image.get("url") if isinstance(image, dict) else image, base), "json-ld"
    for name in ("og:image:secure_url", "og:image", "og:image:url"):
        yield absolute(head.first(name), base), "open graph"
    for name in ("twitter:image", "twitter:image:src"):
        yield absolute(head.first(name), base), "twitter"
    yield absolute(next(iter(head.links.get("image_src", ())), ""), base), "link"


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def find_keywords(evidence: Evidence) -> tuple[Fact, ...]:
    """The keywords, from the first place that has any."""
    for origin, values in _keywords(evidence):
        split = (
            tidy(word, _MAX_KEYWORD_CHARACTERS).strip(" .\"'")
            for value in values
            for word in _COMMA.split(value)
        )
        if found := unique(split, _MAX_KEYWORDS):
            return tuple(Fact(word, origin) for word in found)
    return ()


def _keywords(evidence: Evidence) -> Iterator[tuple[str, Iterable[str]]]:
    head = evidence.head
    yield "json-ld", (tidy(each, MAX_TEXT_LENGTH) for each in _listed(evidence.structured("keywords")))
    yield "open graph", head.all("article:tag", "og:article:tag", "video:tag")
    yield "meta", head.all("news_keywords", "parsely-tags", "keywords")
    yield "dublin core", head.all("dc.subject", "dcterms.subject", "citation_keywords")
    yield "microdata", values_of(evidence.items, "keywords")
