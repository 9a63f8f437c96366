"""The measure of WCXB, and its table."""

from __future__ import annotations

import pytest

from training.wcxb import _table, bag_f1


@pytest.mark.parametrize(
    ("text", "gold", "expected"),
    [
        ("One two, one!", "one two one", 1.0),
        ("one two", "two one", 1.0),
        ("one", "one one one", 0.5),
        ("one", "two", 0.0),
        ("", "", 1.0),
        ("one", "", 0.0),
    ],
)
def test_texts_are_bags_of_words(text: str, gold: str, expected: float) -> None:
    assert bag_f1(text, gold) == expected


def test_scores_are_means_by_type() -> None:
    found = _table({"all": [[0.5, 1], [1, 1]], "forum": [[1, 1]]}).splitlines()
    assert found[0] == "|  | forum | all |"
    assert found[2:] == [
        "| pages | 1 | 2 |",
        "| default options | 1.000 | 0.750 |",
        "| annotation settings | 1.000 | 1.000 |",
    ]
