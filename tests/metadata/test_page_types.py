"""The type of a page."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from mainspan import Page
from mainspan.metadata import Fact, page_types
from mainspan.metadata.evidence import Evidence
from mainspan.metadata.page_types import find_type


def type_of(html: str) -> Fact | None:
    return find_type(Evidence(Page(html), datetime(2024, 6, 1, tzinfo=UTC)))


@pytest.mark.parametrize(
    ("types", "expected"),
    [
        ('"NewsArticle"', "article"),
        ('["Thing", "QAPage"]', "forum"),
        ('"https://schema.org/Product"', "product"),
        ('"TechArticle"', "documentation"),
    ],
)
def test_page_type_by_structured_data(types: str, expected: str) -> None:
    data = f'<script type="application/ld+json">{{"@type": {types}}}</script>'
    html = f"{data}<meta property=og:type content=book>"
    assert type_of(html) == Fact(expected, "json-ld")


def test_page_type_by_open_graph_unless_it_is_too_general() -> None:
    assert type_of("<meta property=og:type content=Product>") == Fact("product", "open graph")
    assert type_of("<meta property=og:type content=website>") is None


def test_a_thing_that_the_page_only_mentions_does_not_count() -> None:
    data = '{"@type": "WebPage", "mainEntity": {"@type": "Product"}}'
    assert type_of(f'<script type="application/ld+json">{data}</script>') is None


def test_the_method_is_asked_last() -> None:
    text = "<p>" + "The soup was warm, and everyone at the table was glad of it. " * 12 + "</p>"
    assert type_of(f"<title>Soup for all</title><article><h1>Soup for all</h1>{text * 6}</article>") == Fact(
        "article", "method"
    )


@pytest.mark.parametrize(("probability", "expected"), [(0.5, Fact("forum", "method")), (0.49, None)])
def test_the_learned_method_must_be_sure(
    monkeypatch: pytest.MonkeyPatch, probability: float, expected: Fact | None
) -> None:
    guess = SimpleNamespace(name="forum", probability=probability)
    monkeypatch.setattr(page_types, "guess_type", lambda page: guess)
    assert type_of("<p>Soup</p>") == expected
