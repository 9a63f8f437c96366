"""mainspan evaluate: contestants measured on test packages."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

from mainspan.algorithms import ALGORITHMS
from mainspan.cli.app import app, errors
from mainspan.cli.breakdown import By, check_flags, show_breakdown
from mainspan.cli.classify import Classify, Label, check_labels, classify_found
from mainspan.cli.evaluation_table import show_errors, show_kinds, show_table
from mainspan.cli.options import MEASURE, METHOD, Jobs, Names, Packages, named
from mainspan.cli.progress import Update, show_progress
from mainspan.errors import ParameterError
from mainspan.evaluation.contestants import PEERS
from mainspan.evaluation.measures import MEASURES, measure, measures_of
from mainspan.evaluation.records import Row
from mainspan.evaluation.results import Evaluation
from mainspan.evaluation.run import LIMIT, evaluate
from mainspan.evaluation.subset import Subset

_METHODS: Final = "A method of Mainspan, or all; repeatable. Without any contestant: all."
_PEERS: Final = "Another library, such as trafilatura; repeatable."
_COMMANDS: Final = "A program that reads the page from standard input and writes UTF-8 text or HTML."
_PROXIES: Final = "A proxy that extracts the pages it fetches; repeatable."
_MEASURES: Final = (
    f"A measure ({', '.join(MEASURES)}); repeatable. Without it: all but structure, "
    "which reads what contestants give as HTML or Markdown."
)


class Sites(StrEnum):
    """Which sites to use."""

    all = "all"
    tune = "tune"
    report = "report"


@app.command(name="evaluate")
def evaluate_contestants(
    packages: Packages,
    methods: Annotated[Names, named("-a --algorithm", METHOD, _METHODS, ["all", *ALGORITHMS])] = None,
    peers: Annotated[Names, named("--peer", "NAME", _PEERS, PEERS)] = None,
    commands: Annotated[Names, named("--command", "PROGRAM", _COMMANDS)] = None,
    proxies: Annotated[Names, named("--proxy", "URL", _PROXIES)] = None,
    measures: Annotated[Names, named("-m --measure", MEASURE, _MEASURES, MEASURES)] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FOLDER", help="A folder for all results.")
    ] = None,
    jobs: Jobs = 0,
    limit: Annotated[
        float, typer.Option(metavar="SECONDS", help="The time limit for one contestant on one document.")
    ] = LIMIT,
    every: Annotated[int, typer.Option(metavar="N", min=1, help="Use every N-th document.")] = 1,
    sites: Annotated[
        Sites,
        typer.Option(help="Use the pages of all sites, of the sites for tuning, or of those for reporting."),
    ] = Sites.all,
    parts: Annotated[int, typer.Option(metavar="N", min=2, help="One site in N is for reporting.")] = 2,
    language: Annotated[
        str | None, typer.Option(metavar="CODE", help="Use only pages in this language, such as el.")
    ] = None,
    show: Annotated[
        str | None, typer.Option(metavar="NAME", help="The measure to show; by default words.")
    ] = None,
    by: By = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Overwrite the results of another run.")] = False,
    classify: Classify = False,
    label: Label = None,
) -> None:
    """Measure methods, other libraries, programs and proxies on test packages.

    Each contestant works in its own processes. If it hangs, crashes or fails on a page, its score there is
    0, and the run continues. Prints the mean F1 on each package, the standard deviation of F1 over all
    documents, and the speed. To publish speeds, measure them with -j 1 on a quiet machine.

    With [bold]-o[/bold], scores, texts, summaries (of packages, and by language and other flags of documents)
    and the significance of each difference are written as tab-separated files. The run is resumable: after a
    stop, the same command continues it.

    \b
    Examples:
    mainspan evaluate packages/dragnet -a accb -a wlr --peer trafilatura -o results/
    mainspan evaluate packages/* -m words -m chars --show chars -j 8 -o results/
    mainspan evaluate packages/dragnet --command 'w3m -dump -T text/html' --limit 5
    mainspan evaluate packages/dragnet --proxy http://localhost:8080 -a plain --every 10
    mainspan evaluate packages/wcxb -a accb -a mainspan -m words --by page_type
    mainspan evaluate packages/defuddle -a mainspan --peer trafilatura -m structure
    mainspan evaluate packages/wcxb -a accb --classify --label page_type -o results/
    """
    names = _contestants(methods, peers, commands, proxies)
    taken = list(map(repr, measures_of(measures)))
    shown = _shown(show, taken)
    subset = Subset(sites.value, parts, every, language)
    check_flags(packages, by or [], subset)
    if classify or label:
        check_labels(packages, label, subset)
    with show_progress() as update:
        progress = _Progress(update)
        try:
            found = evaluate(
                packages,
                names,
                measures=taken,
                output=output,
                jobs=jobs or None,
                limit=limit,
                subset=subset,
                fresh=fresh,
                progress=progress,
            )
        except KeyboardInterrupt:
            found = None
    if found is None:
        _say_goodbye(progress.done, progress.total, output)
        raise typer.Exit(130)
    for problem in found.problems:
        errors.print(problem, style="red", markup=False)
    for note in found.run.get("notes", ()):
        errors.print(note, style="yellow", markup=False)
    show_errors(found, output)
    shown = _with_scores(found, shown)
    show_table(found, shown)
    show_kinds(found, shown)
    show_breakdown(found, by or [], shown)
    if classify or label:
        classify_found(found, label, output)
    raise typer.Exit(1 if _failed(found) else 0)


def _contestants(
    methods: list[str] | None, peers: list[str] | None, commands: list[str] | None, proxies: list[str] | None
) -> list[str]:
    """All that were named, as `evaluate` takes them; all our methods if none was."""
    if "all" in (methods or ()):
        methods = list(dict.fromkeys([*ALGORITHMS, *(name for name in methods or () if name != "all")]))
    named = {"": methods, "peer:": peers, "command:": commands, "proxy:": proxies}
    return [f"{kind}{name}" for kind, names in named.items() for name in names or []] or list(ALGORITHMS)


def _shown(show: str | None, taken: list[str]) -> str:
    """The measure that the table shows."""
    if show is None:
        return "words" if "words" in taken else taken[0]
    name = repr(measure(show))
    if name not in taken:
        raise ParameterError(f"{name} is not measured, so it cannot be shown: add -m {name}")
    return name


def _with_scores(found: Evaluation, shown: str) -> str:
    """The measure to show; if it has no score at all, the first that has."""
    measured = {name for summary in found.summaries for name in summary.means}
    if shown in measured or not measured:
        return shown
    return next(str(name) for name in found.run["measures"] if name in measured)


def _failed(found: Evaluation) -> bool:
    return bool(found.problems) or any(row.error for row in found.rows)


def _say_goodbye(done: int, total: int, output: Path | None) -> None:
    errors.print(f"stopped after {done} of {total} rows")
    if output is None:
        errors.print("with -o FOLDER, a stopped run can be continued")
    else:
        errors.print(f"they are kept in {output}: the same command continues from there", markup=False)


class _Progress:
    """Shows how many rows are done, and keeps the number."""

    def __init__(self, update: Update) -> None:
        self.update = update
        self.done = self.total = 0

    def __call__(self, done: int, total: int, row: Row | None) -> None:
        self.done, self.total = done, total
        text = "" if row is None else f"{row.package}: {row.contestant}"[:50]
        self.update(completed=done, total=total, description=text)
