"""Text density: the region of long strings around the longest one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.base import Algorithm, Signals, parameter
from mainspan.page import Page, tags
from mainspan.page.columns import join_lengths
from mainspan.page.kinds import OPEN, VOID
from mainspan.spans import Spans

_BR = tags.NUMBERS["br"]


@dataclass(frozen=True, repr=False)
class Density(Algorithm):
    """The region of long strings around the longest one is content.

    The page is a list L of strings: each structural element starts a new one, other tags do not. The
    region begins as the longest string (the first one on a tie). Strings longer than `c1` times the
    longest that lie less than `c2` places from one already taken are added until none is left. The
    answer is everything from the leftmost to the rightmost.

    Javier Arias, Koen Deschacht, Marie-Francine Moens: Language independent content extraction from
    web pages. DIR 2009.

    What the paper leaves open. Structural tags "include, but are not limited to" a few: here all that
    are not inline, br among them. A string begins where such an element begins, not where it ends.
    Length is counted in decoded characters after white space is collapsed. Text that is not seen
    (scripts, hidden elements, fallbacks) belongs to no string. `br` and `empties` are not in the paper.
    """

    name: ClassVar[str] = "density"
    paper: ClassVar[str] = "Arias, Deschacht and Moens 2009"

    c1: float = parameter(0.333, "how long a string must be, as a share of the longest", low=0.0, high=1.0)
    c2: int = parameter(4, "how many places a string may lie from the region", low=1)
    br: bool = parameter(True, "whether br starts a new string")
    empties: bool = parameter(True, "whether empty strings count as places")

    def __call__(self, page: Page) -> Spans:
        """Take the region of highest density."""
        place, length, string = self._strings(page)
        if not len(length):
            return Spans(reason="the page has no text")
        first, last = self._region(place, length)
        return Spans.of_tokens(page, (string >= first) & (string <= last))

    def signals(self, page: Page) -> Signals:
        """The density graph of the paper's figure 2: the length of each string."""
        place, length, string = self._strings(page)
        graph = np.zeros(int(string.max(initial=-1)) + 1)
        graph[place] = length
        return {"length": graph}

    def _strings(self, page: Page) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]:
        """The places of the strings that are not empty, their lengths, and the string of each token."""
        tokens = page.tokens
        begins = ((tokens.kind == OPEN) | (tokens.kind == VOID)) & tags.IS_STRUCTURAL[tokens.tag]
        if not self.br:
            begins &= tokens.tag != _BR
        string = np.cumsum(begins, dtype=np.int64)
        texts = np.flatnonzero(tokens.words).astype(np.int32)
        starts = np.flatnonzero(np.diff(string[texts], prepend=-1))
        place = string[texts[starts]]
        if not self.empties:
            # Places are counted among the strings with text; those between belong to the one before.
            string = np.searchsorted(place, string, side="right") - 1
            place = np.arange(len(place))
        return place, join_lengths(tokens, texts, starts), string

    def _region(self, place: NDArray[np.int64], length: NDArray[np.int32]) -> tuple[int, int]:
        top = int(np.argmax(length))
        chosen = length > self.c1 * length[top]
        chosen[top] = True
        index = np.flatnonzero(chosen)
        near = np.diff(place[index]) < self.c2
        middle = int(np.searchsorted(index, top))
        left, right = middle, middle
        while left > 0 and near[left - 1]:
            left -= 1
        while right < len(near) and near[right]:
            right += 1
        return int(place[index[left]]), int(place[index[right]])
