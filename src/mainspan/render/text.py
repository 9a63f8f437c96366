"""Plain text: paragraphs, list items with their marks, table cells apart, preformatted text as it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

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
    list_depth,
    list_items,
    preformatted_elements,
)
from mainspan.spans import Spans

_SEPARATOR: Final = {NOTHING: "", SPACE: " ", CELL: "\t", LINE: "\n", PARAGRAPH: "\n\n"}
_OL: Final = tags.NUMBERS["ol"]
_LI: Final = tags.NUMBERS["li"]
# Reads one tag, once.
_START: Final = re.compile(r' start="(-?[0-9]{1,9})"')


def render_text(page: Page, spans: Spans) -> str:
    """The text of the spans, as a reader would write it down. Ends with a line break unless empty."""
    pieces = Pieces.of(page, spans)
    prefixes = _prefixes(page, pieces)
    parts: list[str] = []
    for i, (separator, text) in enumerate(_write(page, pieces)):
        if separator[:1] == "\n" and parts:
            parts[-1] = parts[-1].rstrip("\n")
        parts += (separator if parts else "", prefixes.get(i, ""), text)
    text = "".join(parts).strip("\n")
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
    preformatted = preformatted_elements(page)[pieces.token].tolist()
    raw = (page.tokens.marks[pieces.token] & RAW) > 0
    before, before_end = -1, 0
    rows = zip(
        pieces.start.tolist(),
        pieces.end.tolist(),
        pieces.parting.tolist(),
        raw.tolist(),
        preformatted,
        strict=True,
    )
    for start, end, parting, is_raw, pre in rows:
        text = page.source[start:end]
        text = text if is_raw else unescape_source(text)
        separator = _SEPARATOR[parting]
        if pre < 0:
            text = " ".join(text.split())
        elif pre == before:
            separator = _space_between(page, before_end, start, parting)
        else:
            # The first line keeps its indentation.
            text = _space_between(page, int(page.tokens.end[pre]), start, NOTHING).rpartition("\n")[2] + text
        yield separator, text
        before, before_end = pre, end


def _space_between(page: Page, start: int, end: int, parting: int) -> str:
    """The white space of preformatted text between two offsets, with a line break where a tag makes one."""
    tokens = page.tokens
    first, last = np.searchsorted(tokens.end, [start, end], side="right").tolist()
    gap = "".join(
        page.source[max(start, tokens.start[t]) : min(end, tokens.end[t])]
        for t in range(first, min(last + 1, len(tokens)))
        if tokens.kind[t] == TEXT
    )
    gap = unescape_source(gap)
    if gap.strip():
        return "\n" if "\n" in gap else " "
    return gap if parting < LINE or "\n" in gap else gap + "\n"


def _prefixes(page: Page, pieces: Pieces) -> dict[int, str]:
    """Marks and indentation of the pieces that begin a line inside a list."""
    if not len(pieces):
        return {}
    items = list_items(page)[pieces.token]
    depth = list_depth(page)[pieces.token]
    begins = np.flatnonzero((pieces.parting >= LINE) & ((depth > 0) | (items >= 0)))
    numbers = _numbers(page) if len(begins) else {}
    prefixes = {}
    marked = -1
    for i in begins.tolist():
        item = int(items[i])
        level = max(int(depth[i]), 1)
        if item >= 0 and item != marked:
            prefixes[i] = "  " * (level - 1) + numbers.get(item, "- ")
            marked = item
        else:
            prefixes[i] = "  " * level
    return prefixes


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
