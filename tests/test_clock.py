"""The tests' own clock, on a clock that the tests set: it must report growth that is not linear."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from tests.clock import FACTOR, grows_linearly, seconds

Work = Callable[..., Callable[[], None]]


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    """Makes work that takes the given seconds, one after the other, the last again and again."""
    now = [0.0]
    monkeypatch.setattr(time, "thread_time", lambda: now[0])

    def taking(*each: float) -> Callable[[], None]:
        left = list(each)

        def run() -> None:
            now[0] += left.pop(0) if len(left) > 1 else left[0]

        return run

    return taking


def test_ten_times_the_work_is_linear(work: Work) -> None:
    assert grows_linearly(work(1), work(FACTOR))


def test_a_hundred_times_the_work_is_not(work: Work) -> None:
    assert not grows_linearly(work(1), work(FACTOR**2))


def test_slow_runs_are_tried_again(work: Work) -> None:
    assert grows_linearly(work(1), work(100, 100, 10))
    assert not grows_linearly(work(1), work(100, 100, 100, 10))


def test_the_fastest_run_counts(work: Work) -> None:
    assert seconds(work(3, 1, 2), 3) == 1


def test_waiting_costs_nothing() -> None:
    assert seconds(lambda: time.sleep(0.01), 5) < 0.01
