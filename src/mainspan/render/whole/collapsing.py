"""Collapse: what is not kept takes no place, and the room that was made for it closes."""

from __future__ import annotations

from typing import Final

import numpy as np

from mainspan.page import tags
from mainspan.render.layout import Places
from mainspan.render.whole.comment import is_space, separates
from mainspan.render.whole.kept import Kept, Pair
from mainspan.render.whole.wrapping import HIDDEN, SHOWS_NOTHING, rest_of, show_hidden, wrappers
from mainspan.render.whole.writing import Draft

# The attribute `hidden` is for readers without style: text browsers, other extractors, our own measures.
COLLAPSED_TEXT: Final = ' data-mainspan="rest" hidden=""'
_COLLAPSED: Final = f'{HIDDEN} hidden=""'
_AROUND: Final = 'data-mainspan="around"'
# Containers that may have kept room for what is gone: as a row or a grid, by a height, a padding or a margin.
_IS_CONTAINER: Final = tags.table("body div main section article form center header footer aside")
_RULES: Final = (
    "[data-mainspan=hidden]{0},[data-mainspan=rest]{0}{{display:none!important}}"
    "[data-mainspan=around]{0}{{display:block!important;height:auto!important;min-height:0!important;"
    "margin-top:0!important;padding-top:0!important}}"
)
# As in `wrapping`: important rules of the first layer win, and a long chain of ids where layers are unknown.
COLLAPSE_STYLE: Final = f"@layer mainspan{{{_RULES.format('')}}}{_RULES.format(':not(#a):not(#b):not(#c)')}"


def collapse_rest(draft: Draft, kept_elements: Kept) -> str:
    """Take away the place of all that is not shown; gives the style that does it."""
    page, roots = draft.page, kept_elements.roots()
    elements = page.elements
    for element in _containers(kept_elements, roots).tolist():
        draft.add_attribute(int(elements.open[element]), _AROUND)
    for element in roots[~SHOWS_NOTHING[elements.tag[roots]]].tolist():
        draft.add_attribute(int(elements.open[element]), _COLLAPSED)
        if separates(page, element):
            draft.parts[elements.close[element]] += " "
    for token, name in wrappers(page, kept_elements.loose.tolist(), "span"):
        _collapse_text(draft, token, name, kept_elements.pieces.get(token, []))
    if page.hidden:
        show_hidden(draft, kept_elements)
    return COLLAPSE_STYLE


def _containers(kept_elements: Kept, roots: Places) -> Places:
    """Containers with kept text that have lost something, or that the first kept text is in."""
    page = kept_elements.page
    elements = page.elements
    if not kept_elements.pieces:
        return np.empty(0, dtype=np.intp)
    first = min(kept_elements.pieces)
    found = kept_elements.holds & _IS_CONTAINER[elements.tag]
    has_lost = np.zeros(len(elements), dtype=np.bool_)
    has_lost[elements.parent[roots]] = True
    return np.flatnonzero(found & (has_lost | ((elements.open < first) & (elements.close > first))))


def _collapse_text(draft: Draft, token: int, name: str, pieces: list[Pair]) -> None:
    """Collapse the parts of a text that are not kept; without whitespace around them, words stay apart."""
    source, tokens = draft.page.source, draft.page.tokens
    done, stop = int(tokens.start[token]), int(tokens.end[token])
    parts: list[str] = []
    for start, end in rest_of(draft.page, token, pieces):
        parts += (draft.text(done, start, token), f"<{name}{COLLAPSED_TEXT}>")
        parts += (draft.text(start, end, token), f"</{name}>")
        if not (is_space(source[start - 1]) or is_space(source[end])):
            parts.append(" ")
        done = end
    draft.parts[token] = "".join([*parts, draft.text(done, stop, token)])
