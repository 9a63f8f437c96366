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
    longest and less than `c2` places from one already taken are added until none is left. The
    answer is everything from the leftmost to the rightmost.

    Javier Arias, Koen Deschacht, Marie-Francine Moens: Language independent content extraction from
    web pages. DIR 2009.

    Departures and choices. The tree is that of an HTML5 parser, with the elements that it inserts (each tbody
    is a place in L); the paper's was another robust parser. Structural tags "include, but are not limited
    to" a few: here all that are not inline, br among them. A string starts where such an element starts, not
    where it ends. Length is counted in decoded characters after whitespace is collapsed. Text that is not
    seen (scripts, the title, hidden elements, fallbacks) belongs to no string. `br` and `empties` are not in
    the paper.

    With `smooth`, a smooth curve replaces the lengths: at each place the parabola that fits the lengths up to
    `smooth` places away best, by least squares. The region begins at the curve's maximum and reaches on
    either side to the next minimum (where the first derivative changes its sign) that is lower than `c1`
    times the maximum; `c2` is not used. The paper suggests "a smooth function such as a polynomial" over
    the density values, and its "maximum, minimum, first and second order derivatives". Here it is a parabola
    for each place, not one function for the page, because one of low degree cannot follow hundreds of
    strings. The second derivative is not used. `c1` stays, which the paper does not mention there.

    Words-F1 on every third page, with smooth 0, 4, 8, 12 and 20: l3s-gn1 .697 .829 .865 .887 .891, dragnet
    .589 .732 .794 .781 .741, daniel .698 .863 .868 .850 .807, wcxb .292 .393 .497 .563 .654
    (`mainspan evaluate PACKAGE... --every 3 -m words -a density -a density:smooth=4 ...`). On all
    pages the paper's method has .731 on l3s-gn1 and .567 on dragnet, where `plain` has .707 and .547. Its
    region often ends before the content does. docs/reproduction.md counts how often that is for short strings
    (`c1`) and how often for tags (`c2`).
    """

    name: ClassVar[str] = "density"
    paper: ClassVar[str] = "Arias, Deschacht and Moens 2009"
    figure: ClassVar[str] = "bars"

    c1: float = parameter(0.333, "how long a string must be, as a share of the longest", low=0.0, high=1.0)
    c2: int = parameter(4, "how far a string may be from the region, in places: less than this", low=1)
    br: bool = parameter(True, "whether br starts a new string")
    empties: bool = parameter(True, "whether empty strings count as places")
    smooth: int = parameter(0, "how many places on either side a smooth curve is fitted to; 0: none", low=0)

    def __call__(self, page: Page) -> Spans:
        """Take the region of highest density."""
        place, length, string = self._strings(page)
        if not len(length):
            return Spans(reason="the page has no text")
        region = self._smooth_region if self.smooth else self._region
        first, last = region(place, length)
        return Spans.of_tokens(page, (string >= first) & (string <= last))

    def signals(self, page: Page) -> Signals:
        """The density graph of the paper's figure 2: the length of each string; and the curve through it."""
        place, length, string = self._strings(page)
        graph = np.zeros(int(string.max(initial=-1)) + 1)
        graph[place] = length
        first = np.searchsorted(string, np.arange(len(graph)))
        curves = {"start": page.tokens.start[first].astype(np.float64), "length": graph}
        deciding = fit_parabolas(graph, self.smooth)[0] if self.smooth else graph
        curves["threshold"] = np.full(len(graph), self.c1 * deciding.max(initial=0.0))
        return curves | {"smooth": deciding} if self.smooth else curves

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

    def _smooth_region(self, place: NDArray[np.int64], length: NDArray[np.int32]) -> tuple[int, int]:
        lengths = np.zeros(int(place[-1]) + 1)
        lengths[place] = length
        value, slope = fit_parabolas(lengths, self.smooth)
        top = int(np.argmax(value))
        falls_to = np.flatnonzero((slope[:-1] <= 0) & (slope[1:] > 0) & (value[:-1] <= self.c1 * value[top]))
        right = int(np.searchsorted(falls_to, top))
        return (
            int(falls_to[right - 1]) if right else 0,
            int(falls_to[right]) if right < len(falls_to) else len(value) - 1,
        )


def fit_parabolas(values: NDArray[np.float64], reach: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """At each place, the value and slope of the parabola that fits best up to `reach` places around it."""
    steps = np.arange(-reach, reach + 1.0)
    weights = np.linalg.pinv(np.stack([steps**0, steps, steps**2], axis=1))
    # Beyond the ends of the list there are strings of no length.
    around = np.pad(values, reach)
    return np.convolve(around, weights[0, ::-1], "valid"), np.convolve(around, weights[1, ::-1], "valid")
