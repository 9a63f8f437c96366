"""Formulas, code and footnotes, judged block by block by the network: they go with the text, and whole.

A formula is short, full of signs, and deep inside the markup of the library that drew it, whose class names
speak of menus. Code whose lines are elements of their own would lose its closing brackets.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.code_blocks import with_code_blocks
from mainspan.page.kinds import OPEN
from mainspan.page.notes import find_referred

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Places = NDArray[np.intp]

_A: Final = tags.NUMBERS["a"]
_MATH: Final = tags.NUMBERS["math"]
_PRE: Final = tags.NUMBERS["pre"]
_IS_ANNOUNCED: Final = tags.table("ul ol dl pre blockquote table")
_NOWHERE: Final[Places] = np.zeros(0, dtype=np.intp)
COLONS: Final = (":", "：")
# What is announced is kept from this mean raw score on.
MIN_ANNOUNCED: Final = 0.1
# The footnotes of a page are kept from this mean raw score on, and from the second if one is kept anyway.
MIN_NOTES: Final = 0.2
MIN_OTHER_NOTES: Final = 0.07
# Those of an article from this one on.
MIN_ARTICLE_NOTES: Final = 0.03
# The element that a library of formulas puts around each.
_CONTAINER: Final = tags.NUMBERS["mjx-container"]
# A block is a formula if at least this share of its words is inside of one. Some formulas have their text
# twice: for the eye and for other readers.
MIN_FORMULA: Final = 0.4
# Code of which at least this share of the words is kept is kept whole.
MIN_CODE_KEPT: Final = 0.5
# Between kept texts it is kept from this mean raw score on.
MIN_CODE_SCORE: Final = 0.3


def follow_text(raw_scores: Floats, page: Page) -> Floats:
    """The raw scores of blocks, where those of formulas are at least those of the texts around them."""
    blocks = find_formula_blocks(page)
    if not len(blocks):
        return raw_scores
    followed = raw_scores.copy()
    # Runs of formulas: each goes with the text before it and the text after it.
    starts = np.flatnonzero(np.append(True, np.diff(blocks) > 1))
    for first, stop in zip(starts.tolist(), [*starts[1:].tolist(), len(blocks)], strict=True):
        low, high = int(blocks[first]), int(blocks[stop - 1]) + 1
        around = [float(raw_scores[place]) for place in (low - 1, high) if 0 <= place < len(raw_scores)]
        if around:
            followed[low:high] = np.maximum(raw_scores[low:high], min(around))
    return followed


def find_formula_blocks(page: Page) -> Places:
    """The blocks that are nothing but a formula."""
    opens = _find_formulas(page) if page.has(_MATH) or page.has(_CONTAINER) else _NOWHERE
    if not len(opens):
        return _NOWHERE
    tokens, blocks = page.tokens, page.blocks
    change = np.zeros(len(tokens) + 1, dtype=np.int64)
    np.add.at(change, opens, 1)
    np.add.at(change, tokens.partner[opens], -1)
    inside = np.cumsum(change)[:-1] > 0
    before = np.concatenate([[0], np.cumsum(np.where(inside, tokens.words, 0))])
    drawn = before[blocks.last + 1] - before[blocks.first]
    return np.flatnonzero((drawn > 0) & (drawn >= MIN_FORMULA * blocks.words))


def _find_formulas(page: Page) -> Places:
    """The open tags of formulas."""
    elements = page.elements
    found: Places = elements.open[(elements.tag == _CONTAINER) | (elements.tag == _MATH)].astype(np.intp)
    return found


def make_code_whole(kept: Flags, raw_scores: Floats, threshold: float, page: Page) -> Flags:
    """The kept blocks with all of the code of which most is kept, and with code between kept texts.

    Code between texts may be a series of elements, one for each line. What went though it is above the
    threshold is a copy.
    """
    marked = with_code_blocks(page)
    if not marked.has(_PRE):
        return kept
    tokens, blocks = page.tokens, page.blocks
    opens = np.flatnonzero((marked.tokens.tag == _PRE) & (tokens.kind == OPEN))
    low = blocks.first.searchsorted(opens)
    high = blocks.first.searchsorted(tokens.partner[opens])
    words = np.append(0, blocks.words.cumsum())
    kept_words = np.append(0, (blocks.words * kept).cumsum())
    is_most = kept_words[high] - kept_words[low] >= MIN_CODE_KEPT * (words[high] - words[low])
    whole = kept.copy()
    chosen = is_most & (high > low + 1)
    for first, stop in zip(low[chosen].tolist(), high[chosen].tolist(), strict=True):
        whole[first:stop] = True
    is_code = np.zeros(len(kept) + 1, dtype=np.int64)
    np.add.at(is_code, low, 1)
    np.add.at(is_code, high, -1)
    edges = np.diff((is_code.cumsum() > 0).astype(np.int8), prepend=0)
    for first, stop in zip(
        np.flatnonzero(edges > 0).tolist(), np.flatnonzero(edges < 0).tolist(), strict=True
    ):
        is_between = first > 0 and stop < len(kept) and kept[first - 1] and kept[stop]
        if is_between and raw_scores[first:stop].mean() >= MIN_CODE_SCORE:
            whole[first:stop] |= raw_scores[first:stop] < threshold
    return whole


def follow_references(kept: Flags, raw_scores: Floats, page: Page, *, is_article: bool = False) -> Flags:
    """The kept blocks with the footnotes that they refer to, if the network does not think them hopeless."""
    if not page.has(_A):
        return kept
    notes = np.array(find_referred(page, kept), dtype=np.intp)
    if not len(notes):
        return kept
    tokens, blocks = page.tokens, page.blocks
    low, high = blocks.first.searchsorted(notes), blocks.first.searchsorted(tokens.partner[notes])
    inside = np.zeros(len(kept) + 1, dtype=np.int64)
    np.add.at(inside, low, 1)
    np.add.at(inside, high, -1)
    is_note: Flags = inside[:-1].cumsum() > 0
    least = MIN_OTHER_NOTES if (kept & is_note).any() else MIN_NOTES
    least = MIN_ARTICLE_NOTES if is_article else least
    if not is_note.any() or raw_scores[is_note].mean() < least:
        return kept
    followed: Flags = kept | is_note
    return followed


def follow_colons(kept: Flags, raw_scores: Floats, page: Page) -> Flags:
    """The kept blocks with what kept texts announce: a list, code or a quotation after a colon at their end.

    It is kept whole, if the network does not think that it is hopeless.
    """
    blocks, source = page.blocks, page.source
    announcing = [
        block
        for block in np.flatnonzero(kept[:-1] & ~kept[1:]).tolist()
        if source[int(blocks.start[block]) : int(blocks.end[block])].rstrip().endswith(COLONS)
    ]
    followed = kept
    for block in announcing:
        stop = _announced(page, block + 1)
        if stop and raw_scores[block + 1 : stop].mean() >= MIN_ANNOUNCED:
            followed = followed.copy() if followed is kept else followed
            followed[block + 1 : stop] = True
    return followed


def _announced(page: Page, block: int) -> int:
    """The block after the list, code or quotation that begins with this one; 0 if none does."""
    elements, blocks = page.elements, page.blocks
    element, first = int(blocks.container[block]), int(blocks.first[block])
    found = 0
    while element >= 0 and blocks.first.searchsorted(elements.open[element]) == block:
        if _IS_ANNOUNCED[elements.tag[element]] and elements.open[element] < first:
            found = int(blocks.first.searchsorted(elements.close[element]))
        element = int(elements.parent[element])
    return found
