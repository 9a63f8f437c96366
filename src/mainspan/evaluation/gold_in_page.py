"""Whether a gold text occurs in its page: its words, in this order, in the page's visible text.

People copy gold texts from a browser, so a few words may differ: a word that the style sheet splits, a number
before a list item. If more words are missing, the gold text belongs to another page, to another version of
the page, or to text that a script adds.
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

# A gold text occurs in its page if at least this share of its words does. Of 4,795 documents in the public
# packages that people annotated, 96 are below it (73 of them in wcxb), 142 below 0.95 and 325 below 0.99.
MIN_GOLD_SHARE: Final = 0.9
# A line is in the page if its runs of this many words are: single words may be there by chance.
_RUN_WORDS: Final = 3


class VisibleWords:
    """The visible words of a page, to search for texts in it."""

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
        """The share of a text's words that occur in the page in this order; 1 for a text without words."""
        wanted = Text(text)
        if not wanted.words or f" {' '.join(wanted.words)} " in self._joined:
            return 1.0
        score = Words().compare(self._text, wanted)
        # Texts that are too large for the exact measure are compared by their runs, in linear time.
        return self._share_of_runs(wanted.words) if isinstance(score, str) else score.recall

    def _share_of_runs(self, wanted: list[str]) -> float:
        runs = _runs_of(wanted)
        return sum(run in self._runs for run in runs) / len(runs)

    def has_segment(self, text: str) -> bool:
        """Whether a text occurs in the page in one piece; it may begin and end inside a word."""
        return " ".join(words_of(text)) in self._joined

    def hides_segment(self, text: str) -> bool:
        """Whether a text is in the source but hidden, so that an extractor could still find it."""
        return Text(text).characters in self._source

    @cached_property
    def _source(self) -> str:
        return Text(unescape_source(self._page.source)).characters

    def first_missing(self, lines: Iterable[str]) -> tuple[int, str] | None:
        """The number and text of the first line of which less than half of the runs are in the page.

        None if all lines are in the page, in whatever order.
        """
        for number, line in enumerate(lines, 1):
            found = words_of(line)
            if len(found) < _RUN_WORDS:
                is_there = not found or f" {' '.join(found)} " in self._joined
            else:
                is_there = self._share_of_runs(found) >= 0.5
            if not is_there:
                return number, line.strip()
        return None


def _runs_of(found: list[str]) -> list[tuple[str, ...]]:
    return list(zip(*(found[i:] for i in range(_RUN_WORDS)), strict=False))
