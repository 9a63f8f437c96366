"""Means by contestant and package, as the claims need them."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import Final

from mainspan.evaluation.packages import Package
from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.results import Results
from mainspan.evaluation.summary import Summary

# Packages that were written for this project: no published corpus has such pages.
OWN: Final = frozenset(["styles", "wiki", "europe", "asia", "arabic-script-news"])


class Figures:
    """Means by contestant and package, of words in sequence unless another measure is named."""

    def __init__(self, results: Results, discussed: Iterable[tuple[str, str]] = ()) -> None:
        """Take results; `discussed` are documents (package, name) whose comments outweigh their article."""
        self.summaries: dict[tuple[str, str], Summary] = {
            (each.package, each.contestant): each for each in results.summaries
        }
        self.packages = list(dict.fromkeys(each.package for each in results.summaries))
        self.contestants = list(dict.fromkeys(each.contestant for each in results.summaries))
        self.real = [package for package in self.packages if package not in OWN]
        chosen = set(discussed)
        self._discussed = [row for row in results.rows if (row.package, row.document) in chosen]
        self.discussed = len({(row.package, row.document) for row in self._discussed})

    def score(self, contestant: str, package: str, measure: str = "words") -> Score:
        """The mean score of a contestant on a package; 0 where it was not measured."""
        found = self.summaries.get((package, contestant))
        return found.means.get(measure, Score(0, 0, 0)) if found else Score(0, 0, 0)

    def f1(self, contestant: str, package: str | None = None) -> float:
        """The mean F1 on a package, or the mean of these over all real packages."""
        if package is not None:
            return self.score(contestant, package).f1
        return fmean(self.f1(contestant, each) for each in self.real)

    def precision(self, contestant: str) -> float:
        """The mean precision over all real packages."""
        return fmean(self.score(contestant, each).precision for each in self.real)

    def recall(self, contestant: str) -> float:
        """The mean recall over all real packages."""
        return fmean(self.score(contestant, each).recall for each in self.real)

    def speed(self, contestant: str) -> float:
        """Megabytes of page in a second, over all packages."""
        rows = [each for each in self.summaries.values() if each.contestant == contestant]
        seconds = sum(each.seconds for each in rows)
        return sum(each.bytes for each in rows) / 1e6 / seconds if seconds else 0.0

    def f1_discussed(self, contestant: str) -> float:
        """The mean F1 on documents whose comments outweigh their article."""
        return _mean_f1(row for row in self._discussed if row.contestant == contestant)

    def wins(self, one: str, other: str, margin: float = 0.0) -> list[str]:
        """The real packages on which one is better than the other by more than a margin."""
        return [each for each in self.real if self.f1(one, each) > self.f1(other, each) + margin]


def _mean_f1(rows: Iterable[Row]) -> float:
    scores = [row.scores.get("words") for row in rows]
    found = [each.f1 for each in scores if isinstance(each, Score)]
    return fmean(found) if found else 0.0


def find_discussed(results: Results) -> list[tuple[str, str]]:
    """The documents whose comments, if the package has them apart, have more words than their gold."""
    found = []
    for name in dict.fromkeys(row.package for row in results.rows):
        folder = results.package_folder(name)
        for document in Package.read(folder).documents if folder else ():
            comments = str(document.about.get("gold_comments") or "")
            if len(comments.split()) > len((document.read_gold() or "").split()):
                found.append((name, document.name))
    return found
