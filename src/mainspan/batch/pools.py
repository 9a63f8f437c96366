"""Where pages are extracted: in this process, or in several, where a crash harms one page only."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Final

from mainspan.batch.child import READY, Report, Worker
from mainspan.batch.pages import Outcome, Settings, extract_page
from mainspan.batch.process import JobFailedError, StartError, StoppedError, Supervisor, make_setup
from mainspan.batch.reading import Opened
from mainspan.errors import MainspanError
from mainspan.fetch import Fetched
from mainspan.sources import Listing, Source

# Seconds that a process gets beyond a page's time limit to stop by itself.
_GRACE_SECONDS: Final = 5.0
# Pages per process that are under way: enough that no process waits, and few enough for the memory.
_AHEAD: Final = 4  # no rule: buffer


class Pool:
    """Extracts pages in this process, at once."""

    # Pages that may be under way at a time.
    ahead = 1

    def __init__(self, work: Callable[[Source], Outcome | Listing]) -> None:
        self._work = work

    def submit(self, source: Source) -> Callable[[], Outcome | Listing]:
        """Have a page extracted. The result is a function that waits for the outcome."""
        outcome = self._work(source)
        return lambda: outcome

    def close(self) -> None:
        """End what is under way."""


class ProcessPool(Pool):
    """Threads that read pages, each with a process that extracts them.

    Pages are read in this process, so that requests to one host keep their distance.
    """

    def __init__(self, jobs: int, settings: Settings, read: Callable[[Source], Opened]) -> None:
        self.ahead = _AHEAD * jobs
        self._read = read
        seconds = settings.seconds
        self._limits = {READY: None if seconds is None else seconds + _GRACE_SECONDS}
        self._late = f"took longer than {seconds:g} s" if seconds is not None else ""
        self._queue: SimpleQueue[tuple[Source, Future[Outcome | Listing]] | None] = SimpleQueue()
        try:
            setup = make_setup(PageWorker, settings, jobs=jobs)
        except Exception as error:
            raise MainspanError(f"the method cannot be sent to another process: {error}") from None
        self._supervisors = [Supervisor(setup) for _ in range(jobs)]
        for supervisor in self._supervisors:
            Thread(target=self._serve, args=(supervisor,), daemon=True).start()

    def submit(self, source: Source) -> Callable[[], Outcome | Listing]:
        """Have a page extracted. The result is a function that waits for the outcome."""
        future: Future[Outcome | Listing] = Future()
        self._queue.put((source, future))
        return future.result

    def close(self) -> None:
        """End all processes."""
        for supervisor in self._supervisors:
            self._queue.put(None)
            supervisor.stop()

    def _serve(self, supervisor: Supervisor) -> None:
        while (job := self._queue.get()) is not None:
            source, future = job
            try:
                opened = self._read(source)
                if isinstance(opened, Fetched):
                    opened = self._extract(supervisor, opened, source.name)
                future.set_result(opened)
            except BaseException as error:
                future.set_exception(error)

    def _extract(self, supervisor: Supervisor, page: Fetched, name: str) -> Outcome:
        try:
            outcome: Outcome = supervisor.do((page, name), self._limits)
            return outcome
        except JobFailedError as failure:
            # The limit that is reported is the user's, without what was added to it.
            is_late = str(failure).startswith("took longer")
            return Outcome(error=self._late if is_late else str(failure))
        except StoppedError:
            return Outcome(error="stopped")
        except StartError as error:
            raise MainspanError(f"no page can be extracted in another process: {error}") from None


class PageWorker(Worker):
    """Extracts pages in a process of its own."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def do(self, job: tuple[Fetched, str], report: Report) -> Outcome:
        """Extract a page."""
        page, name = job
        return extract_page(page, name, self.settings)
