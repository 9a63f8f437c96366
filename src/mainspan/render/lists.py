"""Lists: the numbers that their items have, and the items that are tasks."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from mainspan.page import Page, tags
from mainspan.page.kinds import OPEN, Column, Flags

_OL: Final = tags.NUMBERS["ol"]
_LI: Final = tags.NUMBERS["li"]
_INPUT: Final = tags.NUMBERS["input"]
_MAY_PRECEDE_BOX: Final = tags.table("label p span")
# Reads one attribute, once.
_NUMBER: Final = re.compile(r"\s*([+-]?[0-9]{1,9})")
_ROMAN: Final = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
_BARE_ITEM: Final = len("<li>")
_MAX_ROMAN: Final = 3999
# The box of a task is at most this many tokens after the beginning of its item.
_MAX_TOKENS_TO_BOX: Final = 4


def item_marks(page: Page, items: Column) -> dict[int, str]:
    """The numbers and check boxes before these items, which are in order; none where it is a mere dash."""
    if not len(items):
        return {}
    marks = item_numbers(page, items)
    # A box is near the beginning of its item.
    near = slice(int(items[0]), int(items[-1]) + _MAX_TOKENS_TO_BOX + 1)
    for item, is_done in find_tasks(page, near).items():
        marks[item] = marks.get(item, "- ") + ("[x] " if is_done else "[ ] ")
    return marks


def item_numbers(page: Page, wanted: Column) -> dict[int, str]:
    """The numbers of these items of ordered lists and of their neighbours, by their open tags."""
    elements = page.elements
    if not page.has(_OL):
        return {}
    parents = elements.parent[elements.open.searchsorted(wanted)]
    is_ordered = elements.tag[parents] == _OL
    if not is_ordered.any():
        return {}
    is_wanted: Flags = np.zeros(len(elements), dtype=np.bool_)
    is_wanted[parents[is_ordered]] = True
    items = np.flatnonzero((elements.tag == _LI) & is_wanted[elements.parent])
    by_list: dict[int, list[int]] = {}
    for parent, token in zip(elements.parent[items].tolist(), elements.open[items].tolist(), strict=True):
        by_list.setdefault(parent, []).append(token)
    numbers: dict[int, str] = {}
    for parent, tokens in by_list.items():
        numbers |= _number(page, int(elements.open[parent]), tokens)
    return numbers


def find_tasks(page: Page, part: slice = slice(0, None)) -> dict[int, bool]:
    """The items that begin with a check box, by their open tags, and whether it is ticked.

    Those that begin outside a part of the tokens may be missing: that saves time.
    """
    tokens = page.tokens
    found: dict[int, bool] = {}
    if not page.has(_INPUT):
        return found
    inputs = (tokens.tag[part] == _INPUT).nonzero()[0] + part.start
    if not len(inputs):
        return found
    before = inputs[:, None] - np.arange(1, _MAX_TOKENS_TO_BOX + 1)
    for token in inputs[(tokens.tag[before] == _LI).any(axis=1)].tolist():
        item = _item_before(page, token)
        if item is not None and item not in found:
            attributes = page.attributes(token)
            if attributes.get("type", "").lower() == "checkbox":
                found[item] = "checked" in attributes
    return found


def _item_before(page: Page, token: int) -> int | None:
    """The item that begins right before a token, with no words between."""
    tokens = page.tokens
    for place in range(token - 1, max(token - 1 - _MAX_TOKENS_TO_BOX, -1), -1):
        if tokens.tag[place] == _LI and tokens.kind[place] == OPEN:
            return place
        if tokens.words[place] or (tokens.kind[place] == OPEN and not _MAY_PRECEDE_BOX[tokens.tag[place]]):
            return None
    return None


def _number(page: Page, token: int, items: list[int]) -> dict[int, str]:
    attributes = page.attributes(token)
    step = -1 if "reversed" in attributes else 1
    number = _read(attributes.get("start"), len(items) if step < 0 else 1)
    found = {}
    for item in items:
        if page.tokens.end[item] - page.tokens.start[item] > _BARE_ITEM:
            number = _read(page.attributes(item).get("value"), number)
        found[item] = f"{_written(number, attributes.get('type', ''))}. "
        number += step
    return found


def _read(text: str | None, otherwise: int) -> int:
    match = _NUMBER.match(text or "")
    return int(match.group(1)) if match else otherwise


def _written(number: int, style: str) -> str:
    """A number in the style of its list: digits, letters or Roman numerals."""
    if style in ("a", "A") and number > 0:
        text = _letters(number)
    elif style in ("i", "I") and 0 < number <= _MAX_ROMAN:
        text = _roman(number)
    else:
        return str(number)
    return text.upper() if style.isupper() else text


def _letters(number: int) -> str:
    text = ""
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("a") + rest) + text
    return text


def _roman(number: int) -> str:
    text = ""
    for value, sign in _ROMAN:
        count, number = divmod(number, value)
        text += sign * count
    return text
