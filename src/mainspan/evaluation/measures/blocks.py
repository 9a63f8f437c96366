"""The measure over blocks, as in papers that segment pages into blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise
from typing import Final

from mainspan.evaluation.measures.base import (
    NO_GOLD,
    NO_PAGE,
    TOO_LARGE,
    Case,
    Measure,
    is_too_large,
    score_of,
)
from mainspan.evaluation.measures.normalise import normalised
from mainspan.evaluation.measures.words import Text, words_of_each
from mainspan.evaluation.records import Score
from mainspan.page import Page
from mainspan.render.text import block_texts

_Block = tuple[str, ...]

# With more possible starts than this, one search through the whole text is faster than trying each.
_MIN_SEARCHED_STARTS: Final = 100  # no rule: speed, the count is the same


class Blocks(Measure):
    """Blocks of the page, as in Debnath et al. 2005 and Lin and Ho 2002 (2007 paper, section 6).

    The items are the page's blocks: the runs of text between its structural tags that have a word. A block
    is gold if the gold text contains it, and found if the found text does. A text contains a block if it has
    the block's words one after another; of a block that the page repeats, each occurrence counts. A long
    block counts as much as a short one, which the 2007 paper criticises, and a text that differs from a block
    in one word does not contain it.

    Text that is in no block does not count. The limit is on distinct blocks times the characters of the
    longer text.

    Sandip Debnath, Prasenjit Mitra, C. Lee Giles: Automatic extraction of informative blocks from webpages.
    SAC 2005. Shian-Hua Lin, Jan-Ming Ho: Discovering informative content blocks from web documents. KDD 2002.
    """

    name = "blocks"

    def __call__(self, case: Case) -> Score | str:
        """The score of a case, or a few words that say why there is none."""
        if case.gold_text is None:
            return NO_GOLD
        if not case.html:
            return NO_PAGE
        found, gold = case.found_text, case.gold_text
        texts = map(normalised, block_texts(Page(case.html)))
        blocks = Counter(filter(None, map(tuple, words_of_each(texts))))
        if is_too_large(len(blocks), max(len(found.raw), len(gold.raw))):
            return TOO_LARGE
        ours, theirs = _contained(blocks, found), _contained(blocks, gold)
        return score_of((ours & theirs).total(), ours.total(), theirs.total())


def _contained(blocks: Counter[_Block], text: Text) -> Counter[_Block]:
    """The blocks that a text contains, each at most as often as the page has it."""
    starts = _Starts(text.words, {block[:2] for block in blocks})
    counts = {block: min(times, starts.count(block)) for block, times in blocks.items()}
    return Counter({block: times for block, times in counts.items() if times})


class _Starts:
    """The positions in a text at which blocks may start, by the first two words of a block."""

    def __init__(self, words: list[str], beginnings: set[_Block]) -> None:
        self.words = tuple(words)
        self.starts: dict[_Block, list[int]] = {}
        for i, pair in enumerate(pairwise(words)):
            if pair in beginnings:
                self.starts.setdefault(pair, []).append(i)

    def count(self, block: _Block) -> int:
        """How often a block occurs in the text, without overlap, from the left."""
        if len(block) == 1:
            return self._singles[block[0]]
        starts = self.starts.get(block[:2], [])
        if len(starts) > _MIN_SEARCHED_STARTS:
            return self._written.count(_write(block))
        count = end = 0
        for start in starts:
            if start >= end and self.words[start : start + len(block)] == block:
                count, end = count + 1, start + len(block)
        return count

    @cached_property
    def _singles(self) -> Counter[str]:
        return Counter(self.words)

    @cached_property
    def _written(self) -> str:
        return _write(self.words)


def _write(words: Iterable[str]) -> str:
    """Words as a text to search in. No word has a line break, so no part of a word is found."""
    return "".join([f"\n{word}\n" for word in words])
