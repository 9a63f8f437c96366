"""Estimates: the bootstrap of the evaluation, and its means over packages."""

from __future__ import annotations

from statistics import stdev

import numpy as np
import pytest

from benchmarks.study.estimates import Group, difference, estimate, mean, ratio, spread
from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.significance import significance


def group(values: list[list[float]], sites: list[str] | None = None) -> Group:
    return Group(np.array(values), sites or [str(i) for i in range(len(values[0]))])


@pytest.mark.parametrize("sites", [20, 4])
def test_on_one_package_a_difference_is_that_of_the_evaluation(sites: int) -> None:
    random = np.random.default_rng(1)
    values = random.random((2, 40))
    names = [f"site {i % sites}" for i in range(40)]
    rows = [
        Row("p", f"d{i:02}", names[i], contestant, 1, 1.0, {"words": Score(0, 0, values[k, i])})
        for k, contestant in enumerate(("a", "b"))
        for i in range(40)
    ]
    (expected,) = significance(rows)
    found = estimate([Group(values, names)], difference)
    assert found.value == pytest.approx(expected.difference)
    assert found.interval == pytest.approx((expected.low, expected.high))
    assert found.p(0) == pytest.approx(expected.p)
    assert (found.pages, found.units) == (expected.documents, expected.units)


def test_packages_have_the_same_weight_whatever_their_size() -> None:
    small, large = group([[0.2] * 10, [0.1] * 10]), group([[0.9] * 1000, [0.4] * 1000])
    assert estimate([small, large], difference).value == pytest.approx(0.3)
    assert estimate([small, large], mean).value == pytest.approx(0.55)
    assert estimate([small, large], ratio).value == pytest.approx((2 + 2.25) / 2)


def test_packages_are_sampled_apart() -> None:
    values = [list(np.random.default_rng(2).random(30)), [0.0] * 30]
    alone = estimate([group(values)], difference)
    twice = estimate([group(values), group(values)], difference)
    assert twice.value == pytest.approx(alone.value)
    assert twice.draws.std() == pytest.approx(alone.draws.std() / 2**0.5, rel=0.05)


def test_the_spread_is_the_estimated_standard_deviation() -> None:
    first, second = [0.1, 0.5, 0.9, 0.4], [0.5, 0.6, 0.7]
    found = spread([group([first]), group([second])])
    assert found.value == pytest.approx((stdev(first) + stdev(second)) / 2)
    wide = group([list(np.random.default_rng(3).normal(0.5, 0.1, 400))])
    low, high = spread([wide]).interval
    assert 0.09 < low < 0.1 < high < 0.11


def test_the_difference_of_figures_from_different_pages() -> None:
    one, other = estimate([group([[0.9, 0.7] * 10])], mean), estimate([group([[0.4, 0.2] * 5])], mean)
    found = one - other
    assert found.value == pytest.approx(0.5)
    assert (found.pages, found.units) == (30, 10)
