"""Worker processes, called from async code: the result of a job is its answer or a structured error.

Each worker is a supervised process with a thread that waits for it. Jobs have a time limit and a memory
limit. A worker that breaks one is replaced, and so is one that crashes. A worker that has used much CPU time
for its job gets a low priority, so that the others stay quick.
"""

from __future__ import annotations

import asyncio
import math
import os
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, Final

from mainspan.batch.child import READY, Setup
from mainspan.batch.process import (
    MAX_START_SECONDS,
    JobFailedError,
    StartError,
    StoppedError,
    Supervisor,
    make_setup,
)
from mainspan.service.errors import ApiError, busy, log
from mainspan.service.jobs import PREPARING, WORKING, Answer, PageWorker, late
from mainspan.service.metrics import Metrics

# Seconds of CPU time after which a job is slow.
_SLOW_SECONDS: Final = 0.5
# Seconds between two looks at the jobs that are under way.
_TURN_SECONDS: Final = 0.25  # no rule: waiting time
# A tenth of what others get: with less, slow pages would come to nothing on a busy machine.
_LOW_PRIORITY: Final = 10  # no rule: nice value
# Seconds that a worker gets beyond the time limit to stop by itself.
_GRACE_SECONDS: Final = 1.0  # no rule: waiting time
_STOPPING: Final = "the service is being stopped"


@dataclass(slots=True, eq=False)
class _Task:
    """A job that somebody waits for."""

    job: Any
    seconds: float
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Answer]
    put_in: float = field(default_factory=monotonic)

    def settle(self, answer: Answer | Exception) -> None:
        """Give the answer to whoever waits, from any thread."""
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self.loop.call_soon_threadsafe(self._settle, answer)

    def _settle(self, answer: Answer | Exception) -> None:
        if self.answer.done():
            return
        if isinstance(answer, Exception):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)


class _Crew:
    """One worker: its supervisor, and the job that it works on."""

    def __init__(self, setup: Setup) -> None:
        self.supervisor = Supervisor(setup)
        self.task: _Task | None = None
        self.cpu_before = 0.0
        self.is_low = False

    @property
    def pid(self) -> int | None:
        """The process of the worker, if there is one."""
        child = self.supervisor.child
        return None if child is None else child.process.pid

    def look(self) -> None:
        """Lower the priority of a worker whose job has used much CPU time."""
        pid = self.pid
        if self.task is None or pid is None or self.is_low:
            return
        if _cpu_seconds(pid) - self.cpu_before >= _SLOW_SECONDS and _set_priority(pid, _LOW_PRIORITY):
            self.is_low = True

    def recover(self) -> bool:
        """Make a worker fit for the next job. Returns whether it had to be replaced."""
        pid = self.pid
        was_low, self.is_low = self.is_low, False
        is_gone = pid is None
        # Only a privileged user can raise a priority again.
        if was_low and pid is not None and not _set_priority(pid, 0):
            self.supervisor.end_child()
            is_gone = True
        if is_gone:
            self.supervisor.start()
        return is_gone


class Pool:
    """The workers."""

    def __init__(self, workers: int, seconds: float, memory: int, metrics: Metrics) -> None:
        self.seconds = seconds
        self.metrics = metrics
        setup = Setup(make_setup(PageWorker, jobs=workers).worker, memory)
        self._crew = [_Crew(setup) for _ in range(workers)]
        self._queue: SimpleQueue[_Task | None] = SimpleQueue()
        self._waiting = 0
        # When the first worker could take jobs: those that came before have not waited for others.
        self._ready_at = math.inf
        self._is_stopped = False
        self._watch: asyncio.TimerHandle | None = None
        metrics.set("mainspan_workers", workers)
        metrics.live("mainspan_workers_busy", lambda: sum(each.task is not None for each in self._crew))
        metrics.live("mainspan_jobs_waiting", self._queue.qsize)

    def start(self) -> None:
        """Start all workers, without waiting for them."""
        for each in self._crew:
            Thread(target=self._serve, args=(each,), daemon=True).start()

    def stop(self) -> None:
        """End all workers. Further jobs are refused."""
        self._is_stopped = True
        for each in self._crew:
            self._queue.put(None)
            each.supervisor.stop()
        if self._watch is not None:
            self._watch.cancel()

    @property
    def pids(self) -> list[int]:
        """The processes of the workers."""
        return [pid for each in self._crew if (pid := each.pid) is not None]

    async def do(self, job: Any, seconds: float | None = None) -> bytes:
        """Have a job done, or raise an ApiError. `seconds` may shorten the time limit."""
        if self._is_stopped:
            raise busy(_STOPPING)
        loop = asyncio.get_running_loop()
        limit = self.seconds if seconds is None else min(seconds, self.seconds)
        task = _Task(job, limit, loop, loop.create_future())
        self._waiting += 1
        self._queue.put(task)
        if self._watch is None:
            self._watch = loop.call_later(_TURN_SECONDS, self._look, loop)
        try:
            answer = await task.answer
        finally:
            self._waiting -= 1
        if answer.status != HTTPStatus.OK:
            raise _to_api_error(answer)
        return answer.body

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        for each in self._crew:
            each.look()
        self._watch = loop.call_later(_TURN_SECONDS, self._look, loop) if self._waiting else None

    def _serve(self, crew: _Crew) -> None:
        """The thread of a worker: one job after the other."""
        self._recover(crew)
        self._ready_at = min(self._ready_at, monotonic())
        while (task := self._queue.get()) is not None:
            if task.answer.cancelled():
                continue
            if monotonic() - max(task.put_in, self._ready_at) > self.seconds:
                task.settle(busy(f"no worker was free within {self.seconds:g} s"))
                continue
            task.settle(self._work(crew, task))
            self._recover(crew)

    def _work(self, crew: _Crew, task: _Task) -> Answer | Exception:
        pid = crew.pid
        crew.cpu_before = _cpu_seconds(pid) if pid is not None else 0.0
        crew.task = task
        try:
            limit = task.seconds + _GRACE_SECONDS
            limits = {READY: limit, PREPARING: MAX_START_SECONDS, WORKING: limit}
            answer: Answer = crew.supervisor.do((task.job, task.seconds), limits)
            self._count("done" if answer.status == HTTPStatus.OK else "refused")
            return answer
        except JobFailedError as failure:
            return self._failed(failure, task.seconds)
        except StoppedError:
            return busy(_STOPPING)
        except StartError as error:
            log.error("a worker cannot be started: %s", error)
            return busy("no worker can be started")
        except Exception as error:
            return error
        finally:
            crew.task = None

    def _failed(self, failure: JobFailedError, seconds: float) -> ApiError:
        if str(failure).startswith("took longer"):
            self._count("time limit")
            return _to_api_error(late(seconds))
        self._count("crashed")
        return ApiError(
            HTTPStatus.INTERNAL_SERVER_ERROR,
            "worker_ended",
            f"the worker that read the page ended: {failure}",
            advice="Please report the page. Other pages are not affected.",
        )

    def _recover(self, crew: _Crew) -> None:
        try:
            if crew.recover():
                self.metrics.add("mainspan_workers_started_total")
        except StoppedError:
            return
        except StartError as error:
            log.error("a worker cannot be started: %s", error)

    def _count(self, outcome: str) -> None:
        self.metrics.add("mainspan_jobs_total", outcome=outcome)


def _to_api_error(answer: Answer) -> ApiError:
    advice = {
        "time_limit": "Send a smaller page, name a faster method, or start the service with more --seconds.",
        "memory_limit": "Send a smaller page, or start the service with a higher --max-bytes.",
    }
    if answer.trace:
        log.error("a job failed: %s", answer.trace)
    return ApiError(answer.status, answer.code, answer.message, advice=advice.get(answer.code, ""))


def _cpu_seconds(pid: int) -> float:
    """The CPU time of a process; where the system does not say, the time that passed."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, AttributeError):
        return monotonic()


def _set_priority(pid: int, priority: int) -> bool:
    """Set the priority of a worker. Returns whether that was allowed."""
    try:
        # Of the group that it leads: on Linux, a process alone would be its first thread alone.
        os.setpriority(os.PRIO_PGRP, pid, priority)
    except (OSError, AttributeError):
        return False
    # Workers have sessions of their own. Where Linux groups processes by session, the group's own counts.
    with suppress(OSError):
        Path(f"/proc/{pid}/autogroup").write_text(str(priority), "ascii")
    return True
