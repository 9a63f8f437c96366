"""Texts that may be no text of the page, written to be read."""

from __future__ import annotations

import re

from mainspan import Page
from mainspan.page import tags
from mainspan.page.anchors import BESIDE, ICON, SIGN
from mainspan.page.kinds import LINK, OPEN
from tests.page.transcribed.columns import Row, find_around


def find_asides(
    page: Page, texts: list[int], max_sign: int, max_edit: int, levels: int, edit_words: tuple[str, ...]
) -> list[Row]:
    """The number, the token and what it may be of each of these tokens that may be anything."""
    tokens = page.tokens
    rows = zip(texts, find_around(tokens, texts, levels), strict=True)
    found = []
    for number, (token, around) in enumerate(rows):
        is_link, length = bool(tokens.marks[token] & LINK), int(tokens.characters[token])
        text = page.source[tokens.start[token] : tokens.end[token]]
        why = 0
        if length <= max_sign and is_link and not any(map(str.isalnum, text.partition("&")[0])):
            why |= SIGN
        if length <= max_sign and any("\ue000" <= character <= "\uf8ff" for character in text):
            why |= ICON
        is_inside = _is_in_heading(page, token)
        for element in around if is_inside or length <= max_edit else ():
            if element < 0 or tags.IS_HEADING[page.elements.tag[element]]:
                break
            opened = page.elements.open[element]
            tag = page.source[tokens.start[opened] : tokens.end[opened]]
            leads = is_inside and is_link and page.name_of(element) == "a" and "#" in tag
            if leads or any(word in _lower(tag) for word in edit_words):
                why |= BESIDE
        if why:
            found.append([number, token, why])
    return found


def _is_in_heading(page: Page, token: int) -> bool:
    """Whether the last heading with words that begins before a token holds it."""
    elements = page.elements
    begun = [
        element
        for element in range(len(elements))
        if elements.open[element] < token
        and tags.IS_HEADING[elements.tag[element]]
        and elements.words[element]
    ]
    return bool(begun) and token < int(elements.close[begun[-1]])


def _lower(tag: str) -> str:
    return "".join(letter.lower() if letter.isascii() else letter for letter in tag)


def find_place_links(page: Page, kept: list[bool], max_characters: int) -> list[int]:
    """The open tags of short links in kept blocks whose tags have the sign of a place in a page."""
    tokens, found = page.tokens, []
    for token in range(len(tokens)):
        following = [block for block, last in enumerate(page.blocks.last.tolist()) if last >= token]
        inside = slice(token, int(tokens.partner[token]))
        if (
            tokens.kind[token] == OPEN
            and tokens.tag[token] == tags.NUMBERS["a"]
            and "#" in page.source[tokens.start[token] : tokens.end[token]]
            and int(tokens.characters[inside].sum()) <= max_characters
            and any(
                re.search("[0-9A-Za-z*§†‡]", page.source[tokens.start[i] : tokens.end[i]])
                for i in range(token, int(tokens.partner[token]))
                if tokens.characters[i]
            )
            and following
            and kept[following[0]]
        ):
            found.append(token)
    return found
