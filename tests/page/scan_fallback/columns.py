"""Elements and blocks from the token columns, for the Python scanner: arithmetic without a loop over tokens.

A subtree is a range of tokens, so what stands below every element is a difference of two prefix sums.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mainspan.page import tags
from mainspan.page.kinds import LINK, OPEN, SPACE_AFTER, SPACE_BEFORE, VOID, Column, Flags, Tokens
from tests.page.scan_fallback.nesting import find_parents

Bytes = NDArray[np.uint8]
ElementColumns = tuple[Column, Column, Column, Column, NDArray[np.int16], Bytes, Column, Column]
BlockColumns = tuple[Column, Column, Column, Column, Column, Column, Column, Column]


def find_elements(tokens: Tokens) -> ElementColumns:
    """The columns of the elements: open, close, parent, depth, tag, marks, words and characters."""
    opens = np.flatnonzero((tokens.kind == OPEN) | (tokens.kind == VOID)).astype(np.int32)
    close = tokens.partner[opens]
    return (
        opens,
        close,
        _parents(tokens, opens),
        tokens.depth[opens],
        tokens.tag[opens],
        tokens.marks[opens],
        _sum_below(tokens.words, opens, close),
        _sum_below(tokens.characters, opens, close),
    )


def _parents(tokens: Tokens, opens: Column) -> Column:
    """The number of the element around each element; -1 for the root."""
    # The root's parent is token -1, the last place of the extended numbers.
    numbers = np.full(len(tokens) + 1, -1, dtype=np.int32)
    numbers[opens] = np.arange(len(opens))
    return numbers[find_parents(tokens.kind, tokens.depth, opens)]


def _sum_below(column: Column, opens: Column, closes: Column) -> Column:
    before = np.zeros(len(column) + 1, dtype=np.int32)
    np.cumsum(column, out=before[1:])
    return before[closes] - before[opens]


def find_blocks(tokens: Tokens) -> BlockColumns:
    """The columns of the blocks: first, last, start, end, words, characters, linked and container."""
    structural = tokens.is_tag & tags.IS_STRUCTURAL[tokens.tag]
    texts = np.flatnonzero(tokens.words).astype(np.int32)
    group = np.cumsum(structural)[texts]
    begins = np.flatnonzero(np.diff(group, prepend=-1))
    ends = np.append(begins[1:], len(texts)) - 1
    first, last = texts[begins], texts[ends.astype(np.intp)] if len(texts) else texts
    linked = tokens.characters[texts] * ((tokens.marks[texts] & LINK) > 0)
    return (
        first,
        last,
        tokens.start[first],
        tokens.end[last],
        _sum_runs(tokens.words[texts], begins),
        join_lengths(tokens, texts, begins),
        _sum_runs(linked, begins),
        _containers(tokens, first),
    )


def find_texts(tokens: Tokens, first: Column, last: Column, chosen: Flags) -> NDArray[np.int64]:
    """Where the texts of the chosen blocks begin and end."""
    if len(chosen) != len(first):
        raise IndexError(f"{len(chosen)} flags for {len(first)} blocks")
    # Every text with words belongs to one block: the last that has begun.
    texts = np.flatnonzero(tokens.words > 0).astype(np.int32)
    texts = texts[chosen[first.searchsorted(texts, side="right") - 1]]
    return np.stack([tokens.start[texts], tokens.end[texts]], axis=1).astype(np.int64)


def _sum_runs(column: Column, begins: NDArray[np.intp]) -> Column:
    if not len(begins):
        return np.zeros(0, dtype=np.int32)
    return np.add.reduceat(column, begins).astype(np.int32)


def join_lengths(tokens: Tokens, texts: Column, begins: NDArray[np.intp]) -> Column:
    """The length of each run of texts, joined and with white space collapsed; runs begin at `begins`."""
    return _sum_runs(tokens.characters[texts] + _joints(tokens, texts, begins), begins)


def _joints(tokens: Tokens, texts: Column, begins: NDArray[np.intp]) -> Column:
    """1 for each text that is parted by white space from the one before it in its run."""
    between = np.zeros(len(texts), dtype=np.int32)
    edges = tokens.marks[texts]
    # White space at the end of one text, at the start of the next, or in a blank text between.
    blanks = np.cumsum(tokens.is_text & (tokens.words == 0))[texts]
    between[1:] = ((edges[:-1] & SPACE_AFTER) | (edges[1:] & SPACE_BEFORE)) + (blanks[1:] - blanks[:-1]) > 0
    between[begins] = 0
    return between


def _containers(tokens: Tokens, places: Column) -> Column:
    """The innermost structural element around each of these tokens, or the root."""
    opens = np.flatnonzero((tokens.kind == OPEN) | (tokens.kind == VOID)).astype(np.int32)
    parent = _parents(tokens, opens)
    around = np.searchsorted(opens, find_parents(tokens.kind, tokens.depth, places)).astype(np.int32)
    # Inline elements nest a few levels deep, so this takes a few steps. The root has no parent.
    inline = tags.IS_INLINE[tokens.tag[opens]] & (parent >= 0)
    while len(climbing := np.flatnonzero(inline[around])):
        around[climbing] = parent[around[climbing]]
    return around
