"""From a probability for each block to the blocks that are kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.copies import drop_copies, drop_remains, find_copies, shares_list
from mainspan.algorithms.learned.sheet import Sheet
from mainspan.algorithms.learned.structure import make_lists_whole, mend

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

# How much more recall counts than precision: the beta of F-beta.
FOCUS = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}

# What the network's logits are multiplied by. It has seen more articles than all else together, and is too
# sure of itself where a page offers something else: with more doubt, more of such a page is kept.
TRUST = {"article": 1.0, "auto": 0.7, "page": 0.7}

# If no block is as likely as this, the page has no main content.
MIN_LIKELIEST = 0.15


class Choice(NamedTuple):
    """The blocks that are kept, and the F1 to expect of them if the probabilities are right.

    `threshold` is the lowest probability that was high enough. Blocks that were added to these, since they
    belong to them, or taken away, since their text is there twice, are in `kept` alone.
    """

    kept: Flags
    expected: float
    threshold: float


def choose(
    raw_scores: Floats,
    sheet: Sheet,
    focus: str = "balanced",
    scope: str = "auto",
    text_of: Callable[[int], str] = str,
    *,
    sections: bool = False,
    titles: bool = False,
    links: bool = True,
    series: Callable[[Flags], Flags] | None = None,
) -> Choice:
    """Keep the blocks with which the expected F is highest; `text_of` gives the source of a block.

    sections: whether a heading that is kept brings what may be its text.
    titles: whether headings may be kept without text.
    links: whether likely headings bring lists of links.
    series: what adds to the kept blocks of a thread before copies go. Tables are not made whole there.

    If the likeliest blocks are kept down to some probability, the number of words that are right is expected
    to be the sum of probabilities times words. So each threshold has an expected F, and the best one is
    taken. On a page that is clear this is near one half; where nothing is certain, more is kept than that.
    """
    bound, expected, threshold = find_bound(raw_scores, sheet.words, FOCUS[focus] ** 2)
    kept = raw_scores > bound
    if not expected:
        return Choice(kept, expected, threshold)
    kept = mend(kept, raw_scores, sheet, sections, titles, links, series is None)
    kept = series(kept) if series else kept
    copies = find_copies(kept, sheet)
    if copies:
        kept = _without_copies(kept, raw_scores, copies, sheet, scope, text_of, links, series is None)
    return Choice(kept, expected, threshold)


def _without_copies(
    kept: Flags,
    raw_scores: Floats,
    copies: list[int],
    sheet: Sheet,
    scope: str,
    text_of: Callable[[int], str],
    links: bool,
    cells: bool,
) -> Flags:
    own = shares_list(copies, kept, sheet)
    left = kept.copy()
    copies = [block for block in copies if block not in own]
    gone = drop_copies(left, copies, sheet, text_of, visible=scope != "article")
    if gone and scope != "article":
        left = drop_remains(left, kept, gone, sheet)
    # Of a list that is a copy the short items go too; one that shares an item with another stays whole.
    return make_lists_whole(left, raw_scores, sheet, links, cells)


def count_words(kept: Flags, sheet: Sheet) -> int:
    """The words of the kept blocks."""
    words = 0
    for block in range(len(kept)):
        if kept[block]:
            words += sheet.words[block]
    return words


def find_bound(raw_scores: Floats, words: NDArray[np.int32], recall: float) -> tuple[float, float, float]:
    """The bound above which blocks are kept for the highest expected F, the F1 expected of them, and the
    lowest probability above the bound.

    No block is above the bound, and the F1 is 0, if none is as likely as MIN_LIKELIEST.

    recall: how much more recall counts than precision, squared as in F-beta. To keep one more block raises F
    if and only if it is likelier than F / (1 + recall). So all blocks above this bound are kept, which raises
    the bound, until it rises no more.
    """
    content = likeliest = 0.0
    for i in range(len(raw_scores)):
        content += raw_scores[i] * words[i]
        likeliest = max(likeliest, raw_scores[i])
    if not len(raw_scores) or likeliest < MIN_LIKELIEST:
        return 1.0, 0.0, MIN_LIKELIEST
    bound, rising, right, taken = -1.0, 0.0, 0.0, 0.0
    while rising > bound:
        bound, right, taken = rising, 0.0, 0.0
        for i in range(len(raw_scores)):
            if raw_scores[i] > bound:
                right += raw_scores[i] * words[i]
                taken += words[i]
        rising = right / (taken + recall * content)
    lowest = 1.0
    for i in range(len(raw_scores)):
        if raw_scores[i] > bound:
            lowest = min(lowest, raw_scores[i])
    return bound, 2 * right / (taken + content), lowest
