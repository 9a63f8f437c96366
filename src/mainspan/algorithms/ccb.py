"""Content code blurring: regions with much text and few tags, found by blurring."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.base import Algorithm, Signals, parameter
from mainspan.algorithms.characters import Counts, sizes_of_words
from mainspan.algorithms.sequence import Sequence
from mainspan.page import Page, tags
from mainspan.spans import Spans

_A: Final = tags.NUMBERS["a"]
# A block belongs to the content as a whole when this share of its words does.
_MIN_BRIGHT: Final = 0.5
# However a row looks, pass k changes no value by more than this / (k - 1).
_MAX_CHANGE: Final = 0.25
# Of many passes these are shown, and the last one.
_SHOWN_PASSES: Final = frozenset({1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1000})

Vector = NDArray[np.float64]


class Row(NamedTuple):
    """The content code vector as runs of equal values, and the words in it.

    For each run its length, and whether it is content; for each word the run it is in, its place in that
    run, and its size.
    """

    lengths: Counts
    is_content: NDArray[np.bool_]
    run: Counts
    place: Counts
    size: Counts

    @property
    def vector(self) -> Vector:
        """The content code vector: 1 for content, 0 for code."""
        return np.repeat(self.is_content.astype(np.float64), self.lengths)

    def brightest(self, ratio: Vector) -> Vector:
        """The highest ratio in each word."""
        first = (np.cumsum(self.lengths) - self.lengths)[self.run] + self.place
        borders = np.stack([first, first + self.size], axis=1).ravel()
        return np.maximum.reduceat(np.append(ratio, 0.0), borders)[::2]


@dataclass(frozen=True, repr=False)
class Blurring(Algorithm):
    """What the three variants of content code blurring share; each makes the row in its own way."""

    paper: ClassVar[str] = "Gottron 2008"
    figure: ClassVar[str] = "strip"

    range: int = parameter(40, "how far a character's influence reaches, in characters", low=1, high=10_000)
    threshold: float = parameter(
        0.75, "the content ratio above which a character or token is content", low=0.0, high=1.0
    )
    epsilon: float = parameter(
        0.1, "blurring stops after a pass in which no value changes by this much", low=0.0, high=1.0
    )
    rounds: int = parameter(30, "the most passes", low=2, high=1000)
    blocks: bool = parameter(False, "whether blocks are taken or left as a whole")

    def __call__(self, page: Page) -> Spans:
        """Take the words that blurring leaves bright."""
        if not page.tokens.words.any():
            return Spans(reason="the page has no text")
        # Out of reach of all content a value stays 0, so shortening long stretches of code changes no ratio.
        row = _shorten_code(self._row(page), 2 * self.range * self._most_passes)
        bright = row.brightest(self._blur(row.vector)) > self.threshold
        spans = Spans.of_blocks(page, _mostly(page, bright)) if self.blocks else Spans.of_words(page, bright)
        return spans if spans else Spans(reason="no text is far enough from markup")

    def signals(self, page: Page) -> Signals:
        """The content code vector and the blurred one, a value for each element of the row."""
        row = self._row(page)
        vector = row.vector
        return {"start": self._starts(page, row), "content": vector, "ratio": self._blur(vector)}

    def steps(self, page: Page) -> Signals:
        """The content code vector, and the row after each pass; of many passes some."""
        row = self._row(page)
        vector = row.vector
        found = {"start": self._starts(page, row), "content": vector}
        count, last = 0, vector
        for count, last in enumerate(self._passes(vector), 1):
            if count in _SHOWN_PASSES:
                found[f"pass_{count}"] = last
        return found | {f"pass_{count}": last} if count else found

    def _row(self, page: Page) -> Row:
        raise NotImplementedError

    def _starts(self, page: Page, row: Row) -> Vector:
        raise NotImplementedError

    @property
    def _most_passes(self) -> int:
        """The pass after which the values of any row have settled."""
        if not self.epsilon:
            return self.rounds
        return min(self.rounds, 1 + math.ceil(min(_MAX_CHANGE / self.epsilon, self.rounds)))

    def _blur(self, vector: Vector) -> Vector:
        for blurred in self._passes(vector):
            vector = blurred
        return vector

    def _passes(self, vector: Vector) -> Iterator[Vector]:
        """The row after each pass, until the values settle."""
        if not len(vector):
            return
        weights = gaussian(self.range)
        cut, inside = ends(weights, len(vector))
        for count in range(self._most_passes):
            # The full convolution is longer than the row by the range on either side.
            blurred = np.convolve(vector, weights)[self.range : self.range + len(vector)]
            blurred[cut] /= inside
            change = np.abs(blurred - vector).max()
            vector = blurred
            yield vector
            if count and change < self.epsilon:
                break


@dataclass(frozen=True, repr=False)
class CCB(Blurring):
    """Text far from code is content: characters of text and of code, blurred like a picture.

    The page is a row of characters, 1 for content and 0 for code. The row is blurred like a picture: each
    value becomes the Gaussian-weighted mean of its neighbours up to `range` away, again and again until the
    values settle. Characters above `threshold` are main content, and a word with one such character is
    taken whole.

    Thomas Gottron: Content code blurring: a new approach to content extraction. TIR/DEXA 2008.

    When to stop. "The iteration is stopped as soon as the values start to settle." Here it stops after the
    first pass, from the second on, in which no value changes by `epsilon` or more. So 0.1 is the largest
    change of any value in one pass, on the scale from 0 for code to 1 for content. The first pass can change
    a value by nearly 1. Whatever the page is, the second changes none by more than .21, the third by .12, the
    fourth by .08, and pass k by 1 / 4(k - 1). The change falls steeply, then slowly and without an end: after
    very many passes the whole row is one grey. The paper's bright parts "remain in brighter shades", so the
    end is not meant. Values that "start to settle" are at the end of the steep fall, which is what 0.1 finds:
    it takes 2 to 4 passes, mostly 3. More than one is needed, to "realise an influence of elements which are
    beyond the neighbourhood boundaries". The paper gives no number of passes, and its figure 2 is missing in
    our copy. The paper of `density` describes it as blurring "until the values stabilize". That is the other
    reading, `epsilon=0.01`, which takes up to 26 passes. `rounds` is above that, so it never decides unless
    `epsilon` is lower still. How many passes are made matters: docs/DEPARTURES.md has F1 after 2 to 30 of
    them, and the command.

    Beyond the page. "If all the elements in this neighbourhood started with a value of 1, also the average
    will be 1." There are no elements beyond the ends of the row. So a mean near an end is over those that
    exist, and the weights are divided by their sum.

    Departures and choices. Tags are those of the normalised source: it has the tags that the parser inserts
    (html, head and body always, often tbody and the ends of p, li and td), and all of their characters are
    code. Content is the text that a reader sees; other text (the title, noscript, what attributes hide) is
    code, as are scripts, styles and comments. Characters are decoded. Whitespace is collapsed, and none is in
    the row beside a tag. The Gaussian's standard deviation is half the range.

    Two steps that the paper names as future work are off by default. With a `limit`, words and tags weigh at
    most that many characters: a row between that of characters and that of tokens. With `blocks`, a block
    (the text between two structural tags) is taken whole when half of its words are bright, and else left
    whole. Words-F1 on every third page for `ccb`, with limit 10, and with blocks: l3s-gn1 .874 .878 .886,
    dragnet .668 .691 .693, daniel .794 .801 .813, wcxb .707 .728 .743; and for `accb`: .839 .840 .849, .668
    .668 .674, .756 .759 .767, .720 .731 .747 (`mainspan evaluate PACKAGE... --every 3 -m words -a ccb
    -a ccb:limit=10 -a ccb:blocks=true ...`).
    """

    name: ClassVar[str] = "ccb"
    # Which tags are left out of the row.
    ignored: ClassVar[tuple[int, ...]] = ()

    limit: int = parameter(0, "the most characters that a word or a tag weighs; 0: all that it has", low=0)

    def _row(self, page: Page) -> Row:
        tokens, words = page.tokens, page.words
        lengths = (tokens.end - tokens.start).astype(np.int64)
        size = sizes_of_words(page)
        if self.limit:
            lengths, size = np.minimum(lengths, self.limit), np.minimum(size, self.limit)
        lengths[tokens.is_tag & np.isin(tokens.tag, self.ignored)] = 0
        # Of the whitespace between two words of one text, one character is left.
        new = np.diff(words.token, prepend=-1) != 0
        step = size + np.append((words.start[1:] > words.end[:-1]) & ~new[1:], False)
        before = np.cumsum(step) - step
        first = np.flatnonzero(new)
        lengths[tokens.is_text] = 0
        lengths[words.token[first]] = np.add.reduceat(step, first)
        place = before - before[first][np.cumsum(new) - 1]
        return Row(lengths, tokens.is_text, words.token.astype(np.int64), place, size)

    def _starts(self, page: Page, row: Row) -> Vector:
        """Where in the source each character of the row is; approximate in text with character references."""
        start, end = (np.repeat(column, row.lengths) for column in (page.tokens.start, page.tokens.end))
        place = np.arange(len(start)) - np.repeat(np.cumsum(row.lengths) - row.lengths, row.lengths)
        return np.asarray(np.minimum(start + place, end - 1), dtype=np.float64)


@dataclass(frozen=True, repr=False)
class ACCB(CCB):
    """Text far from code is content, and links in it are no code: blurred like a picture.

    Adapted content code blurring: anchor tags are left out of the row, so that a text full of links is not
    torn apart. All else is `ccb`.

    Thomas Gottron: Content code blurring: a new approach to content extraction. TIR/DEXA 2008, section 3.3.
    """

    name: ClassVar[str] = "accb"
    ignored: ClassVar[tuple[int, ...]] = (_A,)


@dataclass(frozen=True, repr=False)
class TCCB(Blurring):
    """Words far from tags are content: a row of tags and words, blurred like a picture.

    Content code blurring over tokens: 1 for a word and 0 for a tag. The row is much shorter than that of
    characters. All else is `ccb`, with its departures: tags that the parser inserts are in the row. Comments,
    raw code and unseen text are no tokens, but the tags around them are.

    Thomas Gottron: Content code blurring: a new approach to content extraction. TIR/DEXA 2008, section 3.1.
    The range is that paper's; the paper of DANA (2011) also tried 18.
    """

    name: ClassVar[str] = "tccb"

    range: int = parameter(25, "how far a token's influence reaches, in tokens", low=1, high=10_000)

    def _row(self, page: Page) -> Row:
        sequence = Sequence.of(page)
        ones = np.ones(len(sequence), dtype=np.int64)
        run = np.flatnonzero(sequence.is_word)
        return Row(ones, sequence.is_word, run, np.zeros_like(run), ones[: len(run)])

    def _starts(self, page: Page, row: Row) -> Vector:
        return Sequence.of(page).starts(page)


def gaussian(reach: int) -> Vector:
    """Weights from -reach to +reach that add up to 1; the standard deviation is half the reach."""
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / (reach / 2)) ** 2)
    weights /= weights.sum()
    return weights


def ends(weights: Vector, length: int) -> tuple[Counts, Vector]:
    """The places of a row whose neighbours are cut off by an end of it, and the weight of those inside."""
    reach = len(weights) // 2
    head, tail = np.arange(min(reach, length)), np.arange(max(reach, length - reach), length)
    place = np.concatenate([head, tail])
    before = np.append(0.0, np.cumsum(weights))
    inside: Vector = (
        before[np.minimum(reach + length - place, 2 * reach + 1)] - before[np.maximum(reach - place, 0)]
    )
    return place, inside


def _shorten_code(row: Row, longest: int) -> Row:
    """Shorten the stretches of code that are longer than this: their first run gets all that is left."""
    lengths = row.lengths.copy()
    used = np.flatnonzero(lengths)
    code = ~row.is_content[used]
    starts = np.flatnonzero(np.diff(code.astype(np.int8), prepend=-1))
    total = np.add.reduceat(lengths[used], starts)
    lengths[used[code]] = 0
    of_code = code[starts]
    lengths[used[starts[of_code]]] = np.minimum(total[of_code], longest)
    return row._replace(lengths=lengths)


def _mostly(page: Page, bright: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The blocks with at least half of their words among these."""
    block = np.searchsorted(page.blocks.first, page.words.token, side="right") - 1
    found: NDArray[np.bool_] = np.bincount(block, bright) >= _MIN_BRIGHT * page.blocks.words
    return found
