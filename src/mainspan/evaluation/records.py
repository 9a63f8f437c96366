"""What an evaluation gives: a row for each document that a contestant was measured on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Score(NamedTuple):
    """How well a found text fits the gold: each from 0 to 1."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class Row:
    """A contestant's result on one document.

    `scores` has, for each measure, a score or a word that says why there is none ("too large", "no
    segments"). `figures` has what is no score, such as the seconds that a screen reader would need. `error`
    says what went wrong with the contestant; its scores are 0 then.
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
