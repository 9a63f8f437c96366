from __future__ import annotations

from statistics import stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.summary import Summary, deviation, summarise


def row(f1: float | str, *, error: str = "", seconds: float = 0.5, size: int = 1000) -> Row:
    score = f1 if isinstance(f1, str) else Score(f1, f1 / 2, f1)
    return Row("p", "d", "s", "c", size, seconds, {"words": score}, {"screen_words": 10.0 * size}, error)


def only(*rows: Row) -> Summary:
    (found,) = summarise(rows)
    return found


def test_means_and_deviation_are_over_documents() -> None:
    found = only(row(0.2), row(0.4), row(0.9))
    assert found.means["words"] == pytest.approx((0.5, 0.25, 0.5))
    assert found.deviations["words"] == pytest.approx(((0.09 + 0.01 + 0.16) / 2) ** 0.5)


def test_one_document_has_no_spread() -> None:
    assert only(row(0.3)).deviations == only(row(0.3), row("too large")).deviations == {}
    assert deviation([]) is deviation([0.3]) is None
    assert deviation([0.1] * 10) == pytest.approx(0.0, abs=1e-12)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=30))
def test_the_deviation_is_the_estimated_one(values: list[float]) -> None:
    assert deviation(values) == pytest.approx(stdev(values), abs=1e-12)


def test_documents_without_a_score_are_left_out_and_counted() -> None:
    found = only(row(1.0), row("too large"), row("no gold"))
    assert (found.means["words"].f1, found.counts, found.too_large) == (1.0, {"words": 1}, {"words": 1})


def test_a_measure_without_any_score_has_no_mean() -> None:
    found = only(row("no gold"))
    assert (found.means, found.deviations, found.counts) == ({}, {}, {"words": 0})


def test_errors_count_as_zero_and_their_time_does_not() -> None:
    found = only(row(1.0), row(0.0, error="took longer than 60 s", seconds=60.0))
    assert (found.documents, found.errors, found.means["words"].f1) == (2, 1, 0.5)
    assert (found.seconds, found.bytes, found.figures) == (0.5, 1000, {"screen_words": 10_000.0})


def test_speed_is_per_thousand_and_million_bytes() -> None:
    found = only(row(1.0, seconds=2.0, size=4_000_000))
    assert (found.seconds_per_kb, found.mb_per_second) == (0.0005, 2.0)


def test_without_an_answer_there_is_no_speed() -> None:
    found = only(row(0.0, error="crashed"))
    assert (found.seconds_per_kb, found.mb_per_second) == (None, None)


def test_there_is_one_for_each_package_and_contestant_in_order() -> None:
    rows = [Row(package, "d", "s", contestant, 1, 1.0) for package in "ba" for contestant in "yx"]
    found = [(each.package, each.contestant) for each in summarise(rows)]
    assert found == [("b", "y"), ("b", "x"), ("a", "y"), ("a", "x")]
