"""The measure over blocks: precision and recall of the works that cut pages into blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from mainspan.evaluation.measures.base import (
    NO_GOLD,
    NO_PAGE,
    TOO_LARGE,
    Case,
    Measure,
    is_too_large,
    score_of,
)
from mainspan.evaluation.measures.words import Text, words_of
from mainspan.evaluation.records import Score
from mainspan.page import Page
from mainspan.render.text import block_texts

_Block = tuple[str, ...]


class Blocks(Measure):
    """Blocks of the page, as in Debnath et al. 2005 and Lin and Ho 2002 (2007 paper, section 6).

    Items are the page's blocks: the runs of text between its structural tags that have a word. A block is
    wanted if the gold text holds it, and found if the found text does. A text holds a block if the block's
    words stand in it one after another; what stands several times in the page is held as often as it stands
    in the text. A long block counts as much as a short one, which is what the 2007 paper holds against this
    measure, and a text that differs from its block in one word does not hold it.

    What no block says (a text from elsewhere) does not count. The limit is on distinct blocks times the
    characters of the longer text.

    Sandip Debnath, Prasenjit Mitra, C. Lee Giles: Automatic extraction of informative blocks from webpages.
    SAC 2005. Shian-Hua Lin, Jan-Ming Ho: Discovering informative content blocks from web documents. KDD 2002.
    """

    bare_name = "blocks"

    def __call__(self, case: Case) -> Score | str:
        """The score of a case, or a few words that say why there is none."""
        if case.gold_text is None:
            return NO_GOLD
        if not case.html:
            return NO_PAGE
        found, gold = case.found_text, case.gold_text
        blocks = Counter(filter(None, (tuple(words_of(each)) for each in block_texts(Page(case.html)))))
        if is_too_large(len(blocks), max(len(found.raw), len(gold.raw))):
            return TOO_LARGE
        ours, theirs = _held(blocks, found), _held(blocks, gold)
        return score_of((ours & theirs).total(), ours.total(), theirs.total())


def _held(blocks: Counter[_Block], text: Text) -> Counter[_Block]:
    """The blocks that a text holds, each at most as often as the page has it."""
    known, written = set(text.words), _written(text.words)
    held: Counter[_Block] = Counter()
    for block, times in blocks.items():
        # Most of what is no main content has a word of its own, which is faster to see.
        if known.issuperset(block) and (count := written.count(_written(block))):
            held[block] = min(times, count)
    return held


def _written(words: Iterable[str]) -> str:
    """Words as a text in which they can be searched: no word has a line break, so none is found in part."""
    return "".join([f"\n{word}\n" for word in words])
