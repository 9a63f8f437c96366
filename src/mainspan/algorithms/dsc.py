"""The document slope curve: plateaus in the count of tags."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.base import Algorithm, Signals, parameter
from mainspan.algorithms.sequence import Sequence
from mainspan.page import Page, tags
from mainspan.spans import Spans

# Tags that only change fonts: they are part of running text.
_FORMAT: Final = tags.table("b i u s em strong font big small tt strike sub sup mark code span basefont")
# This many windows of one kind in a row start or end a region.
_IN_A_ROW: Final = 3


@dataclass(frozen=True, repr=False)
class DSC(Algorithm):
    """Long plateaus of the curve that counts the tags are content.

    The page is a sequence of tags and words, and d(k) the number of tags among the first k of them. A window
    of `window` tokens moves over the page in steps of half its length. It is low when the curve rises in
    it with less than half of the document's mean slope. Three low windows in a row begin a region of
    content, three high ones in a row end it: it runs from the first token of the first low one to the first
    token of the first high one. All regions together are the answer.

    David Pinto and others: QuASM: a system for question answering using semi-structured data. JCDL 2002.
    As changed into an extractor in Gottron: Evaluating content extraction on HTML documents. ITA 2007,
    section 5.3.

    Departures and choices. The papers give no length of the window: it was chosen on data, on one half of the
    sites of four packages, so `dsc` is tuned to pages like these. Words-F1 there with 10, 20, 30, 40, 60 and
    100 tokens: l3s-gn1 .885 .850 .888 .887 .868 .759, dragnet .684 .700 .710 .698 .692 .611, daniel .809 .829
    .835 .834 .803 .721, wcxb .712 .681 .647 .622 .581 .504 (`mainspan evaluate PACKAGE... --sites tune -m
    words -a dsc:window=10 ...`). Only whole windows are judged; the rest of the page belongs to the region
    that is open there. A window with exactly half of the mean slope is high; in the paper it is neither. The
    sequence is that of `bte`: tags that the parser inserts count. With `format_tags="ignore"` tags that only
    change fonts do not count as tags, as Pinto has it; they are tokens all the same.
    """

    name: ClassVar[str] = "dsc"
    paper: ClassVar[str] = "Pinto and others 2002, Gottron 2007"
    figure: ClassVar[str] = "curve"

    window: int = parameter(30, "the length of a window, in tags and words", low=2, high=1_000_000)
    format_tags: str = parameter(
        "count", "whether tags that only change fonts count as tags", choices=("count", "ignore")
    )

    def __call__(self, page: Page) -> Spans:
        """Take the words on the plateaus."""
        if not page.tokens.words.any():
            return Spans(reason="the page has no text")
        sequence = Sequence.of(page)
        low = self._low_windows(self._slope_curve(page, sequence))
        if len(low) < _IN_A_ROW:
            return Spans(reason=f"the page is too short: a region needs 3 windows, and it has {len(low)}")
        spans = Spans.of_words(page, self._regions(low, len(sequence))[sequence.is_word])
        return spans if spans else Spans(reason="the tags are spread evenly: there is no plateau")

    def signals(self, page: Page) -> Signals:
        """The document slope curve, and which tokens are on its plateaus."""
        sequence = Sequence.of(page)
        curve = self._slope_curve(page, sequence)
        plateau = self._regions(self._low_windows(curve), len(sequence))
        return {
            "start": sequence.starts(page),
            "tags": curve[1:].astype(np.float64),
            "plateau": plateau.astype(np.float64),
        }

    def _slope_curve(self, page: Page, sequence: Sequence) -> NDArray[np.int64]:
        """d(k): the tags among the first k tokens, for k from 0."""
        counts = page.tokens.is_tag
        if self.format_tags == "ignore":
            counts = counts & ~_FORMAT[page.tokens.tag]
        return np.concatenate([[0], np.cumsum(counts[sequence.token], dtype=np.int64)])

    def _low_windows(self, curve: NDArray[np.int64]) -> NDArray[np.bool_]:
        """For each window, whether its slope is below half the mean slope; an equal one is high."""
        length, step = len(curve) - 1, self.window // 2
        begins = np.arange(0, max(length - self.window + 1, 0), step)
        rise = curve[begins + self.window] - curve[begins]
        # rise / window < tags / length / 2, in whole numbers.
        low: NDArray[np.bool_] = 2 * rise * length < curve[-1] * self.window
        return low

    def _regions(self, low: NDArray[np.bool_], length: int) -> NDArray[np.bool_]:
        """For each token, whether it is in a region."""
        if len(low) < _IN_A_ROW:
            return np.zeros(length, dtype=np.bool_)
        runs = np.lib.stride_tricks.sliding_window_view(low, _IN_A_ROW)
        begins: NDArray[np.bool_] = np.asarray(runs.all(axis=1))
        ends = ~runs.any(axis=1)
        # The last beginning or end before a window says whether it is in a region.
        last = np.maximum.accumulate(np.where(begins | ends, np.arange(len(runs)), -1))
        inside = begins[last] & (last >= 0)
        window = np.minimum(np.arange(length) // (self.window // 2), len(inside) - 1)
        found: NDArray[np.bool_] = inside[window]
        return found
