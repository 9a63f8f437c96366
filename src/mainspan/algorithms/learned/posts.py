"""Posts of a thread: where most of a series is kept, the others are, however deep replies are nested."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.sheet import Sheet
from mainspan.page import Page
from mainspan.page.kinds import Column
from mainspan.page.search import find_values

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
# The tag and the classes of an element.
Names = tuple[int, str]
Role = tuple[Names, Names]

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
    roles = _roles_of(page)
    missing = {roles[block] for block in is_missing.nonzero()[0].tolist()}
    series: dict[Role, list[int]] = defaultdict(list)
    for block, role in enumerate(roles):
        if role in missing:
            series[role].append(block)
    whole = kept.copy()
    for blocks in series.values():
        if len(blocks) < MIN_SERIES:
            continue
        words = sheet.words[blocks]
        if words[kept[blocks]].sum() < MIN_SERIES_KEPT * words.sum():
            continue
        whole[blocks] |= is_missing[blocks]
    return whole


def _roles_of(page: Page) -> list[Role]:
    """For each block, the names of the element that it is in, and those of the element around that."""
    inside = page.blocks.container
    return list(zip(_names_of(page, inside), _names_of(page, page.elements.parent.take(inside)), strict=True))


def _names_of(page: Page, elements: Column) -> list[Names]:
    """The tag and the classes of each of these elements; none of -1, which is around the root."""
    tokens = page.tokens
    opens = page.elements.open.take(elements)
    classes = find_values(page.source, tokens.start, tokens.end, opens, "class")
    columns = (elements.tolist(), tokens.tag.take(opens).tolist(), classes)
    return [
        (tag, names or "") if element >= 0 else (0, "") for element, tag, names in zip(*columns, strict=True)
    ]
