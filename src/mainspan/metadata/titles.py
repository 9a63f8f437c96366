"""The page's title: of the names that a page has, the one that a reader would use.

The visible headline wins if it shares words with another name of the page. Titles for search engines often
agree with each other, but annotators still take the headline. Without such a headline it is the title element
without the name of the site, which is known from other tags or from the address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from mainspan.metadata.addresses import host_name
from mainspan.metadata.evidence import Evidence
from mainspan.metadata.facts import Fact
from mainspan.metadata.headlines import choose_heading, under_site
from mainspan.metadata.strings import MAX_NAME_LENGTH, squash, tidy, words_of

# What separates a page's title from its site's name. Whitespace has a bound.
_SEPARATOR: Final = re.compile(
    r"\s{1,9}(?:[|–—·•»«›‹~:⋆★></\\-]|::|\|\||--)\s{1,9}|\s{0,9}(?:[|»«›]|::)\s{0,9}"
)
# The last part of a title is taken for the name of the site if it has at most, and the rest at least, this
# many words.
_MAX_SITE_WORDS, _MIN_TITLE_WORDS = 4, 3
_MAX_PARTS: Final = 12
# Names of front pages, which say nothing without the name of the site.
_HOMES: Final = frozenset("home homepage index welcome start startseite willkommen accueil inicio".split())
# Where a headline starts with a line of its own, the share of the rest.
_MIN_MAIN_PART: Final = 0.6


class _Named(NamedTuple):
    """A name of the page, and its origin."""

    text: str
    origin: str

    @property
    def fact(self) -> Fact:
        """The name as a fact."""
        return Fact(tidy(self.text), self.origin)


def find_title(evidence: Evidence, site: str) -> Fact | None:
    """The title of a page. site: the name of its site; empty if it is not known."""
    sites = _site_names(evidence, site)
    others = [each._replace(text=_without_site(each.text, sites)) for each in _names(evidence)]
    headings = [each for each in evidence.headings if not _is_site(each.text, sites)]
    known = [each.text for each in others]
    title = _title_part(evidence.head.title, sites, [*(each.text for each in headings), *known])
    heading = choose_heading(headings, [title, *known])
    if headline := under_site(heading, evidence.subheadings, evidence.head.title).text:
        named = [_Named(title, "html"), *others]
        return next(
            (each.fact for each in named if _is_end(each.text, headline)), Fact(tidy(headline), "html")
        )
    whole = squash(evidence.head.title)
    for each in others:
        if each.text and each.origin == "open graph" and squash(each.text) in whole:
            return each.fact
    last = [_Named(title, "html"), *others, *(_Named(each.text, "html") for each in headings)]
    return next((each.fact for each in last if each.text), None)


def _is_end(name: str, headline: str) -> bool:
    """Whether a headline ends with a name and has only a short line before it."""
    name, whole = squash(name), squash(headline)
    return whole.endswith(name) and _MIN_MAIN_PART * len(whole) <= len(name) < len(whole)


def _names(evidence: Evidence) -> Iterator[_Named]:
    """The names in structured data and meta tags."""
    head = evidence.head
    yield _Named(tidy(evidence.structured("headline", "name")), "json-ld")
    yield _Named(tidy(head.first("og:title")), "open graph")
    yield _Named(tidy(head.first("citation_title", "dc.title", "dcterms.title")), "dublin core")
    yield _Named(tidy(head.first("twitter:title")), "twitter")


def _site_names(evidence: Evidence, site: str) -> list[str]:
    """Possible names of the site: its name, its host, and the parts of the host."""
    host = host_name(evidence.page.url or "")
    parts = host.split(".")[:-1]
    names = [site, *(tidy(each) for each in evidence.head.all("application-name")), host, "".join(parts)]
    return [name for name in map(squash, [*names, *parts]) if len(name) > 1]


def _is_site(text: str, sites: list[str]) -> bool:
    """Whether a text is one of the names, or nearly: a part of it, or a little longer."""
    name = squash(text)
    return any(name == site or _is_nearly(name, site) for site in sites)


def _is_nearly(name: str, site: str) -> bool:
    if min(len(name), len(site)) <= 3 or abs(len(name) - len(site)) > max(4, len(site) // 3):
        return False
    return name in site or site in name


def _parts(title: str) -> list[tuple[int, int]]:
    """The ranges of the parts of a title between separators."""
    found, last = [], 0
    for match in _SEPARATOR.finditer(title):
        found.append((last, match.start()))
        last = match.end()
    found.append((last, len(title)))
    return [(start, end) for start, end in found if end > start]


def _without_site(title: str, sites: list[str]) -> str:
    """The title without the name of the site at its ends."""
    parts = _parts(title)
    while len(parts) > 1 and _is_site(title[slice(*parts[-1])], sites):
        parts.pop()
    while len(parts) > 1 and _is_site(title[slice(*parts[0])], sites):
        parts.pop(0)
    short = title[parts[0][0] : parts[-1][1]] if parts else ""
    return title if squash(short) in _HOMES else short


def _title_part(title: str, sites: list[str], others: list[str]) -> str:
    """The title without the site's part: by its names, by other names of the page, else by length."""
    short = _without_site(title[:MAX_NAME_LENGTH], sites)
    parts = _parts(short)[:_MAX_PARTS]
    if len(parts) < 2:
        return short
    known = {squash(other) for other in others if other}
    for first in range(len(parts)):
        for last in range(len(parts) - 1, first - 1, -1):
            if squash(run := short[parts[first][0] : parts[last][1]]) in known:
                return run
    rest = short[: parts[-2][1]]
    name = short[parts[-1][0] :]
    if short == title and len(words_of(name)) <= _MAX_SITE_WORDS and len(words_of(rest)) >= _MIN_TITLE_WORDS:
        return rest
    return short
