"""Run a program to its end, within limits of time and output, and leave nothing of it behind."""

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
_LAST_WORDS: Final = 4096
# How long a pipe is still read that someone outside the program's group holds open.
_MOMENT: Final = 1.0


class Ended(NamedTuple):
    """How a program ended: its code (negative: killed by that signal), its seconds, and what it wrote.

    `last_words` is the end of what it said on standard error. `late` and `full` say that it was killed for
    taking too much time or writing too much.
    """

    code: int
    seconds: float
    output: bytes
    last_words: bytes
    late: bool
    full: bool


def run_program(
    words: list[str], page: IO[bytes], *, environment: dict[str, str], limit: float, most: int
) -> Ended:
    """Run a program with a file as its input, for so many seconds and bytes. Raises OSError or ValueError."""
    begun = perf_counter()
    process = subprocess.Popen(
        words, stdin=page, stdout=PIPE, stderr=PIPE, env=environment, start_new_session=True
    )
    late, full = Event(), Event()

    def end(because: Event) -> None:
        because.set()
        _kill(process)

    # Leaving the with statement closes the pipes and lets go of the process.
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
        process.returncode, seconds, bytes(output.heard), bytes(said.heard), late.is_set(), full.is_set()
    )


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the group that the program leads; until it is let go of, its number belongs to nobody else."""
    if process.returncode is not None:
        return
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _await_end(process: subprocess.Popen[bytes]) -> None:
    """Wait until the program has ended, but do not let go of it: its children still bear its number."""
    if hasattr(os, "waitid"):
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    else:
        process.wait()


class _Reader(Thread):
    """Reads a pipe, so that the program never waits for room in it.

    It keeps the first `most` bytes, and tells when there are more; or, if that is None, the last few.
    """

    def __init__(
        self, pipe: IO[bytes] | None, most: int | None, tell: Callable[[], None] | None = None
    ) -> None:
        super().__init__(daemon=True)
        self.heard = bytearray()
        self._pipe = pipe
        self._most = most
        self._tell = tell
        self._stopped = False
        self.start()

    def run(self) -> None:
        while self._pipe is not None and not self._stopped:
            chunk = os.read(self._pipe.fileno(), _CHUNK)
            if not chunk or self._stopped:
                break
            self.heard += chunk
            if self._most is None:
                del self.heard[:-_LAST_WORDS]
            elif len(self.heard) > self._most and self._tell is not None:
                self._tell()
                break

    def stop(self) -> None:
        """Read what is still there. The program has ended, so this takes no time."""
        self.join(_MOMENT)
        self._stopped = True
