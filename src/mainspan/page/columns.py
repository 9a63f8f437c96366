"""Elements, words and blocks: arithmetic on the token columns, without a loop over nodes.

A subtree is a range of tokens, so what stands below every element is a difference of two prefix sums.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mainspan.page import tags
from mainspan.page.kinds import (
    ARIA_HIDDEN,
    HIDDEN,
    INVISIBLE,
    LINK,
    OPEN,
    SPACE_AFTER,
    SPACE_BEFORE,
    VOID,
    Column,
    Flags,
    Tokens,
)
from mainspan.page.scanner import find_parents, find_words


@dataclass(frozen=True, slots=True, eq=False)
class Elements:
    """The page's elements in document order. A void element is its own close tag.

    `words` and `characters` count the text of the whole subtree. `parent` is -1 for the root.
    """

    open: Column
    close: Column
    parent: Column
    depth: Column
    tag: NDArray[np.int16]
    marks: NDArray[np.uint8]
    words: Column
    characters: Column

    @classmethod
    def of(cls, tokens: Tokens) -> Elements:
        """The elements that the tokens make up."""
        opens = np.flatnonzero((tokens.kind == OPEN) | (tokens.kind == VOID)).astype(np.int32)
        close = tokens.partner[opens]
        parents = find_parents(tokens.kind, tokens.depth, opens)
        return cls(
            open=opens,
            close=close,
            # The root's parent is -1, the last place of the extended numbers.
            parent=_numbers(opens, len(tokens))[parents],
            depth=tokens.depth[opens],
            tag=tokens.tag[opens],
            marks=tokens.marks[opens],
            words=_sum_below(tokens.words, opens, close),
            characters=_sum_below(tokens.characters, opens, close),
        )

    def __len__(self) -> int:
        return len(self.open)

    @property
    def is_hidden(self) -> Flags:
        """Elements that their own attributes or style hide."""
        return (self.marks & (HIDDEN | INVISIBLE)) > 0

    @property
    def is_aria_hidden(self) -> Flags:
        """Elements with `aria-hidden`: seen by readers, silent for screen readers."""
        return (self.marks & ARIA_HIDDEN) > 0


def _sum_below(column: Column, opens: Column, closes: Column) -> Column:
    before = np.zeros(len(column) + 1, dtype=np.int32)
    np.cumsum(column, out=before[1:])
    return before[closes] - before[opens]


def _numbers(opens: Column, tokens: int) -> Column:
    """The number of the element that each token opens; -1 for all others, and for token -1."""
    numbers = np.full(tokens + 1, -1, dtype=np.int32)
    numbers[opens] = np.arange(len(opens))
    return numbers


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The words of the page's text: where each begins and ends in the source, and its token.

    A word is a run between white space, cut at tags. In scripts written without spaces it is at most
    two characters (Han, kana) or four (Thai, Lao, Khmer, Burmese, Tibetan), about a word's mean length.
    """

    start: Column
    end: Column
    token: Column

    @classmethod
    def of(cls, source: str, tokens: Tokens) -> Words:
        """The words of the text tokens."""
        return cls(*find_words(source, tokens.start, tokens.end, tokens.words, tokens.marks))

    def __len__(self) -> int:
        return len(self.start)


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """The runs of text between structural tags.

    `first` and `last` are the first and last text token with words in it. `container` is the element
    that holds the block: the innermost structural one. `characters` counts white space between
    the tokens too, and `linked` those of them that stand in links.
    """

    first: Column
    last: Column
    start: Column
    end: Column
    words: Column
    characters: Column
    linked: Column
    container: Column

    @classmethod
    def of(cls, tokens: Tokens, elements: Elements) -> Blocks:
        """The blocks that the tokens make up."""
        structural = tokens.is_tag & tags.IS_STRUCTURAL[tokens.tag]
        texts = np.flatnonzero(tokens.words).astype(np.int32)
        group = np.cumsum(structural)[texts]
        begins = np.flatnonzero(np.diff(group, prepend=-1))
        ends = np.append(begins[1:], len(texts)) - 1
        first, last = texts[begins], texts[ends.astype(np.intp)] if len(texts) else texts
        linked = tokens.characters[texts] * ((tokens.marks[texts] & LINK) > 0)
        return cls(
            first=first,
            last=last,
            start=tokens.start[first],
            end=tokens.end[last],
            words=_sum_runs(tokens.words[texts], begins),
            characters=join_lengths(tokens, texts, begins),
            linked=_sum_runs(linked, begins),
            container=_containers(tokens, elements, first),
        )

    def __len__(self) -> int:
        return len(self.first)

    @property
    def link_share(self) -> NDArray[np.float64]:
        """The share of each block's characters that stand in links."""
        return self.linked / np.maximum(self.characters, 1)


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


def _containers(tokens: Tokens, elements: Elements, places: Column) -> Column:
    """The innermost structural element around each of these tokens."""
    parents = find_parents(tokens.kind, tokens.depth, places)
    around = np.searchsorted(elements.open, parents).astype(np.int32)
    # Inline elements nest a few levels deep, so this takes a few steps. The root has no parent.
    inline = tags.IS_INLINE[elements.tag] & (elements.parent >= 0)
    while len(climbing := np.flatnonzero(inline[around])):
        around[climbing] = elements.parent[around[climbing]]
    return around
