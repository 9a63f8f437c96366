"""Links within the page that are signs only: the "#" or "¶" of a heading, and arrows that lead back."""

from __future__ import annotations

from typing import Final

import numpy as np

from mainspan.page import Page, tags
from mainspan.page.kinds import LINK, Flags
from mainspan.spans import Spans

_A: Final = tags.NUMBERS["a"]
# Signs that lead back or up wherever they are, and what may follow them to choose how they look.
_ARROWS: Final = frozenset("↩↑⤴⏎↵⇑▲△⬆←^\ufe0e\ufe0f")
_MAX_CHARACTERS: Final = 3
# A link and a heading are looked for among this many elements around a text.
_MAX_LEVELS: Final = 4


def without_anchors(page: Page, spans: Spans) -> Spans:
    """The same spans without such links."""
    tokens = page.tokens
    # `take` is faster than indexing.
    token = tokens.end.searchsorted(spans.pairs[:, 0].astype(np.int32), side="right")
    is_link = (tokens.marks.take(token) & np.uint8(LINK)) > 0
    found: Flags = is_link & (tokens.characters.take(token) <= _MAX_CHARACTERS)
    for piece in found.nonzero()[0].tolist():
        found[piece] = _is_anchor(page, int(token[piece]))
    return spans.without(found)


def elements_around(page: Page, token: int, levels: int) -> list[int]:
    """The innermost elements around a token, at most this many."""
    elements = page.elements
    element = int(elements.open.searchsorted(token)) - 1
    found: list[int] = []
    while element >= 0 and len(found) < levels:
        if elements.close[element] > token:
            found.append(element)
        element = int(elements.parent[element])
    return found


def _is_anchor(page: Page, token: int) -> bool:
    """Whether a link leads to its own heading, or back to where a reader came from."""
    text = page.text_of(token).strip()
    if any(character.isalnum() for character in text):
        return False
    around = elements_around(page, token, _MAX_LEVELS)
    if not _links_inside(page, around):
        return False
    return _ARROWS.issuperset(text) or any(tags.IS_HEADING[page.elements.tag[element]] for element in around)


def _links_inside(page: Page, around: list[int]) -> bool:
    """Whether the innermost link of these elements leads to a place in a page."""
    links = (element for element in around if page.elements.tag[element] == _A)
    innermost = next(links, None)
    if innermost is None:
        return False
    return "#" in (page.attribute(int(page.elements.open[innermost]), "href") or "")
