"""The base of all measures: a measure compares an extracted text with the gold text.

Both texts are normalised first (mainspan.evaluation.measures.normalise), so that it does not matter how a
contestant writes lists and tables.

Every measure counts items (words, characters, ...) in the found text and in the gold text, and the items in
common. Precision is the share of found items that are gold, recall the share of gold items that are found,
F1 their harmonic mean. If both texts are empty, all three are 1; if one is empty, all three are 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from mainspan.evaluation.measures.languages import STEMMERS, STOP_WORDS, stem_words
from mainspan.evaluation.measures.normalise import normalised
from mainspan.evaluation.measures.words import Text
from mainspan.evaluation.records import Score
from mainspan.evaluation.structure.markup import Markup
from mainspan.parameters import Parametrised, parameter

# Reasons why there is no score.
NO_GOLD: Final = "no gold"
NO_PAGE: Final = "no page"
NO_SEGMENTS: Final = "no segments"
TOO_LARGE: Final = "too large"

# Some measures cost time in proportion to the product of the two texts' lengths, in items. They are exact
# while the product is below this limit, and answer "too large" from there on. Two texts of 200,000 characters
# (4e10) take about a second. Two of 316,000, just below the limit, take three, or ten in scripts with
# thousands of characters. Memory is proportional to the shorter text: less than 150 MB.
PRODUCT_LIMIT: Final = 100_000_000_000


@dataclass(frozen=True)
class Case:
    """What a contestant found in one document, and what it is compared with.

    `gold` is None if the document has no gold text. `html` is the page, for the measure over blocks;
    `segments` are the texts that the main content must contain, and those that it must not. `markups`
    are what was found with its structure, in the forms that the contestant gives, and `gold_markup` the gold.
    """

    found: str
    gold: str | None
    html: bytes = b""
    segments: tuple[list[str], list[str]] = ([], [])
    markups: tuple[Markup, ...] = ()
    gold_markup: Markup | None = None

    @cached_property
    def found_text(self) -> Text:
        """The found text, normalised and prepared once for all measures."""
        return Text(normalised(self.found))

    @cached_property
    def gold_text(self) -> Text | None:
        """The gold text, normalised and prepared once for all measures."""
        return None if self.gold is None else Text(normalised(self.gold))


@dataclass(frozen=True, repr=False)
class Measure(Parametrised):
    """Compares a found text with the gold text. Its docstring is its definition.

    Measures are values: they hold no state, and the repr of one, `words:stop=en`, makes it again.
    """

    def __call__(self, case: Case) -> Score | str:
        """The score of a case, or the reason why there is none."""
        gold = case.gold_text
        return NO_GOLD if gold is None else self.compare(case.found_text, gold)

    @property
    def parts(self) -> tuple[Measure, ...]:
        """The measures that are computed where this one is named: itself, and what it is made of."""
        return (self,)

    def compare(self, found: Text, gold: Text) -> Score | str:
        """The score of a found text against the gold."""
        raise NotImplementedError


@dataclass(frozen=True, repr=False)
class WordMeasure(Measure):
    """A measure over words, which may leave out stop words and reduce words to their stems.

    The paper of 2007 proposes these two steps (section 7).
    """

    stop: str = parameter("", "the language whose stop words are left out", choices=("", *STOP_WORDS))
    stem: str = parameter("", "the language by whose rules words are stemmed", choices=("", *STEMMERS))

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stem:
            # A missing stemmer is reported here, not on every document.
            stem_words((), self.stem)

    def compare(self, found: Text, gold: Text) -> Score | str:
        """The score of a found text against the gold."""
        return self.compare_words(found.filtered(self.stop, self.stem), gold.filtered(self.stop, self.stem))

    def compare_words(self, found: list[str], gold: list[str]) -> Score | str:
        """The score of the words that were found against those of the gold."""
        raise NotImplementedError


def is_too_large(one: int, other: int) -> bool:
    """Whether two texts are too long to be compared."""
    return one * other >= PRODUCT_LIMIT


def score_of(common: int, found: int, gold: int) -> Score:
    """The score, given the numbers of common, found and gold items."""
    if not found or not gold:
        fit = float(found == gold)
        return Score(fit, fit, fit)
    return Score(common / found, common / gold, 2 * common / (found + gold))
