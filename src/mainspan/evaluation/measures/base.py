"""What a measure is: a value that compares what was found with what should have been found.

Every measure sees two collections of items, those found and those wanted, and how many they have in
common. Precision is the share of the found items that are wanted, recall the share of the wanted ones that
are found, F1 their harmonic mean. Two empty collections fit perfectly (1); if one is empty, nothing fits (0).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from mainspan.evaluation.measures.words import Text
from mainspan.evaluation.records import Score
from mainspan.parameters import Parametrised

# What a measure answers instead of a score.
NO_GOLD: Final = "no gold"
NO_PAGE: Final = "no page"
NO_SEGMENTS: Final = "no segments"
TOO_LARGE: Final = "too large"

# Where the cost of a measure grows with the product of two lengths, its answer is exact while the product is
# below this limit, and "too large" from there on. The lengths are those of the two texts, in items of the
# measure. 200,000 characters against as many are 4e10 and take about a second; what is just below the limit,
# 316,000 against as many, takes three, or ten in scripts with thousands of characters. The memory is that
# of the shorter text times a constant, less than 150 MB.
PRODUCT_LIMIT: Final = 100_000_000_000


@dataclass(frozen=True)
class Case:
    """One document with what a contestant found in it, and what is needed to judge that.

    The gold text is None where nobody marked one. `html` is the page, for measures of blocks; `segments` are
    the texts that the main content must hold, and those that it must not.
    """

    found: str
    gold: str | None
    html: bytes = b""
    segments: tuple[list[str], list[str]] = ([], [])

    @cached_property
    def found_text(self) -> Text:
        """What was found, prepared once for all measures."""
        return Text(self.found)

    @cached_property
    def gold_text(self) -> Text | None:
        """The gold text, prepared once for all measures."""
        return None if self.gold is None else Text(self.gold)


@dataclass(frozen=True, repr=False)
class Measure(Parametrised):
    """Compares a found text with the gold text. Its docstring is its definition.

    Measures are values: they hold no state, and the repr of one, `words:stop=en`, makes it again.
    """

    def __call__(self, case: Case) -> Score | str:
        """The score of a case, or a few words that say why there is none."""
        gold = case.gold_text
        return NO_GOLD if gold is None else self.compare(case.found_text, gold)

    def compare(self, found: Text, gold: Text) -> Score | str:
        """The score of a found text against the gold."""
        raise NotImplementedError


def is_too_large(one: int, other: int) -> bool:
    """Whether two lengths are beyond what is compared exactly."""
    return one * other >= PRODUCT_LIMIT


def score_of(common: int, found: int, wanted: int) -> Score:
    """The score of so many common items among those found and those wanted."""
    if not found or not wanted:
        fit = float(found == wanted)
        return Score(fit, fit, fit)
    return Score(common / found, common / wanted, 2 * common / (found + wanted))
