"""Pages that are a shell: scripts write their text, and what they show before that is not their content."""

from __future__ import annotations

from typing import Final

import numpy as np

from mainspan.page import Page, tags
from mainspan.page.kinds import OPEN

# A page with this many words is no shell, whatever its markup says.
MAX_SHELL_WORDS: Final = 200
# The ids that frameworks look for, of elements that they fill.
_IDS: Final = frozenset(
    "root app __next __nuxt ___gatsby svelte q-app app-root react-root mount application".split()
)
_ID: Final = (b' id="',)
_LANGUAGE: Final = (b"javascript",)
_SCRIPT, _NOSCRIPT = tags.NUMBERS["script"], tags.NUMBERS["noscript"]
_MAX_ELEMENTS: Final = 2_000  # no rule: bounds the work


def is_shell(page: Page) -> bool:
    """Whether scripts would write the page: few words, and an empty element or a note about scripts."""
    if len(page.words) >= MAX_SHELL_WORDS or not page.has(_SCRIPT):
        return False
    return _has_empty_place(page) or _asks_for_scripts(page)


def _has_empty_place(page: Page) -> bool:
    """Whether an element that frameworks fill is empty."""
    tokens, elements = page.tokens, page.elements
    is_empty = (elements.words == 0) & (tokens.kind[elements.open] == OPEN)
    is_empty &= (elements.close - elements.open) <= 2
    opens = elements.open[is_empty][:_MAX_ELEMENTS]
    named = opens[page.hold_words(opens, _ID)]
    return any(page.attribute(token, "id") in _IDS for token in named.tolist())


def _asks_for_scripts(page: Page) -> bool:
    """Whether a noscript element speaks of JavaScript, which has the same name in all languages."""
    tokens, elements = page.tokens, page.elements
    for element in np.flatnonzero(elements.tag == _NOSCRIPT)[:_MAX_ELEMENTS].tolist():
        inside = np.arange(elements.open[element] + 1, elements.close[element])[:_MAX_ELEMENTS]
        if page.hold_words(inside[tokens.tag[inside] == 0], _LANGUAGE).any():
            return True
    return False
