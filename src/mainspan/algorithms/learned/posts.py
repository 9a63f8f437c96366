"""Posts of a thread: where most of a series is kept, the others are, however deep replies are nested."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.sheet import Sheet
from mainspan.page import Page

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

# A series has at least this number of blocks, of which at least this share of the words is kept.
MIN_SERIES: Final = 3
MIN_SERIES_KEPT: Final = 0.5
# The others are kept from this raw score on, unless more than this share of them is links.
MIN_POST_SCORE: Final = 0.1
MAX_POST_LINKS: Final = 0.5


def make_series_whole(kept: Flags, raw_scores: Floats, sheet: Sheet, page: Page) -> Flags:
    """The kept blocks with those that have the same names as most of the kept ones."""
    is_text = sheet.linked <= MAX_POST_LINKS * sheet.characters
    is_missing = ~kept & is_text & (raw_scores >= MIN_POST_SCORE)
    if not kept.any() or not is_missing.any():
        return kept
    series: dict[tuple[str, str], list[int]] = defaultdict(list)
    names: dict[int, str] = {}
    elements = page.elements
    for block, element in enumerate(page.blocks.container.tolist()):
        pair = _names_of(page, element, names), _names_of(page, elements.parent.item(element), names)
        series[pair].append(block)
    whole = kept.copy()
    for blocks in series.values():
        if len(blocks) < MIN_SERIES or not is_missing[blocks].any():
            continue
        words = sheet.words[blocks]
        if words[kept[blocks]].sum() < MIN_SERIES_KEPT * words.sum():
            continue
        whole[blocks] |= is_missing[blocks]
    return whole


def _names_of(page: Page, element: int, names: dict[int, str]) -> str:
    """The tag and the classes of an element."""
    if element < 0:
        return ""
    if element not in names:
        token = page.elements.open.item(element)
        names[element] = f"{page.tokens.tag.item(token)} {page.attribute(token, 'class') or ''}"
    return names[element]
