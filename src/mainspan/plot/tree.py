"""The element tree as a picture: the depth downwards, the page's words from left to right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from mainspan.plot.curves import Curves, Flags, Numbers


class Box(NamedTuple):
    """A subtree: its element, the words it spans, and its first and last level."""

    element: int
    left: int
    right: int
    top: int
    bottom: int


@dataclass(frozen=True, eq=False)
class Tree:
    """The positions of a tree method's units; each is an element of the page."""

    curves: Curves
    element: Numbers
    depth: Numbers
    left: Numbers
    right: Numbers

    @classmethod
    def of(cls, curves: Curves) -> Tree:
        """The tree of the elements that begin where the curves' units do."""
        page = curves.page
        opens = page.tokens.start[page.elements.open]
        element = np.searchsorted(opens, curves.start)
        left = np.searchsorted(page.words.start, curves.start)
        right = left + page.elements.words[element]
        return cls(curves, element, curves.values["depth"].astype(np.int64), left, right)

    def levels(self, most: int) -> Numbers:
        """The depths of elements with text; of too many, some at equal distances."""
        found = np.unique(self.depth[self.right > self.left])
        return found[np.unique(np.linspace(0, len(found) - 1, min(len(found), most)).astype(np.int64))]

    def cells(self, levels: Numbers, columns: int) -> Numbers:
        """For each level and column its unit, or -1. All columns are equally wide."""
        cells = np.full((len(levels), columns), -1, dtype=np.int64)
        middle = (np.arange(columns) + 0.5) * len(self.curves.page.words) / columns
        seen = np.flatnonzero(self.right > self.left)
        seen = seen[np.argsort(self.depth[seen], kind="stable")]
        first = np.searchsorted(self.depth[seen], levels, side="left")
        last = np.searchsorted(self.depth[seen], levels, side="right")
        for row, (begin, end) in enumerate(zip(first.tolist(), last.tolist(), strict=True)):
            units = seen[begin:end]
            place = np.searchsorted(self.left[units], middle, side="right") - 1
            inside = (place >= 0) & (middle < self.right[units[place]])
            cells[row, inside] = units[place[inside]]
        return cells

    def kept(self, most: int) -> list[Box]:
        """The largest subtrees of which every word was kept, from left to right."""
        before = np.append(0, np.cumsum(self.curves.found.kept_words))
        count = before[self.right] - before[self.left]
        whole = (count > 0) & (count == self.right - self.left)
        chosen = self._best(whole & (count == before[-1]))
        if not len(chosen):
            chosen = self._outermost(whole)
        chosen = np.sort(chosen[np.argsort(-count[chosen], kind="stable")[:most]])
        return [self._box(int(unit)) for unit in chosen]

    def _best(self, candidates: Flags) -> Numbers:
        """Of several elements around the same words, the one that the method found most relevant."""
        units = np.flatnonzero(candidates)
        relevance = self.curves.values.get("relevance")
        if not len(units) or relevance is None:
            return units[:1]
        return units[[int(np.argmax(relevance[units]))]]

    def _outermost(self, chosen: Flags) -> Numbers:
        """The chosen units that are in no other chosen one."""
        units = np.flatnonzero(chosen)
        reach = np.maximum.accumulate(np.append(-1, self.right[units]))[:-1]
        return units[self.left[units] >= reach]

    def _box(self, unit: int) -> Box:
        inside = (self.left >= self.left[unit]) & (self.right <= self.right[unit]) & (self.right > self.left)
        deepest = int(self.depth[inside].max())
        columns = (self.element, self.left, self.right, self.depth)
        return Box._make([*(int(column[unit]) for column in columns), deepest])
