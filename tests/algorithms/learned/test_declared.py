"""What pages say of themselves."""

from __future__ import annotations

import pytest
from hypothesis import given

from mainspan import Page
from mainspan.algorithms.learned.declared import DECLARED, declared_kinds
from tests.soup import soups

DATA = '<script type="application/ld+json">{}</script>'


def declared(html: str) -> set[str]:
    mask = declared_kinds(Page(html))
    return {name for number, name in enumerate(DECLARED) if mask >> number & 1}


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>nothing", set()),
        ("<meta property=og:type content=article>", {"graph: article"}),
        ("<meta content='product.item' property='og:type'>", {"graph: product"}),
        ("<meta property=og:type content=shop:product>", {"graph: product"}),
        ("<meta property=og:type content=video.movie>", {"graph: other"}),
        ("<body><p>x<meta property=og:type content=article>", set()),
        ("<link rel=canonical href=https://example.org/>", {"address: of the site"}),
        ("<link rel=canonical href=https://example.org/en-us/>", {"address: of the site"}),
        ("<link rel=canonical href=https://example.org/things>", {"address: within the site"}),
        ("<meta property=og:url content=https://example.org/?a=b>", {"address: of the site"}),
        ("<link rel=canonical href='https://[x/'>", set()),
        (DATA.format('{"@type": "Product"}'), {"data: product"}),
        (DATA.format('{"@type":["NewsArticle","x"]}'), {"data: article"}),
        (DATA.format('[{"@type":"WebSite"},{"@type":"QAPage"}]'), {"data: site", "data: thread"}),
        ("<p>x" + DATA.format('{"@type":"ItemList"}'), {"data: list"}),
        ("<script>{'@type': 'Product', \"@type\": \"Product\"}</script>", set()),
    ],
)
def test_pages_declare_what_they_are(html: str, expected: set[str]) -> None:
    assert declared(html) == expected


def test_paths_of_languages_are_short() -> None:
    link = "<link rel=canonical href=https://example.org/{}>"
    assert declared(link.format("a" * 5)) == {"address: of the site"}
    assert declared(link.format("a" * 6)) == {"address: within the site"}


@given(soups)
def test_any_page_declares_something_or_nothing(html: str) -> None:
    assert 0 <= declared_kinds(Page(html)) < 1 << len(DECLARED)
