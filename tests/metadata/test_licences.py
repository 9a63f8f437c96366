"""The licence of a page."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mainspan import Page
from mainspan.metadata import Fact
from mainspan.metadata.evidence import Evidence
from mainspan.metadata.licences import find_licence
from mainspan.spans import Spans

DATA = '<script type="application/ld+json">{{"@type": "Article", "license": {}}}</script>'
URL = "https://www.cook.example/soup"
OWN = "https://www.cook.example/l"
COMMONS = "https://creativecommons.org/licenses/by/4.0/"
APACHE = "https://www.apache.org/licenses/LICENSE-2.0"


def licence_of(html: str, spans: Spans | None = None) -> Fact | None:
    return find_licence(Evidence(Page(html, url=URL), datetime(2024, 6, 1, tzinfo=UTC), spans))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (DATA.format('"/l"'), Fact(OWN, "json-ld")),
        (DATA.format('["", {"name": "CC BY 4.0"}]'), Fact("CC BY 4.0", "json-ld")),
        (DATA.format('"MIT"'), Fact("MIT", "json-ld")),
        ("<link rel=license href=/l>", Fact(OWN, "link")),
        (f"<link rel=copyright href={COMMONS}>", Fact(COMMONS, "link")),
        ("<meta name=dc.rights content='CC BY'>", Fact("CC BY", "dublin core")),
        (f"<meta name=dc.rights content='Free by ({COMMONS}), as we say'>", Fact(COMMONS, "dublin core")),
        ("<a rel='license nofollow' href=/l>x</a>", Fact(OWN, "html")),
        (f"<a href=https://creativecommons.org/>x</a><a href={COMMONS}>x</a>", Fact(COMMONS, "html")),
    ],
)
def test_names_of_licences(html: str, expected: Fact) -> None:
    assert licence_of(html) == expected


@pytest.mark.parametrize(
    "html",
    [
        DATA.format('"All rights reserved"'),
        DATA.format(f'"{URL}#copyright"'),
        "<link rel=copyright href=/imprint>",
        "<link rel=license href=#copyright>",
        "<link rel=license href='https://www.cook.example'>",
        "<meta name=dc.rights content='Only for Cook'>",
        "<meta name=dcterms.rights content=https://www.cook.example/copyright.html>",
        "<a href=/licence>x</a>",
    ],
)
def test_texts_that_name_no_licence(html: str) -> None:
    assert licence_of(html) is None


def test_links_to_licences_of_programs_count_outside_the_content() -> None:
    html = f"<p>Soup</p><a href={APACHE}>x</a><p>Bread</p>"
    page = Page(html)
    soup, bread = page.source.index("Soup"), page.source.index("Bread")
    assert licence_of(html, Spans([(soup, soup + 4)])) == Fact(APACHE, "html")
    assert licence_of(html, Spans([(soup, bread + 5)])) is None


def test_where_the_rights_are_stated_a_link_is_that_of_a_picture() -> None:
    html = f"<meta name=dc.rights content='All rights reserved'><a href={COMMONS}>x</a>"
    assert licence_of(html) is None
