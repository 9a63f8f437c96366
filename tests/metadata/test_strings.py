"""Strings as people read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.metadata.strings import MAX_TEXT_LENGTH, squash, tidy, unique, words_of


@pytest.mark.parametrize(
    ("given_", "expected"),
    [
        ("  two \n\t words ", "two words"),
        ("Tom &amp; Jerry &#39;s", "Tom & Jerry 's"),
        ("soft\u00adhyphen\u200b zero\ufeff", "softhyphen zero"),
        ("a\x00b\x07c\x85d", "abc d"),
        ("A heading\ue000\uf0c1\uf8ff", "A heading"),
        ("\u202eevil\u202c", "evil"),
        ("<em>So</em> it <b class='x'>goes</b>", "So it goes"),
        ("<table>: the element", "<table>: the element"),
        (2024, "2024"),
        (True, ""),
        (None, ""),
        (["list"], ""),
        ({"a": 1}, ""),
    ],
)
def test_a_string_becomes_one_readable_line(given_: object, expected: str) -> None:
    assert tidy(given_) == expected


def test_joiners_that_scripts_need_stay() -> None:
    assert tidy("می\u200cخواهم") == "می\u200cخواهم"


def test_a_long_string_is_cut_between_words() -> None:
    assert tidy("word " * 100, 20) == "word word word word…"
    assert len(tidy("x" * 100, 20)) == 20


def test_a_string_of_the_longest_length_is_not_cut() -> None:
    assert tidy("x" * 20, 20) == "x" * 20


@given(st.text())
def test_no_string_keeps_control_characters_or_grows(text: str) -> None:
    tidied = tidy(text, 50)
    assert len(tidied) <= 50
    assert not any(ord(letter) < 32 for letter in tidied)


def test_strings_that_read_the_same_are_normalised_to_the_same() -> None:
    assert squash("Café – “Zürich”!") == squash("cafe zurich")
    assert squash("中文, 标题") == "中文标题"


def test_words_are_found_in_one_case() -> None:
    assert words_of("It's THE Ｗｅｂ") == ["it", "s", "the", "web"]


def test_of_values_that_read_the_same_the_first_stays() -> None:
    assert unique(["Soup", "", "soup", "Bread", "Salt"], 2) == ["Soup", "Bread"]


@pytest.mark.parametrize(("limit", "expected"), [(300, "x" * 300), (301, "x" * 299 + "…")])
def test_titles_and_names_have_a_longest_length(limit: int, expected: str) -> None:
    assert tidy("x" * limit) == expected


@pytest.mark.parametrize(("spaces", "expected"), [(159, "x"), (160, "")])
def test_a_string_is_read_up_to_a_length(spaces: int, expected: str) -> None:
    assert tidy(" " * spaces + "x", 20) == expected


def test_longer_strings_are_descriptions() -> None:
    assert tidy("x" * 2_000, MAX_TEXT_LENGTH) == "x" * 2_000
    assert tidy("x" * 2_001, MAX_TEXT_LENGTH) == "x" * 1_999 + "…"
