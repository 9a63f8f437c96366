"""The kinds of tokens, the marks a token can carry, and the columns a scan fills."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.page import tags

Column = NDArray[np.int32]
Flags = NDArray[np.bool_]

# Kinds. Text is what a reader sees; code and unseen are never content.
TEXT, OPEN, CLOSE, VOID, CODE, UNSEEN = range(6)

# no rule: codes
# Marks of tags: what their attributes say (hidden and invisible mean something else of texts, see Tokens) ...
HIDDEN, INVISIBLE, VISIBLE, ARIA_HIDDEN = 1, 2, 4, 8
# ... of links, and of the texts inside them ...
LINK = 16
# ... and of texts: whitespace at the edges, and text that is unescaped in the source.
SPACE_BEFORE, SPACE_AFTER, RAW = 32, 64, 128


@dataclass(frozen=True, slots=True, eq=False)
class Tokens:
    """The pieces of a page's source, in order: they tile it exactly.

    `kind` is one of text, open, close, void, code, unseen. `partner` is an open tag's close tag and
    back, for all others the token itself. `words` and `characters` count text tokens alone, characters
    decoded and with whitespace collapsed. `marks` holds what attributes say and how texts begin and end.

    Where hidden text is included, texts have two more marks. HIDDEN is text that attributes of the elements
    around it hide, by `hidden`, `display` or `visibility`. INVISIBLE is text in a noscript element, which no
    browser with scripts shows. In other pages no text has them.
    """

    start: Column
    end: Column
    kind: NDArray[np.uint8]
    tag: NDArray[np.int16]
    partner: Column
    depth: Column
    words: Column
    characters: Column
    marks: NDArray[np.uint8]

    def __post_init__(self) -> None:
        for name in self.__slots__:
            getattr(self, name).setflags(write=False)

    def __len__(self) -> int:
        return len(self.start)

    @property
    def is_text(self) -> Flags:
        """Which tokens are text."""
        found: Flags = self.kind == TEXT
        return found

    @property
    def is_tag(self) -> Flags:
        """Which tokens are tags."""
        # The three kinds of tags follow each other.
        found: Flags = (self.kind - np.uint8(OPEN)) <= VOID - OPEN
        return found


class Scan(NamedTuple):
    """What `tokenise` found: the tokens, and what it noticed on its way.

    `balanced` is false where the source is no normalised document. `foreign_raw` is true where an element
    with a raw-text name is inside svg or math: the serialiser does not escape its content. `full_frame` is
    true where an iframe holds anything. `names` has for each name, by its number, whether any tag has it;
    the number of all other names is 0.
    """

    tokens: Tokens
    balanced: bool
    foreign_raw: bool
    full_frame: bool
    names: Flags

    @classmethod
    def unbalanced(cls) -> Scan:
        """The answer for a source that is no normalised document."""
        none, small = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.uint8)
        tokens = Tokens(none, none, small, none.astype(np.int16), none, none, none, none, small)
        return cls(tokens, False, False, False, np.zeros(len(tags.NAMES), dtype=np.bool_))
