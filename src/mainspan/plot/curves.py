"""What a figure shows of a page: a method's curves, the units it kept, and both at a figure's resolution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms import ALGORITHMS, Algorithm
from mainspan.algorithms.base import Signals
from mainspan.errors import PlotError
from mainspan.extraction import Extraction
from mainspan.page import Page

Values = NDArray[np.float64]
Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]

# Curves that are drawn as lines over bars.
LINES: Final = ("smooth", "smoothed", "threshold")


@dataclass(frozen=True, eq=False)
class Curves:
    """A method's curves on a page, with one value for each of its units.

    `start` says where in the source each unit begins, `kept` which units are in a kept region.
    """

    page: Page
    found: Extraction
    start: Numbers
    kept: Flags
    values: Signals

    @classmethod
    def of(cls, page: Page, algorithm: Algorithm, *, steps: bool = False) -> Curves:
        """The curves of a method, or of its successive steps; a PlotError if there is nothing to draw."""
        check_has_figure(algorithm, steps=steps)
        page = page.with_hidden if algorithm.reads_hidden else page
        found = Extraction(page, algorithm(page), algorithm)
        if not len(page.words):
            raise PlotError(f"nothing to draw: {found.reason}")
        values = algorithm.steps(page) if steps else algorithm.signals(page)
        start = values["start"].astype(np.int64)
        if not len(start):
            raise PlotError(f"nothing to draw: {algorithm!r} finds nothing to judge in the page")
        others = {name: curve for name, curve in values.items() if name != "start"}
        return cls(page, found, start, kept_units(found, start), others)

    def __len__(self) -> int:
        return len(self.start)

    @property
    def method(self) -> Algorithm:
        """The method whose curves these are."""
        return self.found.algorithm


def check_has_figure(algorithm: Algorithm, *, steps: bool = False) -> None:
    """Refuse a method that decides by no curve, or does so in one step where several are wanted."""
    if not algorithm.figure:
        names = ", ".join(sorted(name for name, cls in ALGORITHMS.items() if cls.figure))
        raise PlotError(f"{algorithm.name} has no curve to draw: the methods with one are {names}")
    if steps and not _has_steps(type(algorithm)):
        names = ", ".join(sorted(name for name, cls in ALGORITHMS.items() if _has_steps(cls)))
        raise PlotError(f"{algorithm.name} has no steps to draw: the methods with steps are {names}")


def _has_steps(method: type[Algorithm]) -> bool:
    return method.steps is not Algorithm.steps


def bar_names(method: Algorithm, values: Signals) -> list[str]:
    """The curves to draw as bars, the one that decides first; those without any value are left out."""
    names = [name for name, curve in values.items() if name not in LINES and curve.any()]
    wanted = getattr(method, "feature", None)
    names.sort(key=lambda name: name != wanted)
    return names or list(values)[:1]


def curve_names(values: Signals) -> list[str]:
    """The curves to draw as lines: one of flags says nothing that the kept regions do not say."""
    first, *others = values
    return [first, *(name for name in others if not np.isin(values[name], (0, 1)).all())]


def kept_units(found: Extraction, start: Numbers) -> Flags:
    """Which units have kept text, or no text at all but are between two that have it.

    A unit reaches from its beginning to that of the next one. A strip shows single characters: there, a
    unit without text is code.
    """
    page, size = found.page, len(start)
    end = np.append(start[1:], len(page.source))
    kept = _touched(found.spans.pairs, start, end)
    if found.algorithm.figure == "strip":
        return kept
    has_text = _touched(np.stack([page.words.start, page.words.end], axis=1), start, end)
    known = np.flatnonzero(has_text | kept)
    if not len(known):
        return kept
    # The nearest unit with text before and after each one; beyond the ends there is no kept text.
    place = np.searchsorted(known, np.arange(size))
    after = np.append(kept[known], False)[place]
    before = np.append(False, kept[known])[place]
    between: Flags = ~has_text & before & after
    return kept | between


def _touched(pairs: Numbers, start: Numbers, end: Numbers) -> Flags:
    """Which of the ranges start to end share a place with one of the sorted, disjoint pairs."""
    begun = np.searchsorted(pairs[:, 0], end, side="left")
    over = np.searchsorted(pairs[:, 1], start, side="right")
    touched: Flags = (begun > over) & (end > start)
    return touched


@dataclass(frozen=True, eq=False)
class Bins:
    """Neighbouring units drawn as one column, so that a figure's size has a bound: `edges` parts them."""

    edges: Numbers

    @classmethod
    def of(cls, first: int, last: int, most: int) -> Bins:
        """At most `most` columns for the units from `first` to before `last`."""
        columns = min(last - first, most)
        return cls(first + np.arange(columns + 1, dtype=np.int64) * (last - first) // max(columns, 1))

    @property
    def most(self) -> int:
        """The most units in one column."""
        return int(np.diff(self.edges).max(initial=0))

    def highest(self, values: Values) -> Values:
        """The highest value of each column."""
        highest: Values = np.maximum.reduceat(values[: self.edges[-1]], self.edges[:-1])
        return highest

    def lowest(self, values: Values) -> Values:
        """The lowest value of each column."""
        return -self.highest(-values)

    def mean(self, values: Values | Flags) -> Values:
        """The mean value of each column: of flags, the share of those that hold."""
        sums = np.add.reduceat(values[: self.edges[-1]], self.edges[:-1], dtype=np.float64)
        mean: Values = sums / np.diff(self.edges)
        return mean

    def any(self, flags: Flags) -> Flags:
        """Which columns hold a unit with the flag."""
        return self.highest(flags.astype(np.float64)) > 0
