"""Segments that a text must hold, or must not."""

from __future__ import annotations

import pytest

from mainspan.evaluation.measures import Case, measure
from mainspan.evaluation.records import Score


def score(found: str, wanted: list[str], unwanted: list[str]) -> Score | str:
    return measure("segments")(Case(found, None, segments=(wanted, unwanted)))


def test_precision_and_recall_are_over_segments() -> None:
    # of three wanted two are found, and one that is not wanted
    found = "The first part. The second part. Menu"
    assert score(found, ["first part", "second part", "third"], ["menu", "footer"]) == (2 / 3, 2 / 3, 4 / 6)


def test_case_and_white_space_do_not_matter() -> None:
    assert score("One\n  TWO", ["one two"], []) == (1, 1, 1)


def test_nothing_found_scores_nothing() -> None:
    assert score("", ["a"], ["b"]) == (0, 0, 0)


def test_nothing_wanted_and_nothing_found_fits() -> None:
    assert score("text", [], ["menu"]) == (1, 1, 1)
    assert score("menu", [], ["menu"]) == (0, 0, 0)


def test_without_segments_there_is_no_score() -> None:
    assert score("text", [], []) == "no segments"
    assert score("text", [" "], ["\n"]) == "no segments"


def test_marks_of_lists_do_not_matter() -> None:
    assert score("- Milk\n  1) Tea", ["1. milk", "• Tea", "milk tea"], []) == (1, 1, 1)


@pytest.mark.parametrize(
    ("found", "occurs"),
    [
        ("On 05. May 2020", True),
        ("Today:\n05. May 2020", True),
        ("All of May 2020", False),
        ("5 May 2020", False),
    ],
)
def test_what_looks_like_a_mark_may_be_part_of_a_date(found: str, occurs: bool) -> None:
    assert score(found, ["05. May 2020"], []) == ((1, 1, 1) if occurs else (0, 0, 0))


def test_bars_between_cells_do_not_matter() -> None:
    assert (
        score("| Tea | green |", ["Tea green"], []) == score("Tea\tgreen", ["tea | green"], []) == (1, 1, 1)
    )
    assert score("text", ["|", "---", "-"], []) == "no segments"
