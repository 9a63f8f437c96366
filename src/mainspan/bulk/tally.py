"""Counts of a shard or a run: rows by what became of them, and how long they took."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import heappushpop, nlargest
from typing import Any, Final

from mainspan.bulk.columns import DROPPED, OK
from mainspan.bulk.supervised import Done

# Steps of a histogram: each bound is so many times the one before.
_STEP: Final = 1.1
SLOWEST: Final = 10
# What rows are counted by.
_NAMES: Final = ("status", "reason", "language", "page_type", "seconds", "words", "bytes", "charset")
_COUNTERS: Final = _NAMES


@dataclass
class Tally:
    """Counts that can be added up. `seconds`, `words` and `bytes` are histograms, by the number of a step."""

    status: Counter[str] = field(default_factory=Counter)
    reason: Counter[str] = field(default_factory=Counter)
    language: Counter[str] = field(default_factory=Counter)
    page_type: Counter[str] = field(default_factory=Counter)
    charset: Counter[str] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    words: Counter[str] = field(default_factory=Counter)
    bytes: Counter[str] = field(default_factory=Counter)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    cpu_seconds: float = 0.0
    content_bytes: int = 0

    def add(self, done: Done) -> None:
        """Count a page."""
        row = done.row
        self.status[row["status"]] += 1
        if row["reason"]:
            self.reason[f"{row['status']}: {row['reason'].partition(': ')[0]}"] += 1
        size = len(done.page.content)
        if row["status"] in (OK, DROPPED):
            self.language[row["language"] or "unknown"] += 1
            self.page_type[row["page_type"] or "unknown"] += 1
            self.charset[row["content_charset"] or "unknown"] += 1
        if row["status"] == OK:
            self.words[step_of(row["n_words"])] += 1
        self.bytes[step_of(size)] += 1
        self.seconds[step_of(done.seconds * 1e6)] += 1
        self.cpu_seconds += done.seconds
        self.content_bytes += size
        self._note_slow((round(done.seconds, 4), row["url"] or row["id"]))

    def _note_slow(self, page: tuple[float, str]) -> None:
        if len(self.slowest) < SLOWEST:
            self.slowest.append(page)
            self.slowest.sort()
        else:
            heappushpop(self.slowest, page)

    def update(self, other: Tally) -> None:
        """Add the counts of another one."""
        for name in _COUNTERS:
            getattr(self, name).update(getattr(other, name))
        self.slowest = sorted(nlargest(SLOWEST, [*self.slowest, *other.slowest]))
        self.cpu_seconds += other.cpu_seconds
        self.content_bytes += other.content_bytes

    def to_dict(self) -> dict[str, Any]:
        """The counts as plain data."""
        counts = {name: dict(sorted(getattr(self, name).items())) for name in _COUNTERS}
        return counts | {
            "slowest": self.slowest,
            "cpu_seconds": round(self.cpu_seconds, 3),
            "content_bytes": self.content_bytes,
        }

    @classmethod
    def of(cls, data: dict[str, Any]) -> Tally:
        """The counts from plain data."""
        counts: dict[str, Any] = {name: Counter(data[name]) for name in _COUNTERS}
        slowest = [(float(seconds), str(url)) for seconds, url in data["slowest"]]
        return cls(
            **counts, slowest=slowest, cpu_seconds=data["cpu_seconds"], content_bytes=data["content_bytes"]
        )


def step_of(value: float) -> str:
    """The step of a histogram that a value is in."""
    return "0" if value < 1 else str(1 + int(math.log(value) / math.log(_STEP)))


def value_of(step: str) -> float:
    """A value in the middle of a step."""
    number = int(step)
    return 0.0 if not number else _STEP ** (number - 0.5)


def percentile(histogram: Counter[str], share: float) -> float:
    """The value below which this share of a histogram is."""
    total = histogram.total()
    passed = 0
    for step in sorted(histogram, key=int):
        passed += histogram[step]
        if passed >= share * total:
            return value_of(step)
    return 0.0


def total(tallies: Iterable[Tally]) -> Tally:
    """The counts of all together."""
    whole = Tally()
    for each in tallies:
        whole.update(each)
    return whole
