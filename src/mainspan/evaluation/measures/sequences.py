"""Measures over sequences, which ask for the order too.

What two sequences have in common is their longest common subsequence, or their longest common substring,
each found exactly.
"""

from __future__ import annotations

from mainspan.evaluation.measures.base import TOO_LARGE, Measure, WordMeasure, is_too_large, score_of
from mainspan.evaluation.measures.subsequence import common_subsequence
from mainspan.evaluation.measures.substring import common_substring
from mainspan.evaluation.measures.words import Text
from mainspan.evaluation.records import Score


class Characters(Measure):
    """Characters in sequence: the items are the characters in lower case, with whitespace collapsed.

    Whitespace at either end is left out. The longest common subsequence is common.
    """

    name = "chars"

    def compare(self, found: Text, gold: Text) -> Score | str:
        """The score of a found text against the gold."""
        return _by_subsequence(found.characters, gold.characters)


class Subsequence(Measure):
    """The longest common subsequence of characters: in lower case, without whitespace.

    With `substring`, one of the two measures of the paper of 2009, whose results "ignore any spaces" (section
    5.3). `chars` counts a space between two words as a character.

    Javier Arias, Koen Deschacht, Marie-Francine Moens: Language independent content extraction from web
    pages. DIR 2009.
    """

    name = "subsequence"

    def compare(self, found: Text, gold: Text) -> Score | str:
        """The score of a found text against the gold."""
        return _by_subsequence(found.unspaced, gold.unspaced)


class Words(WordMeasure):
    """Words in sequence: the longest common subsequence of the words is common."""

    name = "words"

    def compare_words(self, found: list[str], gold: list[str]) -> Score | str:
        """The score of the words that were found against those of the gold."""
        return _by_subsequence(found, gold)


class Substring(Measure):
    """The longest common substring: the items are the characters in lower case, without whitespace.

    Only that substring is common: precision is its share of the found text, recall its share of the gold.
    """

    name = "substring"

    def compare(self, found: Text, gold: Text) -> Score | str:
        """The score of a found text against the gold."""
        ours, theirs = found.unspaced, gold.unspaced
        if is_too_large(len(ours), len(theirs)):
            return TOO_LARGE
        return score_of(common_substring(ours, theirs), len(ours), len(theirs))


def _by_subsequence(found: str | list[str], gold: str | list[str]) -> Score | str:
    if is_too_large(len(found), len(gold)):
        return TOO_LARGE
    return score_of(common_subsequence(found, gold), len(found), len(gold))
