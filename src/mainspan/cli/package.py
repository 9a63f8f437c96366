"""mainspan package: look at test packages, and find what is wrong with them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mainspan.cli.app import Commands, app, make_bar
from mainspan.render.pieces import without_controls

if TYPE_CHECKING:
    from mainspan.evaluation.check import Defect
    from mainspan.evaluation.overview import Overview

package = Commands()
app.add_typer(package, name="package")

_MOST_SHOWN: Final = 12


class Format(StrEnum):
    """What is written about packages."""

    text = "text"
    json = "json"


Folders = Annotated[
    list[Path], typer.Argument(metavar="DIR...", help="Packages: folders of NAME.html and NAME.txt.")
]
Form = Annotated[
    Format, typer.Option("-f", "--format", help="What to write; JSON of several packages is a line each.")
]


@package.callback()
def about() -> None:
    """Make, check and show test packages: pages with the main text that a person marked.

    A package is a folder with package.json and, for each document, NAME.html (the page),

    NAME.txt (the gold text) and NAME.json (url, language, fragmented, multiple_articles, ...).
    """


@package.command(name="check")
def check(folders: Folders, form: Form = Format.text) -> None:
    """Find every defect of packages, and say how to mend it.

    Gold text occurs in a page if at least nine tenths of its words stand there in sequence.

    The exit code is 1 if there is any defect.

    Examples:

    mainspan package check corpus/wiki

    mainspan package check packages/* -f json

    """
    from mainspan.evaluation.check import check_package
    from mainspan.evaluation.check_folder import Files

    defective = False
    for folder in folders:
        with progress_bar() as progress:
            defects = check_package(folder, progress=progress)
        defective = defective or bool(defects)
        documents = len(Files(folder).documents)
        if form is Format.json:
            found = [asdict(defect) for defect in defects]
            _print_json({"package": str(folder), "documents": documents, "defects": found}, len(folders))
            continue
        _tell(folder, documents, defects)
    raise typer.Exit(1 if defective else 0)


@package.command(name="show")
def show(folders: Folders, form: Form = Format.text) -> None:
    """Show what packages have: documents, sites, languages, page types, and how much gold.

    Examples:

    mainspan package show corpus/wiki

    mainspan package show packages/* -f json

    """
    from mainspan.evaluation.overview import overview_of

    for number, folder in enumerate(folders):
        with progress_bar() as progress:
            found = overview_of(folder, progress=progress)
        if form is Format.json:
            rounded = {
                key: round(value, 4) if isinstance(value, float) else value
                for key, value in asdict(found).items()
            }
            _print_json(rounded, len(folders))
            continue
        if number:
            print()
        _show(found)


def _tell(folder: Path, documents: int, defects: list[Defect]) -> None:
    console = Console(highlight=False, soft_wrap=True)
    for each in defects:
        place = without_controls(f"{folder / each.document}: ")
        console.print(
            Text.assemble((place, "bold"), (each.kind, "red"), ": ", without_controls(each.message))
        )
        console.print(Text(f"    fix: {without_controls(each.mend)}", style="dim"))
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


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int], None]]:
    """A bar on standard error where a person sees it: call it with a name and how many there are."""
    with make_bar() as bar:
        task = bar.add_task("", total=None)
        done = 0

        def advance(name: str, total: int) -> None:
            nonlocal done
            bar.update(task, description=without_controls(name)[-50:], total=total, completed=done)
            done += 1

        yield advance


def _print_json(record: dict[str, Any], packages: int) -> None:
    print(json.dumps(record, ensure_ascii=False, indent=2 if packages == 1 else None))


def _counts(values: dict[str, int]) -> str:
    shown = [f"{value} {count:,}" for value, count in list(values.items())[:_MOST_SHOWN]]
    return ", ".join(shown + [f"{len(values) - _MOST_SHOWN} more"] * (len(values) > _MOST_SHOWN))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
