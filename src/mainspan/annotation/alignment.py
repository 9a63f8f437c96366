"""Finds a gold text in its page: which words of the page it consists of."""

from __future__ import annotations

from typing import Final

import numpy as np

from mainspan.annotation.marks import tidy
from mainspan.errors import AnnotationError
from mainspan.evaluation.measures.words import words_of, words_of_each
from mainspan.extras import extra
from mainspan.page import Page, unescape_source
from mainspan.page.kinds import Flags
from mainspan.spans import Spans

# An alignment of more pairs of words takes too much memory: one bit for each.
_MAX_PAIRS: Final = 1_000_000_000

# A run of words that both have: its first word in the page, its first word in the gold text, its length.
_Run = tuple[int, int, int]


def align(page: Page, gold: str) -> Spans:
    """The spans of a page that a gold text consists of, by the longest common subsequence of their words."""
    words = page.words
    pieces = [page.source[a:b] for a, b in zip(words.start.tolist(), words.end.tolist(), strict=True)]
    each, wanted = words_of_each(map(unescape_source, pieces)), words_of(gold)
    ours = [word for found in each for word in found]
    if len(ours) * len(wanted) > _MAX_PAIRS:
        raise AnnotationError(
            "the page and its gold text are too large to be aligned: begin from the default"
        )
    owner = np.repeat(np.arange(len(words)), [len(found) for found in each])
    held = np.zeros(len(ours), dtype=np.bool_)
    for first, _, size in _gather(_runs(ours, wanted), ours, wanted):
        held[first : first + size] = True
    count = np.bincount(owner, minlength=len(words))
    kept = 2 * np.bincount(owner[held], minlength=len(words)) > count
    # Signs, which are no words here, go with the words around them.
    return tidy(page, Spans.of_words(page, kept | _signs_between(kept, count > 0)))


def _runs(ours: list[str], wanted: list[str]) -> list[_Run]:
    with extra("eval", "alignments"):
        from rapidfuzz.distance import LCSseq
    numbers: dict[str, int] = {}
    one, other = ([numbers.setdefault(word, len(numbers)) for word in text] for text in (ours, wanted))
    found = (each for each in LCSseq.opcodes(one, other) if each.tag == "equal")
    return [(each.src_start, each.dest_start, each.src_end - each.src_start) for each in found]


def _gather(runs: list[_Run], ours: list[str], wanted: list[str]) -> list[_Run]:
    """The runs with those moved that can as well be next to their neighbour: what is equal is ambiguous."""
    gathered: list[_Run] = []
    for first, begin, size in runs:
        while gathered:
            before, start, length = gathered[-1]
            if start + length != begin or before + length == first:
                break
            if ours[first - length : first] == wanted[start:begin]:
                gathered.pop()
                first, begin, size = first - length, start, size + length
            elif ours[before + length : before + length + size] == wanted[begin : begin + size]:
                gathered.pop()
                first, begin, size = before, start, length + size
            else:
                break
        gathered.append((first, begin, size))
    return gathered


def _signs_between(kept: Flags, has_words: Flags) -> Flags:
    """The words that are only signs, and have kept words before and after them."""
    places = np.flatnonzero(has_words)
    signs = np.flatnonzero(~has_words)
    after = places.searchsorted(signs)
    around = np.append(kept[places], False)
    found = np.zeros(len(kept), dtype=np.bool_)
    found[signs[around[after] & np.append(False, around[:-1])[after]]] = True
    return found
