"""The authors of a page."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mainspan import Page
from mainspan.metadata.authors import find_authors
from mainspan.metadata.evidence import Evidence

DATA = '<script type="application/ld+json">{{"@type": "Article", "author": {}}}</script>'


def authors_of(html: str) -> list[str]:
    return [each.value for each in find_authors(Evidence(Page(html), datetime(2024, 6, 1, tzinfo=UTC)))]


@pytest.mark.parametrize(
    ("author", "expected"),
    [
        ('"Ann Ant"', ["Ann Ant"]),
        ('{"name": "Ann Ant"}', ["Ann Ant"]),
        ('{"@type": "Person", "name": ["Ann Ant", null]}', ["Ann Ant"]),
        ('{"givenName": "Ann", "familyName": "Ant"}', ["Ann Ant"]),
        ('[{"name": "Ann Ant"}, "Bob Bee", {"name": null}, null, 3, [], {}]', ["Ann Ant", "Bob Bee", "3"]),
        ('"https://a.example/ann"', []),
        ("null", []),
        ("{}", []),
        ('{"name": {"name": "Ann"}}', []),
    ],
)
def test_authors_of_any_shape(author: str, expected: list[str]) -> None:
    assert authors_of(DATA.format(author)) == expected


def test_a_reference_is_followed() -> None:
    person = '{"@id": "#a", "@type": "Person", "name": "Ann"}'
    data = f'{{"@graph": [{{"@type": "Article", "author": {{"@id": "#a"}}}}, {person}]}}'
    assert authors_of(f'<script type="application/ld+json">{data}</script>') == ["Ann"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("By Ann Ant", ["Ann Ant"]),
        ("Ann Ant and Bob Bee", ["Ann Ant", "Bob Bee"]),
        ("Ann Ant, Bob Bee", ["Ann Ant", "Bob Bee"]),
        ("Ann Ant, Cook", ["Ann Ant, Cook"]),
        ("José Ortega y Gasset", ["José Ortega y Gasset"]),
        ("Ana Gil y José Mora", ["Ana Gil", "José Mora"]),
        ("von Ann Ant &amp; Bob Bee", ["Ann Ant", "Bob Bee"]),
        ("admin", []),
        ("ann@a.example", []),
    ],
)
def test_names_in_one_string(content: str, expected: list[str]) -> None:
    assert authors_of(f'<meta name="author" content="{content}">') == expected


def test_libraries_write_the_family_s_name_first() -> None:
    assert authors_of(
        '<meta name="citation_author" content="Ant, Ann"><meta name="citation_author" content="Bee, Bob">'
    ) == [
        "Ann Ant",
        "Bob Bee",
    ]


def test_microdata_and_bylines() -> None:
    assert authors_of('<p itemprop="author" itemscope><b itemprop="name">Ann Ant</b></p>') == ["Ann Ant"]
    assert authors_of('<h1>Soup</h1><p class="byline">By Ann Ant</p>') == ["Ann Ant"]
    assert authors_of('<h1>Soup</h1><p class="comment-author">Ann Ant</p>') == []


def test_doubles_are_left_out() -> None:
    assert authors_of('<meta name="author" content="Ann Ant"><meta name="author" content="ann ant">') == [
        "Ann Ant"
    ]
