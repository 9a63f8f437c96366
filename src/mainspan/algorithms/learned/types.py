"""The type of a page, as the network sees it on its way to the blocks.

The network learned to name the type from pages of wcxb alone, as a task beside its own. `training/habits.py`
has the types in the same order.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final, NamedTuple

import numpy as np

from mainspan.algorithms.learned import steps
from mainspan.algorithms.learned.network import Floats, Network, shipped
from mainspan.algorithms.learned.sheet import sheet_of
from mainspan.page import Page

TYPES: Final = ("article", "forum", "product", "documentation", "listing", "collection", "service")
# So many pages of each it has learned from. Most were articles, and it takes too much for one.
_LEARNED_FROM: Final = (3986, 98, 72, 88, 64, 62, 144)
# Of a page with fewer words it is not told what it seems to be.
FEWEST_WORDS: Final = 50
# What is asked of the network when the type is all that is wanted: the habits of the default.
_ASKED: Final = (1, 0, 0, 0, 0, 0)
# A page is no forum if that is less likely than this, and surely an article or a forum if as likely as that.
_FORUM, _LEAST = TYPES.index("forum"), 0.2
_ARTICLE, _SURELY = TYPES.index("article"), 0.8
# A page of titles, if these are as likely as that together.
_LISTS, _PERHAPS = tuple(map(TYPES.index, ("listing", "collection", "product"))), 0.3


class PageType(NamedTuple):
    """A type, and how likely it is."""

    name: str
    probability: float


def guess_type(page: Page, network: Network | None = None) -> PageType | None:
    """The likeliest type of a page; None if it is none or has hardly any text."""
    told = even_out(_weigh_page(page, network))
    if not told or page.other_format or len(page.with_hidden.words) < FEWEST_WORDS:
        return None
    best = max(told, key=told.__getitem__)
    return PageType(best, told[best])


def is_taken_for_forum(page: Page, network: Network | None = None) -> bool:
    """Whether nothing is likelier than that a page is a forum, or nothing is known of it."""
    likely = _weigh_page(page, network)
    return not likely or likely[_FORUM] == max(likely)


def _weigh_page(page: Page, network: Network | None) -> list[float]:
    sheet = sheet_of(page.with_hidden)
    if not len(sheet):
        return []
    inputs = steps.page_inputs(np.array(_ASKED, dtype=np.float32), sheet)
    network = network or shipped()
    return weigh_types(network, network.of_sheet(sheet, inputs)[1])


def weigh_types(network: Network, known: Floats) -> list[float]:
    """How likely each type is for a page of which this is known; none if the network has learned none."""
    logits = network.types(known).tolist()
    most = max(logits, default=0.0)
    odds = [exp(logit - most) for logit in logits]
    whole = sum(odds)
    return [each / whole for each in odds]


def even_out(likely: list[float]) -> dict[str, float]:
    """How likely each type is, as it is told: more evenly than in what the network has learned from."""
    odds = [each / sqrt(pages) for each, pages in zip(likely, _LEARNED_FROM, strict=False)]
    whole = sum(odds)
    return {name: each / whole for name, each in zip(TYPES, odds, strict=False)}


def is_forum(likely: list[float]) -> bool:
    """Whether a page whose types are so likely is surely a forum. Who has learned no types cannot tell."""
    return bool(likely) and likely[_FORUM] >= _SURELY


def may_be_forum(likely: list[float]) -> bool:
    """Whether a page whose types are so likely may be a forum. Who has learned no types cannot deny it."""
    return not likely or likely[_FORUM] >= _LEAST


def seems_article(likely: list[float]) -> bool:
    """Whether a page whose types are so likely is an article. Who has learned no types cannot tell."""
    return bool(likely) and likely[_ARTICLE] >= _SURELY


def may_be_list(likely: list[float]) -> bool:
    """Whether a page whose types are so likely may be a list of articles or products. As with forums."""
    return not likely or sum(likely[number] for number in _LISTS) >= _PERHAPS
