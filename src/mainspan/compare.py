"""Methods side by side on one page."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any, Final

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
# A method that took longer than this in all is not run again.
_MAX_TIMING_SECONDS: Final = 1.0
_FIRST_WORDS: Final = 6
# The first words are in the first few spans.
_MAX_FIRST_SPANS: Final = 20  # no rule: speed
_MAX_PIECE_LENGTH: Final = 1000  # no rule: speed
_MAX_LENGTH: Final = 60


@dataclass(frozen=True, slots=True)
class Comparison:
    """What one method kept of a page, and how far the others agree.

    `share` is the share of the page's words. `milliseconds` is the time of the method itself, without parsing
    the page. `agreement` is the mean words-F1 between this method's answer and that of each other method: 1
    if all keep the same, None without others. `beginning` has the first words, or `reason` says why there are
    none.
    """

    algorithm: str
    words: int
    share: float
    milliseconds: float
    agreement: float | None
    beginning: str
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """The comparison as plain data, with numbers of four digits."""
        found = asdict(self)
        return {key: round(value, 4) if isinstance(value, float) else value for key, value in found.items()}


def read_for(page: Page, methods: Iterable[Algorithm]) -> Page:
    """The page whose words are counted: with hidden text if one of the methods reads it.

    The other methods do not see that text.
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
        # The columns are made first, so that the time of no method includes them.
        _ = each.tokens, each.elements, each.words, each.blocks
    timed = [(method, *_time(method, whole if method.reads_hidden else page)) for method in chosen]
    found = [Extraction(whole, spans, method) for method, spans, _ in timed]
    agreed = agreements([each.kept_words for each in found])
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
        for each, (_, _, seconds), agreement in zip(found, timed, agreed, strict=True)
    ]


def _time(method: Callable[[Page], Spans], page: Page) -> tuple[Spans, float]:
    """A method's answer, and the shortest time of a few runs."""
    times: list[float] = []
    while len(times) < RUNS and sum(times) < _MAX_TIMING_SECONDS:
        # What an earlier run kept with the page would make this one faster.
        page.derived.clear()
        begin = perf_counter()
        spans = method(page)
        times.append(perf_counter() - begin)
    return spans, min(times)


def agreements(kept: list[NDArray[np.bool_]]) -> list[float | None]:
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
    """Words-F1 between two sets of one page's words; two empty ones agree."""
    size = np.count_nonzero(ours) + np.count_nonzero(theirs)
    return 2 * np.count_nonzero(ours & theirs) / size if size else 1.0


def _beginning(found: Extraction) -> str:
    """The first kept words, shortened if they are long."""
    page = found.page
    pieces = Pieces.of(page, Spans(found.spans.pairs[:_MAX_FIRST_SPANS]))
    raw = (page.tokens.marks[pieces.token] & RAW) > 0
    parts: list[str] = []
    for start, end, separator, is_raw in zip(pieces.start, pieces.end, pieces.separator, raw, strict=True):
        # A long text is shortened before it is decoded.
        text = page.source[start : min(end, start + _MAX_PIECE_LENGTH)]
        parts += ("" if separator == NOTHING else " ", text if is_raw else unescape_source(text))
    first = " ".join(without_controls("".join(parts)).split()[:_FIRST_WORDS])
    return first if len(first) <= _MAX_LENGTH else f"{first[: _MAX_LENGTH - 1]}\N{HORIZONTAL ELLIPSIS}"
