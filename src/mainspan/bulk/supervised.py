"""Pages go to a supervised process in batches; what crashes it, hangs or exhausts it costs one row.

A page that ended its process is tried once more, alone and in a new process: another page, or somebody who
killed the process, may have been at fault. A second end is the page's own.
"""

from __future__ import annotations

import gc
import os
import signal
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Final, NamedTuple, Self

from mainspan.batch.child import READY, Report, Setup, Worker
from mainspan.batch.family import die_with_parent
from mainspan.batch.process import JobFailedError, StartError, Supervisor, make_setup
from mainspan.bulk.extracting import CRASH, MEMORY_LIMIT, TIME_LIMIT, Extracting, Row, empty_row, failed
from mainspan.bulk.pages import RawPage
from mainspan.bulk.settings import Settings
from mainspan.errors import MainspanError

# A batch is full with so many pages, or so many bytes.
_MAX_PAGES: Final = 32  # no rule: buffer
_MAX_BYTES: Final = 2 << 20  # no rule: buffer
# The phase of a page, whose time begins anew as the one before is done.
_PAGE: Final = "page"
# A page that uses no CPU time, such as one that sleeps, is stopped after so many times its limit, and not
# before so many seconds: on a busy machine a page may wait long for the CPU.
_PATIENCE: Final = 10.0
_MIN_PATIENCE_SECONDS: Final = 60.0
# Seconds of CPU time beyond the limit, after which the system ends a process that is deep in C.
_GRACE_SECONDS: Final = 2
# A process that has grown by so much, and keeps it, is replaced.
_MAX_GROWTH: Final = 64 << 20
_OVER_TIME: Final = "SIGXCPU"


class Done(NamedTuple):
    """A page with its row, and the CPU time that it took."""

    page: RawPage
    row: Row
    seconds: float


class Supervised:
    """Extracts pages in a process of its own, in their order. It starts with the first page, and is kept.

    patience: the seconds that a page may take however little CPU time it uses; by default ten times that.

    worker: what extracts the pages, if not the methods of the settings.

    `restarts` counts the processes that ended, by reason.
    """

    def __init__(
        self, settings: Settings, *, patience: float | None = None, worker: type[PagesWorker] | None = None
    ) -> None:
        self.settings = settings
        self.restarts: Counter[str] = Counter()
        patience = patience or max(_MIN_PATIENCE_SECONDS, _PATIENCE * settings.seconds)
        self._limits = {READY: patience, _PAGE: patience}
        setup = make_setup(worker or PagesWorker, settings, jobs=1)
        self._supervisor = Supervisor(Setup(setup.worker, settings.memory))
        self._thread = ThreadPoolExecutor(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._supervisor.stop()
        self._thread.shutdown(wait=True, cancel_futures=True)

    @property
    def pid(self) -> int | None:
        """The process, if there is one."""
        child = self._supervisor.child
        return None if child is None else child.process.pid

    def rows(self, pages: Iterable[RawPage]) -> Iterator[Done]:
        """The rows of pages. The next pages are read while the process works."""
        under_way: Future[list[Done]] | None = None
        for batch in _batches(pages):
            following = self._thread.submit(self._batch, batch)
            if under_way is not None:
                yield from under_way.result()
            under_way = following
        if under_way is not None:
            yield from under_way.result()

    def _batch(self, pages: list[RawPage]) -> list[Done]:
        done: list[Done] = []
        while len(done) < len(pages):
            failure = self._try(pages[len(done) :], done)
            if failure is not None:
                self._again(pages[len(done)], failure, done)
        return done

    def _try(self, pages: list[RawPage], done: list[Done]) -> JobFailedError | None:
        """Extract pages; returns how the first one failed that is not done then."""
        left = iter(pages)
        try:
            is_grown = self._supervisor.do(
                pages, self._limits, lambda answer: done.append(Done(next(left), *answer))
            )
        except JobFailedError as failure:
            self._count(_code(failure))
            return failure
        except StartError as error:
            raise MainspanError(f"no page can be extracted in another process: {error}") from None
        if is_grown:
            self._count("growth")
            self._supervisor.end_child()
        return None

    def _again(self, page: RawPage, failure: JobFailedError, done: list[Done]) -> None:
        """Extract a page alone that ended its process, unless it used up its time."""
        before = len(done)
        code = _code(failure)
        seconds = failure.seconds
        if code != TIME_LIMIT:
            self._supervisor.end_child()
            again = self._try([page], done)
            if again is None and len(done) > before:
                return
            if again is not None:
                code, seconds = _code(again), again.seconds
        row = failed(empty_row(page, self.settings.names), code, _detail(code, self.settings, failure))
        done.append(Done(page, row, seconds))

    def _count(self, reason: str) -> None:
        self.restarts[reason] += 1


class PagesWorker(Worker):
    """Extracts the pages of a batch, each within its limits."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.extract = Extracting(settings)
        self._base: int | None = None
        die_with_parent()
        if hasattr(signal, "SIGPROF"):
            signal.signal(signal.SIGPROF, _out_of_time)

    def do(self, job: list[RawPage], report: Report) -> bool:
        """Report the row of each page. Returns whether the process has grown too much."""
        for page in job:
            report(_PAGE, self._one(page))
        return self._has_grown()

    def _one(self, page: RawPage) -> tuple[Row, float]:
        # The time of this thread: another one reads the next pages meanwhile.
        begun = time.thread_time()
        try:
            with _CpuLimit(self.settings.seconds):
                row = self.extract(page)
        except _OutOfTimeError:
            row = failed(empty_row(page, self.settings.names), TIME_LIMIT, _detail(TIME_LIMIT, self.settings))
        except MemoryError:
            # Another page may have left too little: this one is tried again in a new process.
            os._exit(_MEMORY_EXIT)
        except RecursionError:
            row = failed(empty_row(page, self.settings.names), "exception", "RecursionError")
        return row, time.thread_time() - begun

    def _has_grown(self) -> bool:
        now = _resident()
        if self._base is None:
            self._base = now
        if now - self._base <= _MAX_GROWTH:
            return False
        gc.collect()
        _give_back()
        return _resident() - self._base > _MAX_GROWTH


# How a process ends that is out of memory, so that its supervisor knows.
_MEMORY_EXIT: Final = 86  # no rule: a code


class _OutOfTimeError(BaseException):
    """Raised in the middle of a page whose time is over. No method knows it, so none catches it."""


def _out_of_time(number: int, frame: FrameType | None) -> None:
    raise _OutOfTimeError


class _CpuLimit:
    """A limit of CPU time: an exception first, and the end of the process if that is not noticed.

    The clock on the wall would make rows depend on how busy the machine is.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def __enter__(self) -> None:
        if not hasattr(signal, "setitimer"):
            return
        import resource

        used = time.process_time()
        hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        last = int(used + self.seconds) + 1 + _GRACE_SECONDS
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CPU, (last, hard))
        signal.setitimer(signal.ITIMER_PROF, self.seconds)

    def __exit__(self, *error: object) -> None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0)


def _batches(pages: Iterable[RawPage]) -> Iterator[list[RawPage]]:
    batch: list[RawPage] = []
    size = 0
    for page in pages:
        batch.append(page)
        size += len(page.content)
        if len(batch) >= _MAX_PAGES or size >= _MAX_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _code(failure: JobFailedError) -> str:
    message = str(failure)
    if message.startswith("took longer") or _OVER_TIME in message:
        return TIME_LIMIT
    return MEMORY_LIMIT if message.endswith(f"exit code {_MEMORY_EXIT}") else CRASH


def _detail(code: str, settings: Settings, failure: JobFailedError | None = None) -> str:
    if code == TIME_LIMIT:
        return f"{settings.seconds:g} s"
    return f"{settings.memory >> 20} MB" if code == MEMORY_LIMIT else str(failure or "")


def _resident() -> int:
    """The memory of this process, where the system says it."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


def _give_back() -> None:
    """Let the C library give back memory that is free."""
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


__all__: list[Any] = ["Done", "PagesWorker", "Supervised"]
