"""What a heading has beside its text: "#", "¶" or "Permalink", "[edit]"; and arrows that lead back."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
# Signs of links to a place, which are no part of a text that is a link itself.
_PLACE_SIGNS: Final = frozenset("#¶§🔗⚓∞\ufe0e\ufe0f")
# What may have such a link beside its text besides headings.
_IS_NAMED: Final = tags.table("dt caption figcaption")
_BRACKETS: Final = frozenset(["[]", "()"])
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
    brackets = list(_brackets_around(page, spans, found))
    left = spans.without(chosen)
    return left - Spans(brackets) if brackets else left


def _brackets_around(page: Page, spans: Spans, places: list[int]) -> Iterator[tuple[int, int]]:
    """The brackets right before and right after those at these places."""
    pairs, source = spans.pairs, page.source
    for place in places:
        if 0 < place < len(pairs) - 1:
            end, start = pairs.item(place - 1, 1), pairs.item(place + 1, 0)
            if source[end - 1] + source[start] in _BRACKETS:
                yield (end - 1, end)
                yield (start, start + 1)


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
    link = _link_inside(page, around)
    if link < 0:
        return False
    if _ARROWS.issuperset(text):
        return True
    elements = page.elements
    is_place = _PLACE_SIGNS.issuperset(text)
    if any(tags.IS_HEADING[elements.tag[element]] for element in around):
        # Of a heading that is a link itself, other signs are part of the text.
        return is_place or elements.characters.item(link) == page.tokens.characters.item(token)
    return is_place and (
        any(_IS_NAMED[elements.tag[element]] for element in around)
        or bool(_ANCHOR_CLASSES.search(page.attribute(int(elements.open[link]), "class") or ""))
    )


def _link_inside(page: Page, around: list[int]) -> int:
    """The innermost link of these elements if it leads to a place in a page, or -1."""
    links = (element for element in around if page.elements.tag[element] == _A)
    innermost = next(links, -1)
    if innermost < 0 or "#" not in (page.attribute(int(page.elements.open[innermost]), "href") or ""):
        return -1
    return innermost
