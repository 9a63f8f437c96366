"""Waiting for what a browser does, as long as a person would."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path


def wait_until(is_so: Callable[[], object], seconds: float, what: str = "") -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        time.sleep(0.05)


def wait_for_file(path: Path, seconds: float) -> Path:
    """Wait until a file is there as a whole."""
    wait_until(lambda: path.is_file() and path.stat().st_size > 0, seconds, str(path))
    return path
