"""The child's side of a supervised process: it runs one job after the other, and reports its progress.

The supervisor's side is in `process.py`. Messages are pickles: jobs on standard input, reports on standard
output. Nothing else may use these streams.
"""

from __future__ import annotations

import os
import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, Final

from mainspan.batch.family import kill_descendants
from mainspan.errors import MainspanError

# Jobs are read in pieces of this size: each time, the reading thread interrupts the work.
JOB_BYTES: Final = 1 << 20  # no rule: buffer

# Kinds of reports. Any other word names a phase of the job, which may have a time limit of its own.
READY: Final = "ready"
DONE: Final = "done"
FAILED: Final = "failed"
# How far the job is; the value says it.
PROGRESS: Final = "progress"

MAX_MESSAGE_LENGTH: Final = 300

# Called with a word; with PROGRESS, with a value as well, and with others if a phase ends in one.
Report = Callable[..., None]


class Worker(ABC):
    """Does the jobs of a child process."""

    @abstractmethod
    def do(self, job: Any, report: Report) -> Any:
        """Do a job. The result must be picklable."""

    def close(self) -> None:  # noqa: B027 - most workers have nothing to close
        """Release what the worker holds: there are no more jobs."""


@dataclass(frozen=True, slots=True)
class Setup:
    """How a child starts: a function that makes its worker and its arguments, pickled; a memory limit."""

    worker: bytes
    memory: int | None = None


def main() -> None:
    """Run the jobs of the supervisor until there are no more."""
    jobs, reports = _take_standard_streams()

    def report(word: str, value: Any = None) -> None:
        pickle.dump((word, value), reports, pickle.HIGHEST_PROTOCOL)
        reports.flush()

    setup: Setup = pickle.load(jobs)
    _limit_memory(setup.memory)
    try:
        make, *arguments = pickle.loads(setup.worker)
        worker: Worker = make(*arguments)
    except Exception as error:
        report(FAILED, one_line(error))
        return
    report(READY)
    waiting = _listen(jobs)
    while (job := waiting.get()) is not None:
        report(DONE, worker.do(job, report))
    worker.close()


def one_line(error: BaseException) -> str:
    """An error in one line. Errors that are not Mainspan's own begin with the name of their type."""
    text = " ".join(str(error).split())
    if not isinstance(error, MainspanError):
        text = f"{type(error).__name__}: {text}".removesuffix(": ")
    return text[:MAX_MESSAGE_LENGTH]


def _take_standard_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Reserve both streams for messages: what the worker prints must not mix with them."""
    streams = os.fdopen(os.dup(0), "rb", JOB_BYTES), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    return streams


def _listen(jobs: IO[bytes]) -> SimpleQueue[Any]:
    """Read jobs as they arrive. When the supervisor has ended, this process ends too."""
    waiting: SimpleQueue[Any] = SimpleQueue()

    def listen() -> None:
        while True:
            try:
                job = pickle.load(jobs)
            except (EOFError, OSError, pickle.UnpicklingError):
                kill_descendants(os.getpid())
                os._exit(0)
            waiting.put(job)
            if job is None:
                return

    Thread(target=listen, daemon=True).start()
    return waiting


def _limit_memory(limit: int | None) -> None:
    """Let this process run out of memory before the machine does, where the system can do that."""
    with suppress(OSError):
        # If the machine runs out of memory nevertheless, the kernel kills this process first.
        Path("/proc/self/oom_score_adj").write_text("1000", "ascii")
    if limit is None:
        return
    try:
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))
    except (ImportError, OSError, ValueError):
        return  # a system without such limits, or with a tighter one of its own
