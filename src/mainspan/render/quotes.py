"""Quotations in boxes that are no blockquotes, and blockquotes that quote nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags

_DIV: Final = tags.NUMBERS["div"]
_BLOCKQUOTE: Final = tags.NUMBERS["blockquote"]
_CITES: Final = tags.table("cite footer")
_IS_QUOTE_OR_HEADING: Final = tags.table(f"blockquote {tags.HEADINGS}")
# This number of blockquotes lays out the page if at most this share of the words is neither in one nor in a
# heading: they are the posts of a thread, or indent a text.
_MIN_LAYOUT_QUOTES: Final = 2
_MAX_LEFT: Final = 0.1
_CLASS: Final = re.compile(
    r"(?:^|\s)(?:(?:bb|bbcode|post|gmail)[_-]?quote|quote(?:d|[_-]?(?:box|content|main|body|text|block|container|wrapper))?"
    r"|bbcodeblock--quote)(?=$|\s)",
    re.IGNORECASE,
)


def find_quotes(page: Page, kept: NDArray[np.int64], boxes: Sequence[int]) -> list[int]:
    """Those of these open tags that begin a quotation, each with kept text of its own.

    kept: the number of kept pieces before each token. What is all of the content quotes nothing.
    """
    tokens = page.tokens
    found: list[int] = []
    whole = int(kept[-1])
    last: tuple[int, int] | None = None
    for token in boxes:
        if tokens.tag[token] != _DIV:
            continue
        partner = int(tokens.partner[token])
        pieces = int(kept[token]), int(kept[partner])
        if pieces == last or pieces[1] - pieces[0] == whole:
            continue
        has_own = bool((tokens.tag[token:partner] == _BLOCKQUOTE).any())
        if not has_own and _CLASS.search(page.attribute(token, "class") or ""):
            found.append(token)
            last = pieces
    return found


def find_layout_quotes(page: Page, kept: NDArray[np.int64]) -> list[int]:
    """The open tags of blockquotes that lay out the page: they hold all that was kept but headings.

    kept: the number of kept pieces before each token. Blockquotes inside of these quote something, and so do
    those that name their source.
    """
    elements, tokens = page.elements, page.tokens
    words = np.concatenate([[0], np.cumsum(np.where(np.diff(kept) > 0, tokens.words, 0))])
    # What is neither in a blockquote nor in a heading.
    left = words.item(-1)
    found: list[int] = []
    last = -1
    for element in _IS_QUOTE_OR_HEADING[elements.tag].nonzero()[0].tolist():
        first, end = elements.open.item(element), elements.close.item(element)
        held = words.item(end) - words.item(first)
        if first < last or not held:
            continue
        last, left = end, left - held
        if elements.tag.item(element) == _BLOCKQUOTE:
            found.append(first)
            if _CITES[tokens.tag[first:end]].any() or page.attribute(first, "cite"):
                return []
    is_layout = len(found) >= _MIN_LAYOUT_QUOTES and left <= _MAX_LEFT * words.item(-1)
    return found if is_layout else []
