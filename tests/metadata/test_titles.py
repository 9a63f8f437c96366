"""The title of a page."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from mainspan import Page
from mainspan.metadata import Fact
from mainspan.metadata.evidence import Evidence
from mainspan.metadata.headlines import NONE, Heading, choose_heading
from mainspan.metadata.titles import find_title


def title_of(html: str, site: str = "", url: str | None = None) -> Fact | None:
    return find_title(Evidence(Page(html, url=url), datetime(2024, 6, 1, tzinfo=UTC)), site)


def test_the_headline_takes_precedence_over_titles_for_search_engines() -> None:
    page = "<title>Best winter soups</title><meta property=og:title content='Best winter soups'>"
    assert title_of(f"{page}<h1>Our nine winter soups</h1>") == Fact("Our nine winter soups", "html")


def test_a_heading_that_shares_too_few_words_is_no_headline() -> None:
    page = "<title>one two three four five</title><h1>one two {} x y</h1>"
    assert title_of(page.format("three")) == Fact("one two three x y", "html")
    assert title_of(page.format("z").replace("two ", "zwei ", 1)) == Fact("one zwei three four five", "html")


@pytest.mark.parametrize(
    "title",
    [
        "Soup of the day | Cook",
        "Cook – Soup of the day",
        "Soup of the day :: Cook",
        "Soup of the day - cook.example",
    ],
)
def test_the_name_of_the_site_is_cut_off(title: str) -> None:
    found = title_of(f"<title>{title}</title>", "Cook", "https://www.cook.example/")
    assert found is not None
    assert found.value == "Soup of the day"


def test_an_unknown_name_is_cut_off_if_it_is_short_and_the_rest_is_not() -> None:
    cut = title_of("<title>How to make soup | Ann and Bob Cook</title>")
    whole = title_of("<title>How to make soup | By Ann and Bob Cook</title>")
    assert cut == Fact("How to make soup", "html")
    assert whole == Fact("How to make soup | By Ann and Bob Cook", "html")


def test_the_first_page_of_a_site_keeps_its_name() -> None:
    assert title_of("<title>Home | Cook</title>", "Cook") == Fact("Home | Cook", "html")


def test_a_part_of_the_title_that_the_page_is_called_elsewhere() -> None:
    page = "<title>Board - Kitchen - {0}</title><meta property=og:title content='{0}'>"
    assert title_of(page.format("Soup for all of us")) == Fact("Soup for all of us", "open graph")


def test_a_line_above_the_headline_is_left_out() -> None:
    page = "<title>Soup is good for you | Cook</title><h1><span>Food: </span>Soup is good for you</h1>"
    assert title_of(page, "Cook") == Fact("Soup is good for you", "html")


def test_the_heading_of_a_post_is_below_that_of_the_blog() -> None:
    page = "<title>Ann's blog » Soup for a cold day</title><h1>Ann's blog</h1><h2>Soup for a cold day</h2>"
    assert title_of(page) == Fact("Soup for a cold day", "html")


BOOK = "<title>What is salt? - The Book of Soups and Broths</title>"


def test_the_heading_of_a_chapter_is_below_that_of_the_book() -> None:
    page = f"{BOOK}<h1>The Book of Soups and Broths</h1><h2>Keys</h2><h2>What Is Salt?</h2>"
    assert title_of(page) == Fact("What Is Salt?", "html")


def test_a_heading_above_the_headline_is_a_section_s() -> None:
    page = f"{BOOK}<h2>What Is Salt?</h2><h1>The Book of Soups and Broths</h1>"
    assert title_of(page) == Fact("The Book of Soups and Broths", "html")


def test_title_of_a_page_without_a_title() -> None:
    assert title_of("<meta name=twitter:title content=Soup>") == Fact("Soup", "twitter")
    assert title_of("<meta name=DC.title content=Soup>") == Fact("Soup", "dublin core")
    assert title_of("<h1>Soup</h1>") == Fact("Soup", "html")
    assert title_of("<p>Soup</p>") is None


def test_the_sign_that_links_to_a_heading_is_no_part_of_it() -> None:
    assert title_of("<title>Soup</title><h1>Soup<a href=#s>¶</a></h1>") == Fact("Soup", "html")


def test_the_heading_most_like_the_title_is_chosen_or_else_the_first() -> None:
    first, second = Heading("Soup", 1), Heading("Soup of the day", 2)
    assert choose_heading([first, second], ["Soup of the day"]) == second
    assert choose_heading([first, first._replace(token=3)], ["Soup"]) == first
    assert choose_heading([first], ["Bread"]) is NONE


@pytest.mark.parametrize(("words", "expected"), [("a b c d", 1), ("a b c", 2)])
def test_a_later_heading_must_be_clearly_more_similar(words: str, expected: int) -> None:
    headings = [Heading(words, 1), Heading("a b c d e", 2)]
    assert choose_heading(headings, ["a b c d e"]).token == expected


@pytest.mark.parametrize(("length", "origin"), [(200, "html"), (201, "twitter")])
def test_a_headline_has_a_longest_length(length: int, origin: str) -> None:
    page = f"<meta name=twitter:title content=Soup><h1>Soup {'x' * (length - 5)} </h1>"
    found = title_of(page)
    assert found is not None
    assert (found.origin, found.value[:6]) == (origin, "Soup x" if origin == "html" else "Soup")


@pytest.mark.parametrize(("before", "expected"), [(7, "How to Make Soup"), (8, "How to make soup")])
def test_only_the_first_headings_are_read(before: int, expected: str) -> None:
    page = f"<title>How to make soup</title>{'<h1>Bread</h1>' * before}<h1>How to Make Soup</h1>"
    assert title_of(page) == Fact(expected, "html")


@pytest.mark.parametrize(
    ("heading", "expected"), [("Winter Soups", "Winter Soups"), ("Winter Soup", "Winter soups and more")]
)
def test_without_a_first_level_a_subheading_is_long_enough(heading: str, expected: str) -> None:
    assert title_of(f"<title>Winter soups and more</title><h2>{heading}</h2>") == Fact(expected, "html")


def test_a_short_title_keeps_what_may_be_the_name_of_the_site() -> None:
    assert title_of("<title>Make a soup | Ann Cook</title>") == Fact("Make a soup", "html")
    assert title_of("<title>Make soup | Ann Cook</title>") == Fact("Make soup | Ann Cook", "html")


@pytest.mark.parametrize(("parts", "is_found"), [(11, True), (12, False)])
def test_parts_of_a_title_are_compared_up_to_a_number(parts: int, is_found: bool) -> None:
    title = " | ".join([*"abcdefghijklm"[:parts], "Soup for us"])
    found = title_of(f"<title>{title}</title><meta name=dc.title content='Soup for us'>")
    assert (found == Fact("Soup for us", "html")) is is_found


def test_the_line_above_a_headline_is_shorter_than_it() -> None:
    page = "<title>Soup is good | Cook</title><h1><span>{}: </span>Soup is good</h1>"
    assert title_of(page.format("Foods"), "Cook") == Fact("Soup is good", "html")
    assert title_of(page.format("Drinks too"), "Cook") == Fact("Drinks too: Soup is good", "html")
