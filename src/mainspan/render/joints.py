"""Words that only the page's styles keep apart: of links or codes side by side, of badges and of tags."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.kinds import HIDDEN, OPEN
from mainspan.render.layout import SPACE, Places
from mainspan.render.walk import find_touching

_A: Final = tags.NUMBERS["a"]
_SPAN: Final = tags.NUMBERS["span"]
# Pages draw a box around each of these: one after the other, they are two.
_IS_CODE: Final = tags.table("code kbd samp")
# The classes of what is drawn as a box in the line, and of what is for screen readers alone.
_BOX: Final = re.compile(
    r"(?:^|[\s_-])(?:badge|btn|button|chip|label|pill|price|rating|score|date|time|side-?note|margin-?note)s?(?:$|[\s_-])"
    r"|(?:^|[\s_-])(?:sr-only|visually-?hidden|screen-?reader|a11y)(?:$|[\s_-])",
    re.I,
)
# A phrase has at least this number of words.
_MIN_PHRASE_WORDS: Final = 2
# Of a page with more places than this, the rest is left as it is: it is code, or letters drawn one by one.
_MAX_PLACES: Final = 5_000  # no rule: speed


def part_boxes(page: Page, token: Places, separator: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The separators of pieces, with spaces where one link or box ends and another begins."""
    # A space is missing between words only.
    touching = find_touching(page.source, page.tokens, token, separator, _MAX_PLACES)
    parted = separator
    for piece in touching:
        before, after = int(token[piece - 1]), int(token[piece])
        if _are_boxes(page, before, after):
            parted = separator.copy() if parted is separator else parted
            parted[piece] = SPACE
    return parted


def _are_boxes(page: Page, before: int, after: int) -> bool:
    """Whether a box begins or ends between two texts, or one link, code or phrase ends and another begins."""
    tokens = page.tokens
    if (tokens.marks.item(before) ^ tokens.marks.item(after)) & HIDDEN:
        # What is not seen is beside the words, not in them.
        return True
    ended, ended_code, has_ended = -1, -1, False
    for place in range(before + 1, after):
        tag, is_open = int(tokens.tag[place]), tokens.kind[place] == OPEN
        first = place if is_open else int(tokens.partner[place])
        if is_open and has_ended and _are_phrases(page, before, after):
            return True
        has_ended |= not is_open
        if tag == _SPAN and _BOX.search(page.attribute(first, "class") or ""):
            return True
        if _IS_CODE[tag]:
            if is_open and tag == ended_code:
                return True
            ended_code = -1 if is_open else tag
        if tag != _A:
            continue
        if not is_open:
            ended = first
        elif ended >= 0 and page.attribute(place, "href") != page.attribute(ended, "href"):
            return True
    return False


def _are_phrases(page: Page, before: int, after: int) -> bool:
    """Whether two texts in elements side by side are phrases: one has several words, and a new one begins.

    Parts of one word, such as letters drawn one by one, have no space in them.
    """
    tokens = page.tokens
    if max(tokens.words.item(before), tokens.words.item(after)) < _MIN_PHRASE_WORDS:
        return False
    last, first = page.text_of(before)[-1:], page.text_of(after)[:1]
    if first.isdecimal():
        return last.isalpha() and tokens.words.item(after) >= _MIN_PHRASE_WORDS
    return first.isupper() and (last.islower() or last.isdecimal())
