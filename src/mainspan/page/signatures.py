"""What is under each post of a thread and beside its author's name: signatures, ranks and badges."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from mainspan.page import Page, tags
from mainspan.page.kinds import LINK, Flags
from mainspan.spans import Spans

# The classes of signatures, as boards have them. Elsewhere "post-signature" is the author's name.
_SIGNATURE: Final = re.compile(
    r"(?:^|\s)(?:(?:message|user|forum|member|poster|discussionboard)[-_]?signature"
    r"|signature(?:[-_]?(?:content-wrapper|container|view))?"
    r"|(?:forum|post|user)?[-_]?sig)(?:__[\w-]+)?(?=$|\s)",
    re.IGNORECASE,
)
_BADGE: Final = re.compile(
    r"(?:^|\s)(?:user[-_]?(?:title|rank|badges?|banner)|poster[-_]?rank|message-user(?:title|banner)|badge-?count|badge[123]?)"
    r"(?=$|\s)",
    re.IGNORECASE,
)
# One of these is in each of the classes.
_WORDS: Final = (b"sig", b"badge", b"rank", b"title", b"banner")
_IS_BOX: Final = tags.table("div aside section span p td blockquote h5 h6 li a em strong")
# A signature has at most this share of the kept characters, and a badge this number of words.
_MAX_SHARE: Final = 0.2
_MAX_BADGE_WORDS: Final = 4
_NUMBER: Final = re.compile(r"\s*#\s?\d+\s*")
_MAX_NUMBER_CHARACTERS: Final = 7
# A page with fewer posts than this is no thread: there a signature belongs to a letter.
_MIN_POSTS: Final = 2


def without_signatures(page: Page, spans: Spans) -> Spans:
    """The same spans without the signatures and badges of a thread's posts."""
    chosen: Flags = np.zeros(len(page.elements), dtype=np.bool_)
    signatures, badges = _named(page)
    for found in (signatures, badges):
        if len(found) >= _MIN_POSTS:
            chosen[found] = True
    if not chosen.any():
        return spans
    left = spans - Spans.of_elements(page, chosen)
    is_little = spans.characters - left.characters <= _MAX_SHARE * spans.characters
    return left if left and is_little else spans


def without_numbers(page: Page, spans: Spans) -> Spans:
    """The same spans without the numbers of a thread's posts, which are links or by themselves."""
    tokens, blocks = page.tokens, page.blocks
    token = tokens.end.searchsorted(spans.pairs[:, 0].astype(np.int32), side="right")
    is_link = (tokens.marks.take(token) & np.uint8(LINK)) > 0
    is_alone = blocks.words[blocks.first.searchsorted(token, side="right") - 1] == tokens.words.take(token)
    is_short = tokens.characters.take(token) <= _MAX_NUMBER_CHARACTERS
    short = np.flatnonzero(is_short & (is_link | is_alone))
    numbers = [piece for piece in short.tolist() if _NUMBER.fullmatch(page.text_of(int(token[piece])))]
    if len(numbers) < _MIN_POSTS:
        return spans
    chosen: Flags = np.zeros(len(token), dtype=np.bool_)
    chosen[numbers] = True
    return spans.without(chosen)


def _named(page: Page) -> tuple[list[int], list[int]]:
    """The elements that are signatures by their class, and those that are badges."""
    elements = page.elements
    signatures, badges = [], []
    for element in page.find_classed(_IS_BOX, _WORDS):
        names = page.attribute(int(elements.open[element]), "class") or ""
        if _SIGNATURE.search(names):
            signatures.append(element)
        elif elements.words[element] <= _MAX_BADGE_WORDS and _BADGE.search(names):
            badges.append(element)
    return signatures, badges
