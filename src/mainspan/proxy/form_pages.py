"""Whether the main content of a page is a form: to log in, to search, to pay, to write to somebody.

Such a page is of no use as its text alone, so it passes unchanged. Most pages have some form: a search box, a
newsletter, comments. They are told apart by what was kept:

- most kept words are in forms with few words for each field, or
- there are few kept words for the fields of the page, or for a password.

Forms that are part of the content stay as they are where the whole page is shown.

Fields in headers, footers, menus, asides and hidden parts do not count.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.extraction import Extraction
from mainspan.page import Page, tags
from mainspan.page.kinds import Flags
from mainspan.spans import Spans

# A form whose words are more than labels has more than this for each field: an article in a form.
_WORDS_PER_FIELD: Final = 40
_KEPT_SHARE: Final = 0.5
# Fewer kept words than this for each field are those of the form, and so are these few beside a password.
_FEW_WORDS: Final = 20
_FEW_WORDS_AT_ALL: Final = 60
_FEW_WORDS_WITH_PASSWORD: Final = 100

_IS_FIELD: Final = tags.table("input select textarea")
_IS_INPUT: Final = tags.table("input")
_IS_FORM: Final = tags.table("form")
_IS_ASIDE: Final = tags.table("nav header footer aside dialog noscript template")
_NOT_TO_FILL_IN: Final = ("hidden", "submit", "button", "image", "reset")


def is_form_page(found: Extraction) -> bool:
    """Whether the main content of a page is a form."""
    if found.origin != "page":
        return False
    fields, passwords = _fields(found.page)
    kept = found.words
    if not len(fields):
        return False
    if passwords and kept < _FEW_WORDS_WITH_PASSWORD:
        return True
    if kept < min(_FEW_WORDS * len(fields), _FEW_WORDS_AT_ALL):
        return True
    return _kept_in_forms(found, fields) >= _KEPT_SHARE * kept


def _fields(page: Page) -> tuple[NDArray[np.intp], int]:
    """The tokens of the fields that count, and how many of them are passwords."""
    elements = page.elements
    aside = _depth(page, _IS_ASIDE[elements.tag] | elements.is_hidden)
    found, passwords = [], 0
    for element in np.flatnonzero(_IS_FIELD[elements.tag] & ~elements.is_hidden).tolist():
        token = int(elements.open[element])
        if aside[token]:
            continue
        kind = (page.attribute(token, "type") or "").lower() if _IS_INPUT[elements.tag[element]] else ""
        if kind not in _NOT_TO_FILL_IN:
            found.append(token)
            passwords += kind == "password"
    return np.array(found, dtype=np.intp), passwords


def _depth(page: Page, chosen: Flags) -> NDArray[np.int32]:
    """In how many of the chosen elements each token is."""
    change = np.zeros(len(page.tokens) + 1, dtype=np.int32)
    np.add.at(change, page.elements.open[chosen], 1)
    np.add.at(change, page.elements.close[chosen] + 1, -1)
    return np.cumsum(change, dtype=np.int32)


def _kept_in_forms(found: Extraction, fields: NDArray[np.intp]) -> int:
    """The kept words in forms that have few words for each of their fields."""
    page = found.page
    inside = _depth(page, _is_short_form(page, fields))[page.words.token] > 0
    return int((inside & found.spans.kept_words(page)).sum())


def _is_short_form(page: Page, fields: NDArray[np.intp]) -> Flags:
    """Which elements are forms that have few words for each of their fields."""
    elements = page.elements
    forms = np.flatnonzero(_IS_FORM[elements.tag])
    count = fields.searchsorted(elements.close[forms]) - fields.searchsorted(elements.open[forms])
    found = np.zeros(len(elements), dtype=np.bool_)
    found[forms] = (count > 0) & (elements.words[forms] <= _WORDS_PER_FIELD * count)
    return found


def with_forms(found: Extraction) -> Spans:
    """What was found, and the forms that are part of it as a whole, so that they can be filled in and sent.

    A form is part of the content if some of its words were kept, or the words right before and after it.
    """
    page, spans = found.page, found.spans
    fields, _ = _fields(page)
    if not len(fields):
        return spans
    is_form = _is_short_form(page, fields)
    # A false one at each end: before the first word and after the last nothing is kept.
    is_kept = np.concatenate([[False], spans.kept_words(page), [False]])
    count = np.cumsum(is_kept)
    forms = np.flatnonzero(is_form)
    first = page.words.token.searchsorted(page.elements.open[forms])
    last = page.words.token.searchsorted(page.elements.close[forms])
    is_form[forms] = (count[last] > count[first]) | (is_kept[first] & is_kept[last + 1])
    return spans | Spans.of_elements(page, is_form)
