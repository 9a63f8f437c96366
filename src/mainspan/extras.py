"""The optional parts of the installation: each says how to get it when it is missing."""

from __future__ import annotations

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
        raise MissingExtraError(f"{what} need {module}: pip install 'mainspan[{name}]'{advice}") from None
