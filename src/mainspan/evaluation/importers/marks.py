"""Gold text from labels in a page: some corpora label the main content in a copy of the page."""

from __future__ import annotations

from typing import Final

import numpy as np

from mainspan.page import Page
from mainspan.render.layout import CELL, LINE, NOTHING, PARAGRAPH, SPACE
from mainspan.render.pieces import Pieces
from mainspan.spans import Spans

_SEPARATOR: Final = {NOTHING: "", SPACE: " ", CELL: " ", LINE: "\n", PARAGRAPH: "\n\n"}


def marked_text(html: bytes | str, wanted: str, unwanted: str) -> str:
    """The text below the elements that a CSS selector matches; the innermost labelled element decides.

    >>> marked_text('<p class=a>One <b class=b>two</b> three</p><p>Four</p>', ".a", ".b")
    'One three'
    """
    page = Page(html)
    is_wanted = page.select(wanted)
    chosen = np.zeros(len(page.tokens), dtype=np.bool_)
    # In document order, so that inner elements come after outer ones.
    for element in np.flatnonzero(is_wanted | page.select(unwanted)).tolist():
        first, last = page.elements.open[element], page.elements.close[element]
        chosen[first : last + 1] = is_wanted[element]
    return _text_of(page, Spans.of_tokens(page, chosen))


def whole_text(html: bytes | str) -> str:
    """All text of a page, a paragraph or line for each block."""
    page = Page(html)
    return _text_of(page, Spans.of_tokens(page, np.ones(len(page.tokens), dtype=np.bool_)))


def _text_of(page: Page, spans: Spans) -> str:
    """The page's own words, without the list markers of rendered text."""
    pieces = Pieces.of(page, spans)
    parts: list[str] = []
    for token, separator in zip(pieces.token.tolist(), pieces.separator.tolist(), strict=True):
        parts += (_SEPARATOR[separator] if parts else "", " ".join(page.text_of(token).split()))
    return "".join(parts)
