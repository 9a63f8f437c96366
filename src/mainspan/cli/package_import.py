"""mainspan package import: a published corpus as a test package."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from mainspan.cli.app import errors, make_bar, results_console
from mainspan.cli.options import complete
from mainspan.cli.package import package


def _complete(incomplete: str) -> list[str]:
    from mainspan.evaluation.importers import CORPORA

    return complete(CORPORA, incomplete)


@package.command(name="import")
def import_package(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="The corpus; without it, all are listed.", autocompletion=_complete
        ),
    ] = None,
    path: Annotated[
        str | None,
        typer.Argument(
            metavar="PATH",
            help="A clone, another folder, a zip or tar archive, or an archive's address; without it, the "
            "corpus is downloaded where that can be done.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="DIR", help="A new folder for the package; else NAME."),
    ] = None,
) -> None:
    """Import a published corpus as a test package, from a local copy or from where it is published.

    Pages stay as they are, but for wrappers and labels that a corpus put into them. A document that cannot be
    read is told by its name and left out; the exit code is 1 then. Corpora have licences of their own: see
    the list, and package.json of what was imported.

    Examples:

    mainspan package import

    mainspan package import dragnet dragnet_data/ -o packages/dragnet

    mainspan package import wcxb web-content-extraction-benchmark.zip

    mainspan package import scrapinghub -o packages/scrapinghub

    """
    from mainspan.evaluation.importers import corpus, import_corpus

    if name is None:
        _show_corpora()
        return
    chosen = corpus(name)
    with _progress() as progress:
        found = import_corpus(chosen, path, output or Path(name), progress=progress)
    for each in found.broken:
        errors.print(f"mainspan: {each.name}: {each.reason}", style="red", markup=False)
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"{found.folder}: {found.documents:,} documents", markup=False)
    if found.broken:
        total = found.documents + len(found.broken)
        errors.print(f"mainspan: {len(found.broken):,} of {total:,} documents were left out", style="red")
        raise typer.Exit(1)


def _show_corpora() -> None:
    from mainspan.evaluation.importers import CORPORA

    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for title in ("name", "documents", "languages", "licence"):
        table.add_column(title, justify="right" if title == "documents" else "left", no_wrap=True)
    table.add_column("source", overflow="fold")
    for each in CORPORA.values():
        table.add_row(each.name, f"{each.documents:,}", " ".join(each.languages), each.licence, each.source)
    console = results_console()
    console.print(table)
    by_hand = ", ".join(each.name for each in CORPORA.values() if not each.addresses)
    console.print(f"\nDownloaded without PATH: all but {by_hand}, which are fetched by hand.", markup=False)


@contextmanager
def _progress() -> Iterator[Callable[[str, int, int | None], None]]:
    with make_bar() as progress:
        task = progress.add_task("reading", total=None)

        def told(what: str, done: int, total: int | None) -> None:
            progress.update(task, description=what, completed=done, total=total)

        yield told
