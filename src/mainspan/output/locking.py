"""One at a time in a folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mainspan.errors import OutputError


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Only one process or thread at a time works in a folder, where the system can do that."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = None if sys.platform == "win32" else os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise OutputError(f"{folder}: {error.strerror or error}") from None
    if handle is None:
        yield
        return
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
