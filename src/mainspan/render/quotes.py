"""Quotations in boxes that are no blockquotes, as bulletin boards have them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags

_DIV: Final = tags.NUMBERS["div"]
_BLOCKQUOTE: Final = tags.NUMBERS["blockquote"]
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
