"""Microdata and RDFa."""

from __future__ import annotations

from mainspan import Page
from mainspan.metadata.microdata import read_items, values_of

ARTICLE = '<div itemscope itemtype="https://schema.org/Article">{}</div>'


def test_values_are_contents_dates_or_texts() -> None:
    page = Page(
        ARTICLE.format(
            '<h1 itemprop="headline">So <b>up</b></h1>'
            '<time itemprop="datePublished" datetime="2024-03-03">now</time>'
            '<meta itemprop="keywords" content="a, b"><a itemprop="license" href="/l"></a>'
        )
    )
    found = {item.name: item.value for item in read_items(page)}
    assert found == {"headline": "So up", "datepublished": "2024-03-03", "keywords": "a, b", "license": "/l"}


def test_a_property_belongs_to_its_item() -> None:
    person = (
        '<p itemprop="author" itemscope itemtype="http://schema.org/Person"><b itemprop="name">Ann</b></p>'
    )
    item = read_items(Page(ARTICLE.format(person)))[0]
    assert (item.name, item.value, item.owner, item.owner_name) == ("name", "Ann", "person", "author")


def test_comments_and_their_dates_are_separate() -> None:
    comment = '<p itemprop="comment" itemscope><time itemprop="datePublished">2024-03-03</time></p>'
    assert read_items(Page(ARTICLE.format(comment))) == []


def test_a_scope_ends_with_its_element() -> None:
    page = Page('<p itemscope itemtype="x:Comment"></p><b itemprop="headline">Soup</b>')
    assert list(values_of(read_items(page), "name", "headline")) == ["Soup"]


def test_rdfa_is_read_too() -> None:
    thing = '<p typeof="schema:Article"><b property="schema:headline">Soup</b></p>'
    page = Page(f'<meta property="og:title" content="x">{thing}')
    assert [(item.name, item.value) for item in read_items(page)] == [("headline", "Soup")]


def test_a_page_without_them_has_none() -> None:
    assert read_items(Page("<p>itemprop=</p>")) == []


def test_the_first_properties_are_read() -> None:
    assert len(read_items(Page("<b itemprop=name>Ann</b>" * 700))) == 600
