"""Where a text that somebody copied from a page is: in which of its blocks or nodes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mainspan.page import Page


def holding(texts: Sequence[str], text: str) -> set[int]:
    """The places of the texts that hold a text, ignoring case and whitespace, or a part of it.

    What was copied from a page often runs across blocks, so they are searched as one long text.
    """
    wanted = _folded(text)
    if not wanted:
        return set()
    parts = [_folded(each) for each in texts]
    ends = np.cumsum([len(each) + 1 for each in parts])
    whole, place = " ".join(parts), 0
    found: set[int] = set()
    while (place := whole.find(wanted, place)) >= 0:
        first, last = np.searchsorted(ends, [place, place + len(wanted) - 1], side="right").tolist()
        found.update(range(first, last + 1))
        place += len(wanted)
    return found


def why_not_found(page: Page, text: str, message: str) -> str:
    """The message that nothing holds a text, with the reason if it is in the page after all."""
    if _folded(text) and _folded(text) in _folded(page.source):
        return f"{message}: it is in code, in an attribute or where the method does not look"
    return message


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
