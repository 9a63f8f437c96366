"""mainspan tune: search a method's parameters on packages."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.table import Table

from mainspan.cli.app import app, errors, make_table, results_console
from mainspan.cli.options import Jobs, Packages
from mainspan.cli.progress import Update, show_progress
from mainspan.errors import ParameterError
from mainspan.evaluation.tune import MAX_DOCUMENTS, Fold, Options, Progress, Tuning, tune
from mainspan.output import File, write_file

MAX_COMPLAINTS: Final = 5


@app.command(name="tune")
def tune_method(
    method: Annotated[
        str,
        typer.Argument(
            metavar="METHOD[:param=value,...]", help="The method; parameters given here are not searched."
        ),
    ],
    packages: Packages,
    measure: Annotated[
        str, typer.Option("-m", "--measure", metavar="NAME", help="The measure to optimise.")
    ] = "words",
    trials: Annotated[
        int, typer.Option(metavar="N", min=2, help="The number of settings that each search tries at most.")
    ] = 60,
    folds: Annotated[int, typer.Option(metavar="K", min=2, help="The number of folds.")] = 5,
    seed: Annotated[int, typer.Option(metavar="S", min=0, help="The same seed gives the same result.")] = 0,
    only: Annotated[
        str, typer.Option(metavar="NAME,...", help="The parameters to search; all if not given.")
    ] = "",
    ranges: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=LOW:HIGH",
            help="The range of a parameter; NAME=A|B for some values, NAME=A for a fixed one; repeatable.",
        ),
    ] = None,
    every: Annotated[int, typer.Option(metavar="N", min=1, help="Use every N-th document.")] = 1,
    most: Annotated[
        int, typer.Option("--documents", metavar="N", min=2, help="Use at most N documents, evenly spread.")
    ] = MAX_DOCUMENTS,
    jobs: Jobs = 0,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write the whole result to this file, as JSON."),
    ] = None,
) -> None:
    """Tune the parameters of a method, and measure the gain on pages of other sites.

    This is a cross-validation by site: the sites are split into folds, and for each fold the parameters are
    searched on the other folds. The gain on the fold itself, over the old parameters, is what to expect on
    new pages. At the end the parameters are searched on all documents. The last line of the output is the
    best method, as -a takes it.

    The search covers switches, choices and numbers. A share is searched over its whole range, any other
    number from a quarter of its default to four times the default (from 0 to 20 if the default is 0).
    Ctrl-C ends the search and shows the best parameters so far.

    \b
    Examples:
    mainspan tune accb packages/dragnet packages/l3s-gn1
    mainspan tune accb packages/dragnet --only range,threshold --set range=10:200 --trials 100
    mainspan tune danag:unit=bytes packages/zh-news -m chars --every 5 -j 4 -o best.json
    """
    options = Options(
        measure=measure,
        trials=trials,
        folds=folds,
        seed=seed,
        only=[each.strip() for each in only.split(",") if each.strip()],
        ranges=_read_ranges(ranges or []),
        every=every,
        most=most,
        jobs=jobs or os.cpu_count() or 1,
    )
    if output is not None:
        File(output)  # wrong use shows before the work begins
    with show_progress() as update:
        found = tune(method, packages, options, progress=_Shown(update))
    _complain(found)
    if output is not None:
        write_file(output, json.dumps(_record(found), ensure_ascii=False, indent=2) + "\n")
    _show(found)
    if not found.complete:
        errors.print("interrupted: this is the best so far, not the end of the search", style="yellow")
        raise typer.Exit(130)


def _read_ranges(written: list[str]) -> dict[str, str]:
    ranges = {}
    for each in written:
        name, sign, values = (part.strip() for part in each.partition("="))
        if not (name and sign and values):
            raise ParameterError(f"write --set NAME=LOW:HIGH or --set NAME=A|B, not {each!r}")
        ranges[name] = values
    return ranges


class _Shown(Progress):
    """Shows each search on a bar."""

    def __init__(self, update: Update) -> None:
        self.update = update

    def total(self, count: int, what: str) -> None:
        self.update(completed=0, total=count, description=what)

    def step(self) -> None:
        self.update(advance=1)


def _complain(found: Tuning) -> None:
    for complaint in found.complaints[:MAX_COMPLAINTS]:
        errors.print(complaint, style="yellow", markup=False)
    if (more := len(found.complaints) - MAX_COMPLAINTS) > 0:
        errors.print(f"... and {more} more documents that were left out", style="yellow")


def _record(found: Tuning) -> dict[str, Any]:
    """All of it as plain data, with the gains."""
    folds = [asdict(each) | {"gain": each.gain} for each in found.folds]
    return asdict(found) | {"folds": folds, "gain": found.gain, "spread": found.spread}


def _show(found: Tuning) -> None:
    console = results_console()
    where = f"{found.documents} documents of {found.sites} sites in {', '.join(found.packages)}"
    console.print(f"{found.method}: {found.measure}-F1 on {where}", markup=False, soft_wrap=True)
    console.print(f"searched: {'; '.join(found.space)}", markup=False, soft_wrap=True, style="dim")
    console.print()
    if found.folds:
        console.print(_table(found.method, found.folds))
        console.print()
    console.print(_verdict(found), markup=False, soft_wrap=True)
    flattery = f"on all documents, which the last search has seen: {found.before:.3f} to {found.after:.3f}"
    console.print(flattery, markup=False, soft_wrap=True)
    print(found.best)


def _table(method: str, folds: list[Fold]) -> Table:
    """Of each fold the score where the parameters were searched and on the fold, before and after."""
    titles = ("fold", "pages", "sites", "seen\nbefore", "\nafter", "unseen\nbefore", "\nafter", "\ngain")
    last = "found on the other folds"
    table = make_table(*titles, last, right=titles, fold=[last])
    for number, each in enumerate(folds, 1):
        scores = (each.seen_before, each.seen, each.unseen_before, each.unseen)
        figures = [f"{score:.3f}" for score in scores] + [f"{each.gain:+.3f}"]
        # With spaces, so that it can be wrapped where the terminal is narrow.
        written = each.found.partition(":")[2].replace(",", ", ") or "the defaults"
        parameters = "nothing better" if each.found == method else written
        table.add_row(str(number), str(each.documents), str(each.sites), *figures, parameters)
    return table


def _verdict(found: Tuning) -> str:
    """What tuning gained, in a line."""
    if found.gain is None:
        return "gain on unseen folds: not known, no fold was finished"
    spread = "" if found.spread is None else f" (standard deviation over the folds {found.spread:.3f})"
    line = f"gain on unseen folds: {found.gain:+.3f}{spread}"
    if found.spread is not None and found.gain <= found.spread:
        line += "; no more than the folds differ: the old parameters may do as well"
    return line
