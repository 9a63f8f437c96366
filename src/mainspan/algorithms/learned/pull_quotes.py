"""Pull quotes: sentences of an article that its page shows for a second time, larger, between the paragraphs.

They are quotations by their markup alone: a reader of the text would meet the same sentence twice. One that
the text before it announces stays, and so do the quotations of forums, which say what a post answers.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.copies import bare
from mainspan.algorithms.learned.whole import COLONS
from mainspan.page import Page, tags

_BLOCKQUOTE: Final = tags.NUMBERS["blockquote"]
# A pull quote has at most this number of blocks: a sentence, who says it, and as what.
MAX_BLOCKS: Final = 3
# Shorter texts may be in another by chance.
MIN_CHARACTERS: Final = 40
# no rule: bounds the time
_MAX_QUOTES: Final = 50
# What a sentence has around it alone here or there.
_MARKS: Final = "\"'“”„‟‘’‚«»‹›「」『』….,;:—–-"


def find_pull_quotes(page: Page, kept: NDArray[np.bool_]) -> list[int]:
    """The kept blocks of the quotations whose sentences are in a kept text outside of quotations too."""
    if not page.has(_BLOCKQUOTE):
        return []
    elements, blocks = page.elements, page.blocks
    quotes = ((elements.tag == _BLOCKQUOTE) & (elements.words > 0)).nonzero()[0][:_MAX_QUOTES]
    low = blocks.first.searchsorted(elements.open[quotes]).tolist()
    high = blocks.first.searchsorted(elements.close[quotes]).tolist()
    texts = kept.copy()
    for first, stop in zip(low, high, strict=True):
        texts[first:stop] = False
    whole = ""
    found: list[int] = []
    for first, stop in zip(low, high, strict=True):
        inside = [block for block in range(first, stop) if kept[block]]
        long = [block for block in inside if blocks.characters[block] >= MIN_CHARACTERS]
        if not long or stop - first > MAX_BLOCKS or _is_announced(page, kept, first):
            continue
        whole = whole or "\n".join(_text(page, block) for block in texts.nonzero()[0].tolist())
        if all(_text(page, block).strip(_MARKS) in whole for block in long):
            found += inside
    return found


def _is_announced(page: Page, kept: NDArray[np.bool_], block: int) -> bool:
    """Whether the text before a block is kept and ends with a colon."""
    return block > 0 and bool(kept[block - 1]) and _source(page, block - 1).rstrip().endswith(COLONS)


def _text(page: Page, block: int) -> str:
    return bare(_source(page, block))


def _source(page: Page, block: int) -> str:
    return page.source[int(page.blocks.start[block]) : int(page.blocks.end[block])]
