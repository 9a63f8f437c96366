"""Linear time as a tested property: ten times the page may take about ten times as long, by a wide margin."""

from __future__ import annotations

import time
from collections.abc import Callable

FACTOR, MARGIN = 10, 5
# What a page of any size costs is no growth.
_ANY_SIZE = 0.0005


def seconds(work: Callable[[], object], runs: int) -> float:
    """The least time of several runs."""
    best = float("inf")
    for _ in range(runs):
        begun = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begun)
    return best


def grows_linearly(small: Callable[[], object], large: Callable[[], object]) -> bool:
    """Whether work on a page that is ten times as large takes about ten times as long."""
    return seconds(large, 2) < MARGIN * FACTOR * (seconds(small, 3) + _ANY_SIZE)
