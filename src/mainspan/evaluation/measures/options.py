"""Measures over words, which may leave out stop words and reduce words to their stems.

The paper of 2007 proposes these two steps (section 7): the same measures over the words that remain.
"""

from __future__ import annotations

from dataclasses import dataclass

from mainspan.evaluation.measures.base import Measure
from mainspan.evaluation.measures.languages import STEMMERS, STOP_WORDS, stem_words
from mainspan.evaluation.measures.words import Text
from mainspan.evaluation.records import Score
from mainspan.parameters import parameter


@dataclass(frozen=True, repr=False)
class WordMeasure(Measure):
    """A measure over words, which may leave out stop words and reduce words to their stems."""

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
