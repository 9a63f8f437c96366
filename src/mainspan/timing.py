"""A time limit for work in Python, from any thread: no signals, and nothing is left running for long."""

from __future__ import annotations

import contextvars
import ctypes
import sys
import threading
import time
from collections.abc import Callable
from numbers import Real
from threading import Event, RLock, Thread
from typing import Final, Generic, TypeVar

from mainspan.errors import ParameterError, TimeLimitError

T = TypeVar("T")
# One wait: a thread that waits can be stopped only between two of them.
_TURN_SECONDS: Final = 0.05
# Between two looks at a thread that cannot be stopped yet.
_IMPORT_TURN_SECONDS: Final = 0.01
_NAME: Final = "mainspan-within"


def within(seconds: float | None, work: Callable[[], T]) -> T:
    """Return the result of `work`, or raise a TimeLimitError after this number of seconds; None is no limit.

    The work is done in a thread of its own. When its time is over, the error is raised at once, and the
    thread is stopped at its next step in Python. A call into C is finished first, and so is an import: half
    of a module is of no use to anyone. Code that catches BaseException and continues cannot be stopped.
    Limits may be nested: the end of an outer one ends the inner work as well.

    >>> within(10, lambda: sum(range(5)))
    10
    """
    if seconds is None:
        return work()
    check_limit(seconds)
    worker = _Worker(work)
    try:
        if not worker.wait(seconds):
            raise TimeLimitError(f"took longer than {seconds:g} s")
    except BaseException:
        worker.stop()
        raise
    return worker.answer()


def all_ended(seconds: float) -> bool:
    """Whether all work with a limit has ended in this process, waiting for this number of seconds.

    Work that was stopped may be in the middle of a call into C, which goes on.
    """
    end = time.monotonic() + seconds
    left = [each for each in threading.enumerate() if each.name == _NAME]
    for each in left:
        each.join(max(0.0, end - time.monotonic()))
    return not any(each.is_alive() for each in left)


def check_limit(seconds: float | None) -> None:
    """Raise a ParameterError for what is no time limit."""
    is_number = isinstance(seconds, Real) and not isinstance(seconds, bool)
    if seconds is not None and not (is_number and seconds > 0):
        raise ParameterError(f"a time limit must be a number of seconds above 0, not {seconds!r}")


class _StopError(BaseException):
    """Raised in a thread whose time is over. No work knows it, so none takes it for an error of its own."""


class _Worker(Generic[T]):
    """A thread that does one piece of work, and can be stopped."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._results: list[T] = []
        self._error: BaseException | None = None
        self._is_over = self._is_stopped = False
        # Held by the same thread twice, should a stop arrive just as it is taken.
        self._lock = RLock()
        self._done = Event()
        context = contextvars.copy_context()
        # A thread that is deep in C when the program ends is not waited for.
        self._thread = Thread(target=context.run, args=(self._run,), name=_NAME, daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Whether the work was done in time."""
        end = time.monotonic() + seconds
        while not self._done.wait(max(0.0, min(_TURN_SECONDS, end - time.monotonic()))):
            if time.monotonic() >= end:
                return self._done.is_set()
        return True

    def stop(self) -> None:
        """Let the thread end at its next step, or at the end of an import, if it has not ended by itself."""
        if not self._try_to_stop():
            Thread(target=self._stop_after_import, name="mainspan-stop", daemon=True).start()

    def _try_to_stop(self) -> bool:
        """Stop the thread, unless it is importing. Returns whether there is nothing left to do."""
        with self._lock:
            if self._is_over or self._is_stopped or self._thread.ident is None:
                return True
            if _is_importing(self._thread.ident):
                return False
            self._is_stopped = True
            _throw(self._thread.ident, _StopError)
            return True

    def _stop_after_import(self) -> None:
        while not self._try_to_stop():
            time.sleep(_IMPORT_TURN_SECONDS)

    def answer(self) -> T:
        """The result of the work; raises the error that it ended with."""
        if self._error is None:
            return self._results[0]
        error, self._error = self._error, None
        try:
            raise error
        finally:
            del error  # it holds this frame, which must not hold it

    def _run(self) -> None:
        # A thread is stopped at most once. A stop that was requested must be delivered: the interpreter
        # would wait for it for ever, and with a tracer (a debugger, coverage) Python 3.11 would hang.
        try:
            self._do()
            with self._lock:
                self._is_over = True
            while self._is_stopped:
                pass
        except _StopError:
            self._is_over = True
        self._done.set()

    def _do(self) -> None:
        try:
            self._results.append(self._work())
        except _StopError:
            raise
        except BaseException as error:
            self._error = error


def _is_importing(thread: int) -> bool:
    """Whether a thread is in the middle of an import."""
    frame = sys._current_frames().get(thread)
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _throw(thread: int, error: type[BaseException]) -> None:
    """Raise an error in another thread, at its next step."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
