"""Reading the page of a command that takes one."""

from __future__ import annotations

from typing import Annotated

import typer

from mainspan.cli.app import errors
from mainspan.errors import SourceError
from mainspan.page import Page
from mainspan.sources import Source, find_sources

OnePage = Annotated[
    str, typer.Argument(metavar="SOURCE", help="A file, an address, or - for standard input.")
]


def find_page(name: str) -> Source:
    """The one page behind this name."""
    pages = find_sources([name])
    if len(pages) > 1:
        raise SourceError(f"{name}: has {len(pages)} pages; name one of them")
    return pages[0]


def read_page(source: Source, encoding: str | None) -> Page:
    """Read a page; if that fails, one line says why, and the run ends."""
    try:
        return source.read(encoding)
    except SourceError as error:
        raise failure(str(error)) from None


def failure(message: str) -> typer.Exit:
    """Say what is wrong with the page, for the end of the run."""
    errors.print(message, style="red", markup=False)
    return typer.Exit(1)
