"""What the page of a product says of the shop: how it delivers, takes back and refunds.

These texts are long and close to the description of the product. The network takes some of them for a part of
it, unless their headings are labels that it knows. But the authors of templates give them names.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page

# One of these is in each of the names.
_WORDS: Final = (b"shipping", b"deliver", b"return", b"refund", b"postage")
# A shop's software calls a product "shipping-taxable" as a whole.
_NAME: Final = re.compile(r"shipping(?!-taxable)|deliver|return|refund|postage", re.IGNORECASE)
_NAMED: Final = ("class", "id")
# An element with at least this share of the kept words is the product, whatever it is called.
MAX_POLICIES_SHARE: Final = 0.5


def find_policies(page: Page, kept: NDArray[np.bool_]) -> list[int]:
    """The kept blocks inside elements that are named after delivery, returns or refunds."""
    elements, blocks = page.elements, page.blocks
    places = kept.nonzero()[0]
    if not len(places):
        return []
    # Only elements that hold something kept count.
    first, last = blocks.first[places[0]], blocks.last[places[-1]]
    with_text = ((elements.words > 0) & (elements.open < last) & (elements.close > first)).nonzero()[0]
    likely = with_text[page.hold_words(elements.open[with_text], _WORDS)]
    named = (
        likely[[_has_name(page, int(token)) for token in elements.open[likely]]] if len(likely) else likely
    )
    words_before = np.concatenate([[0], np.cumsum(blocks.words * kept)])
    found = np.zeros(len(blocks), dtype=np.bool_)
    low = blocks.first.searchsorted(elements.open[named])
    high = blocks.first.searchsorted(elements.close[named])
    for first, stop in zip(low.tolist(), high.tolist(), strict=True):
        if words_before[stop] - words_before[first] < MAX_POLICIES_SHARE * words_before[-1]:
            found[first:stop] = True
    policies: list[int] = (found & kept).nonzero()[0].tolist()
    return policies


def _has_name(page: Page, token: int) -> bool:
    return any(_NAME.search(page.attribute(token, each) or "") for each in _NAMED)
