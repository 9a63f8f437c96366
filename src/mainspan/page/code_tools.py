"""The tools of code: a button that copies it, what is in one bar with it, and the name of its language."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.kinds import OPEN, TEXT
from mainspan.spans import Spans, cover

Range = tuple[int, int]

_PRE: Final = tags.NUMBERS["pre"]
_BUTTON: Final = tags.NUMBERS["button"]
_CODE: Final = tags.NUMBERS["code"]
_IS_NAME: Final = tags.table("div p figcaption header")
_IS_ROOT: Final = tags.table("html body")
# A bar has at most this number of words.
_MAX_WORDS: Final = 8
# The element that holds code and its bar is at most this number of levels above a button.
_MAX_LEVELS: Final = 6


def without_code_tools(page: Page, spans: Spans) -> Spans:
    """The same spans without the buttons of code, without the bars inside of it and names beside it."""
    if not page.has(_PRE):
        return spans
    tools = [*tools_inside(page), *_tools_beside(page)] if page.has(_BUTTON) else []
    ranges = [*tools, *_names_above(page)]
    if not ranges:
        return spans
    token = page.tokens.end.searchsorted(spans.pairs[:, 0].astype(np.int32), side="right")
    ends = np.array(ranges)
    return spans.without(cover(len(page.tokens), ends[:, 0], ends[:, 1])[token])


def tools_inside(page: Page) -> list[Range]:
    """The buttons and bars inside of code: from which token to which."""
    if not page.has(_BUTTON) or not page.has(_PRE):
        return []
    elements = page.elements
    buttons, codes = _buttons_and_codes(page)
    before = np.append(0, (elements.tag == _CODE).cumsum())
    found = []
    for button in buttons.tolist():
        place = int(codes.searchsorted(button)) - 1
        if place >= 0 and page.tokens.partner[codes[place]] > button:
            inner, outer = (int(elements.open.searchsorted(token)) for token in (button, codes[place]))
            found.append(_bar(page, inner, outer, before))
    return found


def _bar(page: Page, element: int, code: int, before: NDArray[np.int64]) -> Range:
    """The largest element around a button inside of code that has a few words and none of the code.

    before: how many code elements are before each element.
    """
    elements = page.elements
    for _ in range(_MAX_LEVELS):
        around = int(elements.parent[element])
        stop = int(elements.open.searchsorted(elements.close[around]))
        words = int(elements.words[around])
        is_bar = around != code and words <= _MAX_WORDS and words < elements.words[code]
        if not is_bar or before[stop] > before[around]:
            break
        element = around
    return int(elements.open[element]), int(elements.close[element])


def _tools_beside(page: Page) -> list[Range]:
    """The buttons beside code, and the names of its language there."""
    tokens = page.tokens
    buttons, codes = _buttons_and_codes(page)
    found_codes = codes.tolist()
    boxes = {button: box for button in buttons.tolist() if (box := _box(page, button, found_codes))}
    found = [(button, int(tokens.partner[button])) for button in boxes]
    # Several buttons are in one box.
    for code, (first, last) in {code: (first, last) for code, first, last in boxes.values()}.items():
        beside = [*range(first, code), *range(int(tokens.partner[code]), last)]
        found += [(token, token) for token in beside if _names_language(page, token, code)]
    return found


def _names_above(page: Page) -> list[Range]:
    """The names of languages in elements of their own, each above its code in a box with nothing else."""
    elements, blocks = page.elements, page.blocks
    codes = (elements.tag == _PRE).nonzero()[0]
    if not len(blocks):
        return []
    above = blocks.first.searchsorted(elements.open[codes]) - 1
    is_short = (above >= 0) & (blocks.words.take(above, mode="clip") == 1)
    found = []
    for code, block in zip(codes[is_short].tolist(), above[is_short].tolist(), strict=True):
        around, name = elements.parent.item(code), blocks.container.item(block)
        if around < 0 or name in (around, -1) or not _IS_NAME[elements.tag.item(name)]:
            continue
        is_inside = elements.open.item(around) < elements.open.item(name)
        if is_inside and elements.words.item(around) == elements.words.item(code) + 1:
            texts = range(blocks.first.item(block), blocks.last.item(block) + 1)
            opened = elements.open.item(code)
            found += [(token, token) for token in texts if _names_language(page, token, opened)]
    return found


def _box(page: Page, button: int, codes: list[int]) -> tuple[int, int, int] | None:
    """The code that a button is beside of, and the element that holds both and a few words: its tags."""
    elements, tokens = page.elements, page.tokens
    element = int(elements.open.searchsorted(button))
    for _ in range(_MAX_LEVELS):
        element = elements.parent.item(element)
        if element < 0 or _IS_ROOT[elements.tag.item(element)]:
            break
        first, last = elements.open.item(element), elements.close.item(element)
        low, high = bisect_left(codes, first), bisect_left(codes, last)
        if high > low:
            code = codes[low]
            held = elements.words[int(elements.open.searchsorted(code))]
            is_box = first < code and elements.words[element] - held <= _MAX_WORDS and high == low + 1
            return (code, first, last) if is_box and tokens.partner[code] < last else None
    return None


def _names_language(page: Page, token: int, code: int) -> bool:
    """Whether a text is a name that the tags of the code have as its language."""
    tokens = page.tokens
    if tokens.kind[token] != TEXT or tokens.words[token] != 1:
        return False
    name = re.escape(page.text_of(token).strip().lower())
    end = code
    while tokens.kind[end + 1] == OPEN and end < code + _MAX_LEVELS:
        end += 1
    source = page.source[tokens.start[code] : tokens.end[end]].lower()
    return bool(re.search(rf'[-\s":]{name}[\s";]', source))


def _buttons_and_codes(page: Page) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    tokens = page.tokens
    is_open = tokens.kind == OPEN
    return np.flatnonzero((tokens.tag == _BUTTON) & is_open), np.flatnonzero((tokens.tag == _PRE) & is_open)
