"""Jobs for the tests of the workers: what hangs, crashes, or takes all memory. Workers import little else."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass

from mainspan.errors import ParameterError

# The CPU time after which a job is slow.
SLOW_SECONDS = 0.5


@dataclass(frozen=True)
class Do:
    """A job that does what it is told."""

    what: str

    def __call__(self) -> bytes:
        match self.what:
            case "refuse":
                raise ParameterError("not like this")
            case "fail":
                raise ZeroDivisionError("at all")
            case "sleep":
                time.sleep(60)
            case "spin":
                while True:
                    pass
            case "burn":  # busy for longer than a job may be without being slow
                end = time.process_time() + 3 * SLOW_SECONDS
                while time.process_time() < end:
                    pass
                return str(os.getpriority(os.PRIO_PROCESS, 0)).encode()
            case "stuck":  # in C, where no limit in Python can end it
                sum(range(10**12))
            case "die":
                os.kill(os.getpid(), signal.SIGKILL)
            case "exit":
                os._exit(3)
            case "eat":
                return bytes(bytearray(2_000_000_000))
            case "priority":
                return str(os.getpriority(os.PRIO_PROCESS, 0)).encode()
            case "pid":
                return str(os.getpid()).encode()
        return self.what.encode()


@dataclass(frozen=True)
class DoAfter(Do):
    """A job that first prepares itself, for longer than a page may take."""

    seconds: float = 0.0

    def prepare(self) -> None:
        time.sleep(self.seconds)
