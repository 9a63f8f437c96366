"""What a heading has beside its text: "#", "¶" or "Permalink", "[edit]"; and arrows that lead back."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from mainspan.page import Page, tags
from mainspan.page.asides import find_asides
from mainspan.page.blocks import find_around
from mainspan.page.kinds import Column, Flags
from mainspan.page.shapeless import is_icon
from mainspan.spans import Spans

_A: Final = tags.NUMBERS["a"]
# Signs that lead back or up wherever they are, and what may follow them to choose how they look.
_ARROWS: Final = frozenset("↩↑⤴⏎↵⇑▲△⬆←^\ufe0e\ufe0f")
_MAX_CHARACTERS: Final = 3
_MAX_EDIT_CHARACTERS: Final = 30
# The classes of the links of headings, whatever their text, and of the links that edit a section.
_ANCHOR_CLASSES: Final = re.compile(
    r"(?:^|[\s_-])(?:header-?link|heading-?(?:anchor|link|permalink)|header-?anchor|anchor-?link|anchorjs-link|perma-?link"
    r"|hash-?link|direct-?link)(?:$|[\s_-])",
    re.IGNORECASE,
)
_EDIT_CLASS: Final = "editsection"
_EDIT_WORDS: Final = (_EDIT_CLASS.encode(),)
# no rule: codes
# What `find_asides` says that a text may be.
SIGN, ICON, BESIDE = 1, 2, 4
# A link and a heading are looked for among this many elements around a text.
_MAX_LEVELS: Final = 4


def without_anchors(page: Page, spans: Spans) -> Spans:
    """The same spans without such links."""
    # Hardly any text may be one, so the others are passed over in one go.
    limits = (_MAX_CHARACTERS, _MAX_EDIT_CHARACTERS, _MAX_LEVELS, _EDIT_WORDS)
    asides = find_asides(page.source, page.tokens, page.elements, spans.pairs, *limits)
    found = [place for place, token, why in asides if _is_aside(page, token, why)]
    if not found:
        return spans
    chosen: Flags = np.zeros(len(spans), dtype=np.bool_)
    chosen[found] = True
    return spans.without(chosen)


def _is_aside(page: Page, token: int, why: int) -> bool:
    if why & ICON and is_icon(page.text_of(token)):
        return True
    around = elements_around(page, token, _MAX_LEVELS)
    return bool(
        (why & SIGN and _is_anchor(page, token, around))
        or (why & BESIDE and _is_beside_heading(page, around))
    )


def _is_beside_heading(page: Page, around: list[int]) -> bool:
    elements = page.elements
    for element in around:
        tag = elements.tag[element]
        if tags.IS_HEADING[tag]:
            return False
        attributes = page.attributes(int(elements.open[element]))
        names = attributes.get("class", "")
        if _EDIT_CLASS in names:
            return True
        if tag == _A and "#" in attributes.get("href", "") and _ANCHOR_CLASSES.search(names):
            return _has_other_words(page, element)
    return False


def _has_other_words(page: Page, link: int) -> bool:
    """Whether the heading around a link has words beside it."""
    elements = page.elements
    element = int(elements.parent[link])
    while element >= 0 and not tags.IS_HEADING[elements.tag[element]]:
        element = int(elements.parent[element])
    return element >= 0 and bool(elements.words[element] > elements.words[link])


def elements_around(page: Page, token: int, levels: int) -> list[int]:
    """The innermost elements around a token, at most this many."""
    return _elements_of(find_around(page.elements, np.array([token]), levels)[0])


def _elements_of(around: Column) -> list[int]:
    return [element for element in around.tolist() if element >= 0]


def _is_anchor(page: Page, token: int, around: list[int]) -> bool:
    """Whether a link leads to its own heading, or back to where a reader came from."""
    text = page.text_of(token).strip()
    if any(character.isalnum() for character in text):
        return False
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
