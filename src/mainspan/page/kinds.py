"""The kinds of tokens, the marks a token can carry, and the columns a scan fills."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.int32]

# Kinds. Text is what a reader sees; code and unseen are never content.
TEXT, OPEN, CLOSE, VOID, CODE, UNSEEN = range(6)

# Marks of tags: what their attributes say ...
HIDDEN, INVISIBLE, VISIBLE, ARIA_HIDDEN = 1, 2, 4, 8
# ... of links, and of the texts inside them ...
LINK = 16
# ... and of texts: white space at the edges, and text that stands unescaped in the source.
SPACE_BEFORE, SPACE_AFTER, RAW = 32, 64, 128


class Cut(NamedTuple):
    """The token columns, and what the scan noticed on its way.

    `balanced` is false where the source is no normalised document. `foreign_raw` is true where an
    element with a raw-text name stands inside svg or math: the serialiser does not escape its content.
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
    balanced: bool
    foreign_raw: bool
