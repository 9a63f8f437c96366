"""The content of a report, from a folder of results: ranked contestants, summaries, what is missing."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import Final

from mainspan.errors import ParameterError
from mainspan.evaluation.flags import Part
from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.results import Results
from mainspan.evaluation.significance import Significance
from mainspan.evaluation.summary import Summary

# The measures of the paper of 2007, in its order: what counts less and less is the order of words.
FOUR: Final = ("chars", "words", "bag", "set")


@dataclass(frozen=True)
class Overview:
    """Results in the order in which they are shown. `measure` ranks contestants and is shown in tables."""

    results: Results
    measure: str
    measures: tuple[str, ...]
    packages: tuple[str, ...]
    contestants: tuple[str, ...]
    summaries: dict[tuple[str, str], Summary]
    pairs: dict[tuple[str, str, str], Significance]
    parts: tuple[Part, ...] = ()

    def mean(self, package: str, contestant: str, measure: str | None = None) -> Score | None:
        """The mean scores of a contestant on a package, if it was measured."""
        summary = self.summaries.get((package, contestant))
        return summary.means.get(measure or self.measure) if summary else None

    def overall(self, contestant: str) -> float | None:
        """The mean F1 over packages, with equal weight; None unless it was measured on all of them."""
        return overall([self.mean(package, contestant) for package in self.ranked])

    @property
    def ranked(self) -> list[str]:
        """The packages on which any contestant has a score by this measure."""
        return [name for name in self.packages if any(self.mean(name, each) for each in self.contestants)]

    def pair(self, package: str, first: str, second: str) -> Significance | None:
        """How two contestants compare on a package, by this measure."""
        return self.pairs.get((package, first, second)) or self.pairs.get((package, second, first))

    def kind(self, contestant: str) -> str:
        """What a contestant is: method, peer, command or proxy."""
        kinds = {each["name"]: each.get("kind", "method") for each in self.results.run["contestants"]}
        return str(kinds.get(contestant, "method"))

    def rows_of(self, contestant: str) -> list[Row]:
        """The rows of one contestant."""
        return [row for row in self.results.rows if row.contestant == contestant]


def overview(results: Results, measure: str = "words") -> Overview:
    """Sort results: the best contestant by this measure first, those without scores on some packages last."""
    known = dict.fromkeys(name for row in results.rows for name in row.scores)
    measures = tuple(sorted(known, key=lambda name: FOUR.index(name) if name in FOUR else len(FOUR)))
    if measures and measure not in measures:
        raise ParameterError(f"{measure}: not measured in these results; choose from {', '.join(measures)}")
    begun = {each.package for each in results.summaries}
    packages = tuple(each["name"] for each in results.run["packages"] if each["name"] in begun)
    summaries = {(each.package, each.contestant): each for each in results.summaries}

    def rank(contestant: str) -> tuple[int, float, str]:
        found = [summaries.get((package, contestant)) for package in packages]
        scores = [each.means[measure].f1 for each in found if each and measure in each.means]
        return -len(scores), -fsum(scores) / len(scores) if scores else 0.0, contestant

    return Overview(
        results=results,
        measure=measure,
        measures=measures,
        packages=packages,
        contestants=tuple(sorted((each["name"] for each in results.run["contestants"]), key=rank)),
        summaries=summaries,
        pairs={
            (each.package, each.first, each.second): each
            for each in results.significance
            if each.measure == measure
        },
        parts=tuple(results.break_down()),
    )


def overall(scores: list[Score | None]) -> float | None:
    """The mean F1; None if any score is missing."""
    known = [each.f1 for each in scores if each is not None]
    return fsum(known) / len(known) if known and len(known) == len(scores) else None


def missing(view: Overview) -> list[str]:
    """What these results lack to be complete, one line each."""
    lines = list(view.results.problems)
    expected = {each["name"]: _count(each.get("documents")) for each in view.results.run["packages"]}
    for package, documents in expected.items():
        for contestant in view.contestants:
            summary = view.summaries.get((package, contestant))
            done = summary.documents if summary else 0
            if done < max(1, documents):
                of = f" of {documents}" if documents else ""
                lines.append(f"{contestant} on {package}: {done}{of} documents measured")
    if view.results.rows and not view.results.significance and len(view.contestants) > 1:
        lines.append("significance.tsv: no pairs of contestants were compared")
    return lines


def _count(value: object) -> int:
    """The number of a package's documents as run.json has it: a number, or their list."""
    return len(value) if isinstance(value, list) else value if isinstance(value, int) else 0
