"""The figures of an evaluation, as statements need them. What is missing raises a NotMeasuredError."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import numpy as np

from benchmarks.study.density_ends import Ends
from benchmarks.study.estimates import Estimate, Group, difference, estimate, mean, spread
from benchmarks.study.pages import MIN_SITE_PAGES, Library, Pages, whole
from benchmarks.study.speeds import Speeds
from benchmarks.study.verdicts import NotMeasuredError, holm
from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.results import Evaluation
from mainspan.evaluation.significance import LEVEL

Part = Literal["precision", "recall", "f1"]


class Figures:
    """Scores by contestant, package and document; the speeds; and why regions of density end."""

    def __init__(
        self, results: Evaluation, speeds: Speeds | None = None, ends: dict[str, Ends] | None = None
    ) -> None:
        self.library = Library(results)
        self.rows: dict[tuple[str, str], dict[str, Row]] = {}
        for row in results.rows:
            self.rows.setdefault((row.package, row.contestant), {})[row.document] = row
        self.contestants = list(dict.fromkeys(contestant for _, contestant in self.rows))
        self._speeds = speeds
        self._ends = ends

    @property
    def speeds(self) -> Speeds:
        """The speeds."""
        if self._speeds is None:
            raise NotMeasuredError("the speeds were not measured")
        return self._speeds

    @property
    def ends(self) -> dict[str, Ends]:
        """For each package, why regions of density end before the content does."""
        if self._ends is None:
            raise NotMeasuredError("the ends of density's regions were not counted")
        return self._ends

    def scores(self, contestant: str, package: str, pages: Pages, measure: str = "words") -> dict[str, Score]:
        """The scores of a contestant on the chosen documents of a package; never empty."""
        rows = self.rows.get((package, contestant))
        if rows is None:
            raise NotMeasuredError(f"{contestant} was not run on {package}")
        found = {
            name: score
            for name, row in rows.items()
            if pages.has(package, name) and isinstance(score := row.scores.get(measure), Score)
        }
        if not found:
            raise NotMeasuredError(f"{contestant} has no {measure} on {package}")
        return found

    def groups(
        self, contestants: Sequence[str], pages: Pages, part: Part = "f1", measure: str = "words"
    ) -> dict[str, Group]:
        """For each package the values of these contestants on the documents for which all have a score."""
        found = {}
        for package in pages.documents:
            scores = [self.scores(each, package, pages, measure) for each in contestants]
            common = [name for name in scores[0] if all(name in each for each in scores)]
            if not common:
                raise NotMeasuredError(f"{', '.join(contestants)} have no page of {package} in common")
            values = np.array([[getattr(each[name], part) for name in common] for each in scores])
            sites = self.rows[package, contestants[0]]
            found[package] = Group(values, [sites[name].site for name in common])
        return found

    def mean(self, contestant: str, pages: Pages, part: Part = "f1", measure: str = "words") -> float:
        """The mean of a contestant; over several packages, the mean of their means."""
        groups = self.groups([contestant], pages, part, measure).values()
        return float(np.mean([group.values.mean() for group in groups]))

    def mean_estimate(
        self, contestant: str, pages: Pages, part: Part = "f1", measure: str = "words"
    ) -> Estimate:
        """The mean of a contestant, with its uncertainty."""
        return estimate(list(self.groups([contestant], pages, part, measure).values()), mean)

    def gain(
        self, first: str, second: str, pages: Pages, part: Part = "f1", measure: str = "words"
    ) -> Estimate:
        """By how much the first contestant is better than the second."""
        return estimate(list(self.groups([first, second], pages, part, measure).values()), difference)

    def gains(self, first: str, second: str, pages: Pages, part: Part = "f1") -> dict[str, Estimate]:
        """By how much the first contestant is better than the second, on each package."""
        groups = self.groups([first, second], pages, part)
        return {package: estimate([group], difference) for package, group in groups.items()}

    def share(self, first: Sequence[str], others: Sequence[str], pages: Pages) -> Estimate:
        """The share of documents on which no other contestant has a higher F1 than the best of the first."""
        wins = []
        for group in self.groups([*first, *others], pages).values():
            best = group.values[: len(first)].max(axis=0)
            is_won = best >= group.values[len(first) :].max(axis=0)
            wins.append(Group(is_won.astype(np.float64)[None], group.sites))
        return estimate(wins, mean)

    def site_spread(self, contestant: str, pages: Pages) -> tuple[Estimate, int]:
        """The standard deviation of F1 within a site, as the mean over large sites; and their number."""
        groups = [
            Group(group.values[:, chosen], [site] * int(chosen.sum()))
            for group in self.groups([contestant], pages).values()
            for site in dict.fromkeys(group.sites)
            if (chosen := np.asarray(group.sites) == site).sum() >= MIN_SITE_PAGES
        ]
        if not groups:
            raise NotMeasuredError(f"no site has {MIN_SITE_PAGES} pages")
        return spread(groups), len(groups)

    def deviation(self, contestant: str, package: str) -> float:
        """The estimated standard deviation of F1 on a package."""
        found = [score.f1 for score in self.scores(contestant, package, whole(package)).values()]
        if len(found) < 2:
            raise NotMeasuredError(f"{package} has one document")
        return float(np.std(found, ddof=1))

    def tally(self, first: str, second: str, pages: Pages, part: Part = "f1") -> str:
        """The packages on which one is better, worse or neither, after Holm's correction."""
        gains = self.gains(first, second, pages, part)
        corrected = dict(zip(gains, holm([each.p(0) for each in gains.values()]), strict=True))
        better = [each for each in gains if corrected[each] < LEVEL and gains[each].value > 0]
        worse = [each for each in gains if corrected[each] < LEVEL and gains[each].value < 0]
        level = [each for each in gains if each not in better and each not in worse]
        groups = (("better", better), ("worse", worse), ("neither", level))
        return f"{first} against {second} by package: " + "; ".join(
            f"{word} on {len(names)}"
            + (f" ({', '.join(_signed(each, gains) for each in names)})" if names else "")
            for word, names in groups
        )

    def listed(
        self, contestants: Iterable[str], pages: Pages, part: Part = "f1", measure: str = "words"
    ) -> str:
        """The means of several contestants in one line."""
        names = list(contestants)
        means = ", ".join(f"{each} {self.mean(each, pages, part, measure):.3f}" for each in names)
        count = sum(len(each.sites) for each in self.groups(names[:1], pages, part, measure).values())
        what = "F1" if part == "f1" else part
        return f"{what} by {measure}, {pages.title} ({count} pages): {means}"


def _signed(package: str, gains: dict[str, Estimate]) -> str:
    return f"{package} {gains[package].value:+.3f}"


def optional(line: Callable[[], str]) -> str:
    """A line of figures that a verdict does not rest on, or why it cannot be given."""
    try:
        return line()
    except NotMeasuredError as error:
        return f"not measured: {error}"
