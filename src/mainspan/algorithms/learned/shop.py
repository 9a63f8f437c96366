"""What the page of a product says of the shop: how it delivers, takes back and refunds.

These texts are long and close to the description of the product. The network takes some of them for a part of
it. But the authors of templates give them names, and their headings are labels.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.labels import LABELS
from mainspan.algorithms.learned.sheet import Sheet
from mainspan.algorithms.learned.table import H1, H6
from mainspan.page import Page

# One of these is in each of the names.
_WORDS: Final = (b"shipping", b"deliver", b"return", b"refund", b"postage")
# A shop's software calls a product "shipping-taxable" as a whole.
_NAME: Final = re.compile(r"shipping(?!-taxable)|deliver|return|refund|postage", re.IGNORECASE)
_NAMED: Final = ("class", "id")
# An element with at least this share of the kept words is the product, whatever it is called.
MAX_POLICIES_SHARE: Final = 0.5
# A heading of policies has at most this number of words.
MAX_HEADING_WORDS: Final = 6
# What follows it in its element has less than this share of the page's words.
MAX_SECTION_SHARE: Final = 0.5
_POLICY: Final = 1 << LABELS.index("policy")


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


def find_policy_sections(sheet: Sheet, kept: NDArray[np.bool_], headline: int) -> list[int]:
    """The kept blocks below headings such as "Shipping & returns". What holds the headline is none."""
    is_heading = (sheet.group >= H1) & (sheet.group <= H6) & (sheet.labels & _POLICY > 0)
    found = np.zeros(len(kept), dtype=np.bool_)
    for block in (is_heading & (sheet.words <= MAX_HEADING_WORDS)).nonzero()[0].tolist():
        end = _end_of_section(sheet, block)
        if end > block + 1 and not block <= headline < end:
            found[block:end] = True
    policies: list[int] = (found & kept).nonzero()[0].tolist()
    return policies


def _end_of_section(sheet: Sheet, heading: int) -> int:
    """The end of the largest element that begins with a heading; else the next heading of its rank."""
    words = sheet.words
    most = MAX_SECTION_SHARE * int(words.sum())
    begun = [high for low, high in sheet.ranges[heading, :, :2].tolist() if not words[low:heading].any()]
    stop, rank = int(sheet.ranges[heading, 1, 1]), int(sheet.group[heading])
    following = heading + 1
    while following < stop and not H1 <= sheet.group[following] <= rank:
        following += 1
    ends = [end for end in (*begun, following) if words[heading:end].sum() < most]
    return max(ends, default=heading)
