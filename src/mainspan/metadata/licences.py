"""The licence: only what names one. Imprints, terms of use and notes on rights are none.

Tags that are for licences alone are believed whatever they lead to. Those for rights in general, and plain
links, are if they lead to one of the well-known licences, or name it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from mainspan.metadata.addresses import absolute
from mainspan.metadata.facts import Fact
from mainspan.metadata.head import attributes, tags_with
from mainspan.metadata.microdata import values_of
from mainspan.metadata.reading import Reading
from mainspan.metadata.strings import LONG, tidy
from mainspan.spans import Spans

Places = Iterator[tuple[str, str]]

_COMMONS: Final = "creativecommons.org/"
# How the addresses of other licences begin: of texts and data, and of programs.
_OTHERS: Final = (
    "gnu.org/licenses/", "gnu.org/copyleft/", "opendatacommons.org/licenses/", "artlibre.org/licence",
    "nationalarchives.gov.uk/doc/open-government-licence", "govdata.de/dl-de/", "data.gouv.fr/licence",
    "apache.org/licenses/", "opensource.org/license", "opensource.org/licence", "spdx.org/licenses/",
    "choosealicense.com/licenses/", "mit-license.org", "unlicense.org", "mozilla.org/mpl",
)  # fmt: skip
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
_MOST_VALUES: Final = 40
_MOST_LINKS: Final = 5


def find_licence(reading: Reading) -> Fact | None:
    """Under what licence the page stands: the address of the licence, or its name."""
    return next((Fact(value, origin) for value, origin in _licences(reading) if value), None)


def _licences(reading: Reading) -> Places:
    head = reading.head
    values = reading.said("license")
    for value in values[:_MOST_VALUES] if isinstance(values, list) else [values]:
        yield _stated(reading, reading.resolve(value)), "json-ld"
    for rel in ("license", "licence"):
        for link in head.links.get(rel, ()):
            yield _elsewhere(reading, link), "link"
    for link in head.links.get("copyright", ()):
        yield _known(absolute(link, reading.base)), "link"
    for value in head.all("dcterms.license", "dc.rights.license"):
        yield _stated(reading, value), "dublin core"
    for value in head.all(*_RIGHTS):
        yield _named(value), "dublin core"
    for value in values_of(reading.items, "license", "licence"):
        yield _stated(reading, value), "microdata"
    for value in _linked(reading):
        yield value, "html"


def _stated(reading: Reading, value: Any) -> str:
    """The licence of a value that is for licences alone: an address, a name, or an object of them."""
    if isinstance(value, dict):
        value = value.get("url") or value.get("name") or value.get("@id")
    text = tidy(value, LONG)
    is_address = text.startswith(("http:", "https:", "/", ".")) and not _known(text)
    return _elsewhere(reading, text) if is_address else _named(text)


def _elsewhere(reading: Reading, link: str) -> str:
    """The address that a link leads to; empty if it is a part of this very page, or the site's first one."""
    url = absolute(link, reading.base).partition("#")[0]
    own = {each.partition("#")[0] for each in (reading.page.url or "", reading.base, reading.canonical)}
    return "" if url in own or url.count("/") < 3 or url.endswith("//") else url


def _known(text: str) -> str:
    """The first address of a well-known licence in a text."""
    match = _ADDRESS.search(text)
    return match.group().rstrip(".,;") if match else ""


def _named(text: str) -> str:
    """The well-known licence that a text has the address of, or the text, if it names one."""
    return _known(text) or (tidy(text) if _NAME.search(text) else "")


def _linked(reading: Reading) -> Iterator[str]:
    """What the links of the page say: those that call themselves so, those to well-known licences.

    Texts on programs speak of their licences: other than Creative Commons they count outside the content. On
    a page that states its rights otherwise, links to licences are those of its pictures.
    """
    page = reading.page
    for token in tags_with(page, _REL, most=_MOST_LINKS):
        yield _elsewhere(reading, attributes(page, token).get("href", ""))
    if reading.head.first(*_RIGHTS):
        return
    for token in tags_with(page, _COMMONS, most=_MOST_LINKS):
        yield _link_to_known(reading, token)
    for token in tags_with(page, *_OTHERS, most=_MOST_LINKS):
        if reading.spans is not None and not _is_among(reading.spans, int(page.tokens.start[token])):
            yield _link_to_known(reading, token)


def _link_to_known(reading: Reading, token: int) -> str:
    return _known(absolute(attributes(reading.page, token).get("href"), reading.base))


def _is_among(spans: Spans, place: int) -> bool:
    """Whether a place lies between the begin and the end of the content."""
    return len(spans) > 0 and int(spans.pairs[0, 0]) <= place < int(spans.pairs[-1, 1])
