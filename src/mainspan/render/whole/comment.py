"""Comment: what is not kept is in comments, and nothing in it can end them."""

from __future__ import annotations

import re
from typing import Final

from mainspan.page import Page, tags
from mainspan.page.kinds import HIDDEN
from mainspan.render.whole.kept import Kept, Pair
from mainspan.render.whole.wrapping import rest_of
from mainspan.render.whole.writing import Draft

# A hyphen before another: with a space between them no comment ends there, and none begins.
_HYPHENS: Final = re.compile("-(?=-)")
# Control characters that Python takes for whitespace.
_CONTROLS: Final = "\v\x1c\x1d\x1e\x1f\x85"
# Tags between which a word goes on.
_IS_THIN: Final = tags.IS_INLINE & ~tags.IS_INLINE_BOX


def comment_out(draft: Draft, kept_elements: Kept) -> str:
    """Put each element that is not shown and each text beside kept ones into comments; needs no style."""
    page = draft.page
    for token in kept_elements.loose.tolist():
        _comment_text(draft, token, kept_elements.pieces.get(token, []))
    for element in kept_elements.roots().tolist():
        first, last = int(page.elements.open[element]), int(page.elements.close[element])
        content = "".join(draft.parts[first : last + 1])
        draft.parts[first : last + 1] = [""] * (last + 1 - first)
        draft.is_out[first : last + 1] = True
        if content:
            draft.parts[first] = _comment(content) + " " * separates(page, element)
    return ""


def separates(page: Page, element: int) -> bool:
    """Whether words before and after an element are different ones, even if it is left out.

    Without words in it they may be one: around elements within a line, and around what is hidden.
    """
    elements = page.elements
    if elements.words[element] > 0:
        return True
    return not (_IS_THIN[elements.tag[element]] or elements.marks[element] & HIDDEN)


def is_space(sign: str) -> bool:
    """Whether a character separates words where it is shown, as control characters do not."""
    return sign.isspace() and sign not in _CONTROLS


def _comment(content: str) -> str:
    return f"<!-- {_HYPHENS.sub('- ', content)} -->"


def _comment_text(draft: Draft, token: int, pieces: list[Pair]) -> None:
    source = draft.page.source
    start, stop = int(draft.page.tokens.start[token]), int(draft.page.tokens.end[token])
    parts = []
    for first, last in rest_of(draft.page, token, pieces):
        parts += [draft.text(start, first, token), _comment(draft.text(first, last, token))]
        # Whitespace on either side is there still; without any, two words would become one.
        if not (is_space(source[first - 1]) or is_space(source[last])):
            parts.append(" ")
        start = last
    draft.parts[token] = "".join([*parts, draft.text(start, stop, token)])
