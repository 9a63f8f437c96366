"""A line as it is put together: texts, and the marks between them.

There is one text more than there are marks, and any of them may be empty. Nothing is escaped yet.
"""

from __future__ import annotations

from typing import Final

OPEN, CLOSE, TAG, LINK, LINK_END, ATOM, FORMULA, NOTE, BREAK, GONE = range(10)

Mark = tuple[int, str]
# Emphasis that was given up leaves this behind.
NO_MARK: Final[Mark] = (GONE, "")
EMPHASIS: Final = frozenset([OPEN, CLOSE, GONE])
