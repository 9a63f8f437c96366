"""Pages in several processes, so that all cores work, and a page that kills its process harms no other."""

from __future__ import annotations

import signal
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Final

from mainspan.batch.pages import Result, Settings, extract_page
from mainspan.fetch import Fetched
from mainspan.sources import Listing, Source

Opened = Fetched | Listing | Result
# Seconds that a process gets beyond a page's time to stop by itself.
_GRACE: Final = 5.0
_SPAWN: Final = get_context("spawn")


class Here:
    """Work in this process, at once."""

    ahead = 1

    def __init__(self, work: Callable[[Source], Result | Listing]) -> None:
        self._work = work

    def submit(self, source: Source) -> Callable[[], Result | Listing]:
        """Do it, and give a function that gives what came of it."""
        done = self._work(source)
        return lambda: done

    def close(self) -> None:
        """There is nothing to end."""


class Workers:
    """Threads that read pages, each with a process that extracts them.

    Pages are read here, so that those of one host keep their distance whoever reads them.
    """

    def __init__(self, jobs: int, settings: Settings, read: Callable[[Source], Opened]) -> None:
        self._read = read
        # Enough that nobody waits for the page that is next in order, and little enough for the memory.
        self.ahead = 4 * jobs
        self._queue: SimpleQueue[tuple[Source, Future[Result | Listing]] | None] = SimpleQueue()
        self._children = [_Child(settings) for _ in range(jobs)]
        for child in self._children:
            Thread(target=self._serve, args=(child,), daemon=True).start()

    def submit(self, source: Source) -> Callable[[], Result | Listing]:
        """Have it done, and give a function that waits for what comes of it."""
        future: Future[Result | Listing] = Future()
        self._queue.put((source, future))
        return future.result

    def close(self) -> None:
        """End all processes."""
        for child in self._children:
            self._queue.put(None)
            child.stop()

    def _serve(self, child: _Child) -> None:
        _keep_interrupts_away()
        while (job := self._queue.get()) is not None:
            source, future = job
            try:
                opened = self._read(source)
                future.set_result(
                    child.extract(opened, source.name) if isinstance(opened, Fetched) else opened
                )
            except BaseException as error:
                future.set_exception(error)


def _keep_interrupts_away() -> None:
    """Ctrl-C is for the run as a whole: processes that are started from here do not hear it."""
    with suppress(AttributeError):
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])


class _Child:
    """A process that extracts pages, and a new one when the old one had to go."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._process: Any = None
        self._pipe: Connection | None = None
        self._is_up = False
        self._stopped = False
        self._lock = Lock()

    def extract(self, page: Fetched, name: str) -> Result:
        """Have a page extracted; one that kills its process, or makes it hang, has failed."""
        limit = self.settings.seconds
        try:
            pipe = self._ready()
            pipe.send((page, name))
            if pipe.poll(None if limit is None else limit + _GRACE):
                result: Result = pipe.recv()
                return result
            story = f"took longer than {limit:g} s"
        except (EOFError, OSError):
            story = self._how_it_ended()
        self._end()
        return Result(error=story)

    def stop(self) -> None:
        """End the process, and start none any more. Another thread may call it."""
        self._stopped = True
        self._end()

    def _ready(self) -> Connection:
        with self._lock:
            if self._stopped:
                raise EOFError
            if self._pipe is None:
                self._pipe, theirs = _SPAWN.Pipe()
                self._process = _SPAWN.Process(target=_serve, args=(theirs, self.settings), daemon=True)
                self._process.start()
                theirs.close()
            pipe = self._pipe
        if not self._is_up:
            # The time that a start takes is nobody's fault.
            self._is_up = bool(pipe.recv())
        return pipe

    def _end(self) -> None:
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.join()
            self._process = self._pipe = None
            self._is_up = False

    def _how_it_ended(self) -> str:
        process = self._process
        if process is None:
            return "stopped"
        process.join(1)
        code = process.exitcode
        if code is None or code >= 0:
            return f"its process ended with exit code {code}" if code is not None else "its process broke off"
        with suppress(ValueError):
            return f"its process was killed by {signal.Signals(-code).name}"
        return f"its process was killed by signal {-code}"


def _serve(pipe: Connection, settings: Settings) -> None:
    """Be the process: pages come through the pipe, until it is closed."""
    with suppress(EOFError, OSError):
        pipe.send(True)
        while True:
            page, name = pipe.recv()
            pipe.send(extract_page(page, name, settings))
