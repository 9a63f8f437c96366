"""When a page was published and modified: by structured data, meta tags and microdata, address and text.

Each place is a small generator. The first date that can be read wins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

from mainspan.lazy import lazy
from mainspan.metadata.evidence import Evidence
from mainspan.metadata.facts import Fact
from mainspan.metadata.microdata import values_of
from mainspan.metadata.strings import tidy
from mainspan.metadata.visible_dates import VisibleDates

_PUBLISHED: Final = ("datePublished", "dateCreated", "uploadDate", "datePosted")
_MODIFIED: Final = ("dateModified", "dateUpdated")
# Names of meta tags, by the vocabulary they come from.
_PUBLISHED_METAS: Final = {
    "open graph": """article:published_time article:published og:published_time og:article:published_time
        og:pubdate video:release_date og:video:release_date""",
    "dublin core": """dcterms.issued dc.date.issued dcterms.created dc.date.created dc.created
        citation_publication_date citation_online_date citation_date prism.publicationdate
        dcterms.available""",
    "meta": """datepublished date-published publishdate publish-date publish_date web_publish_date
        published_date publication_date publication-date pubdate pub_date parsely-pub-date sailthru.date
        bt:pubdate cxenseparse:recs:publishtime cxenseparse:publishtime article.published article.created
        published published_at publishtime release_date displaydate originalpublicationdate
        article_date_original date_published rnews:datepublished""",
}
# Meta tags for any date: some have the day of the last change, or of the visit.
_VAGUE_METAS: Final = {"dublin core": "dcterms.date dc.date", "meta": "date created creation_date"}
_MODIFIED_METAS: Final = {
    "open graph": "article:modified_time og:updated_time article:modified og:article:modified_time",
    "dublin core": "dcterms.modified dc.date.modified dc.modified",
    "meta": """datemodified date-modified lastmod last_update_date last-modified last_modified lastmodified
        modified revised updated modificationdate date_modified rnews:datemodified""",
}
_URL_DATE: Final = re.compile(
    r"(?<!\d)((?:19|20)\d{2})(?:([/_.-])(\d{1,2})\2(\d{1,2})(?=[/_.?#-]|$)|(\d{2})(\d{2})(?!\d))"
)


class PageDates:
    """When a page was published, and when it was modified, as far as that is known."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence

    @lazy
    def published(self) -> Fact | None:
        """When it was published."""
        evidence, visible = self._evidence, self._visible
        return self._stated or _first(
            evidence, chain(visible.clear, _of_metas(evidence, _VAGUE_METAS), visible.published)
        )

    @lazy
    def modified(self) -> Fact | None:
        """When it was modified. What readers see counts only where no date of publication is stated."""
        stated = _first(self._evidence, _stated(self._evidence, _MODIFIED, _MODIFIED_METAS))
        return stated if stated or self._stated else _first(self._evidence, self._visible.modified)

    @lazy
    def _stated(self) -> Fact | None:
        """The date of publication in data, tags or address."""
        found = _first(self._evidence, _stated(self._evidence, _PUBLISHED, _PUBLISHED_METAS))
        return _with_address(self._evidence, found)

    @lazy
    def _visible(self) -> VisibleDates:
        return VisibleDates(self._evidence)


def _with_address(evidence: Evidence, stated: Fact | None) -> Fact | None:
    """The stated date, unless the address has another day: it is in the site's own time zone, and stays."""
    day = evidence.calendar.parse(url_date(evidence.address))
    return stated if not day or (stated and stated.value.startswith(day)) else Fact(day, "url")


def _first(evidence: Evidence, candidates: Iterator[tuple[str, str]]) -> Fact | None:
    for text, origin in candidates:
        if text and (iso := evidence.calendar.parse(text[:200])):
            return Fact(iso, origin)
    return None


def _stated(evidence: Evidence, names: tuple[str, ...], metas: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The dates in structured data, meta tags and microdata."""
    yield from _of_data(evidence, names)
    yield from _of_metas(evidence, metas)
    yield from ((value, "microdata") for value in values_of(evidence.items, *map(str.lower, names)))


def _of_data(evidence: Evidence, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for name in names:
        value: Any = evidence.structured(name)
        for each in value if isinstance(value, list) else [value]:
            yield tidy(each), "json-ld"
    # Things that are the page itself.
    for thing in evidence.things:
        if thing.depth == 0 and not thing.aside and any(kind.endswith("page") for kind in thing.types):
            yield from ((tidy(thing.values.get(name)), "json-ld") for name in names)


def _of_metas(evidence: Evidence, metas: dict[str, str]) -> Iterator[tuple[str, str]]:
    for origin, names in metas.items():
        yield from ((value, origin) for value in evidence.head.all(*names.split()))


def url_date(url: str) -> str:
    """The date in an address, as digits; empty if there is none."""
    match = _URL_DATE.search(url)
    if not match:
        return ""
    year, _, month, day, other_month, other_day = match.groups()
    return f"{year}-{month or other_month}-{day or other_day}"
