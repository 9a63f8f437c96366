"""What the writing of text asks of each token and each character: the specification of `walk.pyx`.

It is also what runs where that could not be built.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import tags, unescape_source
from mainspan.page.kinds import CODE, OPEN, SPACE_AFTER, SPACE_BEFORE, Column, Flags, Tokens
from mainspan.render.layout import (
    CELL,
    CELLS,
    IS_PART,
    LINE,
    LISTS,
    NOTHING,
    PARAGRAPH,
    PREFORMATTED,
    SEPARATORS,
    SPACE,
    Layout,
    Places,
)

Partings = NDArray[np.uint8]

_BR, _MATH, _SCRIPT = (tags.NUMBERS[name] for name in ("br", "math", "script"))
_GROUPS: Final = (LISTS, PREFORMATTED, CELLS)
# What would move the cursor or worse when a terminal shows it.
_CONTROLS: Final = frozenset(map(chr, (*range(0x20), *range(0x7F, 0xA0))))


def find_pieces(tokens: Tokens, pairs: NDArray[np.int64], size: int) -> tuple[Places, Column, Column]:
    """The token of each piece of text in these spans, where it begins and ends; `size` is the source's."""
    # With numbers of another type, numpy would convert the whole column for each search.
    start, end = np.minimum(np.maximum(pairs.T, 0), size).astype(np.int32, order="C")
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
) -> tuple[Partings, Column, Column, Column, Column, int]:
    """For each piece: parting, list item, level, preformatted element and cells; then the groups in all.

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
    parting = _partings(tokens, strength, token, start, end)
    item, preformatted = layout.list_items(token), layout.preformatted(token)
    # An item without a list is on the first level.
    level = np.maximum(layout.lists.depth_at(token), item >= 0)
    cells = layout.cells_between(np.append(-1, token[:-1]), token)
    present = ((level > 0).any(), (preformatted >= 0).any(), (parting == CELL).any())
    groups = sum(group for group, is_there in zip(_GROUPS, present, strict=True) if is_there)
    item, level, preformatted, cells = np.stack([item, level, preformatted, cells]).astype(np.int32)
    return parting, item, level, preformatted, cells, groups


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


def read_exactly(
    source: str,
    begin: Column,
    start: Column,
    end: Column,
    raw: NDArray[np.uint8],
    first: Column,
    last: Column,
    is_break: Flags,
) -> tuple[list[str], list[str]]:
    """The texts between `begin` and each piece, as they are, and those of the pieces. All columns go up.

    first, last, is_break: the texts that may stand between, and line breaks, which are written as such.
    """
    firsts, lasts, breaks = first.tolist(), last.tolist(), is_break.tolist()
    columns = (begin, start, last.searchsorted(begin, side="right"), first.searchsorted(start))
    gaps = [
        "".join(
            "\n" if breaks[i] else unescape_source(source[max(from_, firsts[i]) : min(to, lasts[i])])
            for i in range(low, high)
        )
        for from_, to, low, high in zip(*(column.tolist() for column in columns), strict=True)
    ]
    pieces = zip(start.tolist(), end.tolist(), raw.tolist(), strict=True)
    texts = [source[a:b] if is_raw else unescape_source(source[a:b]) for a, b, is_raw in pieces]
    return gaps, texts


def write_texts(
    source: str,
    start: Column,
    end: Column,
    raw: NDArray[np.uint8],
    parting: Partings,
    item: Column,
    level: Column,
    marks: dict[int, bytes],
) -> tuple[str, bool]:
    """The text of all pieces, with marks before items of lists, and whether it has no control characters."""
    texts, is_clean = read_texts(source, start, end, raw)
    parts: list[str] = []
    marked = -1
    columns = (parting.tolist(), item.tolist(), level.tolist())
    for text, strength, inside, depth in zip(texts, *columns, strict=True):
        parts.append(SEPARATORS[strength] if parts else "")
        if depth and strength >= LINE:
            is_new = inside >= 0 and inside != marked
            parts.append("  " * (depth - is_new))
            if is_new:
                parts.append(marks.get(inside, b"- ").decode())
                marked = inside
        parts.append(text)
    return "".join(parts), is_clean


def may_hold_formulas(source: str, tokens: Tokens, first: int, stop: int) -> bool:
    """Whether some tokens have what a formula has: a name, or a backslash outside of code."""
    first, stop = max(first, 0), min(stop, len(tokens))
    if first >= stop:
        return False
    kind, tag, start, end = (
        column[first:stop].tolist() for column in (tokens.kind, tokens.tag, tokens.start, tokens.end)
    )
    begin = start[0]
    for i in range(stop - first):
        if kind[i] == CODE:
            if source.find("\\", begin, start[i]) >= 0:
                return True
            begin = end[i]
        elif kind[i] == OPEN and _may_name_formula(source, start[i], end[i], tag[i]):
            return True
    return source.find("\\", begin, end[-1]) >= 0


def _may_name_formula(source: str, start: int, end: int, tag: int) -> bool:
    """Whether an open tag may be a formula's by its name, or as a script of that type."""
    if tag == _SCRIPT:
        return source.find('"math/', start, end) >= 0
    return tag == _MATH or (tag == 0 and source.startswith(("m", "t"), start + 1))
