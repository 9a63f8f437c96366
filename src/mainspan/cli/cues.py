"""mainspan cues: learn cue words from test packages."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Final

import typer

from mainspan.cli.app import app, errors, make_table, results_console
from mainspan.cli.options import Packages
from mainspan.cli.progress import count_pages
from mainspan.evaluation.packages import Package
from mainspan.learn_cues import CueList, Learned, learn_cues
from mainspan.output import File, write_file

MAX_SHOWN: Final = 15


@app.command(name="cues")
def learn(
    packages: Packages,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write the list.")
    ] = None,
    hold_out: Annotated[
        int, typer.Option(metavar="N", min=0, help="Leave out one site in N, for measuring; 0 for none.")
    ] = 0,
    cues: Annotated[int, typer.Option(metavar="N", min=2, help="The number of cues to keep.")] = 500,
    min_sites: Annotated[
        int, typer.Option(metavar="N", min=1, help="The smallest number of sites with a cue.")
    ] = 6,
) -> None:
    """Learn cue words from test packages, and show the strongest.

    Cue words appear in short blocks of many sites, mostly in the content or mostly outside it. Use the list
    with the method cues.

    \b
    Examples:
    mainspan cues packages/dragnet packages/l3s-gn1 -o cues.txt
    mainspan extract page.html -a cues:words=cues.txt,method=accb
    """
    if output is not None:
        File(output)  # wrong use shows before the work begins
    count = sum(len(Package.read(package)) for package in packages)
    with count_pages() as advance:
        found = learn_cues(
            packages,
            hold_out=hold_out,
            cues=cues,
            min_sites=min_sites,
            progress=lambda page: advance(page.name, count),
        )
    if not found.cues:
        errors.print(f"no cue is on {min_sites} sites or more: the packages are too small", style="yellow")
        raise typer.Exit(1)
    if output is not None:
        write_file(output, str(found))
    _show(found)


def _show(found: CueList) -> None:
    console = results_console()
    console.print(f"{len(found.cues)} cues from {found.pages} pages of {found.sites} sites")
    texts, figures = ("against content", "for content"), ("weight", "sites")
    table = make_table(texts[0], *figures, texts[1], *figures, right=figures, fold=texts)
    against = [cue for cue in found.cues if cue.weight < 0][:MAX_SHOWN]
    for_content = [cue for cue in found.cues if cue.weight > 0][:MAX_SHOWN]
    for left, right in zip_longest(against, for_content):
        table.add_row(*_cells(left), *_cells(right))
    console.print(table)


def _cells(cue: Learned | None) -> tuple[str, str, str]:
    return ("", "", "") if cue is None else (" ".join(cue.cue), f"{cue.weight:+.2f}", str(cue.sites))
