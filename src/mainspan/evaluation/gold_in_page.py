"""Whether a gold text stands in its page: its words in sequence, in what the page shows.

People copy gold texts from a browser, so a few words may differ: a word that the style sheet cuts in two, a
number before a list item. A gold text of which more is missing than that belongs to another page, to another
version of it, or to what a script writes into it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Final

from mainspan.evaluation.measures.sequences import Words
from mainspan.evaluation.measures.words import Text, words_of
from mainspan.page import Page, unescape_source
from mainspan.render.text import render_text
from mainspan.spans import Spans

# Less than this share of the gold text's words in the page, and the gold does not occur there. Of 4,795
# documents in the human-made public packages, 96 lie below it (73 of them in wcxb), 142 below 0.95 and 325
# below 0.99.
MIN_GOLD_SHARE: Final = 0.9
# Runs of so many words tell a line that stands in the page from one whose words happen to.
_RUN: Final = 3


class VisibleWords:
    """The words that a page shows, to look for texts in it."""

    def __init__(self, page: Page) -> None:
        self._page = page
        # As text is rendered: the numbers of list items are words too.
        self._text = Text(render_text(page, Spans.of_tokens(page, page.tokens.words > 0)))

    @property
    def words(self) -> list[str]:
        """The words, in lower case."""
        return self._text.words

    @cached_property
    def _joined(self) -> str:
        return f" {' '.join(self.words)} "

    @cached_property
    def _runs(self) -> frozenset[tuple[str, ...]]:
        return frozenset(_runs_of(self.words))

    def share_of(self, text: str) -> float:
        """The share of a text's words that stand in the page in this order; 1 for a text without words."""
        wanted = Text(text)
        if not wanted.words or f" {' '.join(wanted.words)} " in self._joined:
            return 1.0
        score = Words().compare(self._text, wanted)
        # What is too large for the exact measure is judged by its runs, in linear time.
        return self._share_of_runs(wanted.words) if isinstance(score, str) else score.recall

    def _share_of_runs(self, wanted: list[str]) -> float:
        runs = _runs_of(wanted)
        return sum(run in self._runs for run in runs) / len(runs)

    def has_segment(self, text: str) -> bool:
        """Whether a text stands in the page in one piece; it may begin and end inside a word."""
        return " ".join(words_of(text)) in self._joined

    def hides_segment(self, text: str) -> bool:
        """Whether a text stands where the page does not show it, so that an extractor could still find it."""
        return Text(text).characters in self._source

    @cached_property
    def _source(self) -> str:
        return Text(unescape_source(self._page.source)).characters

    def first_missing(self, lines: Iterable[str]) -> tuple[int, str] | None:
        """The number and text of the first line that is not in the page: fewer than half of its runs are.

        None where all lines are there, so they stand in another order.
        """
        for number, line in enumerate(lines, 1):
            found = words_of(line)
            if len(found) < _RUN:
                is_there = not found or f" {' '.join(found)} " in self._joined
            else:
                is_there = self._share_of_runs(found) >= 0.5
            if not is_there:
                return number, line.strip()
        return None


def _runs_of(found: list[str]) -> list[tuple[str, ...]]:
    return list(zip(*(found[i:] for i in range(_RUN)), strict=False))
