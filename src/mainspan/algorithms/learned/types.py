"""The type of a page, as the network sees it on its way to the blocks.

The network learned to name the type from pages of wcxb alone, as a task beside its own. `training/habits.py`
has the types in the same order.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from mainspan.algorithms.learned import steps
from mainspan.algorithms.learned.network import Network, shipped
from mainspan.algorithms.learned.sheet import sheet_of
from mainspan.page import Page

TYPES: Final = ("article", "forum", "product", "documentation", "listing", "collection", "service")
# What is asked of the network when the type is all that is wanted: the habits of the default.
_ASKED: Final = (1, 0, 0, 0, 0, 0)


class PageType(NamedTuple):
    """A type, and how likely it is."""

    name: str
    probability: float


def guess_type(page: Page, network: Network | None = None) -> PageType | None:
    """The likeliest type of a page; None if it has no text."""
    sheet = sheet_of(page.revealed)
    if not len(sheet):
        return None
    inputs = steps.page_inputs(np.array(_ASKED, dtype=np.float32), sheet)
    network = network or shipped()
    logits = network.types(network.of_sheet(sheet, inputs)[1]).astype(np.float64)
    if len(logits) != len(TYPES):
        return None
    odds = np.exp(logits - logits.max())
    best = int(logits.argmax())
    return PageType(TYPES[best], float(odds[best] / odds.sum()))
