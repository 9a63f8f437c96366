"""From a probability for each block to the blocks that are kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned import steps
from mainspan.algorithms.learned.copies import drop_copies
from mainspan.algorithms.learned.features import Sheet

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
        copies = copies[~steps.share_a_list(copies, kept, sheet)]
        whole = kept.copy()
        drop_copies(kept, copies, sheet, text_of, visible=scope != "article")
        gone = np.flatnonzero(whole & ~kept)
        if len(gone) and scope != "article":
            kept = steps.drop_remains(kept, whole, gone, sheet)
        # Of a list that is a copy the short items go too; one that shares an item with another stays whole.
        kept = steps.make_lists_whole(kept, probability, sheet)
    return Choice(kept, expected, cut)
