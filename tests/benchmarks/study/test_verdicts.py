"""The rule of verdicts, on both sides of each bound."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.study.estimates import Estimate
from benchmarks.study.verdicts import Check, holm, judge, write_p


def figure(value: float, spread: float = 0.01, units: int = 50) -> Estimate:
    draws = value + spread * np.linspace(-3, 3, 1001)
    return Estimate(value, draws, pages=units, units=units)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.1, "confirmed"), (0.031, "confirmed"), (0.01, "undecided"), (-0.01, "undecided"), (-0.1, "refuted")],
)
def test_a_figure_above_a_bound(value: float, expected: str) -> None:
    assert judge([Check("", figure(value), low=0)]) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0, "confirmed"), (0.04, "undecided"), (0.06, "undecided"), (0.1, "refuted"), (-0.1, "refuted")],
)
def test_a_figure_between_two_bounds(value: float, expected: str) -> None:
    assert judge([Check("", figure(value), low=-0.05, high=0.05)]) == expected


def test_all_figures_must_be_inside_to_confirm() -> None:
    inside, near = Check("", figure(0.1), low=0), Check("", figure(0.005), low=0)
    assert judge([inside, inside]) == "confirmed"
    assert judge([inside, near]) == "undecided"


def test_one_figure_outside_refutes_only_after_the_correction() -> None:
    outside = Check("", figure(-0.0288), low=0)
    assert 0.025 < outside.p_outside < 0.05
    assert judge([outside]) == "refuted"
    assert judge([outside, Check("", figure(0.1), low=0)]) == "undecided"


def test_four_pages_decide_nothing() -> None:
    assert judge([Check("", figure(0.5, units=4), low=0)]) == "undecided"
    assert judge([Check("", figure(-0.5, units=4), low=0)]) == "undecided"
    assert judge([Check("", figure(0.5, units=6), low=0)]) == "confirmed"


def test_a_figure_without_any_difference_is_no_evidence_against_zero() -> None:
    assert judge([Check("", figure(0.0, spread=0.0), low=0)]) == "undecided"


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_holm_keeps_the_order_and_lies_between_none_and_bonferroni(ps: list[float]) -> None:
    found = holm(ps)
    assert all(one <= other <= min(1, one * len(ps)) for one, other in zip(ps, found, strict=True))
    ranked = sorted(range(len(ps)), key=ps.__getitem__)
    assert [found[i] for i in ranked] == sorted(found)


def test_a_check_is_written_with_its_interval_and_its_bounds() -> None:
    check = Check("accb minus ccb", figure(0.1), low=-0.02, high=0.02)
    assert str(check) == "accb minus ccb: +0.100 [+0.072, +0.129], p = 0.002"
    assert check.asked == "between -0.02 and 0.02"
    assert Check("", figure(0.1), low=0).asked == "above 0"
    assert Check("", figure(0.1), high=2).asked == "below 2"
    assert write_p(0.0009) == "p < 0.001"
