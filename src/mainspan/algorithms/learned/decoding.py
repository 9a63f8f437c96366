"""From a probability for each block to the blocks that are kept."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.features import MARK, Sheet

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Places = NDArray[np.intp]

# How much more recall counts than precision, in the sense of F-beta.
FOCUS: Final = {"precision": 0.5, "balanced": 1.0, "recall": 2.0}

# A text of so many words that stands twice on a page is a copy of itself.
COPY: Final = 8

# If no block is as likely as this, the page has no main content.
LEAST: Final = 0.15


class Choice(NamedTuple):
    """The blocks that are kept, and the F1 that can be expected of them if the probabilities are right."""

    kept: Flags
    expected: float


def choose(probability: Floats, sheet: Sheet, focus: str = "balanced", scope: str = "page") -> Choice:
    """Keep the blocks with which the expected F is highest.

    If the likeliest blocks are kept down to some probability, the words that are right are expected to be the
    sum of probabilities times words, so each cut has an expected F, and the best one is taken. On a page that
    is clear this is a threshold near one half; where nothing is certain, more is kept than that.
    """
    kept = np.zeros(len(probability), dtype=np.bool_)
    if not len(probability) or probability.max() < LEAST:
        return Choice(kept, 0.0)
    order = np.argsort(-probability, kind="stable")
    words = sheet.words[order]
    right, taken = np.cumsum(probability[order] * words), np.cumsum(words)
    much = FOCUS[focus] ** 2
    last = int(np.argmax((1 + much) * right / (taken + much * right[-1])))
    chosen = order[: last + 1]
    kept[chosen] = True
    _drop_copies(kept, chosen, sheet, visible=scope == "page")
    return Choice(kept, float(2 * right[last] / (taken[last] + right[-1])))


def _drop_copies(kept: Flags, likeliest_first: Places, sheet: Sheet, *, visible: bool) -> None:
    """Of several copies of a long text keep one: one that is seen if there is any, and the likeliest of
    these.

    Where visible copies are left alone (a lead may open an article and stand in a list), only hidden ones go.
    """
    long = likeliest_first[sheet.words[likeliest_first] >= COPY]
    marks = sheet.counts[long, MARK]
    # Most pages have no copies, and a set tells so fastest.
    if len(set(marks.tolist())) == len(long):
        return
    order = np.argsort(sheet.veils[long] > 0, kind="stable")
    _, first = np.unique(marks[order], return_index=True)
    copies = np.delete(long[order], first)
    kept[copies if visible else copies[sheet.veils[copies] > 0]] = False
