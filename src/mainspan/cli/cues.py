"""mainspan cues: learn cue words from test packages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from mainspan.cli.app import app, errors, make_bar, results_console
from mainspan.evaluation.packages import Package
from mainspan.learn_cues import CueList, Learned, learn_cues
from mainspan.output import File, write_file

_SHOWN = 15


@app.command(name="cues")
def learn(
    packages: Annotated[
        list[Path], typer.Argument(metavar="PACKAGE", help="Folders of NAME.html and NAME.txt, the gold.")
    ],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Where to write the list.")
    ] = None,
    hold_out: Annotated[
        int, typer.Option(metavar="N", min=0, help="Leave one site in N out, to measure on; 0 for none.")
    ] = 0,
    cues: Annotated[int, typer.Option(metavar="N", min=2, help="How many cues to keep.")] = 500,
    min_sites: Annotated[
        int, typer.Option(metavar="N", min=1, help="The least number of sites with a cue.")
    ] = 6,
) -> None:
    """Learn cue words from packages, and show the strongest.

    Cue words appear in short blocks of many sites, mostly in the content or mostly outside it. The method
    cues reads the list.

    Examples:

    mainspan cues packages/dragnet packages/l3s-gn1 -o cues.txt

    mainspan extract page.html -a cues:words=cues.txt,method=accb

    """
    if output is not None:
        File(output)  # wrong use shows before the work begins
    count = sum(len(Package.read(package)) for package in packages)
    with make_bar() as progress:
        task = progress.add_task("", total=count)

        def show(page: Path) -> None:
            progress.update(task, description=page.name[-50:], advance=1)

        found = learn_cues(packages, hold_out=hold_out, cues=cues, min_sites=min_sites, progress=show)
    if not found.cues:
        errors.print(f"no cue is on {min_sites} sites or more: the packages are too small", style="yellow")
        raise typer.Exit(1)
    if output is not None:
        write_file(output, str(found))
    _show(found)


def _show(found: CueList) -> None:
    console = results_console()
    console.print(f"{len(found.cues)} cues from {found.pages} pages of {found.sites} sites")
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for title in ("against content", "weight", "sites", "for content", "weight", "sites"):
        table.add_column(title, justify="right" if title in ("weight", "sites") else "left")
    against = [cue for cue in found.cues if cue.weight < 0][:_SHOWN]
    for_content = [cue for cue in found.cues if cue.weight > 0][:_SHOWN]
    for i in range(max(len(against), len(for_content))):
        table.add_row(*_cells(against[i : i + 1]), *_cells(for_content[i : i + 1]))
    console.print(table)


def _cells(cue: list[Learned]) -> tuple[str, str, str]:
    if not cue:
        return "", "", ""
    return " ".join(cue[0].cue), f"{cue[0].weight:+.2f}", str(cue[0].sites)
