"""Marks: which text of a page is content, in two notations that check each other.

A mark is a range of text inside one block. `start` and `end` are offsets into `page.source`. `first` and
`last` are the same two places in the DOM: the XPath of a text node, and the number of its characters before
the place, in Unicode code points as in the W3C's Web Annotation Data Model. Offsets break when pages are
serialised in another way, XPaths when they are parsed in another way. A digest of the marked text shows which
of the two is right.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import cache, partial
from hashlib import blake2b
from itertools import accumulate
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.annotation.text_nodes import TextNodes
from mainspan.errors import AnnotationError
from mainspan.page import Page
from mainspan.page.kinds import Flags
from mainspan.spans import Pairs, Spans


class Point(NamedTuple):
    """A place in the DOM: a text node, and the number of its characters before the place."""

    xpath: str
    offset: int


class Mark(NamedTuple):
    """A marked range of text, from `start` to `end` in the source, from `first` to `last` in the DOM."""

    start: int
    end: int
    first: Point
    last: Point


class Part(NamedTuple):
    """Characters of a block: counted over its texts as they are in the DOM, the end None for all the rest."""

    block: int
    start: int = 0
    end: int | None = None


class Located(NamedTuple):
    """Where marks are in a page, and what was wrong with them; empty if nothing was."""

    spans: Spans
    notice: str


def tidy(page: Page, spans: Spans) -> Spans:
    """Spans with the same text in one form: pieces of words, with whitespace only between kept words.

    They may hold tags, as a selection in a browser does. Words may be divided, character references not.
    """
    words, nodes = page.words, TextNodes.of(page)
    first = words.end.searchsorted(spans.pairs[:, 0], side="right")
    last = words.start.searchsorted(spans.pairs[:, 1], side="left") - 1
    # All words that are touched, each with its span. They are cut into pieces of one span and one text.
    counts = np.maximum(last - first + 1, 0)
    span = np.repeat(np.arange(len(spans)), counts)
    word = np.arange(len(span)) + np.repeat(first - np.cumsum(counts) + counts, counts)
    token = words.token[word]
    begins, stops = _groups((np.diff(span, prepend=-1) > 0) | (np.diff(token, prepend=-1) > 0))
    first, last, token = word[begins], word[stops], token[begins]
    pairs = spans.pairs[span[begins]]
    pairs[:, 0] = np.maximum(pairs[:, 0], words.start[first])
    pairs[:, 1] = np.minimum(pairs[:, 1], words.end[last])
    divided = (pairs[:, 0] > words.start[first]) | (pairs[:, 1] < words.end[last])
    for i in np.flatnonzero(divided).tolist():
        pairs[i] = nodes.whole(int(token[i]), *pairs[i].tolist())
    begins, stops = _groups(~_follow(page, pairs) | (np.diff(token, prepend=-1) > 0))
    return Spans(np.stack([pairs[begins, 0], pairs[stops, 1]], axis=1))


def _groups(begins: Flags) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first and the last item of each group, given which items begin one."""
    first = np.flatnonzero(begins)
    return first, np.append(first[1:], len(begins))[: len(first)] - 1


def _follow(page: Page, pairs: Pairs) -> Flags:
    """Which pieces of words begin a word, after one that ends with the word before it."""
    words = page.words
    first, last = word_ranges(page, pairs)
    found: Flags = pairs[:, 0] == words.start[first]
    found[1:] &= (last[:-1] + 1 == first[1:]) & (pairs[:-1, 1] == words.end[last[:-1]])
    found[:1] = False
    return found


def make_marks(page: Page, spans: Spans) -> tuple[Mark, ...]:
    """The marks of spans: one for each run of text inside a block."""
    nodes = TextNodes.of(page)

    def point(token: int, place: int) -> Point:
        return Point(nodes.path(token), nodes.characters_before(token, place))

    return tuple(
        Mark(start, end, point(first, start), point(last, end))
        for start, end, first, last in _runs(page, tidy(page, spans).pairs)
    )


def _runs(page: Page, pairs: Pairs) -> list[tuple[int, int, int, int]]:
    """Runs of tidy pairs inside a block, with nothing left out: start and end, first and last text."""
    token = page.words.token[word_ranges(page, pairs)[0]]
    block = page.blocks.first.searchsorted(token, side="right")
    begins, stops = _groups(~_follow(page, pairs) | (np.diff(block, prepend=-1) > 0))
    columns = (pairs[begins, 0], pairs[stops, 1], token[begins], token[stops])
    return list(zip(*(each.tolist() for each in columns), strict=True))


def word_ranges(page: Page, pairs: Pairs) -> tuple[Pairs, Pairs]:
    """The first and the last word of each of these pairs, which are tidy."""
    words = page.words
    return words.start.searchsorted(pairs[:, 0], side="right") - 1, words.end.searchsorted(pairs[:, 1])


def digest_of(page: Page, spans: Spans) -> str:
    """A digest of the text of spans that are tidy, whatever its whitespace."""
    text = "".join(TextNodes.of(page).text(*pair) for pair in spans)
    return blake2b("".join(text.split()).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def find_ranges(page: Page, ranges: Iterable[tuple[Point, Point]]) -> Spans:
    """The text between pairs of places in the DOM; those that the page does not have are left out."""
    nodes, found = TextNodes.of(page), []
    for first, last in ranges:
        opening, closing = nodes.find(first.xpath), nodes.find(last.xpath)
        if opening is not None and closing is not None:
            found.append((nodes.place(opening, first.offset), nodes.place(closing, last.offset)))
    return tidy(page, Spans(found))


def find_parts(page: Page, parts: Iterable[Part]) -> Spans:
    """The text of parts of blocks, or an AnnotationError if the page has no such block."""
    nodes, found = TextNodes.of(page), []
    texts_of = cache(partial(_texts_of, page))
    for block, start, end in parts:
        if not 0 <= block < len(page.blocks):
            raise AnnotationError(f"the page has no block {block}: it has {len(page.blocks)}, counted from 0")
        texts, before = texts_of(block)
        end = before[-1] if end is None else end
        first = max(bisect_right(before, start) - 1, 0)
        last = min(bisect_left(before, end), len(texts)) - 1
        if first <= last and start < end:
            places = ((texts[i], place - before[i]) for i, place in ((first, start), (last, end)))
            found.append(tuple(nodes.place(*each) for each in places))
    return tidy(page, Spans(found))


def make_parts(page: Page, spans: Spans) -> list[Part]:
    """The parts of blocks that spans cover."""
    nodes, found = TextNodes.of(page), []
    texts_of = cache(partial(_texts_of, page))
    starts = page.blocks.first.tolist()
    for start, end, first, last in _runs(page, tidy(page, spans).pairs):
        block = bisect_right(starts, first) - 1
        texts, before = texts_of(block)
        places = (
            before[bisect_left(texts, token)] + nodes.characters_before(token, place)
            for token, place in ((first, start), (last, end))
        )
        found.append(Part(block, *places))
    return found


def _texts_of(page: Page, block: int) -> tuple[list[int], list[int]]:
    """The texts of a block, and the number of characters before each and after the last."""
    nodes, tokens = TextNodes.of(page), page.tokens
    inside = np.arange(page.blocks.first[block], page.blocks.last[block] + 1)
    texts = inside[tokens.is_text[inside]].tolist()
    sizes = (nodes.characters_before(each, int(tokens.end[each])) for each in texts)
    return texts, list(accumulate(sizes, initial=0))


def locate(page: Page, marks: Sequence[Mark], digest: str) -> Located:
    """The spans of marks. If offsets and XPaths disagree, what has the marked text is right."""
    if not marks:
        return Located(Spans(), "")
    by_path = find_ranges(page, [(each.first, each.last) for each in marks])
    pairs = [(each.start, each.end) for each in marks if 0 <= each.start <= each.end <= len(page.source)]
    by_offset = tidy(page, Spans(pairs))
    fits = [digest_of(page, each) == digest for each in (by_path, by_offset)]
    if by_path == by_offset and all(fits):
        return Located(by_path, "")
    if fits[0]:
        return Located(by_path, "the offsets no longer fit the page: the XPaths were used")
    if fits[1]:
        return Located(by_offset, "the XPaths no longer fit the page: the offsets were used")
    return Located(by_path, "the page was changed after it was marked: check the marks")
