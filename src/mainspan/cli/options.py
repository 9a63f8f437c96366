"""Options that several commands share, and the page of a command that takes only one."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from mainspan.algorithms import ALGORITHMS, DEFAULT
from mainspan.cli.app import errors
from mainspan.errors import ParameterError, SourceError
from mainspan.page import Page
from mainspan.sources import Source, find_sources

METHOD: Final = "NAME[:param=value,...]"
MEASURE: Final = "NAME[:option=value,...]"
Names = list[str] | None


class Format(StrEnum):
    """What a command writes: lines for people, or JSON for programs."""

    text = "text"
    json = "json"


Form = Annotated[Format, typer.Option("-f", "--format", help="The output format.")]
OnePage = Annotated[
    str, typer.Argument(metavar="SOURCE", help="A file, an address, or - for standard input.")
]
Packages = Annotated[
    list[Path],
    typer.Argument(
        metavar="PACKAGE", help="Test packages: folders of NAME.html and NAME.txt, the gold text."
    ),
]
Jobs = Annotated[
    int, typer.Option("-j", "--jobs", metavar="N", min=0, help="The number of processes; 0 for one per core.")
]


def complete(names: Iterable[str], incomplete: str) -> list[str]:
    """The names that begin like this, for the shell."""
    return [name for name in names if name.startswith(incomplete)]


def named(flags: str, metavar: str, help: str, names: Iterable[str] = ()) -> Any:
    """An option whose values the shell completes from these names."""
    return typer.Option(
        *flags.split(),
        metavar=metavar,
        help=help,
        autocompletion=lambda incomplete: complete(names, incomplete),
    )


_METHOD_HELP: Final = f"The method; [bold]mainspan algorithms[/bold] lists them. Default: {DEFAULT}."
Method = Annotated[Names, named("-a --algorithm", METHOD, _METHOD_HELP, ALGORITHMS)]
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


def find_page(name: str) -> Source:
    """The only page of this name."""
    pages = find_sources([name])
    if len(pages) > 1:
        raise SourceError(f"{name}: has {len(pages)} pages; name one of them")
    return pages[0]


def read_page(source: Source, encoding: str | None) -> Page:
    """Read a page. If that fails, one line on standard error says why, and the command ends."""
    try:
        return source.read(encoding)
    except SourceError as error:
        raise failure(str(error)) from None


def failure(message: str) -> typer.Exit:
    """Print what is wrong with the page; raise the result to end the command."""
    errors.print(message, style="red", markup=False)
    return typer.Exit(1)
