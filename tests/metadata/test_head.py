"""The tags that speak of a page."""

from __future__ import annotations

import pytest

from mainspan import Page
from mainspan.metadata.head import read_head, tags_with, text_below


def test_meta_tags_are_read_by_all_their_names() -> None:
    head = read_head(Page('<meta name="Author" property="article:author" content=" A &amp;amp; B ">'))
    assert head.metas == {"author": ["A & B"], "article:author": ["A & B"]}


def test_a_vocabulary_may_be_written_out() -> None:
    head = read_head(Page('<meta property="http://ogp.me/ns/article#published_time" content="2024">'))
    assert head.first("article:published_time") == "2024"


def test_the_first_value_of_the_first_name_takes_precedence() -> None:
    head = read_head(
        Page('<meta name=b content=2><meta name=a content=""><meta name=a content=1><meta name=a content=3>')
    )
    assert head.first("x", "a", "b") == "1"
    assert list(head.all("a", "b")) == ["1", "3", "2"]


def test_links_are_read_if_they_speak_of_the_page() -> None:
    head = read_head(Page('<link rel="Canonical x" href="/a?b&amp;c"><link rel=stylesheet href=s.css>'))
    assert head.links == {"canonical": ["/a?b&c"], "x": ["/a?b&c"]}


def test_title_language_and_base() -> None:
    head = read_head(Page("<html lang=de><base href=/b/><title>A &lt; B</title><body><title>C</title>"))
    assert (head.title, head.language, head.base) == ("A < B", "de", "/b/")


def test_the_title_of_a_drawing_is_not_the_page_s() -> None:
    assert read_head(Page("<svg><title>Icon</title></svg>")).title == ""


def test_only_structured_data_is_read_of_scripts() -> None:
    page = Page('<script>a</script><script type="application/LD+JSON">{"b": "</p>"}</script>')
    assert read_head(page).data == ['{"b": "</p>"}']


def test_data_beyond_all_measure_is_left_out() -> None:
    script = '<script type="application/ld+json">"{}"</script>'
    assert len(read_head(Page(script.format("x" * 3_999_998))).data) == 1
    assert len(read_head(Page(script.format("x" * 3_999_999))).data) == 0


def test_tags_are_found_by_a_string_in_them_and_texts_are_not() -> None:
    page = Page('<p class="byline">byline</p><br class="byline"><script>"byline"</script>')
    found = [
        page.source[page.tokens.start[token] : page.tokens.end[token]]
        for token in tags_with(page, "byline", limit=9)
    ]
    assert found == ['<p class="byline">', '<br class="byline">']


def test_the_text_of_an_element_is_its_visible_text() -> None:
    page = Page("<h1>One<br>two <b>th</b>ree<script>x</script></h1>")
    assert text_below(page, read_head(page).headings[0]) == "One two three"


@pytest.mark.parametrize(("empty", "expected"), [(199, "Soup"), (200, "")])
def test_the_text_below_an_element_is_read_up_to_a_number_of_tokens(empty: int, expected: str) -> None:
    page = Page(f"<h1>{'<b></b>' * empty}Soup</h1>")
    assert text_below(page, read_head(page).headings[0]) == expected


def test_only_this_many_occurrences_are_looked_at() -> None:
    page = Page("<p class=byline></p>" * 5)
    assert len(tags_with(page, "byline", limit=3)) == 3


def test_tags_are_searched_for_in_a_part_of_the_source() -> None:
    page = Page("<p class=byline></p>" * 2)
    half = page.source.rindex("<p")
    assert len(tags_with(page, "byline", limit=9, within=(half, len(page.source)))) == 1


def test_the_title_comes_after_those_of_images() -> None:
    page = Page("<body><svg><title>Icon</title></svg><title>Soup</title>")
    assert read_head(page).title == "Soup"
