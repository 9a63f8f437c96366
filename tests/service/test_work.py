"""The workers: jobs that hang, crash or take all memory get their errors, and the others their answers."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mainspan.batch import crew
from mainspan.service.errors import ApiError
from mainspan.service.metrics import Metrics
from mainspan.service.work import Pool
from tests.service.doing import SLOW_SECONDS, Do, DoAfter

ROOT = Path(__file__).parent.parent.parent
# Of this process; the tests may run with a low one.
OWN = os.getpriority(os.PRIO_PROCESS, 0)


@pytest.fixture(autouse=True)
def _path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers find this module."""
    monkeypatch.syspath_prepend(ROOT)


def make(workers: int = 1, seconds: float = 60.0) -> Pool:
    return Pool(workers, seconds, 1_000_000_000, Metrics())


@pytest.fixture
def pool() -> Iterator[Pool]:
    pool = make()
    pool.start()
    yield pool
    pool.stop()


def do(pool: Pool, *jobs: str, seconds: float | None = None) -> list[Any]:
    """The answers to jobs that are put in at the same time; errors are (status, code, message)."""

    async def one(job: str) -> Any:
        try:
            return (await pool.do(Do(job), seconds)).decode()
        except ApiError as error:
            return error.status, error.code, error.message

    async def all_of_them() -> list[Any]:
        return await asyncio.gather(*map(one, jobs))

    return asyncio.run(all_of_them())


def test_jobs_are_done_in_another_process(pool: Pool) -> None:
    [pid] = do(pool, "pid")
    assert int(pid) != os.getpid()
    assert pool.pids == [int(pid)]
    assert do(pool, "a", "b", "c") == ["a", "b", "c"]


def test_what_a_job_refuses_is_the_fault_of_the_request(pool: Pool) -> None:
    assert do(pool, "refuse") == [(422, "invalid_request", "not like this")]


def test_a_job_that_fails_is_a_fault_of_ours_and_in_the_log(
    pool: Pool, caplog: pytest.LogCaptureFixture
) -> None:
    [(status, code, message)] = do(pool, "fail")
    assert (status, code) == (500, "internal")
    assert "ZeroDivisionError" in message
    assert "Traceback" in caplog.text


@pytest.mark.parametrize("job", ["sleep", "spin", "stuck"])
def test_a_job_that_takes_too_long_gets_its_error_and_the_next_its_answer(pool: Pool, job: str) -> None:
    assert do(pool, "warm") == ["warm"]
    [(status, code, message)] = do(pool, job, seconds=0.3)
    assert (status, code) == (422, "time_limit")
    assert message == "the page took longer than 0.3 s, which is the limit"
    assert do(pool, "next") == ["next"]


@pytest.mark.parametrize(("job", "is_replaced"), [("spin", False), ("sleep", True)])
def test_a_worker_in_which_a_late_job_goes_on_is_replaced(job: str, is_replaced: bool) -> None:
    pool = make(workers=1)
    pool.start()
    try:
        before = do(pool, "pid")
        do(pool, job, seconds=0.3)
        assert (do(pool, "pid") != before) is is_replaced
    finally:
        pool.stop()


@pytest.mark.parametrize(("job", "how"), [("die", "killed by SIGKILL"), ("exit", "exit code 3")])
def test_a_job_that_ends_its_worker(pool: Pool, job: str, how: str) -> None:
    [(status, code, message), after] = do(pool, job, "after")
    assert (status, code, after) == (500, "worker_ended", "after")
    assert how in message


def test_a_job_that_takes_all_memory(pool: Pool) -> None:
    [(status, code, _)] = do(pool, "eat")
    assert (status, code) == (422, "memory_limit")
    assert do(pool, "next") == ["next"]


def test_a_request_can_only_shorten_the_time_limit() -> None:
    pool = make(seconds=0.3)
    pool.start()
    try:
        [(_, code, message)] = do(pool, "sleep", seconds=50.0)
        assert (code, "0.3 s" in message) == ("time_limit", True)
    finally:
        pool.stop()


def test_what_a_job_prepares_does_not_count(pool: Pool) -> None:
    job = DoAfter("done", seconds=2.0)
    assert asyncio.run(pool.do(job, 1.0)) == b"done"
    slow = DoAfter("sleep", seconds=0.1)
    with pytest.raises(ApiError, match="longer than 1 s"):
        asyncio.run(pool.do(slow, 1.0))


def test_who_waits_too_long_for_a_worker_is_told_so() -> None:
    pool = make(seconds=1)
    pool.start()
    try:
        do(pool, "warm")
        first, second = do(pool, "stuck", "late")
        assert first[1] == "time_limit"
        assert second[:2] == (503, "busy")
    finally:
        pool.stop()


def test_a_slow_job_gets_a_low_priority_and_the_next_one_does_not(pool: Pool) -> None:
    before, low, after = do(pool, "priority", "burn", "priority")
    assert crew._SLOW_SECONDS == SLOW_SECONDS
    assert (before, low, after) == (str(OWN), str(min(OWN + 10, 19)), str(OWN))


def test_where_a_priority_cannot_be_raised_the_worker_is_replaced(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = crew._set_priority
    monkeypatch.setattr(crew, "_set_priority", lambda pid, lower: lower > 0 and real(pid, lower))
    before, low, after, priority = do(pool, "pid", "burn", "pid", "priority")
    assert (low, priority) == (str(min(OWN + 10, 19)), str(OWN))
    assert before != after


@pytest.mark.parametrize(("own", "priorities"), [(0, [10, 0]), (5, [15, 5]), (15, [19, 15])])
def test_priorities_are_relative_to_that_of_the_service(
    own: int, priorities: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[int] = []
    monkeypatch.setattr(os, "getpriority", lambda kind, pid: own)
    monkeypatch.setattr(os, "setpriority", lambda kind, pid, priority: found.append(priority))
    # No process has this number.
    assert all(crew._set_priority(2**31 - 1, lower) for lower in (10, 0))
    assert found == priorities


def test_a_job_that_only_waits_is_not_slow(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    lowered: list[int] = []

    def lower(pid: int, by: int) -> bool:
        lowered.append(pid)
        return True

    monkeypatch.setattr(crew, "_set_priority", lower)
    do(pool, "sleep", seconds=4 * SLOW_SECONDS)
    assert lowered == []


def test_a_stopped_pool_answers_what_is_under_way() -> None:
    pool = make()
    pool.start()

    async def stop() -> Any:
        waiting = asyncio.create_task(pool.do(Do("sleep")))
        await asyncio.sleep(0.01)
        pool.stop()
        with pytest.raises(ApiError) as caught:
            await waiting
        return caught.value.status

    assert asyncio.run(stop()) in (500, 503)
    assert pool.pids == []
    assert do(pool, "late") == [(503, "busy", "the workers are being stopped")]


def test_the_figures_of_the_workers(pool: Pool) -> None:
    do(pool, "a", "refuse", "die")
    figures = pool.metrics.write()
    for outcome in ("done", "refused", "crashed"):
        assert f'mainspan_jobs_total{{outcome="{outcome}"}} 1\n' in figures
    assert "mainspan_workers 1\n" in figures
    assert "mainspan_workers_busy 0\n" in figures


def test_a_worker_that_cannot_start_is_an_answer(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pool = make()
    for each in pool._crew:
        each.supervisor.setup = type(each.supervisor.setup)(b"no pickle")
    pool.start()
    try:
        [(status, code, _)] = do(pool, "a")
        assert (status, code) == (503, "busy")
        assert "cannot be started" in caplog.text
    finally:
        pool.stop()


def test_the_time_of_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    assert crew._cpu_seconds(os.getpid()) > 0.01
    monkeypatch.setattr(crew, "monotonic", lambda: 5.0)
    assert crew._cpu_seconds(2**30) == 5.0
