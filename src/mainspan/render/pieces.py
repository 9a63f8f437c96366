"""The kept pieces of text in order, and what stands between them."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags, unescape_source
from mainspan.page.kinds import RAW, SPACE_AFTER, SPACE_BEFORE, Column, Flags
from mainspan.render.layout import LINE, NOTHING, PARAGRAPH, SPACE, Layout, Places
from mainspan.spans import Spans

# What would move the cursor or worse when a terminal shows it. Reads each character once.
_CONTROLS: Final = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")
# The same in UTF-8: single bytes, and those that take two. It stops at the first byte of these alone.
_CONTROL_BYTES: Final = bytes([*range(0x09), 0x0B, *range(0x0E, 0x20), 0x7F])
_LONG_CONTROLS: Final = re.compile(rb"\xc2[\x80-\x9f]")

_NOWHERE: Final[Places] = np.zeros(0, dtype=np.intp)
_BR: Final = tags.NUMBERS["br"]
_IS_PART: Final = tags.table("table caption thead tbody tfoot tr td th")


def without_controls(text: str) -> str:
    """A text without control characters."""
    # Nearly every text has none, and bytes show that in a third of the time that characters take.
    found = text.encode("utf-8", "surrogatepass")
    if len(found.translate(None, _CONTROL_BYTES)) == len(found) and not _LONG_CONTROLS.search(found):
        return text
    return _CONTROLS.sub("", text)


@dataclass(eq=False)
class Pieces:
    """Where each kept piece of text begins and ends, and its token.

    Among them may stand empty pieces for pictures and formulas. Formulas take the place of several tokens:
    `covered` has the first and the last of each. `tables` are the open tags of tables whose cells are lines:
    nothing in them parts a cell's own texts by more than a space.
    """

    start: Column
    end: Column
    token: Places
    layout: Layout
    covered: tuple[Places, Places] = (_NOWHERE, _NOWHERE)
    tables: Collection[int] = ()

    @classmethod
    def of(cls, page: Page, spans: Spans) -> Pieces:
        """The pieces that the spans keep."""
        token, start, end = _find(page, spans)
        return cls(start, end, token, Layout.of(page.tokens, revealed=page.hidden))

    def __len__(self) -> int:
        return len(self.token)

    def with_media(self, first: Places, last: Places) -> Pieces:
        """The pieces, and empty ones for pictures or formulas, which take the place of some tokens each."""
        outside = ~are_inside(self.token, first, last)
        token = np.concatenate([self.token[outside], first])
        order = np.argsort(token, kind="stable")
        place = self.layout.tokens.start[first]
        start = np.concatenate([self.start[outside], place])[order]
        end = np.concatenate([self.end[outside], place])[order]
        wide = last > first
        return Pieces(start, end, token[order], self.layout, (first[wide], last[wide]))

    @cached_property
    def parting(self) -> NDArray[np.uint8]:
        """The strongest break between each piece and the one before it; the first has a paragraph's."""
        found = np.full(len(self), PARAGRAPH, dtype=np.uint8)
        if len(self) < 2:
            return found
        tokens, token = self.layout.tokens, self.token
        strength = self.layout.partings()
        strength[token] = NOTHING
        for first, last in zip(*(ends.tolist() for ends in self.covered), strict=True):
            strength[first : last + 1] = NOTHING
        for table in self.tables:
            inside = slice(table + 1, int(tokens.partner[table]))
            strength[inside][(strength[inside] > SPACE) & ~_IS_PART[tokens.tag[inside]]] = SPACE
        # The strongest of all tokens from one piece to the next: one reduction over the stretches between.
        strongest = np.maximum.reduceat(strength[: token[-1] + 1], token[:-1])
        # White space parts two pieces too, and so do words that were left out: both count as a space.
        marks = tokens.marks[token]
        is_text = self.end > self.start
        before = is_text & (((marks & np.uint8(SPACE_BEFORE)) > 0) | (self.start > tokens.start[token]))
        after = is_text & (((marks & np.uint8(SPACE_AFTER)) > 0) | (self.end < tokens.end[token]))
        found[1:] = np.maximum(strongest, before[1:] | after[:-1])
        self._break_paragraphs(found)
        return found

    def _break_paragraphs(self, partings: NDArray[np.uint8]) -> None:
        """Two line breaks with no words between them make a paragraph."""
        tokens, token = self.layout.tokens, self.token
        breaks = np.flatnonzero(tokens.tag == _BR)
        if len(breaks) < 2:
            return
        several = np.flatnonzero((np.diff(breaks.searchsorted(token)) > 1) & (partings[1:] == LINE)) + 1
        for piece in several.tolist():
            if not tokens.words[token[piece - 1] + 1 : token[piece]].any():
                partings[piece] = PARAGRAPH

    def texts(self, page: Page) -> tuple[list[str], bool]:
        """The text of each piece, white space collapsed, and whether all of them are printable."""
        tokens, token, source = page.tokens, self.token, page.source
        is_whole = (self.start == tokens.start[token]) & (self.end == tokens.end[token])
        collapsed = np.where(is_whole, tokens.characters[token], -1)
        is_raw = (tokens.marks[token] & np.uint8(RAW)) > 0
        columns = (self.start, self.end, collapsed, is_raw)
        texts = []
        is_printable = True
        for start, end, length, raw in zip(*(column.tolist() for column in columns), strict=True):
            text = source[start:end].strip()
            # Most texts are as they should be, which is faster told than done. No white space is printable
            # but " ", and what is as long as the scanner found it collapsed has no more of it to lose.
            if not text.isprintable() or (len(text) != length and ("  " in text or "&" in text)):
                text = " ".join((text if raw else unescape_source(text)).split())
                is_printable = is_printable and text.isprintable()
            texts.append(text)
        return texts, is_printable


def _find(page: Page, spans: Spans) -> tuple[Places, Column, Column]:
    """The token of each piece, and where it begins and ends."""
    tokens = page.tokens
    # With numbers of another type, numpy would convert the whole column for each search.
    start, end = np.minimum(np.maximum(spans.pairs.T, 0), len(page.source)).astype(np.int32)
    token = tokens.end.searchsorted(start, side="right")
    count = tokens.start.searchsorted(end, side="left") - token
    if (count != 1).any():
        # A span that was made by hand may run across tokens.
        token = np.repeat(token - np.cumsum(count) + count, count) + np.arange(int(count.sum()))
        start = np.maximum(np.repeat(start, count), tokens.start[token])
        end = np.minimum(np.repeat(end, count), tokens.end[token])
    is_text = tokens.words[token] > 0
    if not is_text.all():
        token, start, end = token[is_text], start[is_text], end[is_text]
    return token, start, end


def are_inside(token: Places, first: Places, last: Places) -> Flags:
    """Whether each token stands in one of these ranges, which do not overlap."""
    place = first.searchsorted(token, side="right") - 1
    found: Flags = (place >= 0) & (token <= np.append(last, -1)[place])
    return found
