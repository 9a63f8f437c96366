"""Line numbers of code: inside it, and in a table's cell beside it."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.anchors import elements_around
from mainspan.page.blocks import find_around
from mainspan.page.kinds import OPEN, Flags
from mainspan.page.search import may_be_numbers
from mainspan.spans import Spans, cover

Places = NDArray[np.intp]

_PRE: Final = tags.NUMBERS["pre"]
_TABLE: Final = tags.NUMBERS["table"]
_TD: Final = tags.NUMBERS["td"]
_TH: Final = tags.NUMBERS["th"]
# The tag of a cell that numbers lines has one of these.
_NUMBER_WORDS: Final = (b"line", b"ln", b"blob-num", b"gutter", b"user-select")
_MAX_DIGITS: Final = 6
# A line number has a class of its own, or the element around it has.
_MAX_LEVELS: Final = 2
# The classes of elements that number lines of code.
_CLASSES: Final = re.compile(
    r"\b(?:line-?no|linenos?|line-?num(?:ber)?s?|ln[tum]?|blob-num|hljs-ln-n\w*|gutter)\b", re.IGNORECASE
)
# Their styles: whoever copies the code does not want them.
_NOT_COPIED: Final = re.compile(r"(?:^|[;\s-])user-select\s*:\s*none", re.IGNORECASE)
_ATTRIBUTES: Final = frozenset(["data-line-number", "data-linenumber"])
# One of these is in each such tag.
_WORDS: Final = (b"line", b"ln", b"blob-num", b"gutter", b"user-select")
# Reads each character once.
_NUMBERS: Final = re.compile(r"\s*(?:[0-9]{1,6}\s+)*[0-9]{1,6}\s*$")


def without_line_numbers(page: Page, spans: Spans) -> Spans:
    """The same spans without the line numbers of code."""
    if not page.has(_PRE) and not page.has(_TD):
        return spans
    tokens = page.tokens
    opens = np.flatnonzero((tokens.tag == _PRE) & (tokens.kind == OPEN))
    cells = find_number_cells(page)
    if not len(opens) and not len(cells):
        return spans
    token = tokens.end.searchsorted(spans.pairs[:, 0].astype(np.int32), side="right")
    counting = [cell for cell in cells.tolist() if _counts(page, cell, int(tokens.partner[cell]))]
    found = cover(len(tokens), np.array(counting, dtype=np.intp), tokens.partner[counting])[token]
    return spans.without(found | _are_line_numbers(page, token, opens) if len(opens) else found)


def find_number_cells(page: Page) -> Places:
    """The open tags of cells whose attributes say that they number lines of code."""
    tokens, elements = page.tokens, page.elements
    cells: Places = elements.open[tags.IS_CELL.take(elements.tag)].astype(np.intp)
    cells = cells[page.hold_words(cells, _NUMBER_WORDS)]
    if not len(cells):
        return cells
    # A table with headings is one of data, and has its lines' numbers among them.
    opens = np.append(0, ((tokens.tag == _TABLE) & (tokens.kind == OPEN)).nonzero()[0])
    table = opens[opens.searchsorted(cells) - 1]
    headings = np.append(0, (tokens.tag == _TH).cumsum())
    are_such: Flags = headings[tokens.partner[table]] == headings[table]
    for place, cell in enumerate(cells.tolist()):
        are_such[place] &= numbers_lines(page.attributes(cell))
    return cells[are_such]


def find_line_numbers(page: Page, texts: Places) -> list[int]:
    """Those of the texts that only number a line of the code that they are in."""
    tokens = page.tokens
    short = texts[tokens.characters[texts] <= _MAX_DIGITS]
    # Code is full of short texts, and hardly any of them is a number, which is a faster test.
    may_be = short[may_be_numbers(page.source, tokens.start, tokens.end, short)]
    if not len(may_be):
        return []
    around = find_around(page.elements, may_be, _MAX_LEVELS)
    are_named = page.hold_words(page.elements.open.take(around.ravel()), _WORDS).reshape(around.shape)
    named = may_be[(are_named & (around >= 0)).any(axis=1)]
    return [token for token in named.tolist() if is_line_number(page, token)]


def is_line_number(page: Page, token: int) -> bool:
    """Whether a text only numbers a line of the code that it is in."""
    if page.tokens.characters[token] > _MAX_DIGITS or not page.text_of(token).strip().isdecimal():
        return False
    around = page.elements.open[elements_around(page, token, _MAX_LEVELS)]
    return any(numbers_lines(page.attributes(each)) for each in around.tolist())


def numbers_lines(attributes: dict[str, str]) -> bool:
    """Whether attributes say that an element numbers a line of code."""
    if _CLASSES.search(attributes.get("class", "")) or not _ATTRIBUTES.isdisjoint(attributes):
        return True
    return bool(_NOT_COPIED.search(attributes.get("style", "")))


def _are_line_numbers(page: Page, token: Places, opens: Places) -> Flags:
    """For each of these texts whether it is a line number, beside code or inside it."""
    found: Flags = np.zeros(len(token), dtype=np.bool_)
    for first, last in _gutters(page, opens):
        found |= (token > first) & (token < last)
    last_open = opens[np.maximum(opens.searchsorted(token) - 1, 0)]
    inside = token[(last_open < token) & (token < page.tokens.partner[last_open])]
    numbers = find_line_numbers(page, inside) if len(inside) else []
    return found | np.isin(token, numbers) if numbers else found


def _gutters(page: Page, opens: Places) -> list[tuple[int, int]]:
    """The preformatted cells that only number the lines of the one beside them: from where to where."""
    tokens = page.tokens
    if len(opens) < 2 or not tags.IS_CELL[tokens.tag[opens[0] : opens[-1]]].any():
        return []
    found = []
    for first, following in zip(opens[:-1].tolist(), opens[1:].tolist(), strict=True):
        last = int(tokens.partner[first])
        between = tokens.tag[last:following]
        is_beside = tags.IS_CELL[between].any() and not tokens.words[last:following].any()
        if is_beside and _counts(page, first, last):
            found.append((first, last))
    return found


def _counts(page: Page, first: int, last: int) -> bool:
    """Whether the texts between two tags are numbers that count up by one."""
    texts = [page.text_of(token) for token in range(first, last) if page.tokens.words[token]]
    text = " ".join(texts)
    if not _NUMBERS.match(text):
        return False
    numbers = [int(number) for number in text.split()]
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))
