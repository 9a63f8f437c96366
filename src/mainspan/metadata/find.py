"""From a page to its metadata."""

from __future__ import annotations

from datetime import UTC, datetime

from mainspan.metadata import fields
from mainspan.metadata.authors import find_authors
from mainspan.metadata.evidence import Evidence
from mainspan.metadata.facts import Metadata
from mainspan.metadata.languages import detect_language
from mainspan.metadata.licences import find_licence
from mainspan.metadata.page_dates import find_dates
from mainspan.metadata.page_types import find_type
from mainspan.metadata.titles import find_title
from mainspan.page import Page
from mainspan.spans import Spans


def find_metadata(
    page: Page,
    *,
    main: str = "",
    spans: Spans | None = None,
    now: datetime | None = None,
    language: str = "",
) -> Metadata:
    """Find the metadata of a page. Any page gives an answer; what is not known is None.

    main: the main text, for detecting the language. Where that is doubtful, the declared language counts.
    spans: where the main content is. The page's own date is searched for near it.
    now: later dates are not believed. Default: the present.
    language: what a crawler took it for; counts like a declared language if the page declares none.

    >>> from mainspan import Page
    >>> find_metadata(Page("<title>Soup | Cook</title><h1>Soup</h1>")).title
    Fact(value='Soup', origin='html')
    """
    evidence = Evidence(page, now or datetime.now(UTC), spans)
    site = fields.find_site_name(evidence)
    declared = fields.find_declared_language(evidence)
    dates = find_dates(evidence)
    return Metadata(
        title=find_title(evidence, site.value if site else ""),
        authors=find_authors(evidence),
        published=dates.published,
        modified=dates.modified,
        site_name=site,
        description=fields.find_description(evidence),
        language_declared=declared,
        language=detect_language(main, declared.value if declared else language),
        url=fields.find_url(evidence),
        image=fields.find_image(evidence),
        keywords=fields.find_keywords(evidence),
        page_type=find_type(evidence),
        licence=find_licence(evidence),
    )
