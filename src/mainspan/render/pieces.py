"""The kept pieces of text in order, and what stands between them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.kinds import CLOSE, HIDDEN, OPEN, SPACE_AFTER, SPACE_BEFORE
from mainspan.spans import Spans

# What parts two pieces, from nothing to a new paragraph.
NOTHING, SPACE, CELL, LINE, PARAGRAPH = range(5)

_BREAK: Final = np.full(len(tags.NAMES), PARAGRAPH, dtype=np.uint8)
_BREAK[tags.IS_INLINE] = NOTHING
_BREAK[tags.IS_INLINE_BOX] = SPACE
_BREAK[tags.table("td th")] = CELL
_BREAK[tags.table("br li dt dd tr option optgroup")] = LINE
_BREAK[tags.table("thead tbody tfoot")] = LINE

_IS_LIST: Final = tags.table("ul ol menu dir")
_IS_ITEM: Final = tags.table("li")
_IS_CELL: Final = tags.table("td th")
_IS_PREFORMATTED: Final = tags.table("pre listing xmp plaintext")


# What would move the cursor or worse when a terminal shows it. Reads each character once.
_CONTROLS: Final = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")


def without_controls(text: str) -> str:
    """A text without control characters."""
    return _CONTROLS.sub("", text)


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """Where each kept piece of text begins and ends, its token, and what parts it from the one before."""

    start: NDArray[np.int64]
    end: NDArray[np.int64]
    token: NDArray[np.int64]
    parting: NDArray[np.uint8]

    @classmethod
    def of(cls, page: Page, spans: Spans) -> Pieces:
        """The pieces that the spans keep."""
        tokens = page.tokens
        # A span that was made by hand may run across tokens: what is not text falls out here.
        first = np.searchsorted(tokens.end, spans.pairs[:, 0], side="right")
        last = np.searchsorted(tokens.start, spans.pairs[:, 1], side="left")
        count = np.maximum(last - first, 0)
        token = np.repeat(first - np.cumsum(count) + count, count) + np.arange(int(count.sum()))
        start = np.maximum(np.repeat(spans.pairs[:, 0], count), tokens.start[token])
        end = np.minimum(np.repeat(spans.pairs[:, 1], count), tokens.end[token])
        text = tokens.words[token] > 0
        token, start, end = token[text], start[text], end[text]
        return cls(start, end, token, _partings(page, token, start, end))

    def __len__(self) -> int:
        return len(self.token)


def _partings(
    page: Page, token: NDArray[np.int64], start: NDArray[np.int64], end: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """The strongest break between each piece and the one before it; the first has a paragraph's."""
    tokens = page.tokens
    if not len(token):
        return np.zeros(0, dtype=np.uint8)
    strength = np.where(tokens.is_tag, _BREAK[tokens.tag], NOTHING)
    strength[_nested_list_tags(page)] = LINE
    strength[is_out_of_sight(page)] = NOTHING
    # Text that was left out between two pieces parts them as white space does.
    strength[tokens.is_text] = SPACE
    edges = tokens.marks & (SPACE_BEFORE | SPACE_AFTER)
    parting = np.full(len(token), PARAGRAPH, dtype=np.uint8)
    if len(token) > 1:
        # The strongest of all tokens between two pieces: one reduction over the stretches between.
        parting[1:] = np.maximum.reduceat(np.append(strength, NOTHING), _stretches(token))[::2]
        here, there = token[1:], token[:-1]
        touching = here == there + 1
        parting[1:][touching] = NOTHING
        same = here == there
        parting[1:][same] = np.where(start[1:][same] > end[:-1][same], SPACE, NOTHING)
        space = ((edges[here] & SPACE_BEFORE) > 0) & (start[1:] == tokens.start[here])
        space |= ((edges[there] & SPACE_AFTER) > 0) & (end[:-1] == tokens.end[there])
        # Words that were left out between two pieces part them too.
        space |= (start[1:] > tokens.start[here]) | (end[:-1] < tokens.end[there])
        parting[1:] = np.where(~same & space & (parting[1:] < SPACE), SPACE, parting[1:])
    return parting


def is_out_of_sight(page: Page) -> NDArray[np.bool_]:
    """Which tags stand inside elements that are not seen, or belong to hidden ones: they break no line."""
    tokens = page.tokens
    opens = tokens.kind == OPEN
    hidden = np.flatnonzero(opens & ((tokens.marks & HIDDEN) > 0))
    unseen = np.flatnonzero(opens & (tags.EFFECT[0, tokens.tag] > 0))
    # Each line has its places once: plain sums do.
    step = np.zeros(len(tokens) + 2, dtype=np.int32)
    step[hidden] += 1
    step[tokens.partner[hidden] + 1] -= 1
    step[unseen + 1] += 1
    step[tokens.partner[unseen]] -= 1
    out: NDArray[np.bool_] = np.cumsum(step)[: len(tokens)] > 0
    return out & tokens.is_tag


def _stretches(token: NDArray[np.int64]) -> NDArray[np.int64]:
    """Borders of the stretches between tokens, for a reduction: begin, end, begin, end..."""
    begin = token[:-1] + 1
    return np.stack([begin, np.maximum(token[1:], begin)], axis=1).ravel()


def _nested_list_tags(page: Page) -> NDArray[np.bool_]:
    """The tags of lists inside lists: a paragraph apart would tear the outer list."""
    tokens = page.tokens
    is_list = tokens.is_tag & _IS_LIST[tokens.tag]
    depth = list_depth(page)
    return is_list & (np.where(tokens.kind == OPEN, depth > 1, depth > 0))


def list_depth(page: Page) -> NDArray[np.int64]:
    """In how many lists each token stands; an open tag counts itself, a close tag does not."""
    return _depth_in(page, _IS_LIST)


def _depth_in(page: Page, family: NDArray[np.bool_]) -> NDArray[np.int64]:
    tokens = page.tokens
    member = family[tokens.tag]
    steps = (member & (tokens.kind == OPEN)).astype(np.int8) - (member & (tokens.kind == CLOSE))
    return np.cumsum(steps, dtype=np.int64)


def preformatted_elements(page: Page) -> NDArray[np.int64]:
    """For each token the open tag of the preformatted text that it stands in, or -1."""
    if not _IS_PREFORMATTED[page.tokens.tag].any():
        return np.full(len(page.tokens), -1)
    inside = _depth_in(page, _IS_PREFORMATTED) > 0
    return np.where(inside, _last_open(page, _IS_PREFORMATTED), -1)


def cells_before(page: Page) -> NDArray[np.int64]:
    """How many table cells have begun at or before each token."""
    tokens = page.tokens
    return np.cumsum((tokens.kind == OPEN) & _IS_CELL[tokens.tag])


def list_items(page: Page) -> NDArray[np.int64]:
    """For each token the open tag of the list item that it stands in, if none was closed since, or -1."""
    last = _last_open(page, _IS_ITEM)
    inside = (last >= 0) & (page.tokens.partner[last] > np.arange(len(last)))
    return np.where(inside, last, -1)


def _last_open(page: Page, family: NDArray[np.bool_]) -> NDArray[np.int64]:
    tokens = page.tokens
    opens = (tokens.kind == OPEN) & family[tokens.tag]
    return np.maximum.accumulate(np.where(opens, np.arange(len(tokens)), -1))
