"""mainspan package agreement, export: what annotators made of a package."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.text import Text

from mainspan.cli.app import errors, make_table, print_json, results_console
from mainspan.cli.options import Form, Format, complete, failure
from mainspan.cli.package import package
from mainspan.cli.progress import count_pages
from mainspan.render.pieces import without_controls

if TYPE_CHECKING:
    from mainspan.annotation import Agreement

_WORST: Final = 10
_FORMS: Final = ("package", "wcxb")

Folder = Annotated[Path, typer.Argument(metavar="PACKAGE", help="The package's folder.")]


@package.command(name="agreement")
def agreement(
    folder: Folder,
    worst: Annotated[
        int, typer.Option("--worst", metavar="N", min=0, help="How many of the worst pages are listed.")
    ] = _WORST,
    form: Form = Format.text,
) -> None:
    """Show how far the annotators of a package agree: pairs of them, and the pages with the lowest agreement.

    Words-F1 compares their texts, kappa the blocks that they kept. Only finished answers count.

    \b
    Examples:
    mainspan package agreement my-pages
    mainspan package agreement my-pages --worst 50
    mainspan package agreement my-pages -f json
    """
    from mainspan.annotation import agree

    with count_pages() as progress:
        found = agree(folder, progress=progress)
    for each in found.problems:
        errors.print(f"mainspan: {without_controls(each)}", style="red", markup=False)
    if not found.pages:
        raise failure(f"{folder}: no page has the finished answers of two annotators")
    if form is Format.json:
        print_json({"f1": found.f1, "kappa": found.kappa, **asdict(found)})
        return
    _show(found, worst)


@package.command(name="export")
def export(
    folder: Folder,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="PATH", help="A new folder, or a file NAME.zip.")
    ],
    to: Annotated[
        str,
        typer.Option(
            metavar="|".join(_FORMS),
            help="The form: a package, or WCXB's benchmark.",
            autocompletion=lambda incomplete: complete(_FORMS, incomplete),
        ),
    ] = "package",
    answers: Annotated[
        bool, typer.Option("--answers", help="With the answers of annotators, by name (only as a package).")
    ] = False,
) -> None:
    """Write a package for others, as a folder or a zip archive.

    Documents without gold text are left out of WCXB's form, and reported. The exit code is 1 then.

    \b
    Examples:
    mainspan package export my-pages --to wcxb -o my-pages.zip
    mainspan package export my-pages --to wcxb -o benchmark/
    mainspan package export my-pages --answers -o backup.zip
    """
    from mainspan.annotation import export_package

    found = export_package(folder, output, form=to, answers=answers)
    for name in found.left_out:
        errors.print(f"mainspan: {without_controls(name)}: has no gold text", style="red", markup=False)
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"{found.output}: {found.documents:,} documents", markup=False)
    raise typer.Exit(1 if found.left_out else 0)


def _show(found: Agreement, worst: int) -> None:
    console = results_console()
    table = make_table("annotators", "pages", "words-F1", "kappa", right=["pages", "words-F1", "kappa"])
    for pair in found.pairs:
        names = Text(" and ".join(pair.annotators))
        table.add_row(names, f"{pair.pages:,}", _number(pair.f1), _number(pair.kappa))
    table.add_row("all", f"{len(found.pages):,}", _number(found.f1), _number(found.kappa), style="bold")
    console.print(table)
    if worst:
        console.print()
        table = make_table("document", "words-F1", "kappa", "annotators", right=["words-F1", "kappa"])
        for page in found.worst[:worst]:
            name = Text(without_controls(page.document))
            table.add_row(name, _number(page.f1), _number(page.kappa), Text(", ".join(page.annotators)))
        console.print(table)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
