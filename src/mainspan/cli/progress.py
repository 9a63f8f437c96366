"""Progress bars on standard error, where a person sees them."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from mainspan.cli.app import errors
from mainspan.render.pieces import without_controls

Update = Callable[..., None]


@contextmanager
def show_progress(*, visible: bool = True) -> Iterator[Update]:
    """Show a bar while there is work; call it with `description`, `total`, and `completed` or `advance`."""
    with Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
        disable=not visible or not errors.is_terminal,
        # Results on the same terminal are written above the bar.
        redirect_stdout=sys.stdout.isatty(),
        redirect_stderr=False,
    ) as bar:
        yield partial(bar.update, bar.add_task("", total=None))


@contextmanager
def count_pages() -> Iterator[Callable[[str, int], None]]:
    """Show a bar that counts pages; call it with the name of the next one, and their number."""
    with show_progress() as update:
        yield lambda name, total: update(description=without_controls(name)[-50:], total=total, advance=1)


def is_piped() -> bool:
    """Whether standard output is a pipe: its reader may write to the same terminal."""
    try:
        return stat.S_ISFIFO(os.fstat(sys.stdout.fileno()).st_mode)
    except OSError:
        return False  # not a file of the system
