"""The search: within its budget, never twice the same, and it finds what is there."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import pytest

from mainspan.errors import MissingExtraError
from mainspan.evaluation.search import Setting, search
from mainspan.evaluation.space import Axis

AXES = [
    Axis("range", int, (), 10, 160, has_range=True),
    Axis("threshold", float, (), 0.0, 1.0, has_range=True),
    Axis("blocks", bool, (False, True)),
]
START = (40, 0.75, False)


class Hill:
    """A function with one best setting, which remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Setting] = []
        self.sizes: list[int] = []

    def __call__(self, settings: Sequence[Setting]) -> list[float]:
        self.asked += settings
        self.sizes.append(len(settings))
        return [-(((a - 100) / 150) ** 2) - (b - 0.3) ** 2 + c for a, b, c in settings]


@pytest.mark.parametrize("trials", [2, 7, 60])
def test_no_more_settings_are_tried_than_allowed_and_none_twice(trials: int) -> None:
    hill = Hill()
    search(AXES, START, hill, trials=trials)
    assert len(hill.asked) == len(set(hill.asked)) == trials


def test_the_start_is_tried_first() -> None:
    hill = Hill()
    search(AXES, START, hill, trials=5)
    assert hill.asked[0] == START


@pytest.mark.parametrize(("trials", "size"), [(12, 5), (60, 10)])
def test_a_sixth_of_the_trials_is_one_generation_and_at_least_five(trials: int, size: int) -> None:
    hill = Hill()
    search(AXES, START, hill, trials=trials)
    assert hill.sizes[0] == size


def test_evolution_climbs_the_hill() -> None:
    a, b, c = search(AXES, START, Hill(), trials=200)
    assert c
    assert (a, b) == (pytest.approx(100, abs=8), pytest.approx(0.3, abs=0.05))


def test_the_same_seed_tries_the_same_settings() -> None:
    first, again, other = Hill(), Hill(), Hill()
    for hill, seed in ((first, 1), (again, 1), (other, 2)):
        search(AXES, START, hill, trials=30, seed=seed)
    assert first.asked == again.asked != other.asked


def test_where_there_are_few_settings_all_are_tried() -> None:
    hill = Hill()
    axes = [Axis("range", int, (10, 100)), Axis("threshold", float, (0.3,)), AXES[2]]
    assert search(axes, (10, 0.3, False), hill, trials=4) == (100, 0.3, True)
    assert len(hill.asked) == 4


def test_the_search_ends_where_nothing_new_is_left() -> None:
    hill = Hill()
    axes = [Axis("range", int, (10, 100, 110)), Axis("threshold", float, (0.3, 0.4)), AXES[2]]
    found = search(axes, (10, 0.3, False), hill, trials=11)  # one fewer than there are
    assert len(hill.asked) <= 11
    assert hill([found]) == [max(hill(hill.asked))]


def test_a_missing_optimiser_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(MissingExtraError, match=r"scipy: .*pip install 'mainspan\[tune\]'"):
        search(AXES, START, Hill(), trials=5)
