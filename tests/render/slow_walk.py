"""The specification of `render/walk.pyx` and `render/texts.pyx`: short, literal and slow Python."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.page import tags, unescape_source
from mainspan.page.kinds import (
    CLOSE,
    HIDDEN,
    OPEN,
    SPACE_AFTER,
    SPACE_BEFORE,
    TEXT,
    UNSEEN,
    VOID,
    Column,
    Flags,
    Tokens,
)
from mainspan.page.shapeless import SHAPELESS
from mainspan.render.layout import (
    CELL,
    CELLS,
    LINE,
    LISTS,
    NOTHING,
    PARAGRAPH,
    PREFORMATTED,
    SEPARATOR_TEXTS,
    SPACE,
    Places,
)

Row = tuple[int, int, int, int, int]  # separator, item, level, preformatted, cells

_LISTS = {"ul", "ol", "menu", "dir"}
_PREFORMATTED = {"pre", "listing", "xmp", "plaintext"}
_CELLS = {"td", "th"}
_LINES = {"p", "h1", "h2", "h3", "h4", "h5", "h6"}
_TABLE_PARTS = {"table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th"}
_LINE_BREAKS = {"br", "li", "dt", "dd", "tr", "option", "optgroup", "thead", "tbody", "tfoot"}
_UNSEEN = {tags.NAMES[number] for number in (tags.UNSEEN | tags.CODE) - tags.RAW}
# Among whitespace that stays as it is, some is no control character.
_SHAPELESS = re.compile(f"[{SHAPELESS}]")
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\xad\u200b\u2060\ufeff\ue000-\uf8ff]")


class Token(NamedTuple):
    """A token, and the elements around it, the outermost first; a tag is inside its own element."""

    place: int
    kind: int
    name: str
    marks: int
    words: int
    around: tuple[Token, ...]

    @property
    def is_tag(self) -> bool:
        return self.kind in (OPEN, CLOSE, VOID)

    @property
    def outside(self) -> tuple[Token, ...]:
        """The elements around it, and around its own."""
        return self.around[:-1] if self.kind in (OPEN, CLOSE) else self.around

    def is_inside(self, names: set[str]) -> bool:
        return any(element.name in names for element in self.around)


def _read(tokens: Tokens) -> Iterator[Token]:
    """The tokens one after the other."""
    around: tuple[Token, ...] = ()
    columns = (tokens.kind, tokens.tag, tokens.marks, tokens.words)
    for place, (kind, tag, marks, words) in enumerate(zip(*(each.tolist() for each in columns), strict=True)):
        token = Token(place, kind, tags.NAMES[tag], marks, words, around)
        if kind == OPEN:
            token = token._replace(around=(*around, token))
            around = token.around
        elif kind == CLOSE:
            around = around[:-1]
        yield token


def find_pieces(tokens: Tokens, pairs: NDArray[np.int64], size: int) -> list[tuple[int, int, int]]:
    """The text tokens that each span overlaps, with where the piece begins and ends."""
    found = []
    for start, end in pairs.tolist():
        for place in range(len(tokens)):
            first, last = max(start, 0, int(tokens.start[place])), min(end, size, int(tokens.end[place]))
            if first < last and tokens.words[place] > 0:
                found.append((place, first, last))
    return found


def _separator(token: Token, with_hidden: bool) -> int:
    """How strongly a token separates the texts around it."""
    if token.kind == TEXT:
        return SPACE
    if not token.is_tag or _is_out_of_sight(token, with_hidden):
        return NOTHING
    if token.name in _LISTS and any(element.name in _LISTS for element in token.outside):
        return LINE
    if token.name == "":
        return NOTHING if token.is_inside(_LINES) else PARAGRAPH
    if token.name == "title":
        return NOTHING
    if token.name in _CELLS:
        return CELL
    if token.name in _LINE_BREAKS:
        return LINE
    number = tags.NUMBERS[token.name]
    if tags.IS_INLINE_BOX[number]:
        return SPACE
    return NOTHING if tags.IS_INLINE[number] else PARAGRAPH


def _is_out_of_sight(token: Token, with_hidden: bool) -> bool:
    """Whether a tag is of a hidden element, or inside one whose content is not shown."""
    unseen = _UNSEEN - {"noscript"} if with_hidden else _UNSEEN
    if not with_hidden and any(element.marks & HIDDEN for element in token.around):
        return True
    return any(element.name in unseen for element in token.outside)


def look_around(
    tokens: Tokens,
    with_hidden: bool,
    token: Places,
    start: Column,
    end: Column,
    first: Places,
    last: Places,
    tables: Places,
) -> tuple[list[Row], int]:
    """What is around and before each piece, and the groups that occur."""
    page = list(_read(tokens))
    formulas = [range(a, b + 1) for a, b in zip(first.tolist(), last.tolist(), strict=True)]
    frames = [range(table + 1, int(tokens.partner[table])) for table in tables.tolist()]

    def separator(place: int) -> int:
        found = _separator(page[place], with_hidden)
        if any(place in formula for formula in formulas):
            return NOTHING
        if any(place in frame for frame in frames) and page[place].name not in _TABLE_PARTS:
            return min(found, SPACE)
        return found

    rows = []
    for piece, here in enumerate(token.tolist()):
        before = int(token[piece - 1]) if piece else -1
        between = [separator(place) for place in range(before + 1, here)]
        opened = [each for each in page[: here + 1] if each.kind == OPEN]
        items = [each.place for each in opened if each.name == "li"]
        item = items[-1] if items and tokens.partner[items[-1]] > here else -1
        around = [each.name for each in _elements_at(page[here])]
        texts = [each.place for each in opened if each.name in _PREFORMATTED]
        strongest = max(between, default=NOTHING)
        if _has_space(tokens, piece, token, start, end):
            strongest = max(strongest, SPACE)
        breaks = [place for place in range(before + 1, here) if page[place].name == "br"]
        if strongest == LINE and len(breaks) > 1 and not any(page[p].words for p in range(before + 1, here)):
            strongest = PARAGRAPH
        rows.append(
            (
                strongest if piece else PARAGRAPH,
                item,
                max(sum(name in _LISTS for name in around), item >= 0),
                texts[-1] if any(name in _PREFORMATTED for name in around) else -1,
                sum(each.name in _CELLS and each.place > before for each in opened),
            )
        )
    groups = LISTS if any(row[2] for row in rows) else 0
    groups |= PREFORMATTED if any(row[3] >= 0 for row in rows) else 0
    groups |= CELLS if any(row[0] == CELL for row in rows) else 0
    return rows, groups


def _elements_at(token: Token) -> tuple[Token, ...]:
    """The elements that are open after a token."""
    return token.outside if token.kind == CLOSE else token.around


def _has_space(tokens: Tokens, piece: int, token: Places, start: Column, end: Column) -> bool:
    """Whether there is whitespace, or something left out, at one of the edges between two pieces."""

    def at(edge: int, mark: int, is_cut: bool) -> bool:
        return bool(end[edge] > start[edge] and (tokens.marks[token[edge]] & mark or is_cut))

    before = piece > 0 and at(piece - 1, SPACE_AFTER, bool(end[piece - 1] < tokens.end[token[piece - 1]]))
    return before or at(piece, SPACE_BEFORE, bool(start[piece] > tokens.start[token[piece]]))


def read_texts(source: str, start: Column, end: Column, raw: NDArray[np.uint8]) -> tuple[list[str], bool]:
    """The texts that begin and end here, whitespace collapsed, and whether none has control characters."""
    columns = (start.tolist(), end.tolist(), raw.tolist())
    pieces = [(source[begin:stop], is_raw) for begin, stop, is_raw in zip(*columns, strict=True)]
    texts = [" ".join((text if is_raw else unescape_source(text)).split()) for text, is_raw in pieces]
    return texts, not any(map(_CONTROLS.search, texts))


def read_exactly(
    source: str,
    begin: Column,
    start: Column,
    end: Column,
    raw: NDArray[np.uint8],
    first: Column,
    last: Column,
    is_break: Flags,
) -> tuple[list[str], list[str], bool]:
    """The texts between `begin` and each piece, as they are, and those of the pieces. All columns go up.

    And whether none has control characters.

    first, last, is_break: the texts that may be between, and line breaks, which are written as such.
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
    return gaps, texts, not any(map(_SHAPELESS.search, [*gaps, *texts]))


def write_texts(
    source: str,
    start: Column,
    end: Column,
    raw: NDArray[np.uint8],
    separator: NDArray[np.uint8],
    item: Column,
    level: Column,
    tabs: Column,
    marks: dict[int, bytes],
) -> tuple[str, bool]:
    """The text of all pieces, with marks before items of lists, and whether it has no control characters."""
    texts, is_clean = read_texts(source, start, end, raw)
    parts: list[str] = []
    marked = -1
    counts = tabs.tolist() or [0] * len(start)
    columns = (separator.tolist(), item.tolist(), level.tolist(), counts)
    for text, strength, inside, depth, count in zip(texts, *columns, strict=True):
        parts.append(SEPARATOR_TEXTS[strength] if parts and (strength >= LINE or not count) else "")
        parts.append("\t" * count)
        if depth and strength >= LINE:
            is_new = inside >= 0 and inside != marked
            parts.append("  " * (depth - is_new))
            if is_new:
                parts.append(marks.get(inside, b"- ").decode())
                marked = inside
        parts.append(text)
    return "".join(parts), is_clean


def find_touching(
    source: str, tokens: Tokens, token: Places, separator: NDArray[np.uint8], most: int
) -> list[int]:
    """The pieces that nothing separates from the ones before but tags between two letters."""
    close = [
        piece
        for piece in range(1, len(token))
        if separator[piece] == NOTHING and token[piece] - token[piece - 1] > 1
    ]
    ends = [(source[tokens.end[token[piece - 1]] - 1], source[tokens.start[token[piece]]]) for piece in close]
    pairs = zip(close[:most], ends, strict=False)
    return [piece for piece, (last, first) in pairs if last.isalnum() and first.isalnum()]


def find_signs(
    source: str,
    tokens: Tokens,
    first: int,
    stop: int,
    drawn: tuple[bytes, ...],
    low: int,
    marked: tuple[bytes, ...],
) -> tuple[bool, list[int]]:
    """Whether some tokens may hold a formula, and the pictures with a sign, up to the next words."""
    first, stop = max(first, 0), min(stop, len(tokens))
    if first >= stop:
        return False, []
    following = [stop, *np.flatnonzero(tokens.words[stop:] > 0)[:1].tolist()]
    last = sum(following) if len(following) > 1 else len(tokens)
    written = [
        source[start:end] for start, end in zip(tokens.start.tolist(), tokens.end.tolist(), strict=True)
    ]
    pictures = [
        token
        for token in range(first, last)
        if tokens.tag[token] == tags.NUMBERS["img"]
        and (_holds(written[token], drawn) or any(ord(letter) >= low for letter in written[token]))
    ]
    may_hold = any(
        _may_name_formula(written[token], int(tokens.kind[token]), int(tokens.tag[token]))
        or ("\\" in written[token] and _may_mark_formula(written, tokens, token, marked))
        for token in range(first, stop)
    )
    return may_hold, pictures


def _holds(tag: str, words: tuple[bytes, ...]) -> bool:
    lower = "".join(letter.lower() if letter.isascii() else letter for letter in tag)
    return any(word.decode() in lower for word in words)


def _may_name_formula(tag: str, kind: int, number: int) -> bool:
    """Whether an open tag may be a formula's by its name, or as a script of that type."""
    if kind != OPEN or number == tags.NUMBERS["math"]:
        return kind == OPEN
    if number == tags.NUMBERS["script"]:
        return '"math/' in tag
    return number == 0 and tag.startswith(("<ma", "<mj", "<mm", "<m:", "<te"))


def _may_mark_formula(written: list[str], tokens: Tokens, token: int, marked: tuple[bytes, ...]) -> bool:
    """Whether a tag, or that of the element that holds this text alone, may be declared to hold a formula."""
    if tokens.kind[token] in (TEXT, UNSEEN) and token and tokens.partner[token - 1] == token + 1:
        token -= 1
    is_tag = tokens.kind[token] in (OPEN, VOID)
    return is_tag and (tokens.tag[token] == tags.NUMBERS["img"] or _holds(written[token], marked))
