"""The tables of a report, the same in HTML and in Markdown."""

from __future__ import annotations

from collections import Counter
from typing import Final

from mainspan.evaluation.kinds import kinds_of
from mainspan.evaluation.records import Row
from mainspan.evaluation.report.diff import Kind
from mainspan.evaluation.report.figures.spread import duration
from mainspan.evaluation.report.overview import Overview
from mainspan.evaluation.report.tables import NONE, Cell, Table, cells, figure
from mainspan.evaluation.report.worst import Worst
from mainspan.evaluation.significance import LEVEL, Significance
from mainspan.evaluation.summary import Summary

AS_GOOD: Final = "≈"
MAX_ERROR_LINES: Final = 60
# With fewer documents, no difference can be significant by a sign test.
MIN_TESTED: Final = 6
_EQUAL: Final = 1e-12  # no rule: rounding errors of means


def summary_table(view: Overview) -> Table:
    """The mean F1 of each contestant on each package."""
    best = {package: _best(view, package) for package in view.packages}
    overall = {each: view.overall(each) for each in view.contestants}
    highest = max((each for each in overall.values() if each is not None), default=None)
    rows = []
    for contestant in view.contestants:
        row = [Cell(contestant)]
        row += [_ranked(view, package, contestant, best[package]) for package in view.packages]
        mean = overall[contestant]
        is_best = mean is not None and highest is not None and mean >= highest - _EQUAL
        rows.append((*row, Cell(figure(mean), best=is_best)))
    sizes: dict[str, int] = {}
    for (package, _), each in view.summaries.items():
        sizes[package] = max(sizes.get(package, 0), each.documents)
    many = [f"{package} ({sizes[package]:,})" for package in view.packages]
    return Table(
        f"Mean F1 ({view.measure}) of each contestant on each package, with the number of documents",
        ("contestant", *many, "mean"),
        tuple(rows),
        note=f"Bold: the best. {AS_GOOD}: not significantly worse than the best (p ≥ {LEVEL:g} by the paired "
        "bootstrap, bounded below by a sign test; no correction for multiple comparisons; fewer than "
        f"{MIN_TESTED} documents are not tested). The last column is the mean over packages, with equal "
        f"weight. {NONE}: not measured.",
    )


def _ranked(view: Overview, package: str, contestant: str, best: str | None) -> Cell:
    mean = view.mean(package, contestant)
    top = view.mean(package, best) if best is not None else None
    if mean is None or top is None or best is None:
        return Cell(NONE)
    if mean.f1 >= top.f1 - _EQUAL:
        return Cell(figure(mean.f1), best=True)
    pair = view.pair(package, best, contestant)
    if pair is None:
        return Cell(figure(mean.f1))
    as_good = not pair.significant and pair.units >= MIN_TESTED
    return Cell(figure(mean.f1), mark=AS_GOOD if as_good else "", hint=described(pair))


def _best(view: Overview, package: str) -> str | None:
    scores = {each: score.f1 for each in view.contestants if (score := view.mean(package, each))}
    return max(scores, key=lambda each: scores[each]) if scores else None


def described(pair: Significance) -> str:
    """A comparison of two contestants in a line."""
    return (
        f"{pair.first} − {pair.second}: {pair.difference:+.3f}, 95 % interval from {pair.low:+.3f} to "
        f"{pair.high:+.3f}, p = {pair.p:.2g} ({pair.units:,} {pair.unit})"
    )


def kinds_table(view: Overview) -> Table:
    """The F1 and recall of each contestant on each kind of structure; without rows if none was measured."""
    form = view.measure if view.measure.startswith("structure") else "structure"
    kinds = kinds_of(view.results.rows, view.measures, form)
    rows = [
        cells(name, *(f"{figure(each.f1)} ({figure(each.recall, 2)})" if each else NONE for each in means))
        for name in view.contestants
        if any(means := [kind.means.get(name) for kind in kinds])
    ]
    return Table(
        "F1 of each kind of structure, with recall in brackets, and the number of documents",
        ("contestant", *(f"{each.name} ({each.documents:,})" for each in kinds)),
        tuple(rows),
        note="The mean over the documents of all packages whose gold has the kind.",
    )


def package_table(view: Overview, package: str) -> Table:
    """All means of one package: the numbers of the figures."""
    found = [each for name in view.contestants if (each := view.summaries.get((package, name)))]
    names = dict.fromkeys(name for each in found for name in each.figures)
    scored = {name for each in found for name in each.means}
    measures = [each for each in view.measures if each in scored and each != view.measure]
    head = ["contestant", "documents", "errors"]
    head += [f"{view.measure} {each}" for each in ("precision", "recall", "F1", "sd")]
    head += [f"{each} F1" for each in measures] + ["time per kB", "MB/s"]
    head += [name.replace("_", " ") for name in names]
    rows = [_means(each, view.measure, measures, list(names)) for each in found]
    return Table(
        f"Means over the documents of {package}",
        tuple(head),
        tuple(rows),
        note="sd: standard deviation of F1 over documents. Documents on which a contestant failed count as "
        "0; documents without a score for a measure are left out of its mean.",
    )


def _means(summary: Summary, measure: str, others: list[str], figures: list[str]) -> tuple[Cell, ...]:
    texts = [summary.contestant, f"{summary.documents:,}", f"{summary.errors:,}"]
    main = summary.means.get(measure)
    texts += [figure(each) for each in main or (None, None, None)]
    texts.append(figure(summary.deviations.get(measure)))
    texts += [figure(score.f1 if (score := summary.means.get(name)) else None) for name in others]
    texts.append(NONE if summary.seconds_per_kb is None else duration(summary.seconds_per_kb))
    texts.append(figure(summary.mb_per_second, 2))
    texts += [figure(summary.figures.get(name), 1) for name in figures]
    return cells(*texts)


def pair_table(view: Overview, package: str) -> Table | None:
    """The difference of each pair of contestants on one package; None if none were compared."""
    names = [each for each in view.contestants if view.mean(package, each)]
    rows = []
    for contestant in names:
        row = [_compared(view.pair(package, contestant, other), contestant) for other in names]
        rows.append((Cell(contestant), *row))
    if all(cell.text == NONE for row in rows for cell in row[1:]):
        return None
    note = "The row's mean F1 minus the column's, on the documents that both have. "
    return Table(
        f"Differences of F1 ({view.measure}) on {package}",
        ("", *names),
        tuple(rows),
        note=f"{note}*: p < {LEVEL:g} by the paired bootstrap, for this pair alone.",
    )


def pair_tables(view: Overview) -> list[Table]:
    """These tables for all packages that have one."""
    return [found for each in view.packages if (found := pair_table(view, each))]


def _compared(pair: Significance | None, first: str) -> Cell:
    if pair is None:
        return Cell(NONE)
    difference = pair.difference if pair.first == first else -pair.difference
    return Cell(f"{difference:+.3f}", mark="*" if pair.significant else "", hint=described(pair))


def error_table(view: Overview) -> Table:
    """Failures, grouped by contestant, package and message."""
    failed: dict[tuple[str, str, str], list[Row]] = {}
    for row in view.results.rows:
        if row.error:
            failed.setdefault((row.contestant, row.package, row.error), []).append(row)
    ranks = {name: rank for rank, name in enumerate(view.contestants)}
    ordered = sorted(
        failed.items(), key=lambda each: (ranks[each[0][0]], each[0][1], -len(each[1]), each[0][2])
    )
    rows = [
        cells(contestant, package, f"{len(found):,}", error, found[0].document)
        for (contestant, package, error), found in ordered
    ]
    left = len(rows) - MAX_ERROR_LINES
    return Table(
        "Documents on which a contestant failed; they count as 0",
        ("contestant", "package", "documents", "error", "first document"),
        tuple(rows[:MAX_ERROR_LINES]),
        words=frozenset({1, 3, 4}),
        note=f"{left:,} more are in the tables of the results." if left > 0 else "",
    )


def unscored_table(view: Overview) -> Table:
    """Measures without a score, and the reasons."""
    counts = Counter(
        (row.package, measure, score)
        for row in view.results.rows
        for measure, score in row.scores.items()
        if isinstance(score, str)
    )
    total = Counter(row.package for row in view.results.rows)
    rows = [
        cells(package, measure, why, f"{count:,} of {total[package]:,}")
        for (package, measure, why), count in sorted(counts.items())
    ]
    head = ("package", "measure", "reason", "documents × contestants")
    return Table("Measures without a score", head, tuple(rows), words=frozenset({1, 2}))


def worst_table(contestant: str, found: list[Worst], links: list[str], measure: str) -> Table:
    """The worst documents of a contestant; `links` are the anchors of their views."""
    rows = []
    for each, link in zip(found, links, strict=True):
        counts = [
            NONE if each.difference is None else f"{each.difference.words(kind):,}"
            for kind in (Kind.common, Kind.missing, Kind.superfluous)
        ]
        scores = [figure(value) for value in each.score]
        first = Cell(each.row.document, link=link)
        rows.append((first, *cells(each.row.package, *scores, *counts)))
    head = ("document", "package", "precision", "recall", "F1", "words in common", "missing", "superfluous")
    return Table(f"Lowest F1 ({measure}) of {contestant}", head, tuple(rows), words=frozenset({1}))
