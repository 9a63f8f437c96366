"""Characters, words and the longest common substring."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.evaluation.measures import PRODUCT_LIMIT, Case, measure
from mainspan.evaluation.measures import subsequence as module
from mainspan.evaluation.measures.subsequence import common_subsequence

from .naive import hirschberg, subsequence

few = st.lists(st.sampled_from("abc"), max_size=40)
many = st.lists(st.integers(0, 400).map(lambda number: chr(0x4E00 + number)), max_size=60)


def test_words_in_sequence() -> None:
    # b c d of four words found and five wanted
    assert measure("words")(Case("B, c! x d", "a b c d e")) == (3 / 4, 3 / 5, 6 / 9)


def test_the_order_of_words_counts() -> None:
    assert measure("words")(Case("b a", "a b")) == (1 / 2, 1 / 2, 1 / 2)


def test_characters_in_sequence_with_collapsed_white_space() -> None:
    # "a b" of "a bx" and "a b"
    assert measure("chars")(Case(" A \n\t bx\n", "a b")) == (3 / 4, 1.0, 6 / 7)


def test_punctuation_counts_in_characters_and_not_in_words() -> None:
    assert measure("chars")(Case("a!", "a")) == (1 / 2, 1.0, 2 / 3)
    assert measure("words")(Case("a!", "a")) == (1.0, 1.0, 1.0)


def test_the_substring_has_no_spaces() -> None:
    # "bcde" of "bcdexy" and "abcde"
    assert measure("substring")(Case("b c\ndE x y", "a b cde")) == (4 / 6, 4 / 5, 8 / 11)


def test_the_subsequence_has_no_spaces_and_may_have_gaps() -> None:
    # "bcde" of "bcxde" and "abcde"
    assert measure("subsequence")(Case("b c\nX dE", "a b cde")) == (4 / 5, 4 / 5, 8 / 10)
    assert measure("chars")(Case("ab", "a b")) == (1.0, 2 / 3, 4 / 5)
    assert measure("subsequence")(Case("ab", "a b")) == (1.0, 1.0, 1.0)


def test_the_papers_example_has_two_more_letters_in_common() -> None:
    """Section 5.2 of the paper of 2009 overlooks the o of dog and fox."""
    case = Case("the dog jumps over the brown fox", "the fox jumps over the brown dog")
    assert measure("subsequence")(case) == (22 / 26, 22 / 26, 44 / 52)


@given(few, few)
def test_the_subsequence_is_that_of_brute_force_and_of_hirschberg(one: list[str], other: list[str]) -> None:
    assert common_subsequence(one, other) == subsequence(one, other) == len(hirschberg(one, other))


@given(many, many)
def test_the_subsequence_of_many_signs_is_exact(one: list[str], other: list[str]) -> None:
    assert common_subsequence("".join(one), "".join(other)) == subsequence(one, other)


@given(few, st.lists(st.tuples(st.integers(0, 39), st.sampled_from("abz")), max_size=4))
def test_the_subsequence_of_texts_that_nearly_fit_is_exact(
    one: list[str], edits: list[tuple[int, str]]
) -> None:
    other = list(one)
    for place, item in edits:
        other.insert(place, item)
    assert common_subsequence(one * 5, other * 5) == subsequence(one * 5, other * 5)


@pytest.mark.parametrize("missing", [0, 1, 3, 4, 12, 13, 60, 100])
def test_no_band_is_too_narrow(missing: int) -> None:
    """A hundred items allow 3 and then 12 to be missing before the search is free."""
    one = [str(number) for number in range(100)]
    other = ["x", *one[: (100 - missing) // 2], *one[(100 + missing) // 2 + missing % 2 :], "y", "z"]
    assert common_subsequence([*one, "z", "y"], other) == subsequence([*one, "z", "y"], other)


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The pairs that are left to the search."""
    seen: list[tuple[str, str]] = []
    search = module._search

    def watch(shorter: str, longer: str) -> int:
        seen.append((shorter, longer))
        return search(shorter, longer)

    monkeypatch.setattr(module, "_search", watch)
    return seen


def test_items_of_one_side_only_are_not_searched(searched: list[tuple[str, str]]) -> None:
    assert common_subsequence(["head", "one", "tail"], ["head", "other", "tail"]) == 2
    assert searched == [("", "")]


def test_the_table_is_made_of_the_shorter_sequence(searched: list[tuple[str, str]]) -> None:
    assert common_subsequence("xxaxbx", "ab") == common_subsequence("ab", "xxaxbx") == 2
    assert searched == [("ab", "xxaxbx")] * 2


def test_broken_text_is_compared_too() -> None:
    assert measure("chars")(Case("\ud800a", "a\ud800")) == (1 / 2, 1 / 2, 1 / 2)


@pytest.mark.parametrize("name", ["chars", "words", "substring", "subsequence"])
def test_a_measure_is_exact_below_the_limit_and_says_too_large_from_there_on(name: str) -> None:
    assert PRODUCT_LIMIT == 1_000_000 * 100_000
    wide = "x " * 1_000_000 if name == "words" else "x" * 1_000_000
    unit = "x " if name == "words" else "x"
    below = measure(name)(Case(wide, unit * 99_999))
    assert below == (99_999 / 1_000_000, 1.0, 2 * 99_999 / 1_099_999)
    assert measure(name)(Case(wide, unit * 100_000)) == "too large"


@pytest.mark.parametrize("name", ["bag", "set", "shingles"])
def test_measures_without_order_have_no_limit(name: str) -> None:
    wide = Case("x " * 1_000_000, "x " * 100_001)
    assert not isinstance(measure(name)(wide), str)
