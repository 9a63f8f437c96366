"""The type of a page, as the network sees it."""

from __future__ import annotations

from mainspan import Page
from mainspan.algorithms.learned.types import TYPES, guess_type
from training.habits import KINDS


def test_the_types_are_those_that_the_network_was_trained_with() -> None:
    assert TYPES == KINDS


def test_a_page_without_text_has_no_type() -> None:
    assert guess_type(Page("")) is None


def test_an_article_is_one() -> None:
    text = "<p>" + "The soup was warm, and everyone at the table was glad of it. " * 12 + "</p>"
    guess = guess_type(Page(f"<title>Soup for all</title><article><h1>Soup for all</h1>{text * 6}</article>"))
    assert guess is not None
    assert guess.name == "article"
    assert 1 / len(TYPES) < guess.probability <= 1


def test_hidden_text_is_read_as_the_default_reads_it() -> None:
    page = Page("<p hidden>" + "The soup was warm. " * 50)
    assert guess_type(page) == guess_type(page.revealed)
