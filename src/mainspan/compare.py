"""Methods side by side on one page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms import Algorithm
from mainspan.extraction import Extraction
from mainspan.page import Page, unescape_source
from mainspan.page.kinds import RAW
from mainspan.render.layout import NOTHING
from mainspan.render.pieces import Pieces, without_controls
from mainspan.spans import Spans

RUNS: Final = 3
# After so many seconds a method is not run again.
_LONG: Final = 1.0
_FIRST_WORDS: Final = 6
# The first words stand in the first few pieces of text.
_FIRST_PAIRS: Final = 20
_LONGEST_TEXT: Final = 1000
_LONGEST: Final = 60


@dataclass(frozen=True, slots=True)
class Comparison:
    """What one method kept of a page, and how far the others agree.

    `share` is that of the page's words, `milliseconds` the time of the method alone, without reading the
    page. `agreement` is the mean, over the other methods, of the words-F1 between what the two kept: 1 where
    all keep the same, None without others. `beginning` has the first words; `reason` says why there are none.
    """

    algorithm: str
    words: int
    share: float
    milliseconds: float
    agreement: float | None
    beginning: str
    reason: str


def read_for(page: Page, methods: Iterable[Algorithm]) -> Page:
    """The page whose words are counted: if one of the methods reads hidden text, that is part of it.

    The others do not see it.
    """
    return page.with_hidden if any(method.reads_hidden for method in methods) else page


def compare(page: Page, methods: Iterable[Algorithm]) -> list[Comparison]:
    """Run methods on a page that is read once, in their order.

    >>> from mainspan import algorithm
    >>> page = Page("<p>Some words of a page.</p>")
    >>> [each.words for each in compare(page, [algorithm("plain"), algorithm("density")])]
    [5, 5]
    """
    chosen = list(methods)
    whole = read_for(page, chosen)
    for each in (page, whole):
        # The columns are made before, so that no method pays for those that it reads first.
        _ = each.tokens, each.elements, each.words, each.blocks
    timed = [(method, *_time(method, whole if method.reads_hidden else page)) for method in chosen]
    found = [Extraction(whole, spans, method) for method, spans, _ in timed]
    agreements = _agreements([each.kept_words for each in found])
    return [
        Comparison(
            algorithm=repr(each.algorithm),
            words=each.words,
            share=each.words / max(len(whole.words), 1),
            milliseconds=1000 * seconds,
            agreement=agreement,
            beginning=_beginning(each),
            reason=each.reason,
        )
        for each, (_, _, seconds), agreement in zip(found, timed, agreements, strict=True)
    ]


def _time(method: Callable[[Page], Spans], page: Page) -> tuple[Spans, float]:
    """A method's answer, and the least time of a few runs."""
    times: list[float] = []
    while len(times) < RUNS and sum(times) < _LONG:
        # What an earlier run kept with the page would make this one faster.
        page.derived.clear()
        begin = perf_counter()
        spans = method(page)
        times.append(perf_counter() - begin)
    return spans, min(times)


def _agreements(kept: list[NDArray[np.bool_]]) -> list[float | None]:
    """The mean agreement of each with all others."""
    count = len(kept)
    if count < 2:
        return [None] * count
    scores = np.zeros((count, count))
    for one in range(count):
        for other in range(one):
            scores[one, other] = scores[other, one] = _f1(kept[one], kept[other])
    return [float(score) for score in scores.sum(axis=1) / (count - 1)]


def _f1(ours: NDArray[np.bool_], theirs: NDArray[np.bool_]) -> float:
    """Words-F1 between two choices of one page's words; two empty ones agree."""
    size = np.count_nonzero(ours) + np.count_nonzero(theirs)
    return 2 * np.count_nonzero(ours & theirs) / size if size else 1.0


def _beginning(found: Extraction) -> str:
    """The first words of what was kept, cut off if they are long."""
    page = found.page
    pieces = Pieces.of(page, Spans(found.spans.pairs[:_FIRST_PAIRS]))
    raw = (page.tokens.marks[pieces.token] & RAW) > 0
    parts: list[str] = []
    for start, end, separator, is_raw in zip(pieces.start, pieces.end, pieces.separator, raw, strict=True):
        # A long text is cut before it is read.
        text = page.source[start : min(end, start + _LONGEST_TEXT)]
        parts += ("" if separator == NOTHING else " ", text if is_raw else unescape_source(text))
    first = " ".join(without_controls("".join(parts)).split()[:_FIRST_WORDS])
    return first if len(first) <= _LONGEST else f"{first[: _LONGEST - 1]}\N{HORIZONTAL ELLIPSIS}"
