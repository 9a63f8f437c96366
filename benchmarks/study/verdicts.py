"""The rule by which a statement is confirmed or refuted. It is the same for all statements.

A statement says of one or more figures that each is between two bounds (one of them may be infinite).

- confirmed: every figure is inside, and differs from each bound with p < 0.05. Since all must hold at once,
  no correction for several comparisons is needed.
- refuted: some figure is outside, with p < 0.05 after Holm's correction over the figures of the statement.
- undecided: neither.
- not measured: a contestant, a package or a measurement is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Literal

from benchmarks.study.estimates import Estimate
from mainspan.evaluation.significance import LEVEL

Verdict = Literal["confirmed", "refuted", "undecided", "not measured"]


class NotMeasuredError(Exception):
    """A figure cannot be given; the message says what is missing."""


@dataclass(frozen=True)
class Check:
    """A figure, and the bounds between which a statement puts it."""

    label: str
    estimate: Estimate
    low: float = -inf
    high: float = inf
    form: str = "+.3f"

    @property
    def is_inside(self) -> bool:
        """Whether the figure is surely between the bounds."""
        value = self.estimate.value
        surely = all(self.estimate.p(bound) < LEVEL for bound in (self.low, self.high) if isfinite(bound))
        return self.low < value < self.high and surely

    @property
    def p_outside(self) -> float:
        """How well a figure that is outside agrees with the bound that it is beyond; 1 if it is inside."""
        value = self.estimate.value
        if self.low < value < self.high:
            return 1.0
        return self.estimate.p(self.low if value <= self.low else self.high)

    @property
    def asked(self) -> str:
        """The bounds, in words."""
        bounds = [format(bound, ".3g") for bound in (self.low, self.high) if isfinite(bound)]
        if len(bounds) == 2:
            return f"between {bounds[0]} and {bounds[1]}"
        return f"{'above' if isfinite(self.low) else 'below'} {bounds[0]}"

    def __str__(self) -> str:
        """The figure, its interval, and how well it agrees with the nearest bound."""
        value, (low, high) = self.estimate.value, self.estimate.interval
        nearest = min((self.low, self.high), key=lambda bound: abs(value - bound))
        figures = f"{value:{self.form}} [{low:{self.form}}, {high:{self.form}}]"
        return f"{self.label}: {figures}, {write_p(self.estimate.p(nearest))}"


def write_p(p: float) -> str:
    """A p with the digits that matter.

    >>> write_p(0.00019998), write_p(0.4321)
    ('p < 0.001', 'p = 0.432')
    """
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


@dataclass(frozen=True)
class Evidence:
    """The figures that a statement is judged by, and lines with further figures.

    `own` says that all of the figures come from pages that were written for this project.
    """

    checks: Sequence[Check]
    lines: Sequence[str] = field(default_factory=list)
    own: bool = False


def judge(checks: Sequence[Check]) -> Verdict:
    """Whether all figures are inside their bounds, or some is outside."""
    if all(check.is_inside for check in checks):
        return "confirmed"
    if min(holm([check.p_outside for check in checks])) < LEVEL:
        return "refuted"
    return "undecided"


def holm(ps: Sequence[float]) -> list[float]:
    """Each p corrected for their number, as Holm (1979) does: the smallest most, the largest not at all.

    >>> holm([0.01, 0.04, 0.02])
    [0.03, 0.04, 0.04]
    """
    found = [1.0] * len(ps)
    largest = 0.0
    for rank, i in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        largest = max(largest, min(1.0, ps[i] * (len(ps) - rank)))
        found[i] = largest
    return found
