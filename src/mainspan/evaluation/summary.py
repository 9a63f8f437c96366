"""A summary for each package and contestant: means, spread and time.

The standard deviation is the estimated one: the sum of squares over the number of documents less one. One
document has none. A document without a score for a measure ("no gold", "too large") is left out of that
measure's mean, and counted. Time is that of the documents without an error; kB and MB are 1,000 and 1,000,000
bytes of page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import fsum, sqrt
from typing import Final, TypeVar

from mainspan.evaluation.records import Row, Score

TOO_LARGE: Final = "too large"
_T = TypeVar("_T")


@dataclass(frozen=True)
class Summary:
    """How a contestant did on a package.

    `means` and `deviations` (of F1) are over the documents that have a score; `counts` is their number, and
    `too_large` the number of documents that were too large for a measure. A measure without scores has no
    mean, and one with fewer than two has no deviation.
    """

    package: str
    contestant: str
    documents: int
    errors: int
    means: dict[str, Score] = field(default_factory=dict)
    deviations: dict[str, float] = field(default_factory=dict)
    seconds: float = 0.0
    bytes: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    too_large: dict[str, int] = field(default_factory=dict)
    figures: dict[str, float] = field(default_factory=dict)

    @property
    def seconds_per_kb(self) -> float | None:
        """Seconds for 1,000 bytes of page; None if no document succeeded."""
        return self.seconds / (self.bytes / 1e3) if self.bytes else None

    @property
    def mb_per_second(self) -> float | None:
        """Millions of bytes of page in a second; None if no document succeeded."""
        return self.bytes / 1e6 / self.seconds if self.seconds else None


def summarise(rows: Iterable[Row]) -> list[Summary]:
    """A summary for each package and contestant, in order of first occurrence."""
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.package, row.contestant), []).append(row)
    return [summarise_group(package, contestant, group) for (package, contestant), group in groups.items()]


def deviation(values: Sequence[float]) -> float | None:
    """The standard deviation of all documents, estimated from these; None for fewer than two values.

    The paper of 2007 reports this estimate (figure 3).
    """
    if len(values) < 2:
        return None
    mean = fsum(values) / len(values)
    return sqrt(fsum((value - mean) ** 2 for value in values) / (len(values) - 1))


def summarise_group(package: str, contestant: str, rows: list[Row]) -> Summary:
    """The summary of these rows, which are a contestant's on a package or on a part of it."""
    answered = [row for row in rows if not row.error]
    scores = _by_name(row.scores for row in rows)
    scored = {name: [each for each in found if isinstance(each, Score)] for name, found in scores.items()}
    words = {name: Counter(each for each in found if isinstance(each, str)) for name, found in scores.items()}
    spreads = {name: deviation([each.f1 for each in found]) for name, found in scored.items()}
    figures = _by_name(row.figures for row in answered)
    return Summary(
        package=package,
        contestant=contestant,
        documents=len(rows),
        errors=len(rows) - len(answered),
        means={name: _mean(found) for name, found in scored.items() if found},
        deviations={name: spread for name, spread in spreads.items() if spread is not None},
        seconds=fsum(row.seconds for row in answered),
        bytes=sum(row.bytes for row in answered),
        counts={name: len(found) for name, found in scored.items()},
        too_large={name: found[TOO_LARGE] for name, found in words.items()},
        figures={name: fsum(values) / len(values) for name, values in figures.items()},
    )


def _by_name(records: Iterable[dict[str, _T]]) -> dict[str, list[_T]]:
    found: dict[str, list[_T]] = {}
    for record in records:
        for name, value in record.items():
            found.setdefault(name, []).append(value)
    return found


def _mean(scores: list[Score]) -> Score:
    precision, recall, f1 = (fsum(values) / len(scores) for values in zip(*scores, strict=True))
    return Score(precision, recall, f1)
