"""Options that several commands share: the same words mean the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

import typer

from mainspan.algorithms import ALGORITHMS, DEFAULT
from mainspan.errors import ParameterError

METHOD: Final = "NAME[:param=value,...]"


def complete(names: Iterable[str], incomplete: str) -> list[str]:
    """The names that begin like this, for the shell."""
    return [name for name in names if name.startswith(incomplete)]


def complete_method(incomplete: str) -> list[str]:
    """The names of methods that begin like this, for the shell."""
    return complete(ALGORITHMS, incomplete)


Method = Annotated[
    list[str] | None,
    typer.Option(
        "-a",
        "--algorithm",
        metavar=METHOD,
        help=f"The method; [bold]mainspan algorithms[/bold] lists them. Default: {DEFAULT}.",
        autocompletion=complete_method,
    ),
]
Encoding = Annotated[
    str | None,
    typer.Option("--encoding", metavar="LABEL", help="Decode the page as this, whatever it declares."),
]


def one_method(names: list[str] | None) -> str:
    """The method of a command that takes only one."""
    if names and len(names) > 1:
        raise ParameterError(
            f"this command takes one -a/--algorithm, not {len(names)} ({', '.join(names)}): "
            "mainspan compare takes several"
        )
    return names[0] if names else DEFAULT
