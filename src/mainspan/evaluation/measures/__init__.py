"""Measures: how well a found text fits the gold."""

from __future__ import annotations

from typing import Final

from mainspan.evaluation.measures.base import Case, Measure
from mainspan.evaluation.measures.sequences import Words

__all__ = ["MEASURES", "Case", "Measure", "figures_of", "measure"]

MEASURES: Final[dict[str, Measure]] = {each.bare_name: each for each in (Words(),)}


def measure(written: str) -> Measure:
    """Make a measure from its written form: `words`, `words:stop=en,stem=en`."""
    return MEASURES[written]


def figures_of(case: Case) -> dict[str, float]:
    """What is no score: the seconds that a screen reader would need, the words on a small screen."""
    return {"reader_seconds": 0.0, "screen_words": 0.0}
