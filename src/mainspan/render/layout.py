"""What each token means to the layout of a page's text: one table, read once for the whole page.

Most groups of tags are rare, so what asks for one works on its few places, not on all tokens.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import tags
from mainspan.page.kinds import CLOSE, HIDDEN, OPEN, TEXT, VOID, Flags, Tokens

Places = NDArray[np.intp]

# What parts two pieces of text, from nothing to a new paragraph.
NOTHING, SPACE, CELL, LINE, PARAGRAPH = range(5)
# What is written for each of them.
SEPARATORS: Final = ("", " ", "\t", "\n", "\n\n")

IS_LINE: Final = tags.table("p h1 h2 h3 h4 h5 h6")
# The parts of tables, which part their texts also where all of a cell is one line.
IS_PART: Final = tags.table("table caption thead tbody tfoot tr td th")

# The code of a token is one byte: how it parts the text around it, and a bit for its group.
_PARTING: Final = 7
LISTS, ITEMS, CELLS, PREFORMATTED, UNSEEN = 8, 16, 32, 64, 128


def _breaks() -> NDArray[np.uint8]:
    """How the tags of each name part the text around them."""
    found = np.full(len(tags.NAMES), PARAGRAPH, dtype=np.uint8)
    found[tags.IS_INLINE] = NOTHING
    found[tags.IS_INLINE_BOX] = SPACE
    found[tags.table("title")] = NOTHING  # of a drawing: the page's own has no text around it
    found[tags.table("td th")] = CELL
    found[tags.table("br li dt dd tr option optgroup thead tbody tfoot")] = LINE
    return found


def _codes(unseen: frozenset[int]) -> NDArray[np.uint8]:
    """The code of each kind and tag, one kind after the other; the content of some elements is not seen."""
    found = np.zeros((6, len(tags.NAMES)), dtype=np.uint8)
    found[[OPEN, CLOSE, VOID]] = _breaks()
    for kind in (OPEN, CLOSE):
        found[kind, tags.table("ul ol menu dir")] |= LISTS
        found[kind, tags.table("pre listing xmp plaintext")] |= PREFORMATTED
    found[OPEN, tags.table("li")] |= ITEMS
    found[OPEN, tags.table("td th")] |= CELLS
    # The scanner takes a raw text as a whole: there are no tags in it.
    found[OPEN, sorted(unseen - tags.RAW)] |= UNSEEN
    return found.ravel()


CODES: Final = _codes(tags.UNSEEN | tags.CODE)
# Where hidden text is text like any other, so is that in noscript.
REVEALED: Final = _codes((tags.UNSEEN | tags.CODE) - tags.numbers("noscript"))


@dataclass(frozen=True, slots=True, eq=False)
class Nest:
    """The tags of a group; `depth` says in how many of its elements one stands behind 0, 1, 2 ... of them."""

    place: Places
    is_open: Flags
    depth: Places

    @classmethod
    def of(cls, tokens: Tokens, place: Places) -> Nest:
        """The nest that these tags make."""
        is_open = tokens.kind[place] == OPEN
        depth = np.zeros(len(place) + 1, dtype=np.intp)
        np.cumsum(np.where(is_open, 1, -1), out=depth[1:])
        return cls(place, is_open, depth)

    def depth_at(self, token: Places) -> Places:
        """In how many elements each token stands; an open tag counts itself, a close tag does not."""
        return self.depth[self.place.searchsorted(token, side="right")]


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """The code of each token, the lists, and the mark that hides elements: none in a revealed page."""

    tokens: Tokens
    code: NDArray[np.uint8]
    lists: Nest
    veil: np.uint8

    @classmethod
    def of(cls, tokens: Tokens, *, revealed: bool = False) -> Layout:
        """The layout that a page's tokens make; where hidden text is revealed, its tags are as others."""
        codes = REVEALED if revealed else CODES
        code = codes.take(tokens.kind.astype(np.int16) * len(tags.NAMES) + tokens.tag)
        veil = np.uint8(0 if revealed else HIDDEN)
        if veil:
            # Void elements may be hidden too, but hide nothing: their tags part the text as others do.
            hidden = (tokens.marks & veil) & (tokens.kind == OPEN)
            code |= hidden * np.uint8(UNSEEN)
        return cls(tokens, code, Nest.of(tokens, _places(code, LISTS)), veil)

    def partings(self) -> NDArray[np.uint8]:
        """How each token parts the text around it."""
        found = self.code & np.uint8(_PARTING)
        # A list inside a list: a paragraph apart would tear the outer one.
        found[self.lists.place[self.lists.depth[1:] > self.lists.is_open]] = LINE
        unknown = np.flatnonzero((found == PARAGRAPH) & (self.tokens.tag == 0))
        if len(unknown):
            # In a line of text, an element of an unknown name is a part of the line, as browsers have it.
            lines = Nest.of(self.tokens, np.flatnonzero(self.tokens.is_tag & IS_LINE[self.tokens.tag]))
            found[unknown[lines.depth_at(unknown) > 0]] = NOTHING
        for first, stop in self.out_of_sight():
            found[first:stop] = NOTHING
        # Text that was left out between two pieces parts them as white space does: as a SPACE, which is 1.
        np.maximum(found, self.tokens.kind == TEXT, out=found)
        return found

    def out_of_sight(self) -> Iterator[tuple[int, int]]:
        """From where to where elements are not seen, hidden ones with their tags: these break no line."""
        place = _places(self.code, UNSEEN)
        partner, hidden = self.tokens.partner[place], self.tokens.marks[place] & self.veil
        reached = 0
        for first, stop in zip((place + 1 - hidden).tolist(), (partner + hidden).tolist(), strict=True):
            # What stands inside another is passed over: each token is taken once.
            if first >= reached:
                yield first, stop
                reached = stop

    def list_items(self, token: Places) -> Places:
        """For each token the open tag of the list item that it stands in, if none was closed since, or -1."""
        last = _last(_places(self.code, ITEMS), token)
        return np.where(self.tokens.partner[last] > token, last, -1)

    def preformatted(self, token: Places) -> Places:
        """For each token the open tag of the preformatted text that it stands in, or -1."""
        place = _places(self.code, PREFORMATTED)
        if not len(place):
            return np.full(len(token), -1)
        nest = Nest.of(self.tokens, place)
        return np.where(nest.depth_at(token) > 0, _last(place[nest.is_open], token), -1)

    def cells_between(self, token: Places, other: Places) -> Places:
        """How many table cells begin behind each token, up to another one."""
        cells = _places(self.code, CELLS)
        return cells.searchsorted(other, side="right") - cells.searchsorted(token, side="right")


def _places(code: NDArray[np.uint8], group: int) -> Places:
    """The tokens of a group, in order."""
    return np.flatnonzero((code & np.uint8(group)) > 0)


def _last(places: Places, token: Places) -> Places:
    """For each token the last of these places that is not behind it, or -1."""
    return np.concatenate([[-1], places])[places.searchsorted(token, side="right")]
