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
# These, and all whose names have no number.
_NAMED: Final = tags.table("math script mjx-container")
_NAMED[0] = True
# Elements of their own names: a formula as it is written, or what a library has made of it.
_NAMES: Final = ("<mjx-container", "<tex-math", "<math-renderer", "<mml:math", "<m:math")
# An element that is declared to hold a formula. Read from each space of a tag that such an attribute follows.
_MARKED: Final = re.compile(
    r' (?:data-(?:tex|latex|katex|math|formula|equation|expr)="|role="math"'
    r'|class="(?:[^" ]* )*?(?:math|tex|latex|katex|arithmatex|kdmath|[a-z]{1,20}-math|math-[a-z]{1,20})[ "])'
)
# One of these is in each of them.
WORDS_OF_MARKS: Final = (b"tex", b"math", b"formula", b"equation", b"expr")

# The services that draw the formula of an address.
_DRAWN_ELSEWHERE: Final = re.compile(
    r"codecogs\.com/|latex\.php\?|math/render/|i\.upmath\.me/|math\.now\.sh|[?&;]cht=tx|mathtex\.cgi|mimetex\.cgi"
)
# One of these is in each of them.
WORDS_OF_SERVICES: Final = (b"codecogs", b"latex", b"math", b"mimetex", b"cht=tx")
# A picture with a formula's name or address, or with one between its signs in place of a description.
_DRAWN: Final = re.compile(r"tex|math|equation|formula| alt=\"\s{0,9}(?:\$|\\\(|\\\[|\\begin\{)", re.I)


def find_places(page: Page, part: slice) -> list[int]:
    """The open tags of elements that may be formulas, in order: named so, or marked so."""
    named = list(_named_places(page, part))
    # Where one of the marked ones has a backslash, the others need none: "x" is a formula too.
    marked = _marked_places(page) if any(_has_marked_backslash(page, part)) else []
    return sorted({*named, *marked, *drawn_places(page, part)})


def drawn_places(page: Page, part: slice) -> list[int]:
    """The pictures that a service has drawn from the TeX in their addresses."""
    if not page.has(IMG):
        return []
    pictures = np.flatnonzero(page.tokens.tag[part] == IMG) + part.start
    # Faster than the pattern, which has many beginnings: most tags have none of these words.
    pictures = pictures[page.hold_words(pictures, WORDS_OF_SERVICES)]
    return drawn_among(page, pictures.tolist())


def drawn_among(page: Page, pictures: list[int]) -> list[int]:
    """The same among these pictures."""
    source, start, end = page.source, page.tokens.start, page.tokens.end
    return [token for token in pictures if _DRAWN_ELSEWHERE.search(source, start[token], end[token])]


def _named_places(page: Page, part: slice) -> Iterator[int]:
    """Elements of MathML and of libraries, and scripts that hold formulas."""
    tokens, source = page.tokens, page.source
    found = np.flatnonzero(_NAMED.take(tokens.tag[part]) & (tokens.kind[part] == OPEN)) + part.start
    columns = (tokens.tag, tokens.start, tokens.end)
    for token, tag, start, end in zip(
        found.tolist(), *(column[found].tolist() for column in columns), strict=True
    ):
        if tag == MATH or (
            source.find('"math/', start, end) > 0 if tag == SCRIPT else source.startswith(_NAMES, start)
        ):
            yield token


def _has_marked_backslash(page: Page, part: slice) -> Iterator[bool]:
    """For each tag and each text with a backslash in it: whether it, or the element it is all of, is marked.

    There is hardly a page with TeX and no backslash, and few other pages have one outside of scripts.
    """
    tokens, source = page.tokens, page.source
    code = np.flatnonzero(tokens.kind[part] == CODE) + part.start
    begin, stop = int(tokens.start[part.start]), int(tokens.end[part.stop - 1])
    ends = [*tokens.end[code].tolist(), stop]
    for start, end in zip([*tokens.start[code].tolist(), stop], ends, strict=True):
        place = source.find("\\", begin, start)
        while place >= 0:
            token = int(tokens.end.searchsorted(np.int32(place), side="right"))
            yield _is_marked(page, token)
            place = source.find("\\", int(tokens.end[token]), start)
        begin = end


def _is_marked(page: Page, token: int) -> bool:
    """Whether a tag, or that of the element that holds this text alone, may be a formula's."""
    tokens = page.tokens
    if tokens.kind[token] in (TEXT, UNSEEN) and tokens.partner[token - 1] == token + 1:
        token -= 1
    elif tokens.kind[token] not in (OPEN, VOID):
        return False
    start, end = int(tokens.start[token]), int(tokens.end[token])
    if tokens.tag[token] == IMG:
        return bool(_DRAWN.search(page.source, start, end))
    return bool(_MARKED.search(page.source, start, end))


def _marked_places(page: Page) -> list[int]:
    """All elements that are marked, and the pictures that may be of formulas."""
    tokens = page.tokens
    places = [match.start() for match in _MARKED.finditer(page.source)]
    found = tokens.end.searchsorted(np.array(places, dtype=np.int32), side="right")
    found = found[(tokens.kind[found] == OPEN) & (tokens.tag[found] != IMG)]
    pictures = np.flatnonzero(tokens.tag == IMG)
    return [*found.tolist(), *(token for token in pictures.tolist() if _is_marked(page, token))]
