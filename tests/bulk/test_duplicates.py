"""Near-duplicates: which texts are, and by what. Parts and pairs on disk are tested in test_libraries."""

from __future__ import annotations

import pytest

from mainspan.bulk.duplicates import SIMILARITY, Pair, _pairs, phrases

WORDS = [f"word{number}" for number in range(104)]


def text(changed: int = 0) -> str:
    """A text of a hundred phrases, five of which are others for each changed word."""
    words = list(WORDS)
    for number in range(changed):
        words[10 + 20 * number] = "other"
    return " ".join(words)


def pairs(*texts: str) -> list[Pair]:
    named = ((str(number), each) for number, each in enumerate(texts))
    return list(_pairs(named, SIMILARITY, lambda texts: None))


@pytest.mark.parametrize(("changed", "is_near"), [(0, True), (1, True), (3, False)])
def test_texts_with_most_phrases_in_common_are_near_duplicates(changed: int, is_near: bool) -> None:
    assert bool(pairs(text(), text(changed))) == is_near


def test_each_is_a_duplicate_of_the_first_one_like_it() -> None:
    found = pairs(text(), "Another text of some words.", text(), text(1))
    assert [(each.id, each.duplicate_of) for each in found] == [("2", "0"), ("3", "0")]
    assert found[0].similarity == 1 > found[1].similarity > SIMILARITY


def test_the_similarity_is_estimated_from_128_values() -> None:
    texts = [" ".join([*WORDS[:number], "other", *WORDS[number + 1 :]]) for number in range(10, 100, 5)]
    found = [pair.similarity for pair in pairs(text(), *texts)]
    assert len(set(found)) > 3
    assert all(128 * each == pytest.approx(round(128 * each), abs=0.01) for each in found)
    assert any(128 * each % 2 > 0.5 for each in found)


def test_phrases_are_runs_of_five_words() -> None:
    assert phrases("The ferry leaves at nine, daily.") == [
        "the ferry leaves at nine",
        "ferry leaves at nine daily",
    ]
    assert phrases("The ferry leaves.") == ["the ferry leaves"]
    assert phrases("") == [""]
