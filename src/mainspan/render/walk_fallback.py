"""What the writing of text asks of each token and each character: the specification of `walk.pyx`.

It is also what runs where that could not be built.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import tags, unescape_source
from mainspan.page.kinds import SPACE_AFTER, SPACE_BEFORE, Column, Flags, Tokens
from mainspan.render.layout import IS_PART, LINE, NOTHING, PARAGRAPH, SPACE, Layout, Places

Partings = NDArray[np.uint8]

_BR: Final = tags.NUMBERS["br"]
# What would move the cursor or worse when a terminal shows it.
_CONTROLS: Final = frozenset(map(chr, (*range(0x20), *range(0x7F, 0xA0))))


def find_pieces(tokens: Tokens, pairs: NDArray[np.int64], size: int) -> tuple[Places, Column, Column]:
    """The token of each piece of text in these spans, where it begins and ends; `size` is the source's."""
    # With numbers of another type, numpy would convert the whole column for each search.
    start, end = np.minimum(np.maximum(pairs.T, 0), size).astype(np.int32)
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


def look_around(
    tokens: Tokens,
    revealed: bool,
    token: Places,
    start: Column,
    end: Column,
    first: Places,
    last: Places,
    tables: Places,
) -> tuple[Partings, Column, Column, Column, Column]:
    """For each piece: parting, list item, depth of lists, preformatted element, cells since the piece before.

    first, last: of formulas, which part nothing. tables: open tags of those whose cells are lines.
    """
    layout = Layout.of(tokens, revealed=revealed)
    strength = layout.partings()
    strength[token] = NOTHING
    for begin, stop in zip(first.tolist(), last.tolist(), strict=True):
        strength[begin : stop + 1] = NOTHING
    for table in tables.tolist():
        inside = slice(table + 1, int(tokens.partner[table]))
        strength[inside][(strength[inside] > SPACE) & ~IS_PART[tokens.tag[inside]]] = SPACE
    columns = (layout.list_items(token), layout.lists.depth_at(token), layout.preformatted(token))
    cells = layout.cells_between(np.append(-1, token[:-1]), token)
    item, level, preformatted, since = (column.astype(np.int32) for column in (*columns, cells))
    return _partings(tokens, strength, token, start, end), item, level, preformatted, since


def _partings(tokens: Tokens, strength: Partings, token: Places, start: Column, end: Column) -> Partings:
    """The strongest break between each piece and the one before it; the first has a paragraph's."""
    found = np.full(len(token), PARAGRAPH, dtype=np.uint8)
    if len(token) < 2:
        return found
    # The strongest of all tokens from one piece to the next: one reduction over the stretches between.
    strongest = np.maximum.reduceat(strength[: token[-1] + 1], token[:-1])
    # White space parts two pieces too, and so do words that were left out: both count as a space.
    marks = tokens.marks[token]
    is_text = end > start
    before: Flags = is_text & (((marks & np.uint8(SPACE_BEFORE)) > 0) | (start > tokens.start[token]))
    after: Flags = is_text & (((marks & np.uint8(SPACE_AFTER)) > 0) | (end < tokens.end[token]))
    found[1:] = np.maximum(strongest, before[1:] | after[:-1])
    _break_paragraphs(tokens, token, found)
    return found


def _break_paragraphs(tokens: Tokens, token: Places, partings: Partings) -> None:
    """Two line breaks with no words between them make a paragraph."""
    breaks = np.flatnonzero(tokens.tag == _BR)
    if len(breaks) < 2:
        return
    several = np.flatnonzero((np.diff(breaks.searchsorted(token)) > 1) & (partings[1:] == LINE)) + 1
    for piece in several.tolist():
        if not tokens.words[token[piece - 1] + 1 : token[piece]].any():
            partings[piece] = PARAGRAPH


def read_texts(source: str, start: Column, end: Column, raw: NDArray[np.uint8]) -> tuple[list[str], bool]:
    """The texts that begin and end here, white space collapsed, and whether none has control characters."""
    columns = (start.tolist(), end.tolist(), raw.tolist())
    pieces = [(source[begin:stop], is_raw) for begin, stop, is_raw in zip(*columns, strict=True)]
    texts = [" ".join((text if is_raw else unescape_source(text)).split()) for text, is_raw in pieces]
    return texts, all(text.isprintable() or _CONTROLS.isdisjoint(text) for text in texts)
