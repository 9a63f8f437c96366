"""Plain text: paragraphs, list items with their marks, table cells apart, preformatted text as it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from mainspan.page import Page, tags, unescape_source
from mainspan.page.kinds import RAW, TEXT
from mainspan.render.pieces import (
    CELL,
    LINE,
    NOTHING,
    PARAGRAPH,
    SPACE,
    Pieces,
    cells_before,
    list_depth,
    list_items,
    preformatted_elements,
    without_controls,
)
from mainspan.spans import Spans

_SEPARATOR: Final = {NOTHING: "", SPACE: " ", CELL: "\t", LINE: "\n", PARAGRAPH: "\n\n"}
_OL: Final = tags.NUMBERS["ol"]
_LI: Final = tags.NUMBERS["li"]
_BR: Final = tags.NUMBERS["br"]
_MAX_TABS: Final = 64
# Reads one tag, once.
_START: Final = re.compile(r' start="(-?[0-9]{1,9})"')


def render_text(page: Page, spans: Spans) -> str:
    """The text of the spans, as a reader would write it down. Ends with a line break unless empty."""
    pieces = Pieces.of(page, spans)
    layout = _Layout.of(page, pieces)
    parts: list[str] = []
    for i, (separator, text) in enumerate(_write(page, pieces)):
        if separator[:1] == "\n" and parts:
            parts[-1] = parts[-1].rstrip("\n")
        if i in layout.indents:
            # Preformatted lines inside a list go in with it.
            line = "\n" + layout.indents[i]
            text = text.replace("\n", line)
            separator = separator if i in layout.prefixes else separator.replace("\n", line)
        parts += (separator if parts else "", layout.prefixes.get(i, ""), text)
    text = without_controls("".join(parts)).strip("\n")
    return text + "\n" if text else ""


def block_texts(page: Page) -> list[str]:
    """The text of each block of the page."""
    words = page.tokens.words > 0
    pieces = Pieces.of(page, Spans.of_tokens(page, words))
    first = set(page.blocks.first.tolist())
    texts: list[list[str]] = []
    for token, (separator, text) in zip(pieces.token.tolist(), _write(page, pieces), strict=True):
        if token in first:
            texts.append([text])
        else:
            texts[-1] += (separator, text)
    return ["".join(parts).strip("\n") for parts in texts]


def _write(page: Page, pieces: Pieces) -> Iterator[tuple[str, str]]:
    """What stands before each piece, and its text: white space collapsed, or as it is if preformatted."""
    if not len(pieces):
        return
    raw = (page.tokens.marks[pieces.token] & RAW) > 0
    cells = np.diff(cells_before(page)[pieces.token], prepend=0)
    columns = (
        pieces.start,
        pieces.end,
        pieces.parting,
        raw,
        preformatted_elements(page)[pieces.token],
        cells,
    )
    before, before_end = -1, 0
    for start, end, parting, is_raw, pre, cell in zip(*(each.tolist() for each in columns), strict=True):
        text = page.source[start:end]
        text = text if is_raw else unescape_source(text)
        # Empty cells between two others keep their place.
        separator = "\t" * min(cell, _MAX_TABS) if parting == CELL else _SEPARATOR[parting]
        if pre < 0:
            text = " ".join(text.split())
        elif pre == before:
            separator = _space_between(page, before_end, start, parting)
        else:
            text = _indentation(page, int(page.tokens.end[pre]), start) + text
        yield separator, text
        before, before_end = pre, end


def _between(page: Page, start: int, end: int) -> str:
    """The text between two offsets of preformatted text, with line breaks for br."""
    tokens = page.tokens
    # With numbers of another type, numpy would convert the whole column for each search.
    places = np.array([start, end], dtype=tokens.end.dtype)
    first, last = np.searchsorted(tokens.end, places, side="right").tolist()
    parts = []
    for t in range(first, min(last + 1, len(tokens))):
        if tokens.kind[t] == TEXT:
            parts.append(page.source[max(start, tokens.start[t]) : min(end, tokens.end[t])])
        elif tokens.tag[t] == _BR:
            parts.append("\n")
    return unescape_source("".join(parts))


def _space_between(page: Page, start: int, end: int, parting: int) -> str:
    """The white space of preformatted text between two pieces, with a line break where a tag makes one."""
    gap = _between(page, start, end)
    if gap.strip():
        return "\n" if "\n" in gap else " "
    return gap if parting < LINE or "\n" in gap else gap + "\n"


def _indentation(page: Page, start: int, end: int) -> str:
    """The white space before the first piece of preformatted text on its line."""
    line = _between(page, start, end).rpartition("\n")[2]
    return "" if line.strip() else line


class _Layout(NamedTuple):
    """What goes before the pieces that begin a line inside a list, and how far preformatted ones go in."""

    prefixes: dict[int, str]
    indents: dict[int, str]

    @classmethod
    def of(cls, page: Page, pieces: Pieces) -> _Layout:
        if not len(pieces):
            return cls({}, {})
        items = list_items(page)[pieces.token]
        depth = list_depth(page)[pieces.token]
        inside = (depth > 0) | (items >= 0)
        pre = preformatted_elements(page)[pieces.token]
        begins = (pieces.parting >= LINE) & inside & ((pre < 0) | (np.diff(pre, prepend=-1) != 0))
        numbers = _numbers(page) if begins.any() else {}
        prefixes = {}
        marked = -1
        for i in np.flatnonzero(begins).tolist():
            item, level = int(items[i]), max(int(depth[i]), 1)
            if item >= 0 and item != marked:
                prefixes[i] = "  " * (level - 1) + numbers.get(item, "- ")
                marked = item
            else:
                prefixes[i] = "  " * level
        indents = {i: "  " * max(int(depth[i]), 1) for i in np.flatnonzero(inside & (pre >= 0)).tolist()}
        return cls(prefixes, indents)


def _numbers(page: Page) -> dict[int, str]:
    """The number of each item of an ordered list, by its open tag."""
    elements = page.elements
    ordered = elements.tag == _OL
    if not ordered.any():
        return {}
    counted: Counter[int] = Counter()
    numbers = {}
    for each in np.flatnonzero((elements.tag == _LI) & ordered[elements.parent]).tolist():
        parent = int(elements.parent[each])
        if parent not in counted:
            token = elements.open[parent]
            start = _START.search(page.source, page.tokens.start[token], page.tokens.end[token])
            counted[parent] = int(start.group(1)) - 1 if start else 0
        counted[parent] += 1
        numbers[int(elements.open[each])] = f"{counted[parent]}. "
    return numbers
