"""What a person sees of a run while it lasts."""

from __future__ import annotations

import os
import stat
import sys
from typing import TextIO

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mainspan.cli.app import errors


def make_progress(is_long: bool, output: str | None) -> Progress:
    """A bar on standard error, where a person sees it and there is something to wait for."""
    # Whoever reads our results from a pipe may write to the same screen.
    piped = output is None and _is_pipe(sys.stdout)
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
        disable=not is_long or piped or not errors.is_terminal,
        # Results on the same screen are written above the bar; elsewhere they go their own way.
        redirect_stdout=sys.stdout.isatty(),
        redirect_stderr=False,
    )


def _is_pipe(stream: TextIO) -> bool:
    try:
        return stat.S_ISFIFO(os.fstat(stream.fileno()).st_mode)
    except OSError:
        return False  # it is no file of the system at all
