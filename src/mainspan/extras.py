"""The optional parts of the installation: each says how to get it when it is missing."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from mainspan.errors import MissingExtraError


@contextmanager
def extra(name: str, what: str, advice: str = "") -> Iterator[None]:
    """Import modules of an extra. The error for a missing one has the command that installs it, and advice.

    >>> with extra("plot", "plots"):
    ...     from matplotlib.figure import Figure
    """
    try:
        yield
    except ModuleNotFoundError as error:
        module = (error.name or name).partition(".")[0]
        command = install_command(f"mainspan[{name}]")
        raise MissingExtraError(f"{what} need {module}: {command}{advice}") from None


def install_command(what: str) -> str:
    """The command that installs something beside Mainspan.

    It names the Python that runs: the shell's pip may be that of another environment.
    """
    return f"{shlex.quote(sys.executable or 'python3')} -m pip install '{what}'"
