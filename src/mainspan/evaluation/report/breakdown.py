"""Tables of results by the flags of documents: F1 in short, F1 in each package, and all figures."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from mainspan.evaluation.flags import ALL_PACKAGES, Part
from mainspan.evaluation.report.overview import Overview
from mainspan.evaluation.report.tables import NONE, Cell, Table, cells, figure
from mainspan.evaluation.summary import Summary

# The summaries of all contestants on the documents of a package that have one value of a flag.
_Row = tuple[str, str, dict[str, Summary]]


class Breakdown(NamedTuple):
    """The tables of one flag. `each` is None if one package has it: then `together` is on that package."""

    flag: str
    together: Table
    each: Table | None
    figures: Table


def breakdowns(view: Overview) -> list[Breakdown]:
    """The results by each flag."""
    parts = [each for each in view.parts if view.measure in each.summary.means]
    return [
        _breakdown(view, flag.replace("_", " "), list(_rows(view, own)))
        for flag, own in groupby(parts, key=lambda each: each.flag)
    ]


def _breakdown(view: Overview, flag: str, rows: list[_Row]) -> Breakdown:
    first, caption = rows[0][0], f"Mean F1 ({view.measure}) by {flag}"
    # All packages together come first, if there are several.
    single = [row for row in rows if row[0] != first]
    return Breakdown(
        flag,
        _f1_table(
            view, caption if single else f"{caption} on {first}", flag, rows[: len(rows) - len(single)]
        ),
        _f1_table(view, f"{caption} in each package", flag, single, name_packages=True) if single else None,
        _figure_table(view, flag, rows),
    )


def _rows(view: Overview, parts: Iterable[Part]) -> Iterator[_Row]:
    for (package, value), group in groupby(parts, key=lambda each: (each.summary.package, each.value)):
        found = {each.summary.contestant: each.summary for each in group}
        named = "all packages" if package == ALL_PACKAGES else package
        yield named, value, {name: found[name] for name in view.contestants if name in found}


def _f1_table(
    view: Overview, caption: str, flag: str, rows: list[_Row], *, name_packages: bool = False
) -> Table:
    """The F1 of each contestant on each value."""
    lines = []
    for package, value, summaries in rows:
        best = max(each.means[view.measure].f1 for each in summaries.values())
        documents = max(each.counts[view.measure] for each in summaries.values())
        scores = [_score(summaries.get(name), view.measure, best) for name in view.contestants]
        lines.append((*cells(value, *[package] * name_packages, f"{documents:,}"), *scores))
    return Table(
        caption,
        (flag, *["package"] * name_packages, "documents", *view.contestants),
        tuple(lines),
        words=frozenset({1}) if name_packages else frozenset(),
        groups=_groups([package for package, _, _ in rows]),
        note="Means are over documents. Bold: the best.",
    )


def _score(summary: Summary | None, measure: str, best: float) -> Cell:
    if summary is None:
        return Cell(NONE)
    precision, recall, f1 = summary.means[measure]
    spread = figure(summary.deviations.get(measure))
    hint = f"{summary.contestant}: precision {precision:.3f}, recall {recall:.3f}, sd {spread}"
    return Cell(figure(f1), best=f1 >= best, hint=hint)


def _figure_table(view: Overview, flag: str, rows: list[_Row]) -> Table:
    lines = [
        cells(
            *(value, package, name, f"{summary.counts[view.measure]:,}"),
            *map(figure, (*summary.means[view.measure], summary.deviations.get(view.measure))),
        )
        for package, value, summaries in rows
        for name, summary in summaries.items()
    ]
    return Table(
        f"All figures ({view.measure}) by {flag}",
        (flag, "package", "contestant", "documents", "precision", "recall", "F1", "sd"),
        tuple(lines),
        words=frozenset({1, 2}),
        groups=_groups([(package, value) for package, value, found in rows for _ in found]),
        note="sd: estimated standard deviation of F1. breakdown.tsv has this for all measures.",
    )


def _groups(keys: Sequence[Hashable]) -> frozenset[int]:
    """The numbers of the rows whose key differs from that of the row before."""
    return frozenset(at for at, (one, other) in enumerate(pairwise(keys), 1) if one != other)
