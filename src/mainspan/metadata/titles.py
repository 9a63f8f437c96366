"""The title: of the names that a page gives itself, the one that a reader would call it by.

The headline that a reader sees wins if it shares words with what the page calls itself elsewhere: titles for
search engines agree with each other, and annotators still take the headline. Without such a headline it is
the title without the name of the site, which is known from other tags, or from the address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from mainspan.metadata.addresses import host_name
from mainspan.metadata.evidence import Evidence
from mainspan.metadata.facts import Fact
from mainspan.metadata.headlines import choose_heading, under_site
from mainspan.metadata.strings import SHORT, squash, tidy, words_of

# What stands between a page's title and its site's name. White space is read up to a bound.
_SIGN: Final = re.compile(r"\s{1,9}(?:[|–—·•»«›‹~:⋆★></\\-]|::|\|\||--)\s{1,9}|\s{0,9}(?:[|»«›]|::)\s{0,9}")
# The last part of a title is taken for a name that was not known if it is short and the rest is not.
_SHORT_NAME, _LONG_REST = 4, 3
_MOST_PARTS: Final = 12
# What a site's first page is called, which says nothing without the name of the site.
_HOMES: Final = frozenset("home homepage index welcome start startseite willkommen accueil inicio".split())
# How much of a headline its main part is, where a line stands above it in the same element.
_MAIN_PART: Final = 0.6


class _Named(NamedTuple):
    """A name of the page, and the place of the tags that have it."""

    text: str
    origin: str

    @property
    def fact(self) -> Fact:
        """The name as it is given out."""
        return Fact(tidy(self.text), self.origin)


def find_title(evidence: Evidence, site: str) -> Fact | None:
    """The title of a page whose site has this name, as far as it is known."""
    sites = _site_names(evidence, site)
    others = [each._replace(text=_without_site(each.text, sites)) for each in _names(evidence)]
    headings = [each for each in evidence.headings if not _is_site(each.text, sites)]
    known = [each.text for each in others]
    title = _cut_title(evidence.head.title, sites, [*(each.text for each in headings), *known])
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
    """Whether a name is the end of a headline, and what stands before it is a short line of its own."""
    name, whole = squash(name), squash(headline)
    return whole.endswith(name) and _MAIN_PART * len(whole) <= len(name) < len(whole)


def _names(evidence: Evidence) -> Iterator[_Named]:
    """What the tags call the page, other than its title."""
    head = evidence.head
    yield _Named(tidy(evidence.structured("headline", "name")), "json-ld")
    yield _Named(tidy(head.first("og:title")), "open graph")
    yield _Named(tidy(head.first("citation_title", "dc.title", "dcterms.title")), "dublin core")
    yield _Named(tidy(head.first("twitter:title")), "twitter")


def _site_names(evidence: Evidence, site: str) -> list[str]:
    """What the site may be called: its name, its host, and the parts of the host."""
    host = host_name(evidence.page.url or "")
    parts = host.split(".")[:-1]
    names = [site, *(tidy(each) for each in evidence.head.all("application-name")), host, "".join(parts)]
    return [name for name in map(squash, [*names, *parts]) if len(name) > 1]


def _is_site(text: str, sites: list[str]) -> bool:
    """Whether a text is one of the names, or nearly: a part of it, or with a little more."""
    name = squash(text)
    return any(name == site or _is_nearly(name, site) for site in sites)


def _is_nearly(name: str, site: str) -> bool:
    if min(len(name), len(site)) <= 3 or abs(len(name) - len(site)) > max(4, len(site) // 3):
        return False
    return name in site or site in name


def _parts(title: str) -> list[tuple[int, int]]:
    """The ranges of the parts of a title between signs."""
    found, last = [], 0
    for match in _SIGN.finditer(title):
        found.append((last, match.start()))
        last = match.end()
    found.append((last, len(title)))
    return [(start, end) for start, end in found if end > start]


def _without_site(title: str, sites: list[str]) -> str:
    """The title without parts at its ends that are the name of the site."""
    parts = _parts(title)
    while len(parts) > 1 and _is_site(title[slice(*parts[-1])], sites):
        parts.pop()
    while len(parts) > 1 and _is_site(title[slice(*parts[0])], sites):
        parts.pop(0)
    cut = title[parts[0][0] : parts[-1][1]] if parts else ""
    return title if squash(cut) in _HOMES else cut


def _cut_title(title: str, sites: list[str], others: list[str]) -> str:
    """The title without what belongs to the site: by its names, by what else is called so, by lengths."""
    cut = _without_site(title[:SHORT], sites)
    parts = _parts(cut)[:_MOST_PARTS]
    if len(parts) < 2:
        return cut
    known = {squash(other) for other in others if other}
    for first in range(len(parts)):
        for last in range(len(parts) - 1, first - 1, -1):
            if squash(run := cut[parts[first][0] : parts[last][1]]) in known:
                return run
    rest = cut[: parts[-2][1]]
    name = cut[parts[-1][0] :]
    if cut == title and len(words_of(name)) <= _SHORT_NAME and len(words_of(rest)) >= _LONG_REST:
        return rest
    return cut
