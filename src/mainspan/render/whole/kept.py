"""Which elements hold kept text, and which stay in sight beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from mainspan.page import Page, tags
from mainspan.page.blocks import find_parents
from mainspan.page.kinds import RAW, Flags
from mainspan.render.layout import Places
from mainspan.spans import Spans

Pair = tuple[int, int]

# What shows words that are not the page's text, or lets users write some.
_IS_CONTROL: Final = tags.table("input button select textarea keygen datalist label fieldset object applet")
# Elements that every document has: they are neither hidden nor left out.
_IS_FORM: Final = tags.table("form")
_IS_FRAME: Final = tags.table("html head body frameset")
# The longest reference of a source, but for its last sign.
_REFERENCE: Final = len("&nbsp;") - 1


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """What of a page is kept.

    `pieces` are the kept parts of each text token that has some. `holds` and `is_shown` are for each element
    whether it holds kept text (or is the body), and whether it is to be seen; `loose` are the text tokens
    with words that are in an element with kept text, but are not wholly kept themselves.
    """

    page: Page
    pieces: dict[int, list[Pair]]
    holds: Flags
    is_shown: Flags
    loose: Places

    @classmethod
    def of(cls, page: Page, spans: Spans) -> Kept:
        """What the spans keep of a page."""
        pieces = _pieces(page, spans)
        token = np.fromiter(pieces, dtype=np.intp, count=len(pieces))
        counts = np.zeros(len(page.tokens) + 1, dtype=np.int32)
        counts[token + 1] = 1
        before = np.cumsum(counts)
        elements = page.elements
        holds: Flags = (before[elements.close] > before[elements.open]) | _IS_FRAME[elements.tag]
        shown = holds | _is_between(page, counts[1:] > 0) | _is_in_kept_form(page, pieces, holds)
        return cls(page, pieces, holds, shown, _loose(page, pieces, holds))

    def roots(self) -> Places:
        """The elements that are not shown although those around them are, in the body."""
        elements = self.page.elements
        parent = elements.parent
        in_head = elements.tag[parent] == tags.NUMBERS["head"]
        return np.flatnonzero(~self.is_shown & self.is_shown[parent] & ~in_head & (parent >= 0))


def _pieces(page: Page, spans: Spans) -> dict[int, list[Pair]]:
    """The kept parts of each text token, none of which cuts a character reference in two.

    All that the spans hold, even signs that other forms leave out: here nothing is chosen any more.
    """
    tokens, source = page.tokens, page.source
    texts = np.flatnonzero(tokens.words > 0)
    begins, stops = tokens.start[texts], tokens.end[texts]
    pairs = np.clip(spans.pairs, 0, len(source)).astype(np.int32)
    # The texts that each span reaches: one, unless it was made by hand.
    first, last = stops.searchsorted(pairs[:, 0], side="right"), begins.searchsorted(pairs[:, 1], side="left")
    pieces: dict[int, list[Pair]] = {}
    for (start, end), low, high in zip(pairs.tolist(), first.tolist(), last.tolist(), strict=True):
        for text in range(low, high):
            token, begin, stop = int(texts[text]), int(begins[text]), int(stops[text])
            piece = max(start, begin), min(end, stop)
            if piece != (begin, stop) and not tokens.marks[token] & RAW:
                piece = _before_reference(source, piece[0]), _after_reference(source, piece[1])
            _add(pieces.setdefault(token, []), piece)
    return pieces


def _add(parts: list[Pair], piece: Pair) -> None:
    """Add a piece to others of its text; one with the last, where they touch."""
    if parts and piece[0] <= parts[-1][1]:
        piece = (parts.pop()[0], piece[1])
    parts.append(piece)


def _before_reference(source: str, place: int) -> int:
    """The place, or where the character reference that it lies in begins."""
    start = source.rfind("&", max(place - _REFERENCE, 0), place)
    return place if start < 0 or ";" in source[start:place] else start


def _after_reference(source: str, place: int) -> int:
    """The place, or where the character reference that it lies in ends."""
    if _before_reference(source, place) == place:
        return place
    return source.index(";", place) + 1


def _is_between(page: Page, kept: Flags) -> Flags:
    """Elements without words between two texts that are kept: pictures, rules, empty cells."""
    tokens, elements = page.tokens, page.elements
    texts = np.flatnonzero(tokens.words > 0).astype(np.int32)
    # A false one at each end: before the first text and after the last nothing is kept.
    is_kept = np.concatenate([[False], kept[texts], [False]])
    after = texts.searchsorted(elements.open) + 1
    quiet: Flags = (elements.words == 0) & ~_IS_CONTROL[elements.tag] & ~elements.is_hidden
    quiet &= is_kept[after] & is_kept[after - 1]
    return quiet


def _is_in_kept_form(page: Page, pieces: dict[int, list[Pair]], holds: Flags) -> Flags:
    """Elements of forms whose text is all kept: without their controls they would be of no use."""
    tokens, elements = page.tokens, page.elements
    found = np.zeros(len(elements), dtype=np.bool_)
    forms = np.flatnonzero(_IS_FORM[elements.tag] & holds)
    if not len(forms):
        return found
    texts = np.flatnonzero(tokens.words > 0).tolist()
    rest = np.array([k for k in texts if _has_rest(page, k, pieces.get(k, []))], dtype=np.intp)
    first, last = elements.open[forms], elements.close[forms]
    for start, stop in zip(first.tolist(), last.tolist(), strict=True):
        if rest.searchsorted(start) == rest.searchsorted(stop):
            inside = slice(*elements.open.searchsorted([start, stop]).tolist())
            found[inside] = ~elements.is_hidden[inside]
    return found


def _has_rest(page: Page, token: int, pieces: list[Pair]) -> bool:
    """Whether more than whitespace of a text is not kept."""
    done, stop = int(page.tokens.start[token]), int(page.tokens.end[token])
    for start, end in [*pieces, (stop, stop)]:
        if page.source[done:start].strip():
            return True
        done = end
    return False


def _loose(page: Page, pieces: dict[int, list[Pair]], holds: Flags) -> Places:
    tokens = page.tokens
    texts = np.flatnonzero(tokens.words > 0).astype(np.int32)
    around = page.elements.open.searchsorted(find_parents(tokens.kind, tokens.depth, texts))
    texts = texts[holds[around]]
    starts, ends = tokens.start[texts].tolist(), tokens.end[texts].tolist()
    rows = zip(texts.tolist(), starts, ends, strict=True)
    return np.array([k for k, start, end in rows if pieces.get(k) != [(start, end)]], dtype=np.intp)
