"""Figures with their uncertainty, by the bootstrap of mainspan.evaluation.significance.

A figure over several packages is the mean of the packages' figures. Its bootstrap is stratified: each package
is sampled on its own, by site if it has enough of them. The packages themselves are not sampled, so an
interval is about pages like these, not of other packages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mainspan.evaluation.significance import DRAWS, LEVEL, MIN_SITES, SEED, drawn_means, two_sided

Floats = NDArray[np.float64]
# From the means of the rows of a group (the last axis) to one figure.
Statistic = Callable[[Floats], Floats]


@dataclass(frozen=True)
class Group:
    """Values of documents that are sampled together: rows are contestants, columns are documents."""

    values: Floats
    sites: Sequence[str]

    @cached_property
    def units(self) -> NDArray[np.intp]:
        """What is sampled: the number of each document's site, or of the document if sites are too few."""
        found = np.unique(np.asarray(self.sites), return_inverse=True)[1]
        return found if int(found.max()) + 1 >= MIN_SITES else np.arange(len(self.sites))

    @property
    def count(self) -> int:
        """How many units there are."""
        return int(self.units.max()) + 1


@dataclass(frozen=True)
class Estimate:
    """A figure, the same figure in each bootstrap sample, and the pages and units that it comes from."""

    value: float
    draws: Floats
    pages: int
    units: int

    @property
    def interval(self) -> tuple[float, float]:
        """The middle 95 % of the samples."""
        low, high = np.quantile(self.draws, (LEVEL / 2, 1 - LEVEL / 2))
        return float(low), float(high)

    def p(self, bound: float) -> float:
        """How well the figure agrees with this bound; 1 for a bound that is infinite."""
        return two_sided(self.draws - bound, self.units)

    def __sub__(self, other: Estimate) -> Estimate:
        """The difference of two figures from different pages."""
        value, draws = self.value - other.value, self.draws - other.draws
        return Estimate(value, draws, self.pages + other.pages, min(self.units, other.units))


def mean(means: Floats) -> Floats:
    """The mean of the first row."""
    first: Floats = means[..., 0]
    return first


def difference(means: Floats) -> Floats:
    """The mean of the first row less that of the second."""
    found: Floats = means[..., 0] - means[..., 1]
    return found


def ratio(means: Floats) -> Floats:
    """The mean of the first row over that of the second."""
    found: Floats = means[..., 0] / means[..., 1]
    return found


def estimate(groups: Sequence[Group], statistic: Statistic, *, draws: int = DRAWS) -> Estimate:
    """A figure of each group, and the mean of these."""
    values = [float(statistic(group.values.mean(axis=1))) for group in groups]
    sampled = [
        statistic(drawn_means(group.values, group.units, draws, SEED + i)) for i, group in enumerate(groups)
    ]
    return Estimate(
        value=float(np.mean(values)),
        draws=np.mean(sampled, axis=0),
        pages=sum(len(group.sites) for group in groups),
        units=sum(group.count for group in groups),
    )


def spread(groups: Sequence[Group], *, draws: int = DRAWS) -> Estimate:
    """The estimated standard deviation (n - 1) in each group's first row, and the mean of these."""
    values, sampled = [], []
    for i, group in enumerate(groups):
        row = group.values[0]
        values.append(row.std(ddof=1))
        moments = np.stack([row, row**2])
        means = drawn_means(moments, np.arange(len(row)), draws, SEED + i)
        variance = np.maximum(means[:, 1] - means[:, 0] ** 2, 0) * len(row) / (len(row) - 1)
        sampled.append(np.sqrt(variance))
    return Estimate(
        value=float(np.mean(values)),
        draws=np.mean(sampled, axis=0),
        pages=sum(len(group.sites) for group in groups),
        units=sum(len(group.sites) for group in groups),
    )
