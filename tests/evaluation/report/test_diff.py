from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import LCSseq

from mainspan.evaluation.measures.words import words_of
from mainspan.evaluation.report.diff import Difference, Kind, difference

texts = st.text(st.sampled_from("ab cD\n.,İΣ中の_1ก "), max_size=40)


def pieces(gold: str, found: str) -> list[tuple[str, str]]:
    return [(each.kind, each.text) for each in difference(gold, found).pieces]


def side(of: Difference, kind: Kind) -> list[str]:
    """The words of the gold text, if kind is missing, or of what was found, if it is superfluous."""
    return words_of("".join(each.text for each in of.pieces if each.kind in (Kind.common, kind)))


def test_missing_and_superfluous_words_are_reported_apart() -> None:
    assert pieces("one two, three", "zero one three") == [
        ("superfluous", "zero "),
        ("common", "one "),
        ("missing", "two, "),
        ("common", "three\n"),
    ]


def test_case_and_signs_are_no_difference() -> None:
    assert pieces("One, two!", "one TWO") == [("common", "One, two!\n")]


@pytest.mark.parametrize(("gold", "found"), [("", ""), ("--", "..."), (" \n", "")])
def test_texts_without_words_have_no_pieces(gold: str, found: str) -> None:
    assert pieces(gold, found) == []


@pytest.mark.parametrize(("gold", "found", "kind"), [("a b", "", "missing"), ("", "a b", "superfluous")])
def test_an_empty_side_leaves_one_piece(gold: str, found: str, kind: str) -> None:
    assert pieces(gold, found) == [(kind, "a b\n")]


@given(texts, texts)
def test_the_common_words_are_those_of_the_measure(gold: str, found: str) -> None:
    made = difference(gold, found)
    assert made.words(Kind.common) == LCSseq.similarity(words_of(gold), words_of(found))


@given(texts, texts)
def test_the_pieces_are_both_texts_again(gold: str, found: str) -> None:
    made = difference(gold, found)
    assert side(made, Kind.missing) == words_of(gold)
    assert made.words(Kind.common) + made.words(Kind.superfluous) == len(words_of(found))


@pytest.mark.parametrize(("words", "cut"), [(4, False), (5, True)])
def test_long_texts_are_cut(words: int, cut: bool) -> None:
    made = difference("a " * words, "a", most=4)
    assert (made.truncated, made.words(Kind.missing)) == (cut, 3)


def test_lines_stay_and_spaces_are_collapsed() -> None:
    assert pieces("a  \t b \r\n\n  c", "")[0][1] == "a b\nc\n"


def test_a_million_spaces_take_no_time() -> None:
    assert len(pieces("a" + " " * 1_000_000 + "b", "a")) == 2
