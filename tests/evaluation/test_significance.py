from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.significance import (
    DRAWS,
    Floats,
    Significance,
    drawn_means,
    significance,
    two_sided,
)


def rows(contestant: str, f1: Floats, sites: list[str] | None = None) -> list[Row]:
    names = sites or [f"site {i}" for i in range(len(f1))]
    return [
        Row("p", f"d{i}", site, contestant, 1, 1.0, {"words": Score(0, 0, float(value))})
        for i, (value, site) in enumerate(zip(f1, names, strict=True))
    ]


def compare(
    first: Floats, second: Floats, sites: list[str] | None = None, draws: int = DRAWS
) -> Significance:
    (found,) = significance([*rows("a", first, sites), *rows("b", second, sites)], draws=draws)
    return found


def noise(seed: int, count: int = 100) -> Floats:
    return np.random.default_rng(seed).random(count)


def test_equal_contestants_do_not_differ() -> None:
    found = compare(noise(1), noise(1))
    assert (found.difference, found.low, found.high, found.p) == (0.0, 0.0, 0.0, 1.0)
    assert not found.significant


def test_a_constant_shift_is_found_for_any_spread() -> None:
    found = compare(noise(1) * 0.9 + 0.01, noise(1) * 0.9)
    assert (found.difference, found.low, found.high) == pytest.approx((0.01, 0.01, 0.01))
    assert found.p == pytest.approx(2 / (DRAWS + 1))


def test_swapping_two_contestants_turns_the_signs() -> None:
    one, other = compare(noise(1), noise(2)), compare(noise(2), noise(1))
    assert (one.difference, one.low, one.high) == (-other.difference, -other.high, -other.low)
    assert one.p == other.p


def test_the_same_rows_give_the_same_figures() -> None:
    assert compare(noise(1), noise(2)) == compare(noise(1), noise(2))


def test_the_interval_is_that_of_the_normal_approximation() -> None:
    first, second = noise(3, 400), noise(4, 400)
    found = compare(first, second)
    error = (first - second).std() / 20
    assert (found.low, found.high) == pytest.approx(
        (found.difference - 1.96 * error, found.difference + 1.96 * error), abs=0.1 * error
    )


def test_p_is_that_of_the_normal_approximation() -> None:
    values = noise(5, 400)
    values -= values.mean()
    shift = values.std() / 20 * 1.96
    assert compare(values + shift, np.zeros(400)).p == pytest.approx(0.05, abs=0.01)


def test_intervals_hold_the_true_difference_about_as_often_as_they_say() -> None:
    random = np.random.default_rng(6)
    held = 0
    for _ in range(300):
        found = compare(random.normal(0.1, 0.3, 60), np.zeros(60), draws=1000)
        held += found.low <= 0.1 <= found.high
    assert 0.91 <= held / 300 <= 0.98


def test_intervals_hold_it_on_sites_of_many_pages_too_and_would_not_by_documents() -> None:
    """Pages of a site go well or badly together: to draw them alone would be far too sure."""
    random = np.random.default_rng(7)
    names = [f"site {i // 8}" for i in range(240)]
    alone = [f"page {i}" for i in range(240)]
    held = {"sites": 0, "pages": 0}
    for _ in range(200):
        f1 = np.repeat(random.normal(0.1, 0.3, 30), 8) + random.normal(0, 0.05, 240)
        for key, sites in (("sites", names), ("pages", alone)):
            found = compare(f1, np.zeros(240), sites, draws=200)
            held[key] += found.low <= 0.1 <= found.high
    assert held["sites"] / 200 >= 0.88
    assert held["pages"] / 200 <= 0.7


@pytest.mark.parametrize(("count", "unit", "units"), [(10, "sites", 10), (9, "documents", 50)])
def test_sites_are_drawn_where_there_are_enough(count: int, unit: str, units: int) -> None:
    sites = [f"site {i % count}" for i in range(50)]
    found = compare(noise(1, 50), noise(2, 50), sites)
    assert (found.unit, found.units, found.documents) == (unit, units, 50)


def test_only_documents_that_both_have_are_compared() -> None:
    second = rows("b", noise(2))
    second[0].scores["words"] = "too large"
    (found,) = significance([*rows("a", noise(1)), *second])
    assert found.documents == 99
    assert found.difference == pytest.approx(noise(1)[1:].mean() - noise(2)[1:].mean())


def test_a_gap_of_one_contestant_leaves_other_pairs_alone() -> None:
    third = rows("c", noise(3))
    third[0].scores["words"] = "too large"
    both = [*rows("a", noise(1)), *rows("b", noise(2))]
    found = {(each.first, each.second): each for each in significance([*both, *third])}
    assert found["a", "b"] == significance(both)[0]
    assert found["a", "c"].documents == 99


def test_without_common_documents_there_is_nothing_to_say() -> None:
    none = [Row("p", "d", "s", name, 1, 1.0, {"words": "no gold"}) for name in "ab"]
    assert significance(none) == []
    assert significance([]) == []


def test_every_pair_is_there_for_each_package_and_measure() -> None:
    records = [
        Row(package, "d", "s", name, 1, 1.0, {measure: Score(1, 1, 1) for measure in ("chars", "words")})
        for package in "pq"
        for name in "abc"
    ]
    assert len(significance(records, draws=10)) == 2 * 2 * 3


@given(st.lists(st.integers(0, 4), min_size=1, max_size=12), st.integers(0, 99))
def test_draws_of_units_have_the_mean_of_their_documents(units: list[int], seed: int) -> None:
    numbers = np.unique(units, return_inverse=True)[1]
    values = np.random.default_rng(seed).random((2, len(units)))
    means = drawn_means(values, numbers, 50, seed)
    assert means.shape == (50, 2)
    sums = np.stack([np.bincount(numbers, row) for row in values])
    extremes = sums / np.bincount(numbers)
    assert (means >= extremes.min(axis=1) - 1e-9).all()
    assert (means <= extremes.max(axis=1) + 1e-9).all()


@pytest.mark.parametrize(
    ("differences", "p"),
    [([1.0] * 99, 0.02), ([-1.0] * 99, 0.02), ([0.0] * 99, 1.0), ([-1.0, 1.0] * 50, 1.0)],
)
def test_p_counts_the_rarer_side(differences: list[float], p: float) -> None:
    assert two_sided(np.array(differences), 100) == pytest.approx(p)


@pytest.mark.parametrize(("count", "p", "sure"), [(1, 1.0, False), (5, 0.0625, False), (6, 0.03125, True)])
def test_a_few_documents_that_agree_are_no_proof(count: int, p: float, sure: bool) -> None:
    found = compare(np.ones(count), np.zeros(count))
    assert (found.difference, found.p, found.significant) == (1.0, p, sure)
