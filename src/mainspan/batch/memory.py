"""The memory of a process: how much it has, and giving back what is free.

The C library keeps what a large page needed, in case it is needed again. In a worker that lives for days this
adds up: so what is free is given back to the system after a job that needed much.
"""

from __future__ import annotations

import ctypes
import gc
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

# So many bytes above what a process had at first, or after it last gave memory back.
SURPLUS: Final = 50_000_000  # no rule: buffer


def resident_bytes(pid: int) -> int | None:
    """The memory that a process has now; None where the system does not say."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None


class Thrift:
    """Gives memory back if this process has much more of it than before."""

    def __init__(self) -> None:
        self._usual = resident_bytes(os.getpid()) or 0

    def __call__(self) -> None:
        """Look, and give back what is free."""
        if (resident_bytes(os.getpid()) or 0) - self._usual > SURPLUS:
            gc.collect()
            _find_trim()(0)
            self._usual = max(self._usual, resident_bytes(os.getpid()) or 0)


@cache
def _find_trim() -> Callable[[int], Any]:
    """The function of the C library; one that does nothing where there is none."""
    try:
        found: Callable[[int], Any] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):
        return lambda kept: None
    return found
