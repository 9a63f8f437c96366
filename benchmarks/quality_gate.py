"""The quality gate: no method may score lower on a package than before.

A file of floors has, for each package and method, the lowest acceptable mean words-F1, and the digest of the
packages that it was measured on. A better score raises its floor; lowering one needs a switch.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from mainspan.algorithms import Algorithm, algorithm
from mainspan.errors import EvaluationError
from mainspan.evaluation.measures import Case, measure
from mainspan.evaluation.packages import Package
from mainspan.evaluation.records import Score
from mainspan.extraction import extract
from mainspan.output import write_file

Figures = dict[str, dict[str, float]]


class Shortfall(NamedTuple):
    """A method that is below its floor on a package."""

    package: str
    method: str
    floor: float
    reached: float

    def __str__(self) -> str:
        return f"{self.method} on {self.package}: {self.reached:.4f}, below its floor of {self.floor:.3f}"


@dataclass(frozen=True)
class Floors:
    """The least scores by package and method, and the digest of the packages."""

    digest: str
    scores: Figures

    @classmethod
    def read(cls, path: Path) -> Floors:
        """Read a file of floors."""
        found = json.loads(path.read_text("utf-8"))
        return cls(found["digest"], found["words_f1"])

    def write(self, path: Path) -> None:
        """Write the floors into a file."""
        record = {"digest": self.digest, "words_f1": self.scores}
        write_file(path, json.dumps(record, indent=1) + "\n")

    def shortfalls(self, reached: Figures) -> list[Shortfall]:
        """The methods that are below their floors. One that was not measured is."""
        return [
            Shortfall(package, method, floor, reached.get(package, {}).get(method, 0.0))
            for package, floors in self.scores.items()
            for method, floor in floors.items()
            if reached.get(package, {}).get(method, 0.0) < floor
        ]

    def moved(self, digest: str, reached: Figures, *, lower: bool = False) -> Floors:
        """Floors at what was reached: higher ones always, lower ones only with `lower`."""
        below = self.shortfalls(reached)
        if below and not lower:
            lines = "\n  ".join(map(str, below))
            raise EvaluationError(f"these floors would go down, which needs the switch --lower:\n  {lines}")
        return Floors(digest, {package: dict(map(_floor, each.items())) for package, each in reached.items()})


def _floor(item: tuple[str, float]) -> tuple[str, float]:
    method, reached = item
    return method, math.floor(reached * 1000) / 1000


def digest_of(packages: Iterable[Package]) -> str:
    """A digest of all pages and gold texts, under their names."""
    digest = sha256()
    for package in packages:
        for document in package.documents:
            for path in (document.page, document.gold):
                data = path.read_bytes()
                digest.update(f"{package.name}/{path.name} {len(data)}\n".encode())
                digest.update(data)
    return digest.hexdigest()


def measure_methods(packages: Iterable[Package], methods: Iterable[str | Algorithm]) -> Figures:
    """The mean words-F1 of each method on each package."""
    chosen = [algorithm(method) for method in methods]
    words = measure("words")
    figures: Figures = {}
    for package in packages:
        totals = dict.fromkeys(map(repr, chosen), 0.0)
        for document in package.documents:
            html, gold = document.read_page(), document.read_gold()
            for method in chosen:
                score = words(Case(extract(html, algorithm=method).text, gold))
                totals[repr(method)] += score.f1 if isinstance(score, Score) else 0.0
        figures[package.name] = {name: total / len(package) for name, total in totals.items()}
    return figures
