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
        typer.Option("-o", "--output", metavar="FOLDER", help="Where to write; by default RESULTS/report."),
    ] = None,
    measure: Annotated[
        str, typer.Option("-m", "--measure", metavar="NAME", help="The measure that ranks contestants.")
    ] = "words",
    worst: Annotated[
        int, typer.Option(min=0, metavar="N", help="How many of each contestant's worst documents to show.")
    ] = 5,
) -> None:
    """Write a report on a folder of results.

    report.html is one page that needs no network: F1 by four measures, precision against recall, spread and
    time, pairs, errors, and the worst documents of each contestant with what they miss and what they should
    have left out. report.md has the same tables. A run that has not ended gives a report on what is done.

    Prints the names of the files.

    Examples:

    mainspan report results/

    mainspan report results/ -o report/ --worst 20

    mainspan report results/ --measure chars

    """
    from mainspan.evaluation.report import write_report

    for path in write_report(results, output, measure=measure, worst=worst):
        print(path)
