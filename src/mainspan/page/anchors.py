"""What a heading has beside its text: "#", "¶" or "Permalink", "[edit]"; and arrows that lead back."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.blocks import find_around
from mainspan.page.kinds import LINK, Column, Flags
from mainspan.page.shapeless import PRIVATE_USE, is_icon
from mainspan.spans import Spans

Places = NDArray[np.int64]

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
# A link and a heading are looked for among this many elements around a text.
_MAX_LEVELS: Final = 4


def without_anchors(page: Page, spans: Spans) -> Spans:
    """The same spans without such links."""
    tokens = page.tokens
    # `take` is faster than indexing.
    token = tokens.end.searchsorted(spans.pairs[:, 0].astype(np.int32), side="right")
    is_link = (tokens.marks.take(token) & np.uint8(LINK)) > 0
    characters = tokens.characters.take(token)
    around = find_around(page.elements, token, _MAX_LEVELS)
    short = (characters <= _MAX_CHARACTERS).nonzero()[0]
    found: Flags = np.zeros(len(token), dtype=np.bool_)
    for piece in short[is_link[short]].tolist():
        found[piece] = _is_anchor(page, int(token[piece]), _elements_of(around[piece]))
    for piece in short[page.hold_characters(token[short], *PRIVATE_USE)].tolist():
        found[piece] |= is_icon(page.text_of(int(token[piece])))
    for piece in _may_be_beside_headings(page, token, around, is_link, characters).nonzero()[0].tolist():
        found[piece] |= _is_beside_heading(page, _elements_of(around[piece]))
    return spans.without(found)


def _may_be_beside_headings(
    page: Page, token: Places, around: Column, is_link: Flags, characters: Column
) -> Flags:
    """Which of these texts may edit the section of their heading, or lead to it by their class."""
    elements, tokens = page.elements, page.tokens
    opens = elements.open[tags.IS_HEADING[elements.tag] & (elements.words > 0)]
    inside = opens.searchsorted(token) - 1
    is_inside: Flags = inside >= 0
    if len(opens):
        is_inside &= token < tokens.partner[opens[np.maximum(inside, 0)]]
    # Wikis have what edits a section beside its heading too.
    may_edit: Flags = is_inside | (characters <= _MAX_EDIT_CHARACTERS)
    return may_edit if _have_edit_class(page, around[may_edit]) else is_inside & is_link


def _have_edit_class(page: Page, around: Column) -> bool:
    """Whether any of these elements may have the class of what edits a section."""
    elements = page.elements
    # The last place is for -1, where there is no element.
    is_around: Flags = np.zeros(len(elements) + 1, dtype=np.bool_)
    is_around[around] = True
    return bool(page.hold_words(elements.open[is_around[:-1]], _EDIT_WORDS).any())


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
