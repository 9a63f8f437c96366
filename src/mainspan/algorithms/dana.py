"""DANA: lines with more characters of the language than of the markup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.base import Algorithm, Signals, parameter
from mainspan.algorithms.characters import Codes, Counts, codes_of
from mainspan.page import Page
from mainspan.page.kinds import TEXT, Tokens
from mainspan.spans import Spans

# The paper's gap, and the one for pages with too few regions to learn a better one.
_GAP: Final = 20


@dataclass(frozen=True, repr=False)
class DANA(Algorithm):
    """Lines with more characters outside ASCII than inside are content: fast, for scripts that are not Latin.

    Markup is ASCII; Arabic, Greek, Russian or Chinese text is not. The source is split into lines of equal
    length, and T1 and T2 count the characters of each line outside and inside ASCII. The difference T1 - T2
    is summed over each line and its two neighbours, and regions are the runs of lines where the sum is
    positive. The answer begins with the region of the most characters; neighbours to its left and right are
    joined while there are at most `gap` lines between. The text of those regions' lines is the content.

    Hadi Mohammadzadeh, Thomas Gottron, Franz Schweiggert, Gholamreza Nakhaeizadeh: A fast and accurate
    approach for main content extraction based on character encoding. TIR/DEXA 2011.

    Departures and choices. Lines have `line` characters of the normalised source, wherever its line breaks
    are: the paper normalises "line length" without a number. In that source the parser has inserted tags,
    dropped whitespace before the head, and decoded character references, so `&#1587;` is one character
    outside ASCII where the raw bytes have seven inside it. The paper gives the chosen lines to a parser; here
    the whole page is parsed first, so a tag that a line cuts in two is still a tag. The number of characters
    of a region is the sum of T1 and T2 (where the paper says "most ASCII and least non-ASCII" it means the
    opposite). A word belongs to the line in which it starts. With `unit="bytes"` a character outside ASCII
    counts once for each of its bytes in UTF-8, as in the paper's program, which tested bytes. Before the
    first line and after the last there is nothing.

    With `gap="auto"` the gap is learned from the page: the distances between its regions fall into two
    clusters, short ones inside the content and long ones beside it (exact 2-means: of all ways to split the
    sorted distances in two, the one with the least squares); the gap is the largest of the short ones, and
    never below the paper's 20. The paper announces "k-Means clustering, to group several areas", which would
    make a gap superfluous. Here the distances are clustered, not the areas, and the gap of 20 remains as the
    least. `between` is not in the paper: the lines between joined
    regions are content too, as they are on wiki pages, where links tear the text apart. Words-F1 of `danag`
    on our wiki pages with gap 20, gap auto, and auto with between: .209 .242 .378; on every third page of
    l3s-gn1 .913 .922 .910, dragnet .775 .748 .751, wcxb .599 .676 .697.

    Words-F1 of `plain`, `dana` and `danag` on the Greek, Russian and Chinese pages of daniel: .651 .925 .960,
    .410 .700 .721, .544 .800 .878 (`mainspan evaluate daniel --language el -m words -a plain ...`).
    """

    name: ClassVar[str] = "dana"
    paper: ClassVar[str] = "Mohammadzadeh and others 2011"
    figure: ClassVar[str] = "columns"
    # The reason for an empty result.
    no_region: ClassVar[str] = "no line has more characters outside ASCII than inside"

    gap: int | str = parameter(
        _GAP, "the most lines between two regions of the content", low=0, choices=("auto",)
    )
    between: bool = parameter(False, "whether lines between two regions of the content belong to it")
    line: int = parameter(80, "the length of a line, in characters", low=1, high=1_000_000)
    unit: str = parameter(
        "characters", "what characters outside ASCII are counted in", choices=("characters", "bytes")
    )

    def __call__(self, page: Page) -> Spans:
        """Take the words of the lines around the largest region."""
        if page.source.isascii() and page.tokens.words.any():
            return Spans(reason="the page is in ASCII: this method looks for other characters")
        return self._find(page)

    def signals(self, page: Page) -> Signals:
        """T1, T2 and the smoothed difference of each line."""
        ours, theirs = self._count(page)
        return {
            "start": (np.arange(len(ours)) * self.line).astype(np.float64),
            "t1": ours.astype(np.float64),
            "t2": theirs.astype(np.float64),
            "diff": _smooth(ours - theirs).astype(np.float64),
        }

    def _find(self, page: Page) -> Spans:
        if not page.tokens.words.any():
            return Spans(reason="the page has no text")
        ours, theirs = self._count(page)
        begins, ends = _runs(_smooth(ours - theirs) > 0)
        if not len(begins):
            return Spans(reason=self.no_region)
        before = np.concatenate([[0], np.cumsum(ours + theirs)])
        left, right = self._join(begins, ends, int(np.argmax(before[ends] - before[begins])))
        if self.between:
            return self._words_of_lines(page, begins[left : left + 1], ends[right : right + 1])
        return self._words_of_lines(page, begins[left : right + 1], ends[left : right + 1])

    def _count(self, page: Page) -> tuple[Counts, Counts]:
        """T1 and T2: how many characters of each line are outside and inside ASCII."""
        codes = codes_of(page.source)
        places = np.flatnonzero(codes > 0x7F)
        edges = self._edges(page)
        outside = np.diff(np.searchsorted(places, edges))
        inside = np.diff(edges) - outside
        if self.unit == "bytes":
            outside += self._more_bytes(codes, places, len(outside))
        return outside, inside

    def _edges(self, page: Page) -> Counts:
        """Where lines begin and end."""
        length = len(page.source)
        return np.minimum(np.arange(-(-length // self.line) + 1) * self.line, length)

    def _more_bytes(self, codes: Codes, places: Counts, lines: int) -> Counts:
        """How many bytes more than one, in UTF-8, the characters at these places have, for each line."""
        found = codes[places]
        more = 1 + (found > 0x7FF).astype(np.int64) + (found > 0xFFFF)
        return np.bincount(places // self.line, weights=more, minlength=lines).astype(np.int64)

    def _join(self, begins: Counts, ends: Counts, best: int) -> tuple[int, int]:
        """The first and last region of the content, found from the best one."""
        between = begins[1:] - ends[:-1]
        gap = natural_gap(between) if isinstance(self.gap, str) else self.gap
        far = np.flatnonzero(between > gap)
        place = int(np.searchsorted(far, best))
        left = int(far[place - 1]) + 1 if place else 0
        right = int(far[place]) if place < len(far) else len(begins) - 1
        return left, right

    def _words_of_lines(self, page: Page, begins: Counts, ends: Counts) -> Spans:
        lines = Spans(np.stack([begins, ends], axis=1) * self.line)
        spans = Spans.of_words(page, lines.hold(page.words.start))
        return spans if spans else Spans(reason="the lines of the largest region hold no visible text")


@dataclass(frozen=True, repr=False)
class DANAG(DANA):
    """Lines with more characters of text than of markup are content.

    DANA for every language, future work in its paper: T1 counts the characters of text of each line, T2 those
    of markup. All else is `dana`.

    Hadi Mohammadzadeh, Thomas Gottron, Franz Schweiggert, Gholamreza Nakhaeizadeh: A fast and accurate
    approach for main content extraction based on character encoding. TIR/DEXA 2011, section VI.

    Choices that the paper leaves open. Text is what a reader sees, whitespace inside it included; all other
    characters of the source are markup: tags, code, unseen text. Whitespace between tags is neither. With
    `unit="bytes"` each character counts once for each of its bytes in UTF-8.
    """

    name: ClassVar[str] = "danag"
    no_region: ClassVar[str] = "no line has more text than markup"

    unit: str = parameter(
        "characters", "what text and markup are counted in", choices=("characters", "bytes")
    )

    def __call__(self, page: Page) -> Spans:
        """Take the words of the lines around the largest region."""
        return self._find(page)

    def _count(self, page: Page) -> tuple[Counts, Counts]:
        """T1 and T2: how many characters of each line are text and markup."""
        tokens, edges = page.tokens, self._edges(page)
        counts = []
        for chosen in (tokens.words > 0, tokens.kind != TEXT):
            count = _count_between(edges, tokens, chosen)
            if self.unit == "bytes":
                codes = codes_of(page.source)
                places = np.flatnonzero(codes > 0x7F)
                held = chosen[np.searchsorted(tokens.start, places, side="right") - 1]
                count += self._more_bytes(codes, places[held], len(count))
            counts.append(count)
        return counts[0], counts[1]


def _count_between(edges: Counts, tokens: Tokens, chosen: NDArray[np.bool_]) -> Counts:
    """How many characters of the chosen tokens are between each two edges."""
    before = np.concatenate([[0], np.cumsum(np.where(chosen, tokens.end - tokens.start, 0), dtype=np.int64)])
    return np.asarray(np.diff(np.interp(edges, np.append(tokens.start, edges[-1]), before)), dtype=np.int64)


def _smooth(difference: Counts) -> Counts:
    """Formula 1: each line with its two neighbours."""
    padded = np.concatenate([[0], difference, [0]])
    total: Counts = padded[:-2] + padded[1:-1] + padded[2:]
    return total


def _runs(flags: NDArray[np.bool_]) -> tuple[Counts, Counts]:
    """Where the runs of true begin and end."""
    steps = np.diff(flags.astype(np.int8), prepend=0, append=0)
    return np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)


def natural_gap(between: Counts) -> int:
    """The largest of the short distances, where the distances fall into short and long ones."""
    if len(between) < 2:
        return _GAP
    steps = np.sort(between).astype(np.float64)
    # The squares around the means of both sides, for every split: from running sums of values and squares.
    count = np.arange(1, len(steps))
    total, squares = np.cumsum(steps)[:-1], np.cumsum(steps**2)[:-1]
    below = squares - total**2 / count
    above = (steps**2).sum() - squares - (steps.sum() - total) ** 2 / (len(steps) - count)
    return max(int(steps[np.argmin(below + above)]), _GAP)
