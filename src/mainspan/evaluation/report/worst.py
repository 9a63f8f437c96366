"""The documents with a contestant's lowest scores, each with a diff of gold and found text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mainspan.errors import SourceError
from mainspan.evaluation.measures.normalise import normalised
from mainspan.evaluation.packages import Document, Package
from mainspan.evaluation.plan import digest
from mainspan.evaluation.records import Row, Score
from mainspan.evaluation.report.diff import Difference, difference
from mainspan.evaluation.report.overview import Overview
from mainspan.evaluation.results import Results


@dataclass(frozen=True)
class Worst:
    """One such document. If it cannot be shown, `reason` says why."""

    row: Row
    score: Score
    url: str = ""
    difference: Difference | None = None
    reason: str = ""


class Golds:
    """The documents of the packages, each read once; `problems` lists packages that have changed."""

    def __init__(self, results: Results) -> None:
        self.problems: list[str] = []
        self.known = {each["name"]: self._read(results, each) for each in results.run["packages"]}

    def document(self, package: str, name: str) -> Document | None:
        """A document of a package; None if it is no longer there."""
        return self.known.get(package, {}).get(name)

    def _read(self, results: Results, entry: dict[str, Any]) -> dict[str, Document]:
        name = entry["name"]
        folder = results.package_folder(name)
        if folder is None:
            self.problems.append(f"{name}: the package is not in its folder, so no gold text can be shown")
            return {}
        try:
            documents = Package.read(folder).documents
        except SourceError as error:
            self.problems.append(f"{name}: {error}")
            return {}
        measured = {row.document for row in results.rows if row.package == name}
        found = tuple(each for each in documents if each.name in measured)
        # The digest is that of all documents of the run, so it can be compared when all were measured.
        if len(measured) == entry.get("documents") and entry.get("digest") not in (None, digest(found)):
            self.problems.append(f"{name}: the package has changed since it was measured")
        return {each.name: each for each in found}


def worst_rows(view: Overview, contestant: str, most: int) -> list[tuple[Row, Score]]:
    """The rows with the lowest F1, lowest first, without errors and without rows of F1 = 1."""
    scored = [
        (row, score)
        for row in view.rows_of(contestant)
        if not row.error and isinstance(score := row.scores.get(view.measure), Score) and score.f1 < 1
    ]
    return sorted(scored, key=lambda each: (each[1].f1, each[0].package, each[0].document))[:most]


def worst_documents(view: Overview, golds: Golds, most: int) -> Iterator[tuple[str, list[Worst]]]:
    """For each contestant, its worst documents."""
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
        return Worst(row, score, reason="The document is not where it was, so it cannot be shown.")
    url = document.url or ""
    gold = document.read_gold()
    if gold is None:
        return Worst(row, score, url, reason="This document has segments and no gold text.")
    if found is None:
        return Worst(row, score, url, reason="What was found was not kept, so it cannot be shown.")
    return Worst(row, score, url, difference(normalised(gold), normalised(found)))
