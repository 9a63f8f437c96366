"""Ending a process and all that it started, in any process group or session."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

# no rule: a code of the kernel
_PR_SET_PDEATHSIG: Final = 1
_PROC: Final = Path("/proc")


def kill_family(pid: int) -> None:
    """Kill a process and its descendants."""
    if os.name == "posix":  # elsewhere, whoever started the process ends it alone
        # A stopped process starts no others while we look for those that it has.
        _send(pid, signal.SIGSTOP)
        kill_descendants(pid)
        _send(pid, signal.SIGKILL)


def kill_descendants(pid: int) -> None:
    """Kill what a process started."""
    if os.name == "posix":
        for each in descendants(pid):
            _send(each, signal.SIGKILL)


def die_with_parent() -> None:
    """Have the kernel kill this process when the thread ends that started it, where the system can do that.

    That it ends with its input is not enough: whoever ends it stops it first, and may be killed then.
    """
    if not sys.platform.startswith("linux"):
        return
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def descendants(pid: int) -> list[int]:
    """The processes that a process started, that those started, and so on."""
    children: dict[int, list[int]] = {}
    for child, parent in _parents():
        children.setdefault(parent, []).append(child)
    found = list(children.get(pid, ()))
    for each in found:  # it grows while we go through it
        found += children.get(each, ())
    return found


def _parents() -> Iterator[tuple[int, int]]:
    """All processes with their parents: from the system's own files, or from the program ps."""
    if (_PROC / "self" / "stat").exists():
        for path in _PROC.glob("[0-9]*/stat"):
            with suppress(OSError, ValueError, IndexError):
                # The name of a program may hold anything, parentheses too.
                number, _, rest = path.read_text("utf-8", "replace").partition("(")
                yield int(number), int(rest.rpartition(")")[2].split()[1])
        return
    with suppress(OSError, subprocess.SubprocessError, ValueError):
        listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, timeout=10)
        for line in listed.stdout.splitlines():
            child, parent = map(int, line.split())
            yield child, parent


def _send(pid: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, number)
