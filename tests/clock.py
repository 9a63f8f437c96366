"""Linear time as a tested property: ten times the page may cost about ten times the work.

The clock counts what this thread computes, so other programs on the machine hardly disturb it. What they
still do (a cold cache, a slower core) is met by a wide margin and by further tries.
"""

from __future__ import annotations

import time
from collections.abc import Callable

FACTOR, MARGIN = 10, 5
_TRIES = 3
# What a page of any size costs is no growth.
_ANY_SIZE = 0.0005


def seconds(work: Callable[[], object], runs: int) -> float:
    """The least processor time of this thread among several runs."""
    return min(_seconds_once(work) for _ in range(runs))


def grows_linearly(small: Callable[[], object], large: Callable[[], object]) -> bool:
    """Whether work on a page that is ten times as large takes about ten times as long."""
    bound = MARGIN * FACTOR
    return any(seconds(large, 1) < bound * (seconds(small, 3) + _ANY_SIZE) for _ in range(_TRIES))


def _seconds_once(work: Callable[[], object]) -> float:
    begun = time.thread_time()
    work()
    return time.thread_time() - begun
