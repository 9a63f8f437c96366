"""What the learned method knows of tags: their role beside text, and the families of their elements."""

from __future__ import annotations

from typing import Final

import numpy as np

from mainspan.page import tags

# What a tag does to the text around it: 1 links, 2 emphasises; 3 is a picture, 4 a control, 5 a break.
ROLE: Final = np.zeros(len(tags.NAMES), dtype=np.uint8)
_ROLES = (
    "a",
    "b strong em i u mark",
    "img picture video svg iframe",
    "input button select textarea form",
    "br hr",
)
for _role, _names in enumerate(_ROLES, 1):
    ROLE[list(tags.numbers(_names))] = _role

# The families that an element can put its text in, one bit each: where a text is says what it is.
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
