"""Looking at processes."""

from __future__ import annotations

import os
from pathlib import Path
from time import sleep


def ends(number: int) -> bool:
    """Whether a killed process ends: the system may take a moment for that."""
    for _ in range(1000):
        if not runs(number):
            return True
        sleep(0.01)
    return False


def runs(number: int) -> bool:
    """Whether a process lives; one that ended but was not yet let go of does not."""
    try:
        os.kill(number, 0)
        status = Path(f"/proc/{number}/stat")
        # A process that has ended, but was not waited for, does not run.
        return (
            not status.exists() or status.read_text("utf-8", "replace").rpartition(")")[2].split()[0] != "Z"
        )
    except (ProcessLookupError, FileNotFoundError):
        return False
