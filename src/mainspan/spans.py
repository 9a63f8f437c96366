"""The answer of every method: where in the page's source its main content is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mainspan.page.blocks import find_texts
from mainspan.page.kinds import Flags

if TYPE_CHECKING:
    from mainspan.page import Page

Pairs = NDArray[np.int64]


class Head(NamedTuple):
    """The line with author and date of a post; `tokens` are the first and the last token of each part.

    place: the token where it is written.
    """

    author: str
    date: str
    tokens: tuple[tuple[int, int], ...]
    place: int

    @property
    def text(self) -> str:
        """The line."""
        return " \u00b7 ".join(filter(None, (self.author, self.date)))


class Spans:
    """Sorted, disjoint pairs (start, end) of offsets into `page.source`.

    Each pair lies inside one text token, so a span never holds a tag, code or unseen text. `reason`
    says why there are none, where a method knows it. `heads` has the authors and
    dates in these spans that are written in one line each; other spans made of these have none.
    """

    __slots__ = ("heads", "pairs", "reason")

    def __init__(self, pairs: ArrayLike = (), *, reason: str = "") -> None:
        """Take pairs in any order; those that touch or overlap become one."""
        self.pairs = _merge(np.array(pairs, dtype=np.int64, order="C").reshape(-1, 2))
        self.pairs.flags.writeable = False
        self.reason = reason
        self.heads: tuple[Head, ...] = ()

    @classmethod
    def of_tokens(cls, page: Page, chosen: NDArray[Any]) -> Spans:
        """The text of these tokens, given as numbers or as one flag for each token."""
        tokens = page.tokens
        texts = np.flatnonzero(_flags(chosen, len(tokens)) & (tokens.words > 0))
        return cls(_pair(tokens.start[texts], tokens.end[texts]))

    @classmethod
    def of_words(cls, page: Page, chosen: NDArray[Any]) -> Spans:
        """These words, with the whitespace between neighbours."""
        words = page.words
        index = np.flatnonzero(_flags(chosen, len(words)))
        if not len(index):
            return cls()
        new = (np.diff(index, prepend=-2) > 1) | (np.diff(words.token[index], prepend=-1) != 0)
        first = np.flatnonzero(new)
        last = np.append(first[1:], len(index)) - 1
        return cls(_pair(words.start[index[first]], words.end[index[last]]))

    @classmethod
    def of_elements(cls, page: Page, chosen: NDArray[Any]) -> Spans:
        """All text below these elements."""
        elements = page.elements
        flags = _flags(chosen, len(elements))
        return cls.of_tokens(page, cover(len(page.tokens), elements.open[flags], elements.close[flags]))

    @classmethod
    def of_blocks(cls, page: Page, chosen: NDArray[Any]) -> Spans:
        """The text of these blocks."""
        blocks = page.blocks
        flags = _flags(chosen, len(blocks))
        return cls._apart(find_texts(page.tokens, blocks.first, blocks.last, flags))

    @classmethod
    def _apart(cls, pairs: Pairs, reason: str = "") -> Spans:
        """Pairs that are in order, and do not touch each other."""
        spans = cls.__new__(cls)
        spans.pairs, spans.reason, spans.heads = pairs, reason, ()
        pairs.flags.writeable = False
        return spans

    def without(self, chosen: Flags) -> Spans:
        """All but these pairs; the same spans if there are none."""
        return self._apart(self.pairs[~chosen], self.reason) if chosen.any() else self

    def with_heads(self, page: Page, heads: Sequence[Head]) -> Spans:
        """The spans with these heads, all of whose text is kept."""
        parts = np.array([part for head in heads for part in head.tokens]).reshape(-1, 2)
        spans = self | Spans.of_tokens(page, cover(len(page.tokens), parts[:, 0], parts[:, 1]))
        # What is one alone is written as it is.
        spans.heads = tuple(head for head in heads if head.author and head.date)
        return spans

    def __len__(self) -> int:
        return len(self.pairs)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return ((int(start), int(end)) for start, end in self.pairs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spans) and np.array_equal(self.pairs, other.pairs)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        why = f", {self.reason}" if self.reason else ""
        return f"<Spans {len(self)} pairs, {self.characters} characters{why}>"

    def kept_words(self, page: Page) -> Flags:
        """For each word of the page, whether its middle is inside a span."""
        words = page.words
        return self.hold((words.start + words.end) // 2)

    def count_words(self, page: Page) -> int:
        """How many words of the page are inside a span."""
        tokens, (start, end) = page.tokens, self.pairs.T
        token = tokens.end.searchsorted(start.astype(np.int32), side="right")
        # Whole texts, of which most spans are, need no look at the words.
        is_whole = len(tokens) > 0 and np.array_equal(tokens.end.take(token, mode="clip"), end)
        if is_whole and np.array_equal(tokens.start.take(token), start):
            return int(tokens.words.take(token).sum())
        return int(self.kept_words(page).sum())

    def hold(self, places: NDArray[Any]) -> Flags:
        """For each of these offsets, whether it is inside a span."""
        # An odd number of borders at or before a place means that it is inside.
        inside: Flags = self.pairs.ravel().searchsorted(places, side="right") % 2 == 1
        return inside

    @property
    def characters(self) -> int:
        """The number of characters of the source that the spans cover."""
        return int((self.pairs[:, 1] - self.pairs[:, 0]).sum())

    def __or__(self, other: Spans) -> Spans:
        return Spans(np.concatenate([self.pairs, other.pairs]))

    def __and__(self, other: Spans) -> Spans:
        return _sweep(self, other, lambda ours, theirs: ours & theirs)

    def __sub__(self, other: Spans) -> Spans:
        return _sweep(self, other, lambda ours, theirs: ours & ~theirs)


def _flags(chosen: NDArray[Any], count: int) -> NDArray[np.bool_]:
    chosen = np.asarray(chosen)
    if chosen.dtype == np.bool_:
        return chosen
    flags = np.zeros(count, dtype=np.bool_)
    flags[chosen.astype(np.intp)] = True
    return flags


def cover(count: int, first: NDArray[np.int32], last: NDArray[np.int32]) -> NDArray[np.bool_]:
    """A flag for each of `count` places: is it in one of the ranges, ends included?"""
    step = np.zeros(count + 1, dtype=np.int32)
    # No two elements begin or end at the same place: plain sums do.
    step[first] += 1
    step[last + 1] -= 1
    covered: NDArray[np.bool_] = np.cumsum(step, dtype=np.int32)[:-1] > 0
    return covered


def _pair(start: NDArray[Any], end: NDArray[Any]) -> Pairs:
    pairs = np.empty((len(start), 2), dtype=np.int64)
    pairs[:, 0], pairs[:, 1] = start, end
    return pairs


def _merge(pairs: Pairs) -> Pairs:
    start, end = pairs[:, 0], pairs[:, 1]
    if (end > start).all() and (start[1:] > end[:-1]).all():
        return pairs  # as most methods give them
    pairs = pairs[end > start]
    if not len(pairs):
        return pairs
    pairs = pairs[np.argsort(pairs[:, 0], kind="stable")]
    reach = np.maximum.accumulate(pairs[:, 1])
    first = np.flatnonzero(np.append(True, pairs[1:, 0] > reach[:-1]))
    return _pair(pairs[first, 0], reach[np.append(first[1:], len(pairs)) - 1])


def _sweep(ours: Spans, theirs: Spans, rule: Any) -> Spans:
    """Combine two sets of spans at all places where one of them begins or ends."""
    places = np.unique(np.concatenate([ours.pairs.ravel(), theirs.pairs.ravel()]))
    kept = rule(ours.hold(places), theirs.hold(places))[:-1]
    return Spans(_pair(places[:-1][kept], places[1:][kept]))
