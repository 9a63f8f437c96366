"""mainspan report: a folder of results as a page to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mainspan.cli.app import app


@app.command()
def report(
    results: Annotated[Path, typer.Argument(metavar="RESULTS", help="The folder that evaluate wrote.")],
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FOLDER", help="The folder of the report; by default RESULTS/report."
        ),
    ] = None,
    measure: Annotated[
        str | None,
        typer.Option(
            "-m", "--measure", metavar="NAME", help="The measure that ranks contestants; by default words."
        ),
    ] = None,
    worst: Annotated[
        int, typer.Option(min=0, metavar="N", help="Show the N worst documents of each contestant.")
    ] = 5,
) -> None:
    """Write a report on a folder of results.

    report.html is one page that needs no network. It has F1 by four measures and by kind of structure,
    precision and recall, spread and time, F1 by page type and other flags, pairwise differences, errors, and
    the worst documents with the missing and the superfluous text. report.md has the same tables.
    The run need not be complete.

    Prints the names of the files.

    \b
    Examples:
    mainspan report results/
    mainspan report results/ -o report/ --worst 20
    mainspan report results/ --measure chars
    """
    from mainspan.evaluation.report import write_report

    for path in write_report(results, output, measure=measure, worst=worst):
        print(path)
