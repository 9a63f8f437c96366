"""Measures over sequences: the longest common subsequence, exactly."""

from __future__ import annotations

from mainspan.evaluation.measures.base import Measure, score_of
from mainspan.evaluation.measures.words import Text
from mainspan.evaluation.records import Score
from mainspan.extras import extra


class Words(Measure):
    """Words in sequence: what is common is their longest common subsequence."""

    bare_name = "words"

    def compare(self, found: Text, gold: Text) -> Score | str:
        """The score of a found text against the gold."""
        with extra("eval", "measures"):
            from rapidfuzz.distance import LCSseq
        common = LCSseq.similarity(found.words, gold.words)
        return score_of(common, len(found.words), len(gold.words))
