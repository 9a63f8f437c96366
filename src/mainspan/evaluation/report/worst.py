"""The documents on which a contestant did worst, with what it missed and what it should have left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mainspan.errors import SourceError
from mainspan.evaluation.packages import Document, Package
from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.report.diff import Difference, difference
from mainspan.evaluation.report.overview import Overview


@dataclass(frozen=True)
class Worst:
    """One such document. Where it cannot be shown, `reason` says why."""

    row: Row
    score: Score
    url: str = ""
    difference: Difference | None = None
    reason: str = ""


class Golds:
    """The documents of the packages, each package looked at once."""

    def __init__(self, view: Overview) -> None:
        self.view = view
        self.known: dict[str, dict[str, Document]] = {}

    def document(self, package: str, name: str) -> Document | None:
        """A document of a package; None if it is no longer there."""
        if package not in self.known:
            folder = self.view.results.package_folder(package)
            try:
                documents = Package.read(folder).documents if folder else ()
            except SourceError:
                documents = ()
            self.known[package] = {each.name: each for each in documents}
        return self.known[package].get(name)


def worst_rows(view: Overview, contestant: str, most: int) -> list[tuple[Row, Score]]:
    """The rows with the lowest F1, lowest first. Errors have a place of their own, and 1 is not bad."""
    scored = [
        (row, score)
        for row in view.rows_of(contestant)
        if not row.error and isinstance(score := row.scores.get(view.measure), Score) and score.f1 < 1
    ]
    return sorted(scored, key=lambda each: (each[1].f1, each[0].package, each[0].document))[:most]


def worst_documents(view: Overview, most: int) -> Iterator[tuple[str, list[Worst]]]:
    """For each contestant, its worst documents."""
    golds = Golds(view)
    for contestant in view.contestants:
        texts: dict[str, dict[str, str]] = {}
        found = []
        for row, score in worst_rows(view, contestant, most):
            if row.package not in texts:
                texts[row.package] = view.results.texts(row.package, contestant)
            found.append(_look_at(row, score, golds, texts[row.package].get(row.document)))
        yield contestant, found


def _look_at(row: Row, score: Score, golds: Golds, found: str | None) -> Worst:
    document = golds.document(row.package, row.document)
    if document is None:
        return Worst(row, score, reason="The package is no longer there, so the gold text cannot be shown.")
    url = document.url or ""
    gold = document.read_gold()
    if gold is None:
        return Worst(row, score, url, reason="This document has segments and no gold text.")
    if found is None:
        return Worst(row, score, url, reason="What was found was not kept, so it cannot be shown.")
    return Worst(row, score, url, difference(gold, found))
