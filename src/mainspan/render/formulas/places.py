"""Where a page may have formulas. Most pages have none, and that is known from a few columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from mainspan.page import Page, tags
from mainspan.page.kinds import CODE, OPEN, TEXT, UNSEEN, VOID

MATH: Final = tags.NUMBERS["math"]
SCRIPT: Final = tags.NUMBERS["script"]
IMG: Final = tags.NUMBERS["img"]
_OTHER: Final = 0
_NAMED: Final = tags.table("math script img")
# Elements of their own names: a formula as it is written, or what a library has made of it.
_NAMES: Final = ("<mjx-container", "<tex-math", "<math-renderer", "<mml:math", "<m:math")
# An element that is said to hold a formula. Read from each space of a tag that such an attribute follows.
MARKED: Final = re.compile(
    r' (?:data-(?:tex|latex|katex|math|formula|equation|expr)="|role="math"'
    r'|class="(?:[^" ]* )*?(?:math|tex|latex|katex|arithmatex|kdmath|[a-z]{1,20}-math|math-[a-z]{1,20})[ "])'
)


def find_places(page: Page) -> list[int]:
    """The open tags of elements that may be formulas, in order: named so, or marked so."""
    named = list(_named_places(page))
    marked = list(_places_with_backslash(page))
    if marked:
        # Others that are marked in the same ways need no backslash: "x" is a formula too.
        marked = list(_marked_places(page))
    return sorted({*named, *marked})


def _named_places(page: Page) -> Iterator[int]:
    """Elements of MathML and of libraries, scripts that hold formulas, and pictures that may be of some."""
    tokens, source = page.tokens, page.source
    found = np.flatnonzero(_NAMED[tokens.tag] | ((tokens.tag == _OTHER) & (tokens.kind == OPEN)))
    columns = (tokens.tag, tokens.kind, tokens.start, tokens.end)
    rows = zip(found.tolist(), *(column[found].tolist() for column in columns), strict=True)
    for token, tag, kind, start, end in rows:
        if tag == _OTHER:
            is_place = source.startswith(_NAMES, start)
        elif tag == MATH:
            is_place = kind == OPEN
        elif tag == SCRIPT:
            is_place = kind == OPEN and source.find('"math/', start, end) > 0
        else:
            is_place = source.find("tex", start, end) > 0 or source.find("math", start, end) > 0
        if is_place:
            yield token


def _places_with_backslash(page: Page) -> Iterator[int]:
    """Elements that are marked, with a backslash in the tag or in the text that is all they hold.

    There is hardly a page with TeX and no backslash, and few other pages have one outside of scripts.
    """
    tokens, source = page.tokens, page.source
    code = tokens.kind == CODE
    begin = 0
    for start, end in zip(
        [*tokens.start[code].tolist(), len(source)], [*tokens.end[code].tolist(), 0], strict=True
    ):
        place = source.find("\\", begin, start)
        while place >= 0:
            token = int(tokens.end.searchsorted(np.int32(place), side="right"))
            if (element := _element_of(page, token)) >= 0:
                yield element
            place = source.find("\\", int(tokens.end[token]), start)
        begin = end


def _element_of(page: Page, token: int) -> int:
    """The open tag of the marked element whose tag or only text a token is, or -1."""
    tokens = page.tokens
    kind = tokens.kind[token]
    if kind in (TEXT, UNSEEN) and tokens.partner[token - 1] == token + 1:
        token -= 1
    elif kind not in (OPEN, VOID):
        return -1
    is_marked = MARKED.search(page.source, int(tokens.start[token]), int(tokens.end[token]))
    return token if is_marked else -1


def _marked_places(page: Page) -> Iterator[int]:
    """All elements that are marked."""
    tokens = page.tokens
    places = [match.start() for match in MARKED.finditer(page.source)]
    found = np.unique(tokens.end.searchsorted(np.array(places, dtype=np.int32), side="right"))
    kind = tokens.kind[found]
    yield from found[(kind == OPEN) | (kind == VOID)].tolist()
