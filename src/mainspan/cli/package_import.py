"""mainspan package import: a published corpus as a test package."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from mainspan.cli.app import errors, make_table, results_console
from mainspan.cli.options import complete
from mainspan.cli.package import package
from mainspan.cli.progress import show_progress


def _complete(incomplete: str) -> list[str]:
    from mainspan.evaluation.importers import CORPORA

    return complete(CORPORA, incomplete)


@package.command(name="import")
def import_package(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", help="The corpus; without it, all corpora are listed.", autocompletion=_complete
        ),
    ] = None,
    path: Annotated[
        str | None,
        typer.Argument(
            metavar="PATH",
            help="A folder, a zip or tar archive, or its address; without it, the corpus is downloaded.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="DIR", help="A new folder for the package; by default NAME."),
    ] = None,
) -> None:
    """Import a published corpus as a test package, from a local copy or from the web.

    Pages are not changed, except that wrappers and labels of the corpus are removed. A document that cannot
    be read is left out and reported, and the exit code is 1. Each corpus has its own licence: see the list,
    and package.json of the package.

    \b
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
    with show_progress() as update:
        found = import_corpus(
            chosen,
            path,
            output or Path(name),
            progress=lambda what, done, total: update(description=what, completed=done, total=total),
        )
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

    titles = ("name", "documents", "languages", "licence", "source")
    table = make_table(*titles, right=["documents"], fold=["source"])
    for each in CORPORA.values():
        table.add_row(each.name, f"{each.documents:,}", " ".join(each.languages), each.licence, each.source)
    console = results_console()
    console.print(table)
    by_hand = ", ".join(each.name for each in CORPORA.values() if not each.addresses)
    console.print(f"\nDownloaded without PATH: all but {by_hand}, which are fetched by hand.", markup=False)
