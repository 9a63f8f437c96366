"""The records of an evaluation: a row for each contestant and document."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Score(NamedTuple):
    """How well an extracted text matches the gold text: each from 0 to 1."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class Row:
    """A contestant's result on one document.

    `scores` has, for each measure, a score or the reason why there is none ("too large", "no segments").
    `figures` has other numbers, such as the seconds that a screen reader would need. `error` says how the
    contestant failed; its scores are 0 then.
    """

    package: str
    document: str
    site: str
    contestant: str
    bytes: int
    seconds: float
    scores: dict[str, Score | str] = field(default_factory=dict)
    figures: dict[str, float] = field(default_factory=dict)
    error: str = ""
