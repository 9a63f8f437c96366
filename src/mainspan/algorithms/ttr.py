"""Text-to-tag ratio: lines with much text for each of their tags."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.base import Algorithm, Signals, parameter
from mainspan.algorithms.characters import Codes, codes_of, sizes_of_words
from mainspan.page import Page, tags
from mainspan.page.kinds import CODE, Column, Flags
from mainspan.spans import Spans

Values = NDArray[np.float64]
Numbers = NDArray[np.int64]

_IS_REMOVED: Final = tags.table("script style")
# The parser adds these, and puts the line break at the end of a page before the last of them.
_IS_FRAME: Final = tags.table("html head body")


class _Lines(NamedTuple):
    """Where the first tag or word of each line begins, its text-to-tag ratio, and the line of each word."""

    start: Numbers
    ratio: Values
    of_word: Numbers


@dataclass(frozen=True, repr=False)
class TTR(Algorithm):
    """Lines of the source with much text for each tag, and such lines around them, are content.

    Scripts, styles, comments and empty lines are removed. The ratio of a line is its characters of text over
    its tags; without a tag, its characters. Each ratio becomes the mean of its line and the `radius` lines
    before and after it. Lines above the standard deviation of this smoothed curve are content.

    Tim Weninger, William H. Hsu: Text extraction from the web via text-to-tag ratio. TIR/DEXA 2008.

    This paper was not available to us, so the method could not be checked against it. The papers of `density`
    and `wlr` describe the ratio. Choices of ours. Lines are those of the normalised source. A
    source with all its words and tags (but html, head, body) on one line is split into lines of `line`
    characters; other sources are not. A tag or word belongs to the line in which it starts. Characters are
    decoded, whitespace is collapsed, and none counted beside a tag or at the ends of a line; text that is not
    seen counts nothing, but its tags do. A line in which no tag and no word begins is empty. At the ends of
    the page the mean is over the lines that there are. The standard deviation is that of all lines, not of a
    sample.

    Words-F1 on l3s-gn1 and dragnet is .858 and .686, that of all text (`plain`) .707 and .547: menus go,
    which have a few words for each tag, and recall stays high (.95, .92); but comments, teasers and footers
    can have as much text for a tag as an article (precision .81, .62). All these sources have line breaks,
    but for 12 of dragnet (`mainspan evaluate PACKAGE... -m words -a ttr -a plain`).
    """

    name: ClassVar[str] = "ttr"
    paper: ClassVar[str] = "Weninger and Hsu 2008"
    figure: ClassVar[str] = "bars"

    radius: int = parameter(2, "how many lines on each side smooth a line's ratio", low=0, high=1000)
    line: int = parameter(80, "the length of a line where the source has none", low=1, high=1_000_000)

    def __call__(self, page: Page) -> Spans:
        """Take the words of the lines above the standard deviation."""
        if not len(page.words):
            return Spans(reason="the page has no text")
        lines = self._lines(page)
        smoothed = smooth(lines.ratio, self.radius)
        spans = Spans.of_words(page, (smoothed > smoothed.std())[lines.of_word])
        return spans if spans else Spans(reason="no line with text is above the standard deviation")

    def signals(self, page: Page) -> Signals:
        """The text-to-tag ratio of each line, and the smoothed one."""
        lines = self._lines(page)
        smoothed = smooth(lines.ratio, self.radius)
        return {
            "start": lines.start.astype(np.float64),
            "ratio": lines.ratio,
            "smoothed": smoothed,
            "threshold": np.full(len(smoothed), smoothed.std() if len(smoothed) else 0.0),
        }

    def _lines(self, page: Page) -> _Lines:
        tokens, words = page.tokens, page.words
        codes = codes_of(page.source)
        removed = (tokens.kind == CODE) | (tokens.is_tag & _IS_REMOVED[tokens.tag])
        tag = np.flatnonzero(tokens.is_tag & ~removed)
        line = self._number(page, _breaks(page, codes, removed), removed, tag)
        of_tag, of_word = np.split(line, [len(tag)])
        count = int(line.max(initial=-1)) + 1
        first = np.full(count, len(page.source), dtype=np.int64)
        np.minimum.at(first, of_tag, tokens.start[tag])
        np.minimum.at(first, of_word, words.start)
        text = np.bincount(of_word, weights=_sizes(page, codes, of_word), minlength=count)
        return _Lines(first, text / np.maximum(np.bincount(of_tag, minlength=count), 1), of_word)

    def _number(self, page: Page, breaks: Column, removed: Flags, tag: Numbers) -> Numbers:
        """The lines in which the tags, then the words begin: their numbers, empty lines not counted."""
        tokens, words = page.tokens, page.words
        line = np.concatenate([_count_before(tokens.start[tag], breaks), _count_before(words.start, breaks)])
        token = np.concatenate([tag, words.token])
        inner = line[~_IS_FRAME[tokens.tag[token]]]
        if len(inner) and inner.min() == inner.max():
            gone = np.cumsum(np.where(removed, tokens.end - tokens.start, 0), dtype=np.int64)
            line = (np.concatenate([tokens.start[tag], words.start]) - gone[token]) // self.line
        used = np.zeros(int(line.max(initial=-1)) + 1, dtype=np.bool_)
        used[line] = True
        number: Numbers = (np.cumsum(used) - 1)[line]
        return number


def smooth(ratio: Values, radius: int) -> Values:
    """The mean of each value and its neighbours up to `radius` places away, as far as there are any."""
    if not len(ratio):
        return ratio
    place = np.arange(len(ratio))
    neighbours = np.minimum(place + radius + 1, len(ratio)) - np.maximum(place - radius, 0)
    total = np.convolve(ratio, np.ones(2 * radius + 1))[radius : radius + len(ratio)]
    mean: Values = total / neighbours
    return mean


def _breaks(page: Page, codes: Codes, removed: Flags) -> Column:
    """Where the line breaks are, those in removed tokens left out."""
    breaks = np.flatnonzero(codes == ord("\n")).astype(np.int32)
    return breaks[~removed[np.searchsorted(page.tokens.start, breaks, side="right") - 1]]


def _count_before(places: Column, breaks: Column) -> Numbers:
    """How many line breaks are before each of these places. Both are in order."""
    # There are fewer breaks than places, so it is they that are looked up.
    after = np.searchsorted(places, breaks, side="right")
    return np.cumsum(np.bincount(after, minlength=len(places) + 1))[:-1]


def _sizes(page: Page, codes: Codes, line: Numbers) -> Numbers:
    """How many characters each word has, with the whitespace before the next one on its line."""
    words = page.words
    size = sizes_of_words(page, codes)
    beside = (words.token[1:] == words.token[:-1]) & (line[1:] == line[:-1])
    size[:-1] += beside & (words.start[1:] > words.end[:-1])
    return size
