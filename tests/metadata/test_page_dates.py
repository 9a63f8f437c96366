"""When a page was published and modified."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mainspan import Page, Spans
from mainspan.metadata import Fact
from mainspan.metadata.evidence import Evidence
from mainspan.metadata.page_dates import PageDates, url_date

NOW = datetime(2024, 6, 1, tzinfo=UTC)
DATA = '<script type="application/ld+json">{}</script>'


def dates_of(html: str) -> tuple[Fact | None, Fact | None]:
    dates = PageDates(Evidence(Page(html), NOW))
    return dates.published, dates.modified


def published(html: str, url: str | None = None) -> Fact | None:
    return PageDates(Evidence(Page(html, url=url), NOW)).published


@pytest.mark.parametrize(
    ("html", "origin"),
    [
        (DATA.format('{"@type": "Article", "datePublished": "2024-03-03"}'), "json-ld"),
        (DATA.format('{"@graph": [{"@type": "WebPage", "datePublished": ["2024-03-03"]}]}'), "json-ld"),
        ("<meta property=article:published_time content=2024-03-03>", "open graph"),
        ("<meta name=DC.date.issued content=2024-03-03>", "dublin core"),
        ("<meta name=pubdate content=20240303>", "meta"),
        ("<meta name=date content=2024-03-03>", "meta"),
        ("<p itemscope><time itemprop=datePublished datetime=2024-03-03>x</time>", "microdata"),
        ("<h1>Soup</h1><time datetime=2024-03-03>Sunday</time>", "html"),
        ("<h1>Soup</h1><p>3 March 2024</p><p>Text", "text"),
    ],
)
def test_each_place_is_read(html: str, origin: str) -> None:
    assert published(html) == Fact("2024-03-03", origin)


def test_data_win_over_tags_and_tags_over_texts() -> None:
    meta = "<meta property=article:published_time content=2024-03-02><h1>x</h1><p>1 March 2024</p>"
    assert published(meta) == Fact("2024-03-02", "open graph")
    data = DATA.format('{"@type": "NewsArticle", "datePublished": "2024-03-03T10:00:00Z"}')
    assert published(meta + data) == Fact("2024-03-03T10:00:00Z", "json-ld")


def test_a_clear_tag_takes_precedence_over_one_for_any_date() -> None:
    vague = "<meta name=date content=2024-03-05><title>Soup of the day</title><h1>Soup of the day</h1>"
    assert published(vague + "<p class=date>3 March 2024</p>") == Fact("2024-03-03", "text")
    assert published(vague + "<p>x</p>" * 30 + "<p>3 March 2024</p>") == Fact("2024-03-05", "meta")


def test_the_day_of_the_address_takes_precedence_and_keeps_the_time_of_that_day() -> None:
    meta = "<meta property=article:published_time content=2024-03-0{}T23:30Z>"
    url = "https://a.example/2024/03/03/soup"
    assert published(meta.format(3), url) == Fact("2024-03-03T23:30Z", "open graph")
    assert published(meta.format(4), url) == Fact("2024-03-03", "url")


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://a.example/2024/03/03/soup", "2024-03-03"),
        ("https://a.example/2024-3-3-soup", "2024-3-3"),
        ("https://a.example/news/20240303/soup", "2024-03-03"),
        ("https://a.example/2024/03/soup", ""),
        ("https://a.example/id/1202403031", ""),
        ("https://a.example/2024/03/0312/soup", ""),
    ],
)
def test_dates_of_addresses(url: str, expected: str) -> None:
    assert url_date(url) == expected


def test_both_dates_are_found() -> None:
    found = dates_of(
        DATA.format('{"@type": "Article", "datePublished": "2024-03-03", "dateModified": "2024-03-04"}')
    )
    assert found == (Fact("2024-03-03", "json-ld"), Fact("2024-03-04", "json-ld"))


def test_a_date_of_a_change_is_no_date_of_publication() -> None:
    found = dates_of("<h1>Soup</h1><p>Last updated: 4 March 2024</p>")
    assert found == (None, Fact("2024-03-04", "text"))


def test_the_article_that_the_title_names_is_the_page_s() -> None:
    thing = '{{"@type": "Article", "headline": "{}", "datePublished": "2024-0{}-03"}}'
    data = f"[{thing.format('Bread', 1)}, {thing.format('Soup', 3)}]"
    assert published(f"<title>Soup</title>{DATA.format(data)}") == Fact("2024-03-03", "json-ld")


def test_dates_of_comments_are_not_the_page_s() -> None:
    page = "<title>Soup of the day</title><h1>Soup of the day</h1><p>Eat it.</p>"
    near = "<div class=comment><p>4 March 2024</p></div><p>Written on 3 March 2024</p>"
    assert published(page + near) == Fact("2024-03-03", "text")


def test_a_date_may_be_split_into_elements() -> None:
    page = "<h1>Soup of the day</h1><ul><li>Mar<li>3<li>2024</ul><p>And this is the text.</p>"
    assert published(page) == Fact("2024-03-03", "text")
    assert published(page.replace("<li>3", "<li>3 is not a day")) is None


def test_dates_of_rights_are_not_the_page_s() -> None:
    page = "<title>Soup of the day</title><h1>Soup of the day</h1>" + "<p>Eat it, all of it.</p>" * 50
    assert published(f"{page}<p>All of it was written on 3 March 2024</p>") == Fact("2024-03-03", "text")
    assert published(f"{page}<p>Copyright 3 March 2024</p>") is None


def test_a_date_in_the_middle_of_prose_is_ignored() -> None:
    words = "It was a long day with many words in it, and none of them was short. " * 5
    page = f"<title>Soup</title><h1>Soup</h1><p>{words} On 3 March 2023 it began. {words}</p>" + "<p>x" * 30
    assert published(page) is None or published(page).value != "2023-03-03"  # type: ignore[union-attr]


def test_without_a_headline_the_date_is_near_the_content() -> None:
    page = Page("<p>1 January 2024 in the menu</p>" * 3 + "<p>x</p>" * 40 + "<p>3 March 2024</p><p>Soup.</p>")
    spans = Spans.of_blocks(page, page.blocks.start >= page.blocks.start[-1])
    assert PageDates(Evidence(page, NOW, spans)).published == Fact("2024-03-03", "text")


def test_no_date_lies_in_the_future() -> None:
    assert published("<meta property=article:published_time content=2025-01-01>") is None
