"""A line as it is put together: texts, and the marks between them.

There is one text more than there are marks, and any of them may be empty. Nothing is escaped yet.
"""

from __future__ import annotations

from typing import Final

from mainspan.render.markdown.escape import EDGE, MARKUP

OPEN, CLOSE, TAG, LINK, LINK_END, ATOM, FORMULA, NOTE, BREAK, GONE = range(10)

Mark = tuple[int, str]
# In place of emphasis that was given up, and for the ends of a line.
NO_MARK: Final[Mark] = (GONE, "")
EMPHASIS: Final = frozenset([OPEN, CLOSE, GONE])


def edge_after(mark: Mark) -> str:
    """What a text after a mark has before it. A line break ends as one, but begins with markup."""
    return EDGE if mark[0] == GONE or mark[1].endswith("\n") else MARKUP
