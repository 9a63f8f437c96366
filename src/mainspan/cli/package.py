"""mainspan package: look at test packages, and find what is wrong with them."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mainspan.cli.app import Commands, app, print_json
from mainspan.cli.options import Format
from mainspan.cli.progress import count_pages
from mainspan.render.pieces import without_controls

if TYPE_CHECKING:
    from mainspan.evaluation.check import Defect
    from mainspan.evaluation.overview import Overview

package = Commands()
app.add_typer(package, name="package")

MAX_VALUES: Final = 12


Folders = Annotated[
    list[Path], typer.Argument(metavar="DIR", help="Packages: folders of NAME.html and NAME.txt.")
]
Form = Annotated[
    Format,
    typer.Option("-f", "--format", help="The output format; with json, several packages are a line each."),
]


@package.callback()
def about() -> None:
    """Make, check and show test packages: pages with their main text, the gold text.

    A package is a folder with package.json and, for each document, NAME.html (the page), NAME.txt (the gold
    text) and NAME.json (url, language, fragmented, multiple_articles, ...).
    """


@package.command(name="check")
def check(folders: Folders, form: Form = Format.text) -> None:
    """Find the defects of packages, and how to fix each.

    Gold text occurs in a page if at least nine tenths of its words appear there in sequence.
    The exit code is 1 if there is any defect.

    \b
    Examples:
    mainspan package check corpus/wiki
    mainspan package check packages/* -f json
    """
    from mainspan.evaluation.check import check_package
    from mainspan.evaluation.check_folder import Files

    defective = False
    for folder in folders:
        with count_pages() as progress:
            defects = check_package(folder, progress=progress)
        defective = defective or bool(defects)
        documents = len(Files(folder).documents)
        if form is Format.json:
            found = [asdict(defect) for defect in defects]
            record = {"package": str(folder), "documents": documents, "defects": found}
            print_json(record, indent=2 if len(folders) == 1 else None)
            continue
        _list_defects(folder, documents, defects)
    raise typer.Exit(1 if defective else 0)


@package.command(name="show")
def show(folders: Folders, form: Form = Format.text) -> None:
    """Show what packages contain: documents, sites, languages, page types, amount of gold text.

    \b
    Examples:
    mainspan package show corpus/wiki
    mainspan package show packages/* -f json
    """
    from mainspan.evaluation.overview import overview_of

    for number, folder in enumerate(folders):
        with count_pages() as progress:
            found = overview_of(folder, progress=progress)
        if form is Format.json:
            rounded = {
                key: round(value, 4) if isinstance(value, float) else value
                for key, value in asdict(found).items()
            }
            print_json(rounded, indent=2 if len(folders) == 1 else None)
            continue
        if number:
            print()
        _show(found)


def _list_defects(folder: Path, documents: int, defects: list[Defect]) -> None:
    console = Console(highlight=False, soft_wrap=True)
    for each in defects:
        place = without_controls(f"{folder / each.document}: ")
        console.print(
            Text.assemble((place, "bold"), (each.kind, "red"), ": ", without_controls(each.message))
        )
        console.print(Text(f"    fix: {without_controls(each.fix)}", style="dim"))
    kinds = ", ".join(f"{count} {kind}" for kind, count in Counter(each.kind for each in defects).items())
    what = f"{_count(len(defects), 'defect')} ({kinds})" if defects else "no defects"
    console.print(f"{folder}: {_count(documents, 'document')}, {what}", markup=False)


def _show(found: Overview) -> None:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    segments = f" ({found.with_segments:,} with segments)" if found.with_segments else ""
    rows = {
        "name": found.name,
        "description": found.description or "none",
        "licence": found.license or "none",
        "documents": f"{found.documents:,}{segments}",
        "sites": f"{found.sites:,}",
        "languages": _counts(found.languages),
        "page types": _counts(found.page_types),
        "words of gold": "no gold text" if found.gold_words is None else f"{found.gold_words:,.0f} (median)",
        "gold of a page": "" if found.gold_share is None else f"{found.gold_share:.0%} of its words (median)",
        "gold in the page": "" if found.gold_found is None else f"{found.gold_found:.1%} of its words (mean)",
        "fragmented": f"{found.fragmented:,}",
        "multiple articles": f"{found.multiple_articles:,}",
    }
    for name, value in rows.items():
        if value:
            table.add_row(name, Text(without_controls(value)))
    Console(highlight=False).print(table)


def _counts(values: dict[str, int]) -> str:
    shown = [f"{value} {count:,}" for value, count in list(values.items())[:MAX_VALUES]]
    return ", ".join(shown + [f"{len(values) - MAX_VALUES} more"] * (len(values) > MAX_VALUES))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
