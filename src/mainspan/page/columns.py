"""Elements, words and blocks: what the token columns make up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mainspan.page.blocks import find_blocks, find_elements
from mainspan.page.kinds import (
    ARIA_HIDDEN,
    HIDDEN,
    INVISIBLE,
    SPACE_AFTER,
    SPACE_BEFORE,
    Column,
    Flags,
    Tokens,
)
from mainspan.page.words import find_words

__all__ = ["Blocks", "Elements", "Words", "join_lengths"]


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
        return cls(*find_elements(tokens))

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


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The words of the page's text: where each begins and ends in the source, and its token.

    A word is a run between whitespace; tags divide words too. In scripts written without spaces it is at most
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
    that holds the block: the innermost structural one. `characters` counts whitespace between
    the tokens too, and `linked` those of them that are in links.
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
    def of(cls, tokens: Tokens) -> Blocks:
        """The blocks that the tokens make up."""
        return cls(*find_blocks(tokens))

    def __len__(self) -> int:
        return len(self.first)

    @property
    def link_share(self) -> NDArray[np.float64]:
        """The share of each block's characters that are in links."""
        return self.linked / np.maximum(self.characters, 1)


def join_lengths(tokens: Tokens, texts: Column, begins: NDArray[np.intp]) -> Column:
    """The length of each run of texts, joined and with whitespace collapsed; runs begin at `begins`."""
    if not len(begins):
        return np.zeros(0, dtype=np.int32)
    lengths = tokens.characters[texts] + _joints(tokens, texts, begins)
    return np.add.reduceat(lengths, begins).astype(np.int32)


def _joints(tokens: Tokens, texts: Column, begins: NDArray[np.intp]) -> Column:
    """1 for each text with whitespace between it and the one before it in its run."""
    between = np.zeros(len(texts), dtype=np.int32)
    edges = tokens.marks[texts]
    # Whitespace at the end of one text, at the start of the next, or in a blank text between.
    blanks = np.cumsum(tokens.is_text & (tokens.words == 0))[texts]
    between[1:] = ((edges[:-1] & SPACE_AFTER) | (edges[1:] & SPACE_BEFORE)) + (blanks[1:] - blanks[:-1]) > 0
    between[begins] = 0
    return between
