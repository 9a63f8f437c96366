"""Measures over words, which may leave stop words out and cut words down to their stems.

These are the two steps of language that the paper of 2007 wants to try on its measures (section 7): the
same measures over what they leave of the words.
"""

from __future__ import annotations

from dataclasses import dataclass

from mainspan.errors import ParameterError
from mainspan.evaluation.measures.base import Measure
from mainspan.evaluation.measures.languages import STEMMERS, STOP_WORDS, stem_words
from mainspan.evaluation.measures.words import Text
from mainspan.evaluation.records import Score


@dataclass(frozen=True, repr=False)
class WordMeasure(Measure):
    """A measure over words: `stop` is the language whose stop words go, `stem` that of the stems."""

    stop: str = ""
    stem: str = ""

    def __post_init__(self) -> None:
        for option, known in (("stop", STOP_WORDS), ("stem", STEMMERS)):
            code = getattr(self, option)
            if code and code not in known:
                names = ", ".join(sorted(known))
                raise ParameterError(f"{self.bare_name}: {option} must be one of {names}, not {code!r}")
        if self.stem:
            # What is missing is told here, not on every document.
            stem_words((), self.stem)

    def compare(self, found: Text, gold: Text) -> Score | str:
        """The score of a found text against the gold."""
        return self.compare_words(found.choose(self.stop, self.stem), gold.choose(self.stop, self.stem))

    def compare_words(self, found: list[str], gold: list[str]) -> Score | str:
        """The score of the words that were found against those of the gold."""
        raise NotImplementedError
