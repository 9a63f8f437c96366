"""Content code blurring: regions with much text and few tags, found by blurring."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.base import Algorithm, Signals, parameter
from mainspan.page import Page, tags
from mainspan.page.kinds import RAW
from mainspan.spans import Spans

_A = tags.NUMBERS["a"]
_REFERENCE: Final = re.compile("&(?:amp|lt|gt);")

Vector = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class ACCB(Algorithm):
    """Text far from code is content: characters of text and of code, blurred like a picture.

    This is adapted content code blurring. The page is a row of characters, 1 for content and 0 for
    code. The row is blurred like a picture: each value becomes the Gaussian-weighted mean of its
    neighbours up to `range` away, again and again until the values settle. Characters above
    `threshold` are main content, and a word with one such character is taken whole. Anchor tags are
    left out of the row, so that a text full of links is not torn apart.

    Thomas Gottron: Content code blurring: a new approach to content extraction. TIR/DEXA 2008.

    What the paper leaves open. Content is the page's text in decoded characters, white space
    collapsed, none beside a tag; all other characters of the source are code, and so is what lies
    beyond its ends. The Gaussian's standard deviation is half the range. The values have settled when
    none changes by `epsilon` or more, after at least two passes and at most `rounds`.

    How many passes it takes hardly matters. Words-F1 after 2, 3, 5, 10 and 30 passes, on every third page:
    l3s-gn1 .834 .839 .845 .850 .848, dragnet .658 .668 .677 .686 .683, daniel .742 .754 .761 .762 .738,
    wcxb .725 .719 .709 .688 .642. With epsilon 0.1 the values settle after 3 (`benchmarks/accuracy.py
    PACKAGE... --every 3 --no-peers -a accb:rounds=2 -a accb:rounds=3,epsilon=0 ...`).
    """

    name: ClassVar[str] = "accb"
    paper: ClassVar[str] = "Gottron 2008"

    range: int = parameter(40, "how far a character's influence reaches, in characters", low=1, high=10_000)
    threshold: float = parameter(
        0.75, "the content ratio above which a character is content", low=0.0, high=1.0
    )
    epsilon: float = parameter(0.1, "the largest change of a settled value", low=0.0, high=1.0)
    rounds: int = parameter(10, "the most passes", low=2, high=1000)

    def __call__(self, page: Page) -> Spans:
        """Take the words that blurring leaves bright."""
        if not len(page.words):
            return Spans(reason="the page has no text")
        lengths = self._lengths(page)
        is_text = page.tokens.is_text
        # Out of reach of all content a value stays 0: cutting long stretches of code changes no ratio.
        lengths = _cut_code(lengths, is_text, self.range * self.rounds)
        ratio = self._blur(np.repeat(is_text.astype(np.float64), lengths))
        first, size = _places_of_words(page, np.cumsum(lengths) - lengths)
        borders = np.stack([first, first + size], axis=1).ravel()
        best = np.maximum.reduceat(np.append(ratio, 0.0), borders)[::2]
        spans = Spans.of_words(page, best > self.threshold)
        return spans if spans else Spans(reason="no text is far enough from markup")

    def signals(self, page: Page) -> Signals:
        """The content code vector and the blurred one, a value for each character of the row."""
        vector = np.repeat(page.tokens.is_text.astype(np.float64), self._lengths(page))
        return {"content": vector, "ratio": self._blur(vector)}

    def _lengths(self, page: Page) -> NDArray[np.int64]:
        """How many places of the row each token takes."""
        tokens = page.tokens
        lengths = np.where(tokens.is_text, tokens.characters, tokens.end - tokens.start)
        lengths[tokens.is_tag & (tokens.tag == _A)] = 0
        return lengths.astype(np.int64)

    def _blur(self, vector: Vector) -> Vector:
        if not len(vector):
            return vector
        weights = gaussian(self.range)
        for count in range(self.rounds):
            # The full convolution is longer than the row by the range on either side.
            blurred = np.convolve(vector, weights)[self.range : self.range + len(vector)]
            change = np.abs(blurred - vector).max()
            vector = blurred
            if count and change < self.epsilon:
                break
        return vector


def gaussian(reach: int) -> Vector:
    """Weights from -reach to +reach that add up to 1; the standard deviation is half the reach."""
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / (reach / 2)) ** 2)
    weights /= weights.sum()
    return weights


def _cut_code(lengths: NDArray[np.int64], is_text: NDArray[np.bool_], longest: int) -> NDArray[np.int64]:
    """Shorten the stretches of code that are longer than this: their first token gets all that is left."""
    lengths = lengths.copy()
    used = np.flatnonzero(lengths)
    starts = np.flatnonzero(np.diff(is_text[used].astype(np.int8), prepend=-1))
    total = np.add.reduceat(lengths[used], starts) if len(used) else lengths[:0]
    code = ~is_text[used]
    lengths[used[code]] = 0
    first = used[starts]
    of_code = ~is_text[first]
    lengths[first[of_code]] = np.minimum(total[of_code], longest)
    return lengths


def _places_of_words(page: Page, offset: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where each word begins in the row, and how many characters it has there."""
    words, tokens = page.words, page.tokens
    size = (words.end - words.start).astype(np.int64)
    # A reference is one character of the row, but several of the source.
    found = [(match.start(), match.end()) for match in _REFERENCE.finditer(page.source)]
    if found:
        start, end = np.array(found).T
        word = np.searchsorted(words.start, start, side="right") - 1
        inside = (word >= 0) & (start < words.end[word]) & ((tokens.marks[words.token[word]] & RAW) == 0)
        np.subtract.at(size, word[inside], (end - start - 1)[inside])
    gap = np.append(words.start[1:] > words.end[:-1], False)
    before = np.cumsum(size + gap) - size - gap
    new = np.diff(words.token, prepend=-1) != 0
    base = before[new][np.cumsum(new) - 1]
    return offset[words.token] + before - base, size
