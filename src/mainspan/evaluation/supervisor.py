"""The supervisor of a child process: it watches the clock, and replaces a child that hangs or dies."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from queue import Empty, Queue
from threading import Lock, Thread
from time import monotonic
from typing import Any, Final

from mainspan.errors import EvaluationError
from mainspan.evaluation.contestants.base import Contestant
from mainspan.evaluation.family import kill_family
from mainspan.evaluation.measures import Measure
from mainspan.evaluation.worker import (
    ASKING,
    DONE,
    EXTRACTING,
    FAILED,
    LOADING,
    NOTHING,
    READY,
    SCORING,
    Job,
    Outcome,
    Setup,
)

# Seconds for all that is not the contestant's work: starting, importing, reading and scoring.
STARTING: Final = 120.0
SCORING_LIMIT: Final = 600.0
# Programs and proxies are ended by the contestant itself, which knows how; this much later, with it.
GRACE: Final = 5.0
_LEAST_MEMORY: Final = 4 << 30
# It finds all modules where we find them, contestants of users' own among them.
_PROGRAM: Final = "import sys; sys.path[:] = {path!r}; from mainspan.evaluation.worker import main; main()"
# One thread for each child: the children are as many as the cores, and times are those of one core.
_ONE_THREAD: Final = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)


class StoppedError(Exception):
    """The run was stopped."""


class ChildEndedError(Exception):
    """The child is gone; the message says how it ended."""


def setup_of(contestants: Sequence[Contestant], measures: Sequence[Measure], jobs: int) -> Setup:
    """What all children must know, or an EvaluationError if a contestant cannot travel."""
    try:
        pickled = pickle.dumps(list(contestants), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        raise EvaluationError(f"a contestant cannot be sent to another process: {error}") from None
    return Setup(pickled, tuple(measures), _memory_share(jobs))


class Supervisor:
    """One child at a time, and a new one when the old one had to go."""

    def __init__(self, setup: Setup, limit: float) -> None:
        self.setup = setup
        self.limit = limit
        self.limits = {
            READY: STARTING,
            LOADING: STARTING + limit,
            EXTRACTING: limit,
            ASKING: limit + GRACE,
            SCORING: SCORING_LIMIT,
        }
        self.child: _Child | None = None
        self.unloadable: set[int] = set()
        self.stopped = False
        self._lock = Lock()

    def do(self, job: Job) -> Outcome:
        """Have a job done; a contestant that hangs or kills its process has failed on it."""
        job = replace(job, load=job.contestant not in self.unloadable)
        try:
            return self._try(job)
        except _FailedJobError as failure:
            if failure.phase == LOADING:
                # The next document is tried without it.
                self.unloadable.add(job.contestant)
            failed = replace(job, error=str(failure), seconds=failure.seconds)
        try:
            return self._try(failed)
        except _FailedJobError:
            # Not even the empty answer could be scored.
            scores = {repr(measure): NOTHING for measure in self.setup.measures}
            return Outcome(0, failed.seconds, "", dict(scores), {}, failed.error)

    def stop(self) -> None:
        """End the child at once, and start none any more. Another thread may call it."""
        self.stopped = True
        self._end_child()

    def finish(self) -> None:
        """Let the child put its things in order, and end it."""
        if self.child is not None:
            self.child.let_go()
        self.stop()

    def _end_child(self) -> None:
        with self._lock:
            if self.child is not None:
                self.child.end()
                self.child = None

    def _try(self, job: Job) -> Outcome:
        child = self._ready_child()
        phase, begun = READY, monotonic()
        try:
            child.send(job)
            while True:
                word, *rest = child.hear(self.limits[phase] - (monotonic() - begun))
                if word == DONE:
                    outcome: Outcome = rest[0]
                    return outcome
                phase, begun = word, monotonic()
        except (ChildEndedError, TimeoutError) as end:
            seconds = monotonic() - begun
            self._end_child()
            raise _FailedJobError(_story(end, phase, self.limits[phase]), phase, seconds) from None

    def _ready_child(self) -> _Child:
        with self._lock:
            if self.stopped:
                raise StoppedError
            if self.child is not None:
                return self.child
            child = self.child = _Child(self.setup)
        try:
            word, *rest = child.hear(STARTING)
        except (ChildEndedError, TimeoutError) as end:
            self._end_child()
            raise EvaluationError(f"a child process could not be started: {end}") from None
        if word == FAILED:
            self._end_child()
            raise EvaluationError(
                f"a contestant cannot be loaded in another process ({rest[0]}): define its class in a "
                "module that can be imported, not in the script or session itself"
            )
        return child


class _FailedJobError(Exception):
    def __init__(self, story: str, phase: str, seconds: float) -> None:
        super().__init__(story)
        self.phase = phase
        self.seconds = seconds


def _story(end: Exception, phase: str, limit: float) -> str:
    """How a job failed, in one line."""
    doing = {LOADING: " while it was loaded", SCORING: " while its text was scored"}.get(phase, "")
    if isinstance(end, TimeoutError):
        return f"took longer than {limit:g} s{doing}"
    return f"{end}{doing}"


class _Child:
    """A running child. Its words are read by a thread, so that waiting for them can end in time."""

    def __init__(self, setup: Setup) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM.format(path=sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=os.environ | _ONE_THREAD,
            start_new_session=True,  # so that Ctrl-C reaches the supervisor alone
        )
        self.news: Queue[tuple[Any, ...] | None] = Queue()
        Thread(target=self._read, daemon=True).start()
        with suppress(ChildEndedError):
            self.send(setup)

    def send(self, message: object) -> None:
        """Tell the child something."""
        assert self.process.stdin is not None
        try:
            pickle.dump(message, self.process.stdin, pickle.HIGHEST_PROTOCOL)
            self.process.stdin.flush()
        except OSError:
            raise ChildEndedError(self._how_it_ended()) from None

    def hear(self, seconds: float) -> tuple[Any, ...]:
        """The child's next words. TimeoutError: they take too long; ChildEndedError: none will come."""
        try:
            words = self.news.get(timeout=max(0.0, seconds))
        except Empty:
            raise TimeoutError from None
        if words is None:
            raise ChildEndedError(self._how_it_ended())
        return words

    def let_go(self) -> None:
        """Ask the child to end, and give it some time for that."""
        with suppress(ChildEndedError, subprocess.TimeoutExpired):
            self.send(None)
            self.process.wait(5)

    def end(self) -> None:
        """End the child and what it started."""
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
                self.news.put(pickle.load(self.process.stdout))
        except Exception:
            self.news.put(None)

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


def _memory_share(jobs: int) -> int | None:
    """What one of so many children may take of the machine's memory; None where it cannot be told."""
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None
    return max(_LEAST_MEMORY, memory // jobs)
