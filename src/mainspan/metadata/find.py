"""From a page to all that is known of it."""

from __future__ import annotations

from datetime import UTC, datetime

from mainspan.metadata import fields
from mainspan.metadata.facts import Metadata
from mainspan.metadata.kinds import find_type
from mainspan.metadata.languages import detect_language
from mainspan.metadata.licences import find_licence
from mainspan.metadata.moments import find_moments
from mainspan.metadata.people import find_authors
from mainspan.metadata.reading import Reading
from mainspan.metadata.titles import find_title
from mainspan.page import Page
from mainspan.spans import Spans


def find_metadata(
    page: Page, *, main: str = "", spans: Spans | None = None, now: datetime | None = None
) -> Metadata:
    """What a page says of itself, and what can be read off it. Any page gives an answer.

    main: the main text, whose language is detected; where that is doubtful, the declared one counts.
    spans: where the main content stands; the page's own date is looked for near it.
    now: no date is believed that lies later; the present if it is not given.

    >>> from mainspan import Page
    >>> find_metadata(Page("<title>Soup | Cook</title><h1>Soup</h1>")).title
    Fact(value='Soup', origin='html')
    """
    reading = Reading(page, now or datetime.now(UTC), spans)
    site = fields.find_site_name(reading)
    declared = fields.find_declared_language(reading)
    moments = find_moments(reading)
    return Metadata(
        title=find_title(reading, site.value if site else ""),
        authors=find_authors(reading),
        published=moments.published,
        modified=moments.modified,
        site_name=site,
        description=fields.find_description(reading),
        language_declared=declared,
        language=detect_language(main, declared.value if declared else ""),
        url=fields.find_url(reading),
        image=fields.find_image(reading),
        keywords=fields.find_keywords(reading),
        page_type=find_type(reading),
        licence=find_licence(reading),
    )
