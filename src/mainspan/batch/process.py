"""Supervised processes: work that may hang, crash or use all memory runs in a child that can be replaced.

    Supervisor      runs jobs one at a time, within time limits; replaces a child that crashed or hangs
    Child           a running child process: send it jobs, receive its reports

Children are started with subprocess, not with multiprocessing, so a script that uses them needs no
`if __name__ == "__main__"`. The child's side is in `child.py`.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Any, Final

from mainspan.batch.child import DONE, FAILED, JOB_BYTES, PROGRESS, READY, Setup
from mainspan.batch.family import kill_family

# Seconds for a child to start and to import what it needs.
MAX_START_SECONDS: Final = 120.0
# Seconds for a child to end by itself when there are no more jobs.
_MAX_END_SECONDS: Final = 5.0
_MIN_MEMORY_BYTES: Final = 4 << 30
# The child finds all modules where its parent finds them, those of users among them.
_PROGRAM: Final = "import sys; sys.path[:] = {path!r}; from mainspan.batch.child import main; main()"
# One thread for each child: there are as many children as cores, and times are those of one core.
_ONE_THREAD: Final = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)


class StoppedError(Exception):
    """The supervisor was stopped."""


class ChildEndedError(Exception):
    """The child process has ended; the message says how."""


class StartError(Exception):
    """No child can be started. `is_import`: its worker cannot be imported or made."""

    def __init__(self, message: str, *, is_import: bool = False) -> None:
        super().__init__(message)
        self.is_import = is_import


class JobFailedError(Exception):
    """A job crashed its child or took too long. `phase` and `seconds`: where, and after what time."""

    def __init__(self, message: str, phase: str, seconds: float) -> None:
        super().__init__(message)
        self.phase = phase
        self.seconds = seconds


def make_setup(make: Callable[..., Any], *arguments: Any, jobs: int) -> Setup:
    """The setup of children whose worker is `make(*arguments)`, when `jobs` of them run at a time."""
    return Setup(pickle.dumps((make, *arguments), pickle.HIGHEST_PROTOCOL), memory_share(jobs))


def memory_share(jobs: int) -> int | None:
    """The bytes of memory that one of several children may use; None where the system does not say."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None
    return max(_MIN_MEMORY_BYTES, memory // jobs)


class Supervisor:
    """Runs jobs in one child process, which is replaced when it crashes or hangs."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.child: Child | None = None
        self._is_stopped = False
        self._lock = Lock()

    def start(self) -> None:
        """Start a child now if there is none, so that the first job need not wait for it.

        Raises StoppedError after `stop`, and StartError if no child can be started.
        """
        self._ready_child()

    def do(
        self,
        job: Any,
        limits: Mapping[str, float | None],
        progress: Callable[[Any], None] = lambda value: None,
    ) -> Any:
        """Run a job. `limits`: the seconds for each phase, of which READY is the first; None for no limit.

        `progress` is called with what the job reports about its progress, alone or as a phase begins.

        Raises JobFailedError if the job crashes its child or takes too long, StoppedError after `stop`, and
        StartError if no child can be started.
        """
        child = self._ready_child()
        phase, begun = READY, monotonic()
        try:
            child.send(job)
            while True:
                limit = limits[phase]
                left = None if limit is None else limit - (monotonic() - begun)
                word, value = child.receive(left)
                if word == DONE:
                    return value
                if word != PROGRESS:
                    phase, begun = word, monotonic()
                if value is not None:
                    progress(value)
        except TimeoutError:
            message = f"took longer than {limits[phase]:g} s"
        except ChildEndedError as end:
            message = "stopped" if self._is_stopped else str(end)
        seconds = monotonic() - begun
        self.end_child()
        raise JobFailedError(message, phase, seconds)

    def stop(self) -> None:
        """End the child at once, and start no other. Another thread may call it."""
        self._is_stopped = True
        self.end_child()

    def finish(self) -> None:
        """Let the child close its worker, and end it."""
        if self.child is not None:
            self.child.let_go()
        self.stop()

    def end_child(self) -> None:
        """End the child at once. The next job gets a new one."""
        with self._lock:
            if self.child is not None:
                self.child.end()
                self.child = None

    def _ready_child(self) -> Child:
        with self._lock:
            if self._is_stopped:
                raise StoppedError
            if self.child is not None:
                return self.child
            child = self.child = Child(self.setup)
        try:
            child.wait_until_ready()
        except StartError:
            self.end_child()
            if self._is_stopped:
                raise StoppedError from None
            raise
        return child


def _widen(pipe: int) -> None:
    """Let a pipe hold a large job, where the system can do that, so that its reader wakes up but once."""
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, JOB_BYTES)


class Child:
    """A running child process. A thread reads its reports, so that waiting for them can time out."""

    def __init__(self, setup: Setup) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM.format(path=sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | _ONE_THREAD,
            start_new_session=True,  # so that Ctrl-C reaches the supervisor alone
        )
        assert self.process.stdin is not None
        _widen(self.process.stdin.fileno())
        self._reports: SimpleQueue[tuple[str, Any] | None] = SimpleQueue()
        Thread(target=self._read, daemon=True).start()
        with suppress(ChildEndedError):
            self.send(setup)

    def wait_until_ready(self) -> None:
        """Wait until the child accepts jobs; StartError if it fails to start or takes too long."""
        try:
            word, value = self.receive(MAX_START_SECONDS)
        except (ChildEndedError, TimeoutError) as end:
            raise StartError(f"a child process could not be started: {end}") from None
        if word == FAILED:
            raise StartError(str(value), is_import=True)

    def send(self, message: object) -> None:
        """Send the child a job."""
        assert self.process.stdin is not None
        try:
            pickle.dump(message, self.process.stdin, pickle.HIGHEST_PROTOCOL)
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise ChildEndedError(self._how_it_ended()) from None

    def receive(self, seconds: float | None = None) -> tuple[str, Any]:
        """The child's next report. TimeoutError: it takes too long; ChildEndedError: the child has ended."""
        try:
            report = self._reports.get(timeout=None if seconds is None else max(0.0, seconds))
        except Empty:
            raise TimeoutError from None
        if report is None:
            raise ChildEndedError(self._how_it_ended())
        return report

    def let_go(self) -> None:
        """Ask the child to end, and give it some time for that."""
        with suppress(ChildEndedError, subprocess.TimeoutExpired):
            self.send(None)
            self.process.wait(_MAX_END_SECONDS)

    def end(self) -> None:
        """End the child and everything that it started."""
        kill_family(self.process.pid)
        with suppress(OSError):
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            with suppress(OSError):
                stream.close()  # type: ignore[union-attr]

    def _read(self) -> None:
        assert self.process.stdout is not None
        try:
            while True:
                self._reports.put(pickle.load(self.process.stdout))
        except Exception:
            self._reports.put(None)

    def _how_it_ended(self) -> str:
        try:
            code = self.process.wait(1)
        except subprocess.TimeoutExpired:
            return "its process stopped answering"
        if code >= 0:
            return f"its process ended with exit code {code}"
        with suppress(ValueError):
            return f"its process was killed by {signal.Signals(-code).name}"
        return f"its process was killed by signal {-code}"
