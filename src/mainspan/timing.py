"""A time limit for work in Python, from any thread: no signals, and nothing is left running for long."""

from __future__ import annotations

import contextvars
import ctypes
import time
from collections.abc import Callable
from numbers import Real
from threading import Event, RLock, Thread
from typing import Final, Generic, TypeVar

from mainspan.errors import ParameterError, TimeLimitError

T = TypeVar("T")
# Waiting is done in short turns: whoever waits may have to be stopped too.
_TURN: Final = 0.05


def within(seconds: float | None, work: Callable[[], T]) -> T:
    """What `work` gives, or a TimeLimitError after so many seconds; None is no limit at all.

    The work is done in a thread of its own. When its time is over the error comes at once, and the thread is
    stopped at its next step in Python: a call into C is finished first. Code that catches BaseException and
    goes on cannot be stopped. Limits may be nested: the end of an outer one ends the inner work as well.

    >>> within(10, lambda: sum(range(5)))
    10
    """
    if seconds is None:
        return work()
    if isinstance(seconds, bool) or not isinstance(seconds, Real) or not seconds > 0:
        raise ParameterError(f"a time limit must be a number of seconds above 0, not {seconds!r}")
    worker = _Worker(work)
    try:
        if not worker.wait(seconds):
            raise TimeLimitError(f"took longer than {seconds:g} s")
    except BaseException:
        worker.stop()
        raise
    return worker.answer()


class _StopError(BaseException):
    """Thrown into a thread whose time is over. No work knows it, so none takes it for an error of its own."""


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
        self._thread = Thread(target=context.run, args=(self._run,), name="mainspan-within", daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Whether the work was done in time."""
        end = time.monotonic() + seconds
        while not self._done.wait(max(0.0, min(_TURN, end - time.monotonic()))):
            if time.monotonic() >= end:
                return self._done.is_set()
        return True

    def stop(self) -> None:
        """Let the thread end at its next step, if it has not ended by itself."""
        with self._lock:
            if not self._is_over and not self._is_stopped and self._thread.ident is not None:
                self._is_stopped = True
                _throw(self._thread.ident, _StopError)

    def answer(self) -> T:
        """What the work gave, or the error that it ended with."""
        if self._error is None:
            return self._results[0]
        error, self._error = self._error, None
        try:
            raise error
        finally:
            del error  # it holds this frame, which must not hold it

    def _run(self) -> None:
        # A stop comes once at most. One that is on its way must arrive: the interpreter would wait for it
        # for ever, and with a tracer (a debugger, coverage) Python 3.11 would do nothing else.
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


def _throw(thread: int, error: type[BaseException]) -> None:
    """Have an error raised in another thread at its next step."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
