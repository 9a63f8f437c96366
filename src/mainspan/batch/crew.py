"""Worker processes, called from async code: the result of a job is its answer or a RefusedError.

The service and the proxy share them. Each worker is a supervised process with a thread that waits for it.
Jobs have a time limit and a memory limit. A worker that breaks one is replaced, and so is one that crashes.
A worker that has used much CPU time for its job gets a low priority, so that the others stay quick.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, Final

from mainspan.batch.calls import LATE, PREPARING, WORKING, Answer, CallWorker, late
from mainspan.batch.child import READY, Setup
from mainspan.batch.process import (
    MAX_START_SECONDS,
    JobFailedError,
    StartError,
    StoppedError,
    Supervisor,
    make_setup,
)

# Seconds of CPU time after which a job is slow.
_SLOW_SECONDS: Final = 0.5
# Seconds between two looks at the jobs that are under way.
_TURN_SECONDS: Final = 0.25  # no rule: waiting time
# A tenth of what others get: with less, slow pages would come to nothing on a busy machine.
_LOWER: Final = 10  # no rule: nice value
_LOWEST_PRIORITY: Final = 19  # no rule: nice value
# Seconds that a worker gets beyond the time limit to stop by itself.
_GRACE_SECONDS: Final = 1.0  # no rule: waiting time
_STOPPING: Final = "the workers are being stopped"
BUSY: Final = "busy"
ENDED: Final = "worker_ended"

log = logging.getLogger("mainspan.batch")


class RefusedError(Exception):
    """A job without a result. `code` names the reason; `trace` is for the log."""

    def __init__(self, code: str, message: str, trace: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.trace = trace


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
        if _cpu_seconds(pid) - self.cpu_before >= _SLOW_SECONDS and _set_priority(pid, _LOWER):
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
    """The workers.

    make: makes the worker of a process, a CallWorker. `seconds` and `memory` are the limits of a job.
    count: called with the outcome of each job, and with "started" for each process, from any thread.
    """

    def __init__(
        self,
        make: Callable[[], CallWorker],
        workers: int,
        seconds: float,
        memory: int,
        count: Callable[[str], None] = lambda outcome: None,
    ) -> None:
        self.seconds = seconds
        self._count = count
        setup = Setup(make_setup(make, jobs=workers).worker, memory)
        self._crew = [_Crew(setup) for _ in range(workers)]
        self._queue: SimpleQueue[_Task | None] = SimpleQueue()
        self._waiting = 0
        # When the first worker could take jobs: those that came before have not waited for others.
        self._ready_at = math.inf
        self._is_stopped = False
        self._watch: asyncio.TimerHandle | None = None

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

    @property
    def busy(self) -> int:
        """The workers that work on a job."""
        return sum(each.task is not None for each in self._crew)

    @property
    def waiting(self) -> int:
        """The jobs that wait for a worker."""
        return self._queue.qsize()

    async def do(self, job: Any, seconds: float | None = None) -> Any:
        """Have a job done, or raise a RefusedError. `seconds` may shorten the time limit."""
        if self._is_stopped:
            raise RefusedError(BUSY, _STOPPING)
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
        if answer.code:
            raise RefusedError(answer.code, answer.message, answer.trace)
        return answer.value

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
                task.settle(RefusedError(BUSY, f"no worker was free within {self.seconds:g} s"))
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
            self._count("refused" if answer.code else "done")
            if answer.is_left:
                crew.supervisor.end_child()
            return answer
        except JobFailedError as failure:
            return self._failed(failure, task.seconds)
        except StoppedError:
            return RefusedError(BUSY, _STOPPING)
        except StartError as error:
            log.error("a worker cannot be started: %s", error)
            return RefusedError(BUSY, "no worker can be started")
        except Exception as error:
            return error
        finally:
            crew.task = None

    def _failed(self, failure: JobFailedError, seconds: float) -> RefusedError:
        if str(failure).startswith("took longer"):
            self._count("time limit")
            return RefusedError(LATE, late(seconds).message)
        self._count("crashed")
        return RefusedError(ENDED, f"the worker that read the page ended: {failure}")

    def _recover(self, crew: _Crew) -> None:
        try:
            if crew.recover():
                self._count("started")
        except StoppedError:
            return
        except StartError as error:
            log.error("a worker cannot be started: %s", error)


def _cpu_seconds(pid: int) -> float:
    """The CPU time of a process; where the system does not say, the time that passed."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, AttributeError):
        return monotonic()


def _set_priority(pid: int, lower: int) -> bool:
    """Set the priority of a worker, so much below that of this process. Returns whether that was allowed."""
    try:
        priority = min(os.getpriority(os.PRIO_PROCESS, 0) + lower, _LOWEST_PRIORITY)
        # Of the group that it leads: on Linux, a process alone would be its first thread alone.
        os.setpriority(os.PRIO_PGRP, pid, priority)
    except (OSError, AttributeError):
        return False
    # Workers have sessions of their own. Where Linux groups processes by session, the group's own counts.
    with suppress(OSError):
        Path(f"/proc/{pid}/autogroup").write_text(str(lower), "ascii")
    return True
