"""What the learned method knows of tags: how they are counted, and the families of their elements."""

from __future__ import annotations

from typing import Final

import numpy as np

from mainspan.algorithms.learned.table import Count
from mainspan.page import tags

# The column of `Sheet.counts` that a tag is counted in.
COLUMN: Final = np.full(len(tags.NAMES), Count.INLINES, dtype=np.uint8)
for _column, _names in {
    Count.LINKS: "a",
    Count.EMPHASES: "b strong em i u mark",
    Count.IMAGES: "img picture video svg iframe",
    Count.CONTROLS: "input button select textarea form",
    Count.BREAKS: "br hr",
}.items():
    COLUMN[list(tags.numbers(_names))] = _column

# The families of elements, one bit each. The families around a text say what it is.
FAMILIES: Final = (
    *("nav", "footer", "header", "aside", "article", "main", "section", "form search", "dialog details"),
    *("ul ol menu", "li", "dl", "dt", "dd", "table", "thead th", "td", "p", "blockquote q", "pre code samp"),
    *("h1", "h2", "h3", "h4 h5 h6", "figure picture", "figcaption caption", "button", "a", "label legend"),
    *("summary", "address time", "strong b em i"),
)
FAMILY: Final = np.zeros(len(tags.NAMES), dtype=np.uint64)
for _bit, _names in enumerate(FAMILIES):
    FAMILY[list(tags.numbers(_names))] = 1 << _bit


def family_mask(*families: str) -> np.uint64:
    """The mask of these families, each written as above."""
    return np.uint64(sum(1 << FAMILIES.index(family) for family in families))
