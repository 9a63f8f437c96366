"""Which blocks of a page are in the gold text: an alignment of the page's words with the gold's."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from mainspan.algorithms.learned.copies import MIN_COPY_WORDS
from mainspan.evaluation.measures.words import words_of, words_of_each

Counts = NDArray[np.int32]
# For each block its words, and how many of them are in the gold; then the gold's words.
Labels = tuple[Counts, Counts, int]

# An alignment of more pairs of words takes too long for one page.
_MAX_PAIRS: Final = 1_000_000_000


def label(texts: list[str], gold: str) -> Labels | None:
    """For each block its words, and how many of them the gold has in this order; then the gold's words."""
    each = words_of_each(texts)
    count = np.array([len(words) for words in each], dtype=np.int32)
    wanted = words_of(gold)
    if int(count.sum()) * len(wanted) > _MAX_PAIRS:
        return None
    numbers: dict[str, int] = {}
    ours = [numbers.setdefault(word, len(numbers)) for words in each for word in words]
    theirs = [numbers.setdefault(word, len(numbers)) for word in wanted]
    owner = np.repeat(np.arange(len(texts)), count)
    held = np.zeros(len(ours), dtype=np.bool_)
    for block in LCSseq.opcodes(ours, theirs):
        if block.tag == "equal":
            held[block.src_start : block.src_end] = True
    found = np.bincount(owner[held], minlength=len(texts)).astype(np.int32)
    return count, share_among_copies(each, found), len(theirs)


def share_among_copies(texts: list[list[str]], found: Counts) -> Counts:
    """The same label for all copies of a text: which of them an alignment matches is chance."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for i, words in enumerate(texts):
        if len(words) >= MIN_COPY_WORDS:
            groups.setdefault(tuple(words), []).append(i)
    shared = found.copy()
    for members in groups.values():
        if len(members) > 1:
            shared[members] = found[members].max()
    return shared
