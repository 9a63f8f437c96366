"""An evaluation on the terminal: a table of one measure, and what went wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rich.table import Table
from rich.text import Text

from mainspan.cli.app import errors, results_console
from mainspan.evaluation.kinds import kinds_of
from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.results import Evaluation, Summary
from mainspan.evaluation.significance import LEVEL
from mainspan.evaluation.summary import deviation

MAX_ERRORS: Final = 10
MAX_NAME_WIDTH: Final = 40  # no rule: layout


def show_table(found: Evaluation, measure: str) -> None:
    """Print contestants as rows, best first, and packages as columns."""
    packages = list(dict.fromkeys(each.package for each in found.summaries))
    contestants = list(dict.fromkeys(each.contestant for each in found.summaries))
    cells = {(each.package, each.contestant): each for each in found.summaries}
    marks = {package: _best(found, package, measure) for package in packages}
    overall = {name: _overall(found, name, measure) for name in contestants}
    console = results_console()
    console.print(_caption(measure, any(lead for _, lead in marks.values())), markup=False, soft_wrap=True)
    console.print()
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("contestant", overflow="fold", max_width=MAX_NAME_WIDTH)
    for package in packages:
        table.add_column(_heading(cells[package, contestants[0]], measure), justify="right")
    several = len(packages) > 1
    failed = any(each.errors for each in found.summaries)
    for title in (*["mean"] * several, "sd", "MB/s", *["errors"] * failed):
        table.add_column(title, justify="right")
    for name in sorted(contestants, key=lambda each: -(overall[each] or 0.0)):
        own = [cells[package, name] for package in packages]
        scores = [_cell(each, measure, marks[each.package]) for each in own]
        mean = [_number(overall[name])] * several
        rest = [_number(_spread(found, name, measure)), _speed(own)]
        count = [str(sum(each.errors for each in own) or "")] * failed
        table.add_row(Text(name), *scores, *mean, *rest, *count)
    console.print(table)


def show_kinds(found: Evaluation, measure: str) -> None:
    """If a measure of structure is shown, print the F1 of each kind, with the recall in brackets."""
    kinds = kinds_of(found.rows, found.run["measures"], measure)
    if not kinds:
        return
    console = results_console()
    console.print("\nF1 (recall) by kind, mean over the documents whose gold has it", markup=False)
    console.print()
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column("contestant", overflow="fold", max_width=MAX_NAME_WIDTH)
    for kind in kinds:
        table.add_column(f"{kind.name}\n{kind.documents} documents", justify="right")
    for name in dict.fromkeys(each.contestant for each in found.summaries):
        table.add_row(Text(name), *(_f1_and_recall(kind.means.get(name)) for kind in kinds))
    console.print(table)


def _f1_and_recall(score: Score | None) -> str:
    return "-" if score is None else f"{score.f1:.3f} ({score.recall:.2f})"


def show_errors(found: Evaluation, output: Path | None) -> None:
    """Say what went wrong on standard error, one line for each kind of failure."""
    groups: dict[tuple[str, str, str], list[Row]] = {}
    for row in found.rows:
        if row.error:
            groups.setdefault((row.package, row.contestant, row.error), []).append(row)
    for (package, contestant, error), rows in list(groups.items())[:MAX_ERRORS]:
        more = f" (and {len(rows) - 1} more documents)" if len(rows) > 1 else ""
        line = f"{contestant}: {package}/{rows[0].document}{more}: {error}"
        errors.print(line, style="red", markup=False)
    left = sum(len(rows) for rows in list(groups.values())[MAX_ERRORS:])
    if left:
        where = "" if output is None else f"; the tables in {output} have them all"
        errors.print(f"and {left} more errors{where}", style="red", markup=False)


def _caption(measure: str, leads: bool) -> str:
    star = f" *: better than the next best, p < {LEVEL:g}." if leads else ""
    return f"F1 by {measure}, mean over documents; sd: its standard deviation over all documents.{star}"


def _heading(summary: Summary, measure: str) -> Text:
    return Text(f"{summary.package}\n{summary.counts.get(measure, 0)} documents")


def _best(found: Evaluation, package: str, measure: str) -> tuple[str | None, bool]:
    """The best contestant on a package, and whether its lead over the next best is significant."""
    own = [each for each in found.summaries if each.package == package and measure in each.means]
    ranked = [each.contestant for each in sorted(own, key=lambda each: -each.means[measure].f1)]
    if len(ranked) < 2:
        return None, False
    lead = any(
        each.significant
        for each in found.significance
        if (each.package, each.measure) == (package, measure) and {each.first, each.second} == set(ranked[:2])
    )
    return ranked[0], lead


def _cell(summary: Summary, measure: str, mark: tuple[str | None, bool]) -> Text:
    score = summary.means.get(measure)
    best, lead = mark
    is_best = summary.contestant == best
    # The star has a place of its own, so that figures are aligned.
    star = "*" if is_best and lead else " "
    return Text(_number(None if score is None else score.f1) + star, style="bold" if is_best else "")


def _overall(found: Evaluation, contestant: str, measure: str) -> float | None:
    """The mean over packages, which count alike whatever their size."""
    own = (each.means for each in found.summaries if each.contestant == contestant)
    f1 = [means[measure].f1 for means in own if measure in means]
    return sum(f1) / len(f1) if f1 else None


def _spread(found: Evaluation, contestant: str, measure: str) -> float | None:
    scores = (row.scores.get(measure) for row in found.rows if row.contestant == contestant)
    f1 = [each.f1 for each in scores if isinstance(each, Score)]
    return deviation(f1)


def _speed(summaries: list[Summary]) -> str:
    seconds = sum(each.seconds for each in summaries)
    return f"{sum(each.bytes for each in summaries) / 1e6 / seconds:.1f}" if seconds else "-"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
