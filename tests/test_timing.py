"""A time limit for any work: at once for who waits, and soon for the work itself."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mainspan.errors import MainspanError, ParameterError, TimeLimitError
from mainspan.timing import within


def workers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "mainspan-within"]


def all_end(seconds: float = 20.0) -> bool:
    """Whether no worker is left after a while."""
    end = time.monotonic() + seconds
    while workers() and time.monotonic() < end:
        time.sleep(0.01)
    return not workers()


def loop_for_ever() -> None:
    while True:
        pass


def catch_everything_usual() -> None:
    while True:
        try:
            loop_for_ever()
        except Exception:
            continue


def test_result_is_given() -> None:
    assert within(10, lambda: [1, 2]) == [1, 2]
    assert within(10, lambda: None) is None


def test_without_limit_there_is_no_thread() -> None:
    assert within(None, threading.get_ident) == threading.get_ident()
    assert within(10, threading.get_ident) != threading.get_ident()


@pytest.mark.parametrize("work", [loop_for_ever, catch_everything_usual])
def test_endless_work_is_left_at_once_and_stopped(work: Callable[[], None]) -> None:
    with pytest.raises(TimeLimitError, match=r"^took longer than 0\.1 s$"):
        within(0.1, work)
    assert all_end()


def test_work_that_takes_almost_its_time_is_not_stopped() -> None:
    assert within(10, partial(spin_until, time.monotonic() + 0.3)) is None


def test_compiled_code_is_interrupted_at_once_too() -> None:
    let_go = threading.Event()
    with pytest.raises(TimeLimitError):
        within(0.05, lambda: let_go.wait(600))
    assert workers()
    let_go.set()
    assert all_end()


def test_the_error_is_of_the_tree_and_a_timeout() -> None:
    assert issubclass(TimeLimitError, MainspanError)
    assert issubclass(TimeLimitError, TimeoutError)


def raise_it(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt, SystemExit, TimeLimitError])
def test_errors_of_the_work_pass_with_their_traceback(kind: type[BaseException]) -> None:
    with pytest.raises(kind, match="of its own") as caught:
        within(10, lambda: raise_it(kind("of its own")))
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert names[-1] == "raise_it"


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), "5", True, [], 1j])
def test_a_limit_that_is_no_positive_number_is_refused(seconds: Any) -> None:
    with pytest.raises(ParameterError) as caught:
        within(seconds, lambda: None)
    assert str(caught.value) == f"a time limit must be a number of seconds above 0, not {seconds!r}"


@pytest.mark.parametrize("seconds", [5, 5.0, np.float32(5), np.int64(5)])
def test_a_limit_is_any_number(seconds: Any) -> None:
    assert within(seconds, lambda: 1) == 1


def test_a_limit_may_be_as_long_as_one_likes() -> None:
    assert within(float("inf"), lambda: 1) == 1
    assert within(1e300, lambda: 2) == 2


def test_the_end_of_an_outer_limit_ends_the_inner_work() -> None:
    with pytest.raises(TimeLimitError, match=r"0\.1 s"):
        within(0.1, lambda: within(1000, loop_for_ever))
    assert all_end()


def test_the_end_of_an_inner_limit_is_an_error_of_the_outer_work() -> None:
    with pytest.raises(TimeLimitError, match=r"0\.1 s"):
        within(1000, lambda: within(0.1, loop_for_ever))
    assert all_end()


def test_many_threads_have_limits_of_their_own() -> None:
    def limited(number: int) -> int:
        try:
            return within(0.3 if number % 2 else 20, lambda: loop_for_ever() if number % 2 else number) or 0
        except TimeLimitError:
            return -1

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(limited, range(16)))
    assert found == [-1 if number % 2 else number for number in range(16)]
    assert all_end()


def test_work_that_ends_just_at_its_limit_is_done_or_stopped_and_nothing_else() -> None:
    for _ in range(200):
        end = time.monotonic() + 0.002
        with suppress(TimeLimitError):
            within(0.002, partial(spin_until, end))
    assert all_end()


def spin_until(end: float) -> None:
    while time.monotonic() < end:
        pass


GATE = threading.Event()
SLOW_MODULE = """
from tests.test_timing import GATE

while not GATE.is_set():
    pass
COMPLETE = True
"""


def test_an_import_is_finished_before_its_thread_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "slow_module.py").write_text(SLOW_MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "slow_module", raising=False)
    after = []

    def work() -> None:
        import_module("slow_module")
        loop_for_ever()
        after.append("never")

    with pytest.raises(TimeLimitError):
        within(0.05, work)
    GATE.set()
    assert all_end()
    assert sys.modules["slow_module"].COMPLETE
    assert not after


FIRST_CALL = """
import sys
import mainspan

try:
    mainspan.extract("<p>One two three.</p>" * 1000, seconds=float(sys.argv[1]))
except mainspan.MainspanError:
    pass
print(mainspan.extract("<p>One two three.</p>", algorithm="plain").text, end="")
assert mainspan.extract("<p>One two three.</p>" * 9).to_dict()
"""


@pytest.mark.parametrize("limit", [0.001, 0.01, 0.03])
def test_a_first_call_that_takes_too_long_spoils_nothing(limit: float) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FIRST_CALL, str(limit)], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("One two three.\n", "")


def test_context_of_the_caller_is_that_of_the_work() -> None:
    name: ContextVar[str] = ContextVar("name")
    name.set("mine")
    assert within(10, name.get) == "mine"


TRACED = """
import sys
from mainspan.errors import TimeLimitError
from mainspan.timing import within

def loop():
    while True:
        pass

for work in (loop, lambda: None):
    try:
        within(0.05, work)
    except TimeLimitError:
        pass
sys.settrace(lambda *_: None)
within(5, lambda: None)
print("traced", end="")
"""


def test_debuggers_and_coverage_work_as_before() -> None:
    """An error for a thread that never arrives would stop a traced Python 3.11 for ever."""
    done = subprocess.run(
        [sys.executable, "-c", TRACED], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "traced"
