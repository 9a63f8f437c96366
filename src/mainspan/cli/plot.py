"""mainspan plot: the curve behind a method's decision, as a figure."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import Annotated

import typer

from mainspan import plot
from mainspan.algorithms import algorithm
from mainspan.cli.app import app, errors
from mainspan.cli.options import Encoding, Method, OnePage, failure, find_page, one_method, read_page
from mainspan.errors import OutputError, PlotError
from mainspan.output import File
from mainspan.sources import Source


@app.command(name="plot")
def plot_page(
    source: OnePage,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="FILE", help="The figure: a .png, .svg or .pdf file.")
    ],
    method: Method = None,
    steps: Annotated[
        bool, typer.Option("--steps", help="Draw each pass of blurring (accb, ccb and tccb).")
    ] = False,
    encoding: Encoding = None,
) -> None:
    """Draw the curve behind a method's decision, with the regions that it kept.

    The figures are those of the methods' papers: greyscale strips, bars for each
    string or block, columns above and below the axis, slope curves, or the element
    tree in colours. They need the extra 'plot'.

    \b
    Examples:
    mainspan plot page.html --algorithm accb --output strip.png
    mainspan plot page.html -a ccb --steps -o passes.png
    mainspan plot https://example.org/article -a wlr -o tree.pdf
    cat page.html | mainspan plot - -a density:c1=0.4 -o bars.svg
    """
    chosen = algorithm(one_method(method))
    # Wrong use shows before the work begins.
    plot.check(chosen, output, steps=steps)
    found = find_page(source)
    File(output)
    if os.path.realpath(output) == os.path.realpath(found.name):
        raise OutputError(f"{output}: is the page itself; choose another output")
    page = read_page(found, encoding)
    try:
        figure = plot.draw(page, chosen, name=_title(found), steps=steps)
    except PlotError as error:
        raise failure(f"{found.name}: {error}") from None
    plot.save(figure, output)
    if errors.is_terminal:
        errors.print(f"figure in {output}", markup=False)


def _title(source: Source) -> str:
    """What the page is called in the figure: its file's name or its address, nothing for standard input."""
    if source.name == "-":
        return ""
    return source.name if "://" in source.name else PurePosixPath(source.name).name
