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
        ("Ann Ant, baker for the whole city", ["Ann Ant"]),
        ("Ants, baker for the whole city", ["Ants, baker for the whole city"]),
        ("An Ant in this house, baker for the city", ["An Ant in this house, baker for the city"]),
        ("José Ortega y Gasset", ["José Ortega y Gasset"]),
        ("Ana Gil y José Mora", ["Ana Gil", "José Mora"]),
        ("von Ann Ant &amp; Bob Bee", ["Ann Ant", "Bob Bee"]),
        ("Author: Ann Ant", ["Ann Ant"]),
        ("Recipe by Ann Ant", ["Ann Ant"]),
        ("Posted byAnn Ant", ["Ann Ant"]),
        ("Byron Bee", ["Byron Bee"]),
        ("Interview: Ann Ant", ["Ann Ant"]),
        ("Ann Ant •", ["Ann Ant"]),
        ("Ann Ant wrote: »", ["Ann Ant"]),
        ("Ann Ant, CEO of Ants", ["Ann Ant"]),
        ("Ann Ant, Bob Bee, Staff Writer", ["Ann Ant", "Bob Bee"]),
        ("Health &amp; Wellness", ["Health & Wellness"]),
        ("AFP and DPA", ["AFP", "DPA"]),
        ("Ann Ant | Website", ["Ann Ant"]),
        ("Topic: Boats", ["Boats"]),
        ("Topics of today", []),
        ("Boats « The Harbour", []),
        ("harbour.example.com", []),
        ("admin", []),
        ("facebook.com/ann.ant", []),
        ("3d23d65-ddc6-4ce5", []),
        ("fade-dead", ["fade-dead"]),
        ("105092", []),
        ("L_104485", []),
        ("Ann 105", ["Ann 105"]),
        ("About the author Ann Ant", ["Ann Ant"]),
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


def test_authors_are_those_of_one_thing() -> None:
    person = "<p itemprop=author itemscope><b itemprop=name>{}</b></p>"
    both = person.format("Ann Ant") + person.format("Bob Bee")
    thing = "<div {} itemscope>{}</div>"
    assert authors_of(thing.format("", both)) == ["Ann Ant", "Bob Bee"]
    others = thing.format("", person.format("Ann Ant")) + thing.format("", person.format("Bob Bee"))
    assert authors_of(others) == ["Ann Ant"]
    answer = thing.format("itemprop=suggestedAnswer", person.format("Bob Bee"))
    assert authors_of(thing.format("", answer + person.format("Ann Ant"))) == ["Ann Ant"]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("<meta name=generator content='Boardware 3.2'><meta name=author content='Boardware! Team'>", []),
        ("<meta name=generator content='Boardware 3.2'><meta name=author content='Ann Ant'>", ["Ann Ant"]),
        (
            "<title>Ideas for boats in June</title><meta name=author content='Ideas for boats in June'>",
            [],
        ),
        ("<title>The life of Ann Ant</title><meta name=author content='Ann Ant'>", ["Ann Ant"]),
        ("<meta name=author content='Discuz! Team and Comsenz UI Team'>", []),
    ],
    ids=["software", "another", "title", "in the title", "makers of boards"],
)
def test_the_title_and_the_software_are_no_authors(head: str, expected: list[str]) -> None:
    assert authors_of(head) == expected


@pytest.mark.parametrize(("words", "count"), [(4, 1), (5, 0)])
def test_a_name_in_the_title_is_short(words: int, count: int) -> None:
    name = " ".join(["Ann"] * words)
    assert len(authors_of(f"<title>On {name}</title><meta name=author content='{name}'>")) == count


def test_doubles_are_left_out() -> None:
    assert authors_of('<meta name="author" content="Ann Ant"><meta name="author" content="ann ant">') == [
        "Ann Ant"
    ]


def test_authors_are_bounded_in_number() -> None:
    assert len(authors_of("".join(f"<meta name=author content=Ann{each}>" for each in range(40)))) == 30


@pytest.mark.parametrize(("length", "count"), [(100, 1), (101, 0)])
def test_a_name_has_a_longest_length(length: int, count: int) -> None:
    assert len(authors_of(f"<meta name=author content={'A' * length}>")) == count


@pytest.mark.parametrize(("name", "count"), [("Ann B. C. D. Ant", 1), ("Ann B. C. D. E. Ant", 0)])
def test_a_byline_is_a_few_words(name: str, count: int) -> None:
    assert len(authors_of(f"<h1>Soup</h1><p class=byline>By {name}</p>")) == count


@pytest.mark.parametrize(("distance", "count"), [(29_000, 1), (31_000, 0)])
def test_a_byline_is_near_the_headline(distance: int, count: int) -> None:
    assert len(authors_of(f"<h1>Soup</h1><!--{'x' * distance}--><p class=byline>By Ann Ant</p>")) == count


@pytest.mark.parametrize(("others", "count"), [(199, 1), (200, 0)])
def test_bylines_are_looked_at_up_to_a_number(others: int, count: int) -> None:
    page = "<i class=author-list></i>" * others + "<p class=author>By Ann Ant</p>"
    assert len(authors_of(page)) == count


@pytest.mark.parametrize("label", ["Posted on", "Published by", "Topic Author", "Written by the Editor"])
def test_labels_are_no_names(label: str) -> None:
    html = f"<h1>Boats</h1><p class=byline>{label}</p><p class=author-name>Ann Ant</p>"
    assert authors_of(html) == ["Ann Ant"]
    assert not authors_of(f"<meta name=author content='{label}'><p>x")


def test_names_may_begin_like_labels() -> None:
    assert authors_of("<meta name=author content='Author Ant'><p>x") == ["Author Ant"]
    assert authors_of("<h1>Boats</h1><p>Posted by <a rel=author href=/u/ant>ant</a></p>") == ["ant"]


HEADLINE = "<title>Boats</title><h1>Boats</h1>"


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("<span class=author>Της Άννας Δρόσου</span>", ["Άννας Δρόσου"]),
        ("<span class=byline>von <b class=author>Anna</b></span>", ["Anna"]),
        ("<span class=byline>von <b>An</b></span>", []),
        ("<span class=byline>by Editor</span>", []),
        ("<span class=byline>by boats</span>", []),
        ("<span class=byline>by Anna</span><span class=author>By Ann Ant</span>", ["Ann Ant"]),
        ("<span>by Anna</span>", []),
        ("<span>di Anna de Rossi</span>", ["Anna de Rossi"]),
        ("<div><a href=/>5</a> Автор: Анна Росина</div>", ["Анна Росина"]),
        ("<p>By Ann B. O’Ant</p>", ["Ann B. O’Ant"]),
        ("<p>By Ann Ant Bee Cid Dee</p>", []),
        ("<p>By Monday the boats were gone</p>", []),
        ("<p>του χωριού μας</p>", []),
        ("<p>Photo: Ann Ant</p>", []),
    ],
)
def test_a_line_that_begins_with_a_word_such_as_by_has_the_name(line: str, names: list[str]) -> None:
    assert authors_of(f"{HEADLINE}{line}<p>Text.</p>") == names


@pytest.mark.parametrize(("others", "count"), [(18, 1), (19, 0)])
def test_a_name_without_a_byline_is_right_below_the_headline(others: int, count: int) -> None:
    # The text and the end of the headline, three tokens for each other text, and the open tag.
    assert len(authors_of(f"{HEADLINE}{'<p>x</p>' * others}<p>By Ann Ant")) == count


@pytest.mark.parametrize(("blanks", "count"), [(70, 1), (71, 0)])
def test_a_name_without_a_byline_is_in_a_short_text(blanks: int, count: int) -> None:
    name = "A" * 30
    text = f"By {name} {'B' * 30} {'C' * (blanks - 55)}"
    assert (len(text), len(authors_of(f"{HEADLINE}<p>{text}</p>"))) == (blanks + 10, count)
