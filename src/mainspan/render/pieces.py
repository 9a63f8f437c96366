"""The kept pieces of text in order, and what is between them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.lazy import lazy
from mainspan.page import Page
from mainspan.page.kinds import RAW, Column, Flags
from mainspan.page.shapeless import SHAPELESS
from mainspan.render.joints import part_boxes
from mainspan.render.layout import Layout, Places
from mainspan.render.texts import read_texts
from mainspan.render.walk import find_pieces, look_around
from mainspan.spans import Spans

# Each reads each character once.
_CONTROLS: Final = re.compile(f"[{SHAPELESS}]")
_BESIDE_BLANKS: Final = re.compile(f"(?<![^ \\n\\t])[{SHAPELESS}]+ | [{SHAPELESS}]+(?![^\\n])")
# The same in UTF-8: single bytes, and those that take two. It stops at the first byte of these alone.
_CONTROL_BYTES: Final = bytes([*range(0x09), 0x0B, *range(0x0E, 0x20), 0x7F])
_LONG_CONTROLS: Final = re.compile(
    rb"[\xc2\xe2\xee\xef](?:(?<=\xc2)[\x80-\x9f\xad]|(?<=\xe2)(?:\x80\x8b|\x81\xa0)|(?<=\xee)[\x80-\xbf]"
    rb"|(?<=\xef)(?:[\x80-\xa3]|\xbb\xbf))"
)

_NOWHERE: Final[Places] = np.zeros(0, dtype=np.intp)


def without_controls(text: str) -> str:
    """A text without control characters and those that have no shape."""
    # What can be printed has none: so it is with most single lines.
    if text.isprintable():
        return text
    # Nearly every text has none, and bytes show that in a third of the time that characters take.
    found = text.encode("utf-8", "surrogatepass")
    if len(found.translate(None, _CONTROL_BYTES)) == len(found) and not _LONG_CONTROLS.search(found):
        return text
    # Of two blanks around them, one goes too.
    lines = text.split("\n")
    # What can be printed has none, and most lines can. No expression reads across lines.
    return "\n".join([line if line.isprintable() else _clean(line) for line in lines])


def _clean(line: str) -> str:
    return _CONTROLS.sub("", _BESIDE_BLANKS.sub("", line))


class Around(NamedTuple):
    """What is around each piece, one entry each.

    `separator` is the strongest break between it and the piece before; the first has a paragraph's. `item` is
    the open tag of the list item that it is in, if none was closed since, and `preformatted` that of the
    preformatted text, or -1. `level` is how deep in lists it is, `cells` counts the table cells that
    began since the piece before. `groups` has what occurs at all: lists, preformatted text, separate cells.
    """

    separator: NDArray[np.uint8]
    item: Column
    level: Column
    preformatted: Column
    cells: Column
    groups: int


@dataclass(eq=False)
class Pieces:
    """Where each kept piece of text begins and ends, and its token.

    Pictures and formulas are empty pieces among them. Formulas take the place of several tokens:
    `covered` has the first and the last of each. `tables` are the open tags of tables whose cells are lines,
    in order: texts of one cell are separated by a space at most.
    """

    page: Page
    start: Column
    end: Column
    token: Places
    covered: tuple[Places, Places] = (_NOWHERE, _NOWHERE)
    tables: Sequence[int] = ()

    @classmethod
    def of(cls, page: Page, spans: Spans) -> Pieces:
        """The pieces that the spans keep."""
        token, start, end = find_pieces(page.tokens, spans.pairs, len(page.source))
        return cls(page, start, end, token)

    def __len__(self) -> int:
        return len(self.token)

    def with_media(self, first: Places, last: Places) -> Pieces:
        """The pieces, and empty ones for pictures or formulas, which take the place of some tokens each."""
        outside = ~are_inside(self.token, first, last)
        token = np.concatenate([self.token[outside], first])
        order = np.argsort(token, kind="stable")
        place = self.page.tokens.start[first]
        start = np.concatenate([self.start[outside], place])[order]
        end = np.concatenate([self.end[outside], place])[order]
        wide = last > first
        return Pieces(self.page, start, end, token[order], (first[wide], last[wide]))

    def outside(self, first: Places, last: Places) -> Pieces:
        """The pieces that are in none of these ranges of tokens."""
        stays = ~are_inside(self.token, first, last)
        return Pieces(self.page, self.start[stays], self.end[stays], self.token[stays])

    @lazy
    def layout(self) -> Layout:
        """What each token of the page means to the layout."""
        return Layout.of(self.page.tokens, with_hidden=self.page.hidden)

    @lazy
    def around(self) -> Around:
        """What is around each piece."""
        tables = np.array(self.tables, dtype=np.intp) if self.tables else _NOWHERE
        columns = (self.token, self.start, self.end, *self.covered, tables)
        around = Around(*look_around(self.page.tokens, self.page.hidden, *columns))
        separator = part_boxes(self.page, self.token, around.separator)
        return around if separator is around.separator else around._replace(separator=separator)

    @property
    def separator(self) -> NDArray[np.uint8]:
        """The strongest break between each piece and the one before it."""
        return self.around.separator

    @property
    def is_raw(self) -> NDArray[np.uint8]:
        """Which pieces are unescaped in the source."""
        return self.page.tokens.marks.take(self.token) & np.uint8(RAW)

    def texts(self) -> tuple[list[str], bool]:
        """The text of each piece, whitespace collapsed, and whether none has control characters."""
        return read_texts(self.page.source, self.start, self.end, self.is_raw)


def are_inside(token: Places | Column, first: Places, last: Places) -> Flags:
    """Whether each token is in one of these ranges, which do not overlap."""
    place = first.searchsorted(token, side="right") - 1
    found: Flags = (place >= 0) & (token <= np.append(last, -1)[place])
    return found
