"""The significance of a difference between two contestants, by the paired bootstrap.

Documents are sampled with replacement many times. Each sample gives the difference of both contestants' mean
F1. Pages of one site share a template and are not independent, so whole sites are sampled if there are enough
of them (the cluster bootstrap), and documents otherwise. The interval holds the middle 95 % of the
differences. p is twice the share of samples on the rarer side of zero: at most 1, and never below the
smallest p of a sign test. There is no correction for multiple comparisons.

Bradley Efron and Robert Tibshirani: An Introduction to the Bootstrap. 1993, chapters 8 and 13.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.evaluation.records import Row, Score

DRAWS: Final = 10_000
SEED: Final = 2007
# A bootstrap over a few sites says little: with fewer than this, documents are sampled.
MIN_SITES: Final = 10
LEVEL: Final = 0.05
_BATCH_CELLS: Final = 2_000_000  # no rule: memory

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Significance:
    """The difference of two contestants' mean F1 (first minus second) on the documents that both have.

    `unit` is what was sampled, sites or documents, and `units` their number.
    """

    package: str
    measure: str
    first: str
    second: str
    difference: float
    low: float
    high: float
    p: float
    documents: int
    unit: str
    units: int

    @property
    def significant(self) -> bool:
        """Whether a difference of zero can be ruled out."""
        return self.p < LEVEL


def significance(rows: Iterable[Row], *, draws: int = DRAWS, seed: int = SEED) -> list[Significance]:
    """Compare each pair of contestants on each package by each measure."""
    packages: dict[str, list[Row]] = {}
    for row in rows:
        packages.setdefault(row.package, []).append(row)
    return [
        found
        for package, group in packages.items()
        for measure in dict.fromkeys(name for row in group for name in row.scores)
        for found in _Comparison(package, measure, group).pairs(draws, seed)
    ]


class _Comparison:
    """All contestants on one package by one measure."""

    def __init__(self, package: str, measure: str, rows: Sequence[Row]) -> None:
        self.package = package
        self.measure = measure
        sites = {row.document: row.site for row in rows}
        columns = {document: i for i, document in enumerate(sites)}
        self.names = list(dict.fromkeys(row.contestant for row in rows))
        self.f1 = np.full((len(self.names), len(columns)), np.nan)
        numbers = {name: i for i, name in enumerate(self.names)}
        for row in rows:
            score = row.scores.get(measure)
            if isinstance(score, Score):
                self.f1[numbers[row.contestant], columns[row.document]] = score.f1
        self.sites = np.unique(list(sites.values()), return_inverse=True)[1]

    def pairs(self, draws: int, seed: int) -> Iterator[Significance]:
        scored = ~np.isnan(self.f1)
        groups: dict[bytes, list[tuple[int, int]]] = {}
        for pair in combinations(range(len(self.names)), 2):
            groups.setdefault((scored[pair[0]] & scored[pair[1]]).tobytes(), []).append(pair)
        for common, pairs in groups.items():
            documents = np.flatnonzero(np.frombuffer(common, dtype=np.bool_))
            if len(documents):
                yield from self._judge(documents, pairs, draws, seed)

    def _judge(
        self, documents: NDArray[np.intp], pairs: list[tuple[int, int]], draws: int, seed: int
    ) -> Iterator[Significance]:
        """The pairs whose common scored documents are these."""
        unit, units = "sites", np.unique(self.sites[documents], return_inverse=True)[1]
        count = int(units.max()) + 1
        if count < MIN_SITES:
            unit, units, count = "documents", np.arange(len(documents)), len(documents)
        contestants = sorted({i for pair in pairs for i in pair})
        values = self.f1[contestants][:, documents]
        drawn = dict(zip(contestants, drawn_means(values, units, draws, seed).T, strict=True))
        means = dict(zip(contestants, values.mean(axis=1), strict=True))
        for first, second in pairs:
            differences = drawn[first] - drawn[second]
            low, high = np.quantile(differences, (LEVEL / 2, 1 - LEVEL / 2))
            yield Significance(
                package=self.package,
                measure=self.measure,
                first=self.names[first],
                second=self.names[second],
                difference=float(means[first] - means[second]),
                low=float(low),
                high=float(high),
                p=two_sided(differences, count),
                documents=len(documents),
                unit=unit,
                units=count,
            )


def drawn_means(values: Floats, units: NDArray[np.intp], draws: int, seed: int) -> Floats:
    """The mean of each row of values, in each bootstrap sample: an array of samples by rows.

    A sample draws as many units as there are, with replacement; a unit comes with all its documents.
    """
    count = int(units.max()) + 1
    # For each unit: the sum of its documents' values, and their number.
    brought = np.stack([*(np.bincount(units, row, count) for row in values), np.bincount(units)], axis=1)
    random = np.random.default_rng(seed)
    step = max(1, _BATCH_CELLS // count)
    parts = []
    for start in range(0, draws, step):
        rows = min(step, draws - start)
        taken = random.integers(0, count, (rows, count)) + np.arange(rows)[:, None] * count
        times = np.bincount(taken.ravel(), minlength=rows * count).reshape(rows, count)
        parts.append(times.astype(np.float64) @ brought)
    sums = np.concatenate(parts)
    means: Floats = sums[:, :-1] / sums[:, -1:]
    return means


def two_sided(differences: Floats, units: int) -> float:
    """Twice the share of samples on the rarer side of zero, at most 1; never 0, since samples are finite.

    It is never below the smallest p of a sign test on as many units: a few units that all agree are weak
    evidence, and resampling does not make it stronger.
    """
    below, above = (differences <= 0).sum(), (differences >= 0).sum()
    share = (int(min(below, above)) + 1) / (len(differences) + 1)
    return min(1.0, 2 * max(share, 0.5**units))
