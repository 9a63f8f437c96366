"""What is around a picture or a formula that has no text of its own: kept text, or what was left out."""

from __future__ import annotations

from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.lazy import lazy
from mainspan.page import Page, tags
from mainspan.page.kinds import OPEN, Flags
from mainspan.render.layout import Places

_IMG: Final = tags.NUMBERS["img"]
_A: Final = tags.NUMBERS["a"]
_FIGURE: Final = tags.NUMBERS["figure"]
# Words in these describe the picture, not the text around it.
_IS_FRAME: Final = tags.table("figure picture a span button noscript figcaption")
_HEADINGS: Final = tags.numbers(tags.HEADINGS)
# What is in these is no part of a text, however short it is.
_IS_ASIDE: Final = tags.table("aside nav footer form dialog")
# A text of at most this number of words beside a picture may be its caption and its source.
_MAX_CAPTION_WORDS: Final = 80
# A picture that is at least as wide as this is looked at, not just seen.
MIN_WIDTH: Final = 300


def are_surrounded(page: Page, places: Places, kept: NDArray[np.int64]) -> Flags:
    """Whether at least half of the texts around each of these tokens were kept."""
    elements = page.elements
    inside = elements.parent[elements.open.searchsorted(places, side="right") - 1]
    around = _Surroundings(page, kept)
    return np.fromiter(map(around.are_kept, inside.tolist()), dtype=np.bool_, count=len(places))


class _Surroundings:
    """Finds whether the text around elements was kept; climbs over each element once."""

    def __init__(self, page: Page, kept: NDArray[np.int64]) -> None:
        self.elements = page.elements
        self.kept = kept
        self.texts = np.concatenate([[0], np.cumsum(page.tokens.words > 0)])
        self.known: dict[int, bool] = {-1: False}

    def are_kept(self, element: int) -> bool:
        """Of the first element from this one upwards that has text of its own."""
        elements = self.elements
        way = []
        while element not in self.known:
            way.append(element)
            first, last = elements.open.item(element), elements.close.item(element)
            texts = self.texts.item(last) - self.texts.item(first)
            if texts and not _IS_FRAME[elements.tag.item(element)]:
                self.known[element] = 2 * (self.kept.item(last) - self.kept.item(first)) >= texts
            else:
                element = elements.parent.item(element)
        answer = self.known[element]
        self.known.update(dict.fromkeys(way, answer))
        return answer


class Frames:
    """Finds which pictures belong to the kept text: those inside it, with captions that were left out.

    The frame of a picture is the largest element around it of which no text was kept: it holds the picture's
    caption, or is a box that was left out.
    """

    def __init__(self, page: Page, kept: NDArray[np.int64]) -> None:
        self.page = page
        self.elements = page.elements
        self.kept = kept
        self.known: dict[int, bool] = {}

    @lazy
    def _words(self) -> NDArray[np.int64]:
        """The words before each token, and before the end."""
        return np.concatenate([[0], np.cumsum(self.page.tokens.words)])

    @lazy
    def _kept_words(self) -> NDArray[np.int64]:
        """The same of the kept texts."""
        words = np.where(np.diff(self.kept) > 0, self.page.tokens.words, 0)
        return np.concatenate([[0], np.cumsum(words)])

    @lazy
    def _has_kept(self) -> Flags:
        """For each element, whether any of its text was kept."""
        found: Flags = self.kept[self.elements.close] > self.kept[self.elements.open]
        return found

    def has_kept(self, element: int) -> bool:
        """Whether any text of an element was kept."""
        return self._has_kept.item(element)

    def parents(self, places: Places) -> NDArray[np.int32]:
        """The elements around these pictures."""
        return self.elements.parent.take(self.elements.open.searchsorted(places, side="right") - 1)

    def least_width(self, token: int, element: int) -> float:
        """How wide a picture in this element must be to belong to the kept text; infinite if none does."""
        parent, tags_of, has_kept = self.elements.parent, self.elements.tag, self._has_kept
        frame, figure = -1, -1
        while element >= 0 and not has_kept.item(element):
            frame, tag = element, tags_of.item(element)
            if _IS_ASIDE[tag]:
                return inf
            if tag == _FIGURE:
                figure = element
            element = parent.item(element)
        if element < 0:
            return inf
        # What is in a figure belongs to it, whatever is around both.
        frame = figure if figure >= 0 else frame
        if frame >= 0 and not self._is_caption(frame):
            return inf
        # A header has the headline, of which one line was kept, and a large picture.
        least = 0 if figure >= 0 or self._is_text(element, frame) else MIN_WIDTH
        if not self.kept.item(token) or self.kept.item(token) == self.kept.item(-1):
            # Before the first text and after the last one are also the pictures of other texts.
            if not self._is_text(element, frame):
                return inf
            return 0 if figure >= 0 or self._is_close(element) else MIN_WIDTH
        return least

    def _is_close(self, element: int) -> bool:
        """Whether at least half of the texts in an element were kept, however long they are."""
        first, last = self.elements.open.item(element), self.elements.close.item(element)
        texts = int((self.page.tokens.words[first:last] > 0).sum())
        return 2 * (self.kept.item(last) - self.kept.item(first)) >= texts

    def _is_text(self, element: int, frame: int) -> bool:
        """Whether at least half of the words in an element were kept, those of the frame aside."""
        words, kept = self._count(self._words, element), self._count(self._kept_words, element)
        return 2 * kept >= words - (self._count(self._words, frame) if frame >= 0 else 0)

    def _count(self, column: NDArray[np.int64], element: int) -> int:
        return column.item(self.elements.close.item(element)) - column.item(self.elements.open.item(element))

    def _is_caption(self, frame: int) -> bool:
        """Whether the texts of a frame may be captions: few words; outside figures no heading or links."""
        if frame not in self.known:
            self.known[frame] = self._could_be_captions(frame)
        return self.known[frame]

    def _could_be_captions(self, frame: int) -> bool:
        words = self._count(self._words, frame)
        if not words:
            return True
        first, last = self.elements.open.item(frame), self.elements.close.item(frame)
        tag = self.page.tokens.tag[first:last]
        names = tag.tolist()
        if words > _MAX_CAPTION_WORDS and words > _MAX_CAPTION_WORDS * names.count(_IMG):
            return False
        if self.elements.tag.item(frame) == _FIGURE:
            return True
        if not _HEADINGS.isdisjoint(names):
            return False
        if _A not in names:
            return True
        links = ((tag == _A) & (self.page.tokens.kind[first:last] == OPEN)).nonzero()[0] + first
        linked = (self._words[self.page.tokens.partner[links]] - self._words[links]).sum()
        return bool(2 * linked <= words)
