"""Signs that stand in the content and are no part of it: links to where one is, and numbers of lines."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.kinds import LINK, OPEN, Flags
from mainspan.spans import Spans

Places = NDArray[np.intp]

_IS_HEADING: Final = tags.table("h1 h2 h3 h4 h5 h6")
_IS_CELL: Final = tags.table("td th")
_PRE: Final = tags.NUMBERS["pre"]
# Signs that lead back or up wherever they stand, and what may follow them to choose how they look.
_ARROWS: Final = frozenset("↩↑⤴⏎↵⇑▲△⬆←^\ufe0e\ufe0f")
# How many elements above a text a link and a heading are looked for.
_NEAR: Final = 4
_MAX_SIGNS: Final = 3
_MAX_DIGITS: Final = 6
# What elements that number the lines of code are called. Reads a tag once.
_NUMBERS_LINES: Final = re.compile(
    r' (?:class="[^"]*\b(?:line-?no|linenos?|line-?num(?:ber)?s?|ln[tum]?|blob-num|hljs-ln-n\w*|gutter)\b'
    r"|data-line-?number=)",
    re.IGNORECASE,
)
# Reads each character once.
_NUMBERS: Final = re.compile(r"\s*(?:[0-9]{1,6}\s+)*[0-9]{1,6}\s*$")


def without_signs(page: Page, spans: Spans) -> Spans:
    """The same spans without such signs."""
    token = page.tokens.end.searchsorted(spans.pairs[:, 0].astype(np.int32), side="right")
    return spans.without(are_signs(page, token))


def are_signs(page: Page, token: Places) -> Flags:
    """For each token of a text whether it is such a sign."""
    tokens = page.tokens
    # `take` does what an index does, but sooner.
    is_link = (tokens.marks.take(token) & np.uint8(LINK)) > 0
    found: Flags = is_link & (tokens.characters.take(token) <= _MAX_SIGNS)
    for piece in found.nonzero()[0].tolist():
        found[piece] = _is_signpost(page, int(token[piece]))
    if page.has(_PRE):
        opens = np.flatnonzero((tokens.tag == _PRE) & (tokens.kind == OPEN))
        _add_line_numbers(page, token, opens, found)
    return found


def find_line_numbers(page: Page, texts: Places) -> list[int]:
    """Those of the texts that only number a line of the code that they stand in."""
    tokens, source = page.tokens, page.source
    short = texts[tokens.characters[texts] <= _MAX_DIGITS]
    ends = zip(tokens.start[short].tolist(), tokens.end[short].tolist(), strict=True)
    # Code is full of short texts, and hardly any of them is a number, which is told here in less time.
    may_be = [(text := source[start:end].strip()).isdecimal() or "&" in text for start, end in ends]
    return [token for token in short[may_be].tolist() if is_line_number(page, token)]


def is_line_number(page: Page, token: int) -> bool:
    """Whether a text only numbers a line of the code that it stands in."""
    tokens = page.tokens
    if tokens.characters[token] > _MAX_DIGITS or not page.text_of(token).strip().isdecimal():
        return False
    elements = page.elements
    around = elements.open[_around(page, token)[:2]]
    return any(_NUMBERS_LINES.search(page.source, tokens.start[each], tokens.end[each]) for each in around)


def _add_line_numbers(page: Page, token: Places, opens: Places, found: Flags) -> None:
    """Mark the numbers of lines: those beside code, and those inside it."""
    for first, last in _gutters(page, opens):
        found |= (token > first) & (token < last)
    last_open = opens[np.maximum(opens.searchsorted(token) - 1, 0)]
    inside = token[(last_open < token) & (token < page.tokens.partner[last_open])]
    numbers = find_line_numbers(page, inside) if len(inside) else []
    if numbers:
        found |= np.isin(token, numbers)


def _is_signpost(page: Page, token: int) -> bool:
    """Whether a link leads to its own heading, or back to where a reader came from."""
    text = page.text_of(token).strip()
    if any(character.isalnum() for character in text):
        return False
    around = _around(page, token)
    if not _links_inside(page, around):
        return False
    return _ARROWS.issuperset(text) or any(_IS_HEADING[page.elements.tag[element]] for element in around)


def _links_inside(page: Page, around: list[int]) -> bool:
    """Whether the innermost link of these elements leads to a place in the page."""
    tokens = page.tokens
    for element in around:
        opened = page.elements.open[element]
        tag = page.source[tokens.start[opened] : tokens.end[opened]]
        if tag.startswith("<a "):
            return 'href="' in tag and "#" in tag
    return False


def _around(page: Page, token: int) -> list[int]:
    """The innermost elements around a token."""
    elements = page.elements
    element = int(elements.open.searchsorted(token)) - 1
    found: list[int] = []
    while element >= 0 and len(found) < _NEAR:
        if elements.close[element] > token:
            found.append(element)
        element = int(elements.parent[element])
    return found


def _gutters(page: Page, opens: Places) -> list[tuple[int, int]]:
    """The preformatted cells that only number the lines of the one beside them: from where to where."""
    tokens = page.tokens
    if len(opens) < 2 or not _IS_CELL[tokens.tag[opens[0] : opens[-1]]].any():
        return []
    found = []
    for first, following in zip(opens[:-1].tolist(), opens[1:].tolist(), strict=True):
        last = int(tokens.partner[first])
        between = tokens.tag[last:following]
        if _IS_CELL[between].any() and not tokens.words[last:following].any() and _counts(page, first, last):
            found.append((first, last))
    return found


def _counts(page: Page, first: int, last: int) -> bool:
    """Whether the texts between two tags count the lines of something."""
    texts = [page.text_of(token) for token in range(first, last) if page.tokens.words[token]]
    text = " ".join(texts)
    if not _NUMBERS.match(text):
        return False
    numbers = [int(number) for number in text.split()]
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))
