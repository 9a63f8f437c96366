"""Crunch's two figures."""

from __future__ import annotations

import pytest
from hypothesis import given

from mainspan.evaluation.measures import Case, figures_of
from mainspan.evaluation.measures.readers import screen_words
from mainspan.evaluation.measures.words import words_of

from .strategies import texts


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("", 0.0),
        ("word " * 175, 60.0),
        ("漢" * 150 + "カ" * 150, 60.0),
        ("ก" * 700, 60.0),
        ("word " * 35 + "字" * 5, 12.0 + 1.0),
    ],
)
def test_a_screen_reader_reads_at_a_steady_pace(text: str, seconds: float) -> None:
    assert figures_of(Case(text, None))["reader_seconds"] == pytest.approx(seconds)


def test_a_short_text_shows_whole() -> None:
    assert figures_of(Case("Just five words, no more.", None))["screen_words"] == 5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        # three words of nine letters and two spaces fill 29 columns of 30
        ("ninechars " * 100, 60),
        # two words of fifteen letters need 31
        ("fifteenlettersx " * 100, 20),
        # one that fills the line
        (("x" * 30 + " ") * 100, 20),
        # one that is broken over two lines
        (("x" * 31 + " ") * 100, 10),
        # wide signs: fifteen a line
        ("漢" * 1000, 300),
        # Thai, with marks that take no column
        ("กี" * 1000, 1200),
        # a line each, and a blank line between
        ("one two\n" * 100, 40),
        ("one two\n\n\n \n" * 100, 20),
        ("\n\n\none two", 2),
        # the last word would end beyond the screen
        ("a\n" * 19 + "x" * 30, 20),
        ("a\n" * 19 + "x" * 31, 19),
    ],
)
def test_the_first_screen_has_twenty_lines_of_thirty_columns(text: str, words: int) -> None:
    assert screen_words(text) == words


@given(texts)
def test_a_screen_shows_no_more_words_than_there_are(text: str) -> None:
    assert 0 <= screen_words(text) <= len(words_of(text))
