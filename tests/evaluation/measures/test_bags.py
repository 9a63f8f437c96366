"""Words without their order."""

from __future__ import annotations

from mainspan.evaluation.measures import Case, measure
from mainspan.evaluation.measures.bags import shingles_of


def test_a_bag_counts_each_word_as_often_as_both_have_it() -> None:
    # a twice and b once of four words and five
    assert measure("bag")(Case("b a a a", "a A b c c")) == (3 / 4, 3 / 5, 6 / 9)


def test_a_set_counts_each_word_once() -> None:
    # a, b of a, b, x and a, b, c, d
    assert measure("set")(Case("b a a x", "a a b c D")) == (2 / 3, 2 / 4, 4 / 7)


def test_shingles_are_four_words_in_a_row_as_often_as_they_occur() -> None:
    # abcd twice, bcda, cdab, dabc; abcd, bcde
    assert measure("shingles")(Case("a b c d a b c d", "a b c d e")) == (1 / 5, 1 / 2, 2 / 7)


def test_fewer_than_four_words_are_one_shingle() -> None:
    assert shingles_of(["a", "b", "c"]) == [("a", "b", "c")]
    assert shingles_of(["a", "b", "c", "d"]) == [("a", "b", "c", "d")]
    assert shingles_of([]) == []


def test_short_texts_fit_whole_or_not_at_all() -> None:
    assert measure("shingles")(Case("a b c", "a b c")) == (1, 1, 1)
    assert measure("shingles")(Case("a b", "a b c")) == (0, 0, 0)
