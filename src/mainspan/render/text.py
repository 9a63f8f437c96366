"""Plain text: paragraphs, list items with markers, tabs between cells, preformatted text as it is."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from mainspan.page import Page, tags
from mainspan.page.code_blocks import with_code_blocks
from mainspan.page.kinds import TEXT, Column
from mainspan.page.line_numbers import find_line_numbers
from mainspan.render.emoji import find_emoji
from mainspan.render.formulas import Formula
from mainspan.render.grid import count_tabs
from mainspan.render.layout import CELLS, LINE, LISTS, PREFORMATTED, SEPARATOR_TEXTS, Places
from mainspan.render.lists import item_marks
from mainspan.render.literal import find_literal, may_hold_literal, write_literal
from mainspan.render.media import count_pieces, find_signs, kept_formulas, with_media, without_heads
from mainspan.render.pieces import Pieces, without_controls
from mainspan.render.ruby import bracket_readings
from mainspan.render.tables import find_marks, find_tables, has_tables
from mainspan.render.texts import find_left_out, read_exactly, write_texts
from mainspan.spans import Spans

_BR: Final = tags.NUMBERS["br"]
_RT: Final = tags.NUMBERS["rt"]
# Tabs between two texts, and rows and columns that a cell spans, are at most this many.
_MAX_TABS: Final = 64
_NONE: Final[Column] = np.zeros(0, dtype=np.int32)


def render_text(page: Page, spans: Spans) -> str:
    """The text of the spans, as a reader would write it down. Ends with a line break unless empty."""
    page = with_code_blocks(page)
    pieces = without_heads(Pieces.of(page, spans), spans.heads)
    if not len(pieces):
        return ""
    signs = find_signs(page, pieces)
    formulas = kept_formulas(page, pieces, signs)
    pieces = with_media(pieces, formulas)
    marks: dict[int, str] = {}
    tables: list[int] = []
    # On most pages neither is there, and nothing needs to be counted.
    if signs.pictures or has_tables(page):
        kept = count_pieces(page, pieces)
        tables = sorted(find_tables(page, kept))
        marks = find_emoji(page, kept, signs.pictures) | find_marks(page, tables, pieces.token)
    marks.update((head.place, head.text) for head in spans.heads)
    pieces = with_media(pieces, formulas, marks) if marks else pieces
    pieces.tables = tables
    is_plain = not formulas and not marks and not page.has(_RT)
    text = _write_at_once(page, pieces) if is_plain else None
    text = _write_by_pieces(page, pieces, formulas, marks) if text is None else text
    text = text.strip("\n").rstrip()
    return text + "\n" if text else ""


def _write_at_once(page: Page, pieces: Pieces) -> str | None:
    """The text, or None if it may hold formulas in TeX."""
    around = pieces.around
    marks: dict[int, bytes] = {}
    if around.groups & LISTS:
        found = item_marks(page, around.item[around.item >= 0])
        marks = {item: mark.encode() for item, mark in found.items()}
    left_out = find_left_out(page.tokens, pieces) if around.groups & PREFORMATTED else []
    numbers = find_line_numbers(page, np.array(left_out, dtype=np.intp)) if left_out else []
    tabs = _tabs_before(page, pieces)
    text, is_clean = write_texts(page.source, page.tokens, pieces, tabs, marks, frozenset(numbers))
    if may_hold_literal(page, text):
        return None
    return text if is_clean else without_controls(text)


def _write_by_pieces(
    page: Page, pieces: Pieces, formulas: list[Formula], marks: dict[int, str] | None = None
) -> str:
    draft = _Draft.of(page, pieces)
    for token, description in (marks or {}).items():
        draft.texts[int(pieces.token.searchsorted(token))] = description
    _write_formulas(draft, formulas)
    bracket_readings(page, pieces, draft.texts)
    draft.separators[0] = draft.separators[0].lstrip("\n")
    groups = pieces.around.groups
    if groups & LISTS:
        _lay_out_lists(page, draft)
    if groups & PREFORMATTED:
        _trim_preformatted(draft)
    text = _join(draft)
    if may_hold_literal(page, text) and (found := find_literal(page, draft.texts, pieces.token.tolist())):
        for piece, literal in found.items():
            # Code is written as it is.
            if pieces.around.preformatted[piece] < 0:
                draft.texts[piece] = write_literal(literal)
        text = _join(draft)
    return text if draft.is_clean and not formulas else without_controls(text)


def _join(draft: _Draft) -> str:
    parts = [""] * (2 * len(draft.texts))
    parts[::2], parts[1::2] = draft.separators, draft.texts
    return "".join(parts)


def _write_formulas(draft: _Draft, formulas: list[Formula]) -> None:
    """Formulas in TeX, between the signs that Markdown has for them as well."""
    places = draft.pieces.token.searchsorted([formula.first for formula in formulas])
    for piece, formula in zip(places.tolist(), formulas, strict=True):
        sign = "$$" if formula.is_display else "$"
        draft.texts[piece] = f"{sign}{formula.tex}{sign}" if formula.tex else ""
        if formula.is_display:
            _make_paragraph(draft.separators, piece)


def _make_paragraph(separators: list[str], piece: int) -> None:
    """A paragraph of its own for a piece, unless it is in a cell."""
    for place in range(piece, min(piece + 2, len(separators))):
        if separators[place] in ("", " ", "\n"):
            separators[place] = "\n\n"


def block_texts(page: Page) -> list[str]:
    """The text of each block of the page."""
    words = page.tokens.words > 0
    draft = _Draft.of(page, Pieces.of(page, Spans.of_tokens(page, words)))
    first = set(page.blocks.first.tolist())
    texts: list[list[str]] = []
    for token, separator, text in zip(
        draft.pieces.token.tolist(), draft.separators, draft.texts, strict=True
    ):
        if token in first:
            texts.append([text])
        else:
            texts[-1] += (separator, text)
    return ["".join(parts).strip("\n") for parts in texts]


class _Draft(NamedTuple):
    """The text of each piece, what goes before it, and whether none can have control characters."""

    pieces: Pieces
    separators: list[str]
    texts: list[str]
    is_clean: bool

    @classmethod
    def of(cls, page: Page, pieces: Pieces) -> _Draft:
        groups = pieces.around.groups
        texts, is_clean = pieces.texts()
        separators = [SEPARATOR_TEXTS[separator] for separator in pieces.separator.tolist()]
        tabs = _tabs_before(page, pieces)
        for piece in tabs.nonzero()[0].tolist():
            line = separators[piece] if pieces.separator[piece] >= LINE else ""
            separators[piece] = line + "\t" * int(tabs[piece])
        draft = cls(pieces, separators, texts, is_clean)
        if groups & PREFORMATTED and not _restore_preformatted(page, draft):
            return draft._replace(is_clean=False)
        return draft


def _tabs_before(page: Page, pieces: Pieces) -> Column:
    """How many tabs are before each piece; nothing at all if there are no cells.

    A tab for each table cell that begins: empty ones between two others keep their place. In tables of data,
    also those before the first cell of a row do.
    """
    around = pieces.around
    if not around.groups & CELLS and not pieces.tables:
        return _NONE
    tables = np.array(pieces.tables, dtype=np.int32)
    columns = (pieces.token, around.separator, around.cells)
    return count_tabs(page.source, page.tokens, tables, *columns, _MAX_TABS)


def _restore_preformatted(page: Page, draft: _Draft) -> bool:
    """Preformatted pieces as they are in the source, and the whitespace between and before them.

    Returns whether none of it has control characters.
    """
    pieces, tokens = draft.pieces, page.tokens
    exact = np.flatnonzero(pieces.around.preformatted >= 0)
    element = pieces.around.preformatted[exact]
    start, end = pieces.start[exact], pieces.end[exact]
    is_first = np.append(True, element[1:] != element[:-1])
    begin = np.where(is_first, tokens.end[element], np.append(np.int32(0), end[:-1]))
    between = _gaps(page, pieces)
    gaps, texts, is_clean = read_exactly(
        *(page.source, begin, start, end, pieces.is_raw[exact]),
        *(tokens.start[between], tokens.end[between], tokens.tag[between] == _BR),
    )
    columns = (exact.tolist(), is_first.tolist(), pieces.separator[exact].tolist())
    for gap, text, piece, first, separator in zip(gaps, texts, *columns, strict=True):
        if first:
            draft.texts[piece] = _indentation(gap) + text
        else:
            draft.texts[piece] = text
            draft.separators[piece] = _space(gap, separator)
    return is_clean


def _gaps(page: Page, pieces: Pieces) -> Places:
    """The texts and line breaks that may be between pieces in preformatted elements."""
    tokens = page.tokens
    found = np.flatnonzero((tokens.kind == TEXT) | (tokens.tag == _BR))
    found = found[pieces.layout.preformatted(found) >= 0]
    is_left_out = tokens.words > 0
    is_left_out[pieces.token] = False
    numbers = find_line_numbers(page, found[is_left_out[found]])
    return found[~np.isin(found, numbers)] if numbers else found


def _space(gap: str, separator: int) -> str:
    """The whitespace between two pieces, with a line break where a tag makes one."""
    if gap.strip():
        return "\n" if "\n" in gap else " "
    return gap if separator < LINE or "\n" in gap else gap + "\n"


def _indentation(gap: str) -> str:
    """The whitespace before the first piece of an element on its line."""
    line = gap.rpartition("\n")[2]
    return "" if line.strip() else line


def _trim_preformatted(draft: _Draft) -> None:
    """No line breaks at the end of preformatted text where others follow."""
    for piece in np.flatnonzero(draft.pieces.around.preformatted[:-1] >= 0).tolist():
        if draft.separators[piece + 1][:1] == "\n":
            draft.texts[piece] = draft.texts[piece].rstrip("\n")


def _lay_out_lists(page: Page, draft: _Draft) -> None:
    """Marks before the items of lists, and space before their other lines."""
    around = draft.pieces.around
    preformatted = around.preformatted
    exact = preformatted >= 0
    begins = around.separator >= LINE
    if around.groups & PREFORMATTED:
        begins[1:] &= ~exact[1:] | (preformatted[1:] != preformatted[:-1])
    inside = ((around.level > 0) & (begins | exact)).nonzero()[0]
    if not len(inside):
        return
    items = around.item[inside]
    marks = item_marks(page, items[items >= 0])
    marked = -1
    columns = (inside, items, around.level[inside], begins[inside], exact[inside])
    for piece, item, level, begin, keep in zip(*(column.tolist() for column in columns), strict=True):
        if keep:
            # Preformatted lines inside a list go in with it.
            line = "\n" + "  " * level
            draft.texts[piece] = draft.texts[piece].replace("\n", line)
            if not begin:
                draft.separators[piece] = draft.separators[piece].replace("\n", line)
        if begin and item >= 0 and item != marked:
            draft.separators[piece] += "  " * (level - 1) + marks.get(item, "- ")
            marked = item
        elif begin:
            draft.separators[piece] += "  " * level
