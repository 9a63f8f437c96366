"""The type of a page, which the network predicts from its summary of the page.

It was trained on the pages whose type is known, as an auxiliary task.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final, NamedTuple

import numpy as np

from mainspan.algorithms.learned.features import page_inputs
from mainspan.algorithms.learned.network import Floats, Network, shipped
from mainspan.algorithms.learned.sheet import sheet_of
from mainspan.page import Page

TYPES: Final = ("article", "forum", "product", "documentation", "listing", "collection", "service")
# The weight of the training pages of each type. Most were articles, so it predicts articles too often.
# no rule: only their ratios count
_LEARNED_FROM: Final = (3988, 275, 458, 222, 504, 256, 384)
_ROOTS: Final = tuple(map(sqrt, _LEARNED_FROM))

# A page whose likeliest type is less likely than this is of another type: such guesses are mostly
# wrong.
OTHER: Final = "other"
_MIN_KNOWN: Final = 0.5

# The type of a page with fewer words is not reported.
MIN_TYPE_WORDS: Final = 50

# no rule: codes, the annotation settings of the default
_SETTINGS: Final = (1, 0, 0, 0, 0, 0)

_ARTICLE, _FORUM, _PRODUCT, _DOCUMENTATION = map(
    TYPES.index, ("article", "forum", "product", "documentation")
)
_LISTS: Final = tuple(map(TYPES.index, ("listing", "collection", "product")))
# From this probability on a page is an article.
_MIN_ARTICLE: Final = 0.8
# From this probability of both together on a page is an article or documentation.
_MIN_ONE_TEXT: Final = 0.5
# Below this probability a page is no article.
_MIN_POSSIBLE_ARTICLE: Final = 0.2
# From this probability on a page is certainly a forum. An article with hundreds of comments looks like one
# too, but not as certainly.
_MIN_SURE_FORUM: Final = 0.97
# Below this probability a page is no forum.
_MIN_FORUM: Final = 0.8
# From this probability on a page is of documentation.
_MIN_DOCUMENTATION: Final = 0.5
# From this probability on a page is about a product.
_MIN_PRODUCT: Final = 0.5
# From this probability of all lists together on, a page may consist of titles.
_MIN_LISTS: Final = 0.3


class PageType(NamedTuple):
    """A type, and how likely it is."""

    name: str
    probability: float


def guess_type(page: Page, network: Network | None = None) -> PageType | None:
    """The likeliest type of a page, or "other"; None if it is none or has hardly any text."""
    likely = even_out(_weigh_page(page, network))
    if not likely or page.other_format or len(page.with_hidden.words) < MIN_TYPE_WORDS:
        return None
    best = max(likely, key=likely.__getitem__)
    if likely[best] < _MIN_KNOWN:
        return PageType(OTHER, 1 - likely[best])
    return PageType(best, likely[best])


def is_taken_for_forum(page: Page, network: Network | None = None) -> bool:
    """Whether no type is likelier than a forum, or no type is known."""
    likely = _weigh_page(page, network)
    return not likely or likely[_FORUM] == max(likely)


def _weigh_page(page: Page, network: Network | None) -> list[float]:
    sheet = sheet_of(page.with_hidden)
    if not len(sheet):
        return []
    inputs = page_inputs(np.array(_SETTINGS, dtype=np.float32), sheet)
    network = network or shipped()
    return weigh_types(network, network.answer(sheet, inputs).known)


def weigh_types(network: Network, known: Floats) -> list[float]:
    """How likely each type is, from the summary of the page; empty if the network predicts no types."""
    logits = network.types(known).tolist()
    most = max(logits, default=0.0)
    odds = [exp(logit - most) for logit in logits]
    whole = sum(odds)
    return [each / whole for each in odds]


def even_out(likely: list[float]) -> dict[str, float]:
    """How likely each type is, as it is reported: with less weight on types that are frequent in training."""
    odds = [each / root for each, root in zip(likely, _ROOTS, strict=False)]
    whole = sum(odds)
    return {name: each / whole for name, each in zip(TYPES, odds, strict=False)}


# A network without types gives no probabilities. Then a page may be of any type, and is of none.


def is_forum(likely: list[float]) -> bool:
    """Whether a page is a forum, by the probabilities of the types."""
    return bool(likely) and likely[_FORUM] >= _MIN_SURE_FORUM


def may_be_forum(likely: list[float]) -> bool:
    """Whether a page may be a forum."""
    return not likely or likely[_FORUM] >= _MIN_FORUM


def seems_forum(likely: list[float]) -> bool:
    """Whether a page is known to be a forum, or likely one."""
    return bool(likely) and may_be_forum(likely)


def seems_article(likely: list[float]) -> bool:
    """Whether a page is an article."""
    return bool(likely) and likely[_ARTICLE] >= _MIN_ARTICLE


def may_be_one_text(likely: list[float]) -> bool:
    """Whether a page may have one text from beginning to end, as articles and documentation have."""
    return not likely or likely[_ARTICLE] + likely[_DOCUMENTATION] >= _MIN_ONE_TEXT


def is_no_article(likely: list[float]) -> bool:
    """Whether a page is certainly of another type."""
    return bool(likely) and likely[_ARTICLE] < _MIN_POSSIBLE_ARTICLE


def is_documentation(likely: list[float]) -> bool:
    """Whether a page is of documentation, or of an encyclopedia."""
    return bool(likely) and likely[_DOCUMENTATION] >= _MIN_DOCUMENTATION


def is_product(likely: list[float]) -> bool:
    """Whether a page is about a product."""
    return bool(likely) and likely[_PRODUCT] >= _MIN_PRODUCT


def may_be_list(likely: list[float]) -> bool:
    """Whether a page may be a list of articles or products."""
    return not likely or sum(likely[number] for number in _LISTS) >= _MIN_LISTS
