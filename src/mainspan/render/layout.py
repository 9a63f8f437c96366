"""What the tags of each name mean for the layout of text: one table, for the kernel and for Python."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import tags
from mainspan.page.kinds import CLOSE, HIDDEN, OPEN, VOID, Flags, Tokens

Places = NDArray[np.intp]

# The separator of two pieces of text, from nothing to a new paragraph.
NOTHING, SPACE, CELL, LINE, PARAGRAPH = range(5)
# The text of each. That of cells is a tab for each cell that began.
SEPARATOR_TEXTS: Final = ("", " ", "", "\n", "\n\n")

IS_LINE: Final = tags.table(f"p {tags.HEADINGS}")
# The parts of tables separate texts even where all of a cell is one line.
IS_PART: Final = tags.IS_TABLE_PART

# The code of a token is one byte: its separator in the lower three bits, and a bit for each group.
# no rule: bits
LISTS, ITEMS, CELLS, PREFORMATTED, UNSEEN = 8, 16, 32, 64, 128


def _separators() -> NDArray[np.uint8]:
    """The separator that the tags of each name are."""
    found = np.full(len(tags.NAMES), PARAGRAPH, dtype=np.uint8)
    found[tags.IS_INLINE] = NOTHING
    found[tags.IS_INLINE_BOX] = SPACE
    found[tags.table("title")] = NOTHING  # of a drawing: the page's own has no text around it
    found[tags.IS_CELL] = CELL
    found[tags.table("br li dt dd tr option optgroup thead tbody tfoot")] = LINE
    return found


def _codes(unseen: frozenset[int]) -> NDArray[np.uint8]:
    """The code of each kind and tag, kind by kind; the content of `unseen` elements is not shown."""
    found = np.zeros((6, len(tags.NAMES)), dtype=np.uint8)
    found[[OPEN, CLOSE, VOID]] = _separators()
    for kind in (OPEN, CLOSE):
        found[kind, tags.IS_LIST] |= LISTS
        found[kind, tags.IS_PREFORMATTED] |= PREFORMATTED
    found[OPEN, tags.table("li")] |= ITEMS
    found[OPEN, tags.IS_CELL] |= CELLS
    # A raw text is one token: there are no tags in it.
    found[OPEN, sorted(unseen - tags.RAW)] |= UNSEEN
    return found.ravel()


CODES: Final = _codes(tags.UNSEEN | tags.CODE)
# Where hidden text is read like any other, so is that in noscript.
CODES_WITH_HIDDEN: Final = _codes((tags.UNSEEN | tags.CODE) - tags.numbers("noscript"))


@dataclass(frozen=True, slots=True, eq=False)
class Nest:
    """The tags of some elements, and how many of these are open after the first 0, 1, 2 ... tags."""

    place: Places
    is_open: Flags
    depth: Places

    @classmethod
    def of(cls, tokens: Tokens, place: Places) -> Nest:
        """The nest that these tags make."""
        is_open = tokens.kind[place] == OPEN
        return cls(place, is_open, np.append(0, np.cumsum(np.where(is_open, 1, -1))))

    def depth_at(self, token: Places) -> Places:
        """How many elements are open after each token."""
        return self.depth[self.place.searchsorted(token, side="right")]


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The code of each token of a page, and whether its hidden text is read like any other."""

    tokens: Tokens
    code: NDArray[np.uint8]
    with_hidden: bool

    @classmethod
    def of(cls, tokens: Tokens, *, with_hidden: bool = False) -> Layout:
        """The layout that a page's tokens make."""
        codes = CODES_WITH_HIDDEN if with_hidden else CODES
        return cls(
            tokens, codes.take(tokens.kind.astype(np.int16) * len(tags.NAMES) + tokens.tag), with_hidden
        )

    def out_of_sight(self) -> Iterator[tuple[int, int]]:
        """The ranges of tokens that are not shown: unseen content, and hidden elements with their tags."""
        tokens = self.tokens
        is_unseen = (self.code & np.uint8(UNSEEN)) > 0
        # A hidden void element hides nothing.
        is_hidden = ((tokens.marks & np.uint8(HIDDEN)) > 0) & (tokens.kind == OPEN) & (not self.with_hidden)
        place = np.flatnonzero(is_unseen | is_hidden)
        hidden = is_hidden[place]
        reached = 0
        for first, stop in zip(
            (place + 1 - hidden).tolist(), (tokens.partner[place] + hidden).tolist(), strict=True
        ):
            # What is inside another range is skipped, so that each token is taken once.
            if first >= reached:
                yield first, stop
                reached = stop

    def preformatted(self, token: Places) -> Places:
        """For each token in a preformatted element, the open tag of the last one; for the others -1."""
        place = np.flatnonzero((self.code & np.uint8(PREFORMATTED)) > 0)
        if not len(place):
            return np.full(len(token), -1)
        nest = Nest.of(self.tokens, place)
        opened = place[nest.is_open]
        last = np.append(-1, opened)[opened.searchsorted(token, side="right")]
        return np.where(nest.depth_at(token) > 0, last, -1)
