"""From a probability for each block to the blocks that are kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned import steps
from mainspan.algorithms.learned.features import DIGIT, MARK, Sheet
from mainspan.algorithms.learned.structure import find_parts
from mainspan.page.tags import family_mask

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Places = NDArray[np.intp]

# How much more recall counts than precision, in the sense of F-beta.
FOCUS: Final = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}

# How far the network's logits are believed. It has seen more articles than all else together, and is too sure
# of itself where a page offers something else: with more doubt, more of such a page is kept.
TRUST: Final = {"article": 1.0, "auto": 0.7, "page": 0.7}

# If no block is as likely as this, the page has no main content.
LEAST: Final = 0.15

# A list of which less than this is copied says something of its own.
_MOST_OF_A_LIST: Final = 0.5

# An element of which so much went as copies goes as a whole, if that is not the larger part of all.
_MOST_OF_AN_ELEMENT, _HALF = 0.7, 0.5
_LEVELS: Final = slice(1, 4)

# The families of code and of quotations, as the first of a block's masks has them.
_CODE, _QUOTATION = family_mask("pre code samp"), family_mask("blockquote q")


class Choice(NamedTuple):
    """The blocks that are kept, and the F1 that can be expected of them if the probabilities are right.

    `cut` is the probability down to which blocks are likely enough. What was added to these, since it belongs
    to them, or taken away, since it stands there twice, is told by `kept` alone.
    """

    kept: Flags
    expected: float
    cut: float


def choose(
    probability: Floats,
    sheet: Sheet,
    focus: str = "balanced",
    scope: str = "auto",
    text_of: Callable[[int], str] = str,
    *,
    sections: bool = False,
    titles: bool = False,
) -> Choice:
    """Keep the blocks with which the expected F is highest; `text_of` gives the source of a block.

    sections: whether a heading that is kept brings what may be its text.
    titles: whether headings may stand alone.

    If the likeliest blocks are kept down to some probability, the words that are right are expected to be the
    sum of probabilities times words, so each cut has an expected F, and the best one is taken. On a page that
    is clear this is a threshold near one half; where nothing is certain, more is kept than that.
    """
    kept, expected, cut = steps.keep_likeliest(probability, sheet.words, FOCUS[focus] ** 2, LEAST)
    if not expected:
        return Choice(kept, expected, cut)
    kept = steps.mend(kept, probability, sheet, sections=sections, titles=titles)
    copies = steps.find_copies(kept, sheet)
    if len(copies):
        copies = copies[~_share_a_list(copies, kept, sheet)]
        whole = kept.copy()
        _drop_copies(kept, copies, sheet, text_of, visible=scope != "article")
        if scope != "article":
            kept &= ~_find_remains(kept, whole, sheet)
        # Of a list that is a copy the short items go too; one that shares an item with another stays whole.
        kept = steps.make_lists_whole(kept, probability, sheet)
    return Choice(kept, expected, cut)


def _share_a_list(copies: Places, kept: Flags, sheet: Sheet) -> Flags:
    """Which copies are items of a list that is mostly no copy: steps that two instructions have in common."""
    are_parts = find_parts(sheet, copies)
    if not are_parts.any():
        return are_parts
    before = np.zeros((2, len(kept) + 1), dtype=np.int64)
    before[0, 1:], before[1, copies + 1] = sheet.words * kept, sheet.words[copies]
    np.cumsum(before, axis=1, out=before)
    low, high = sheet.ranges[copies, 1, 0], sheet.ranges[copies, 1, 1]
    whole, copied = before[:, high] - before[:, low]
    shares: Flags = are_parts & (copied < _MOST_OF_A_LIST * whole)
    return shares


def _find_remains(kept: Flags, whole: Flags, sheet: Sheet) -> Flags:
    """What is left of elements that were copies but for short texts, when the copies were dropped."""
    gone = np.flatnonzero(whole & ~kept)
    before = np.zeros((2, len(kept) + 1), dtype=np.int64)
    before[0, 1:], before[1, gone + 1] = sheet.words * whole, sheet.words[gone]
    np.cumsum(before, axis=1, out=before)
    low, high = sheet.ranges[gone, _LEVELS, 0], sheet.ranges[gone, _LEVELS, 1]
    held, lost = before[:, high] - before[:, low]
    goes = (lost >= _MOST_OF_AN_ELEMENT * held) & (held < _HALF * before[0, -1])
    # How many of these elements begin and end at each block.
    borders = np.zeros(len(kept) + 1, dtype=np.int64)
    np.add.at(borders, low[goes], 1)
    np.add.at(borders, high[goes], -1)
    remains: Flags = np.cumsum(borders)[:-1] > 0
    return remains if (kept & ~remains).any() else np.zeros_like(kept)


def _drop_copies(
    kept: Flags, copies: Places, sheet: Sheet, text_of: Callable[[int], str], *, visible: bool
) -> None:
    """Of several copies of a long text keep the first: a visible one if there is any, and no quotation.

    Where visible copies are left alone (a lead may open an article and stand in a list), only hidden ones go.
    So it is everywhere with code, whose lines repeat each other, and with copies side by side in one element:
    the refrain of a song.
    """
    marks = sheet.counts[copies, MARK].tolist()
    hidden = (sheet.veils[copies] > 0).tolist()
    digits = (sheet.counts[copies, DIGIT] > 0).tolist()
    is_code = ((sheet.masks[copies, 0] & _CODE) > 0).tolist()
    parent = sheet.ranges[copies, 1, :2].tolist()
    seen: dict[tuple[int, str], list[int]] = {}
    is_quoted = ((sheet.masks[copies, 0] & _QUOTATION) > 0).tolist()
    for i in sorted(range(len(copies)), key=lambda i: (hidden[i], is_quoted[i])):
        # The marks of texts are the same if they differ in digits alone: rows of a table are no copies.
        copy = (marks[i], text_of(int(copies[i])) if digits[i] else "")
        if copy not in seen:
            seen[copy] = parent[i]
        elif hidden[i] or (visible and not is_code[i] and parent[i] != seen[copy]):
            kept[copies[i]] = False
