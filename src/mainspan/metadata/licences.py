"""The page's licence: an address or a name. Imprints, terms of use and copyright notices are not licences.

Tags made for licences (rel=license, JSON-LD's license) are believed wherever they lead. Tags for rights in
general, and plain links, count if they lead to a well-known licence or name one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from mainspan.metadata.addresses import absolute
from mainspan.metadata.evidence import Evidence
from mainspan.metadata.fields import Places, first_fact
from mainspan.metadata.microdata import values_of
from mainspan.metadata.strings import MAX_TEXT_LENGTH, tidy
from mainspan.page import Page, tags
from mainspan.spans import Spans

_COMMONS: Final = "creativecommons.org/"
# How the addresses of other licences begin: those of texts and data, then those of software.
_OTHERS: Final = (
    "gnu.org/licenses/", "gnu.org/copyleft/", "opendatacommons.org/licenses/", "artlibre.org/licence",
    "nationalarchives.gov.uk/doc/open-government-licence", "govdata.de/dl-de/", "data.gouv.fr/licence",
    "apache.org/licenses/", "opensource.org/license", "opensource.org/licence", "spdx.org/licenses/",
    "choosealicense.com/licenses/", "mit-license.org", "unlicense.org", "mozilla.org/mpl",
)  # fmt: skip
# Each of the above contains one of these, and so do the tags of links with rel=license.
_HINTS: Final = ("licen", _COMMONS, "copyleft/", "dl-de/", "mozilla.org/mpl")
_BEGINNINGS: Final = (f"{_COMMONS}licenses/", f"{_COMMONS}publicdomain/", *_OTHERS)
_ADDRESS: Final = re.compile(
    rf"https?://(?:www\.)?(?:{'|'.join(map(re.escape, _BEGINNINGS))})[^\s\"'<>()]{{0,200}}", re.I
)
_NAME: Final = re.compile(
    r"\b(?:CC[- ]?BY\b|CC0\b|CC[- ](?:PDM|SA|NC|ND)\b|Creative[- ]Commons|public[- ]domain|[AL]?GPL|GFDL"
    r"|GNU\b|Apache[- ](?:Licen[cs]e|2)|MIT\b|BSD[- ]|Mozilla Public|MPL[- ]|ODbL|ODC[- ]|Open Data Commons"
    r"|Open Government Licen[cs]e|OGL\b|Datenlizenz|dl-de\b|Licence Ouverte|Licence Art Libre|Unlicense)",
    re.I,
)
_RIGHTS: Final = ("dcterms.rights", "dc.rights")
_REL: Final = 'rel="licen'
_IS_LINK: Final = tags.table("a area link")


@first_fact
def find_licence(evidence: Evidence) -> Places:
    """The licence that the page is under: its address, or its name."""
    head = evidence.head
    values = evidence.structured("license")
    for value in values if isinstance(values, list) else [values]:
        yield _stated(evidence, evidence.resolve(value)), "json-ld"
    for rel in ("license", "licence"):
        for link in head.links.get(rel, ()):
            yield _elsewhere(evidence, link), "link"
    for link in head.links.get("copyright", ()):
        yield _known(absolute(link, evidence.base)), "link"
    for value in head.all("dcterms.license", "dc.rights.license"):
        yield _stated(evidence, value), "dublin core"
    for value in head.all(*_RIGHTS):
        yield _named(value), "dublin core"
    for value in values_of(evidence.items, "license", "licence"):
        yield _stated(evidence, value), "microdata"
    for value in _linked(evidence):
        yield value, "html"


def _stated(evidence: Evidence, value: Any) -> str:
    """The licence that a value made for licences states: an address, a name, or an object with them."""
    if isinstance(value, dict):
        value = value.get("url") or value.get("name") or value.get("@id")
    text = tidy(value, MAX_TEXT_LENGTH)
    is_address = text.startswith(("http:", "https:", "/", ".")) and not _known(text)
    return _elsewhere(evidence, text) if is_address else _named(text)


def _elsewhere(evidence: Evidence, link: str) -> str:
    """Where a link leads; empty if that is this page itself, or the site's front page."""
    url = absolute(link, evidence.base).partition("#")[0]
    own = {each.partition("#")[0] for each in (evidence.page.url or "", evidence.base, evidence.canonical)}
    return "" if url in own or url.count("/") < 3 or url.endswith("//") else url


def _known(text: str) -> str:
    """The first address of a well-known licence in a text."""
    match = _ADDRESS.search(text)
    return match.group().rstrip(".,;") if match else ""


def _named(text: str) -> str:
    """The address of a well-known licence in a text, or the text itself if it names one."""
    return _known(text) or (tidy(text) if _NAME.search(text) else "")


def _linked(evidence: Evidence) -> Iterator[str]:
    """The licences that the page links to: by rel=license, then by the addresses of well-known licences.

    Texts about software mention its licences, so those of software count outside the content only. On a page
    that states its rights elsewhere, links to licences belong to its pictures.
    """
    links = _likely_links(evidence.page)
    for link in links:
        if _REL in link.tag:
            yield _elsewhere(evidence, link.href)
    if evidence.head.first(*_RIGHTS):
        return
    for link in links:
        if _COMMONS in link.tag:
            yield _known(absolute(link.href, evidence.base))
    for link in links:
        if evidence.spans is not None and not _is_among(evidence.spans, link.start):
            yield _known(absolute(link.href, evidence.base))


class _Link(NamedTuple):
    """The tag of a link, where it leads, and where it starts."""

    tag: str
    href: str
    start: int


def _likely_links(page: Page) -> list[_Link]:
    """The links that may lead to a licence, in page order."""
    tokens, source = page.tokens, page.source
    chosen = np.flatnonzero(_IS_LINK.take(tokens.tag))
    starts, ends = tokens.start.take(chosen).tolist(), tokens.end.take(chosen).tolist()
    found = [source[start:end] for start, end in zip(starts, ends, strict=True)]
    # Searching all tags at once is cheap, and on most pages nothing is found.
    everything = "".join(found)
    present = [hint for hint in _HINTS if hint in everything]
    if not present:
        return []
    likely = [place for place, tag in enumerate(found) if any(hint in tag for hint in present)]
    return [
        _Link(found[place], page.attribute(int(chosen[place]), "href") or "", starts[place])
        for place in likely
    ]


def _is_among(spans: Spans, place: int) -> bool:
    """Whether a place is between the start and the end of the content."""
    return len(spans) > 0 and int(spans.pairs[0, 0]) <= place < int(spans.pairs[-1, 1])
