"""Measures over words without their order: bags, sets, and runs of four."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Final

from mainspan.evaluation.measures.base import WordMeasure, score_of
from mainspan.evaluation.records import Score

SHINGLE: Final = 4


class Bag(WordMeasure):
    """Words as a bag (multiset): of each word, the smaller of its two counts is common."""

    name = "bag"

    def compare_words(self, found: list[str], gold: list[str]) -> Score | str:
        """The score of the words that were found against those of the gold."""
        return score_of(common_items(found, gold), len(found), len(gold))


class Set(WordMeasure):
    """Words as a set: the items are the distinct words."""

    name = "set"

    def compare_words(self, found: list[str], gold: list[str]) -> Score | str:
        """The score of the words that were found against those of the gold."""
        ours, theirs = set(found), set(gold)
        return score_of(len(ours & theirs), len(ours), len(theirs))


class Shingles(WordMeasure):
    """Four words in a row: items are all runs of four words, each as often as it occurs.

    This is the measure of Scrapinghub's (Zyte's) article extraction benchmark: a text of one to three words
    is one shorter shingle, an empty text has none, and of each shingle the smaller count is common. Three
    things differ, as in all measures here. Words are in lower case and defined as everywhere here (there,
    `\\w+` as written). F1 is computed for each document (there, from the mean precision and the mean recall).
    An empty text scores 0, or 1 if both are empty (there, it is left out of the means).
    """

    name = "shingles"

    def compare_words(self, found: list[str], gold: list[str]) -> Score | str:
        """The score of the words that were found against those of the gold."""
        ours, theirs = shingles_of(found), shingles_of(gold)
        return score_of(common_items(ours, theirs), len(ours), len(theirs))


def shingles_of(words: list[str]) -> list[tuple[str, ...]]:
    """All runs of four words; the whole text if it has fewer."""
    if len(words) < SHINGLE:
        return [tuple(words)] if words else []
    return list(zip(*(words[start:] for start in range(SHINGLE)), strict=False))


def common_items(one: Iterable[Hashable], other: Iterable[Hashable]) -> int:
    """How many items two bags have in common."""
    ours, theirs = Counter(one), Counter(other)
    return sum(min(count, theirs[item]) for item, count in ours.items() if item in theirs)
