"""Run a program within limits of time and output, and end all of its processes."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from contextlib import suppress
from subprocess import PIPE
from threading import Event, Thread, Timer
from time import perf_counter
from typing import IO, Final, NamedTuple

_CHUNK: Final = 64 * 1024
_STDERR_BYTES: Final = 4096
# How long a pipe is still read if a process outside the program's group keeps it open.
_PIPE_SECONDS: Final = 1.0


class Ended(NamedTuple):
    """How a program ended: its code (negative: killed by that signal), its seconds, and what it wrote.

    `stderr_end` is the end of its standard error. `late` and `full` say that it was killed because it took
    too much time or wrote too much.
    """

    code: int
    seconds: float
    output: bytes
    stderr_end: bytes
    late: bool
    full: bool


def run_program(
    words: list[str], page: IO[bytes], *, environment: dict[str, str], limit: float, most: int
) -> Ended:
    """Run a program with a file as its input, within limits. Raises OSError or ValueError."""
    begun = perf_counter()
    process = subprocess.Popen(
        words, stdin=page, stdout=PIPE, stderr=PIPE, env=environment, start_new_session=True
    )
    late, full = Event(), Event()

    def end(because: Event) -> None:
        because.set()
        _kill(process)

    # Leaving the with statement closes the pipes and reaps the process.
    with process:
        output = _Reader(process.stdout, most, lambda: end(full))
        said = _Reader(process.stderr, None)
        timer = Timer(limit, end, [late])
        timer.start()
        try:
            _await_end(process)
            seconds = perf_counter() - begun
        finally:
            timer.cancel()
            timer.join()
            _kill(process)
            output.stop()
            said.stop()
    return Ended(
        process.returncode,
        seconds,
        bytes(output.received),
        bytes(said.received),
        late.is_set(),
        full.is_set(),
    )


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the process group of the program; until it is reaped, no other group has its number."""
    if process.returncode is not None:
        return
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _await_end(process: subprocess.Popen[bytes]) -> None:
    """Wait until the program has ended, without reaping it: its children are still in its group."""
    if hasattr(os, "waitid"):
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    else:
        process.wait()


class _Reader(Thread):
    """Reads a pipe, so that the program never blocks on writing.

    It keeps the first `most` bytes, and calls `on_excess` if there are more; if `most` is None, the last few.
    """

    def __init__(
        self, pipe: IO[bytes] | None, most: int | None, on_excess: Callable[[], None] | None = None
    ) -> None:
        super().__init__(daemon=True)
        self.received = bytearray()
        self._pipe = pipe
        self._most = most
        self._on_excess = on_excess
        self._stopped = False
        self.start()

    def run(self) -> None:
        while self._pipe is not None and not self._stopped:
            chunk = os.read(self._pipe.fileno(), _CHUNK)
            if not chunk or self._stopped:
                break
            self.received += chunk
            if self._most is None:
                del self.received[:-_STDERR_BYTES]
            elif len(self.received) > self._most and self._on_excess is not None:
                self._on_excess()
                break

    def stop(self) -> None:
        """Read the rest. The program has ended, so this takes no time."""
        self.join(_PIPE_SECONDS)
        self._stopped = True
