"""From a page to its metadata."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import fields as dataclass_fields
from datetime import UTC, datetime
from typing import Any, Final

from mainspan.metadata import fields
from mainspan.metadata.authors import find_authors
from mainspan.metadata.evidence import Evidence
from mainspan.metadata.facts import Metadata
from mainspan.metadata.languages import detect_language
from mainspan.metadata.licences import find_licence
from mainspan.metadata.page_dates import PageDates
from mainspan.metadata.page_types import find_type
from mainspan.metadata.titles import find_title
from mainspan.page import Page
from mainspan.spans import Spans

# All fields.
FIELDS: Final = frozenset(each.name for each in dataclass_fields(Metadata))


def find_metadata(
    page: Page,
    *,
    main: str = "",
    spans: Spans | None = None,
    now: datetime | None = None,
    only: Collection[str] = FIELDS,
) -> Metadata:
    """Find the metadata of a page. Any page gives an answer; what is not known is None.

    main: the main text, for detecting the language. Where that is doubtful, the declared language counts.
    spans: where the main content is. The page's own date is searched for near it.
    now: later dates are not believed. Default: the present.
    only: the fields to find. Fewer take less time; the others are as if nothing was known.

    >>> from mainspan import Page
    >>> find_metadata(Page("<title>Soup | Cook</title><h1>Soup</h1>")).title
    Fact(value='Soup', origin='html')
    """
    evidence = Evidence(page, now or datetime.now(UTC), spans)
    site = fields.find_site_name(evidence)
    declared = fields.find_declared_language(evidence)
    dates = PageDates(evidence)
    finders: dict[str, Callable[[], Any]] = {
        "title": lambda: find_title(evidence, site.value if site else ""),
        "authors": lambda: find_authors(evidence),
        "published": lambda: dates.published,
        "modified": lambda: dates.modified,
        "site_name": lambda: site,
        "description": lambda: fields.find_description(evidence),
        "language_declared": lambda: declared,
        "language": lambda: detect_language(main, declared.value if declared else ""),
        "url": lambda: fields.find_url(evidence),
        "image": lambda: fields.find_image(evidence),
        "keywords": lambda: fields.find_keywords(evidence),
        "page_type": lambda: find_type(evidence),
        "licence": lambda: find_licence(evidence),
    }
    return Metadata(**{name: find() for name, find in finders.items() if name in only})
