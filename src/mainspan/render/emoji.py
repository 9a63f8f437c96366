"""Emoji that a page draws as pictures: each is written as its characters."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page
from mainspan.page.kinds import HIDDEN, INVISIBLE
from mainspan.render.surroundings import are_surrounded

_NAMED: Final = re.compile(r"emoji|emoticon|smil(?:ey|ie)", re.I)
# One of these is in each such name.
WORDS_OF_EMOJI: Final = (b"emoj", b"emot", b"smil")
FIRST_SYMBOL: Final = "\u203c"
# Symbols of Unicode that are pictures, and what may join or colour them.
_SYMBOLS: Final = re.compile(
    f"[{FIRST_SYMBOL}-\u3299\U0001f000-\U0001faff][\u200d{FIRST_SYMBOL}-\u3299\ufe0f\U0001f000-\U0001faff\U000e0020-\U000e007f]*"
)
_UNSEEN: Final = HIDDEN | INVISIBLE
_MAX_CHARACTERS: Final = 30


def find_emoji(page: Page, kept: NDArray[np.int64], pictures: list[int]) -> dict[int, str]:
    """The characters of the emoji in the kept text, by the tokens of their pictures.

    kept: the number of kept pieces before each token. pictures: those with one of `WORDS_OF_EMOJI` in their
    tag, or with a character from `FIRST_SYMBOL` on.
    """
    if not pictures:
        return {}
    tokens = page.tokens
    first, last = (kept.searchsorted([1, kept[-1]]) - 1).tolist()
    # One at the very end has nothing kept after it.
    following = np.flatnonzero(tokens.words[last + 1 :] > 0)[:1]
    stop = last + 1 + int(following[0]) if len(following) else len(tokens)
    places = [token for token in pictures if first <= token < stop and not tokens.marks[token] & _UNSEEN]
    found = {token: text for token in places if (text := _characters(page, token))}
    if not found:
        return {}
    inside = are_surrounded(page, np.array(list(found)), kept).tolist()
    return {token: text for (token, text), is_kept in zip(found.items(), inside, strict=True) if is_kept}


def _characters(page: Page, token: int) -> str:
    """What an emoji is in characters; empty if a picture is none."""
    description = (page.attribute(token, "alt") or "").strip()
    if not description or len(description) > _MAX_CHARACTERS or " " in description:
        return ""
    if _SYMBOLS.fullmatch(description):
        return description
    attributes = page.attributes(token)
    is_named = _NAMED.search(attributes.get("class", "")) or _NAMED.search(attributes.get("src", "")[:500])
    return description if is_named else ""
