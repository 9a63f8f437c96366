"""The structure of extracted content: its headings, list items, cells, code, images, links and formulas.

`items_of` counts them in content that is given as HTML or Markdown; `measures/structure.py` compares them.
"""

from __future__ import annotations

from mainspan.evaluation.structure.items import (
    KINDS,
    Item,
    Items,
    frames_of,
    items_of,
    without_headline,
    without_links,
    without_notes,
)
from mainspan.evaluation.structure.markup import FORMS, Markup, markup_of

__all__ = [
    "FORMS",
    "KINDS",
    "Item",
    "Items",
    "Markup",
    "frames_of",
    "items_of",
    "markup_of",
    "without_headline",
    "without_links",
    "without_notes",
]
