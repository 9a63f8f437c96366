"""Link quota filter: blocks that are mostly links are no content."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.base import Algorithm, Signals, parameter
from mainspan.algorithms.tree import below, sums_before
from mainspan.page import Page
from mainspan.page.kinds import LINK, Flags
from mainspan.spans import Spans

_ABOUT = "the share of link text above which a block is dropped"


@dataclass(frozen=True, repr=False)
class LQF(Algorithm):
    """A block with too large a share of link text is a menu, and is dropped; all other text is content.

    For each block-level element: the characters of its text that are in links, divided by all
    characters of its text. Nested block-level elements are not counted: they are judged alone, by
    their own text. An element whose share is above `ratio` loses its text.

    Thomas Gottron: Evaluating content extraction on HTML documents. ITA 2007, section 5.4. The paper
    tries the ratios 0.25, 0.5 and 0.75 (`lqf25`, `lqf50`, `lqf75`) and finds hardly a difference.

    Departures and choices. "The entire block is discarded" may mean the nested blocks too: here they stay,
    unless `whole` is true. Block-level are all elements that are not inline, and so those with a name that
    HTML does not know. Link text is in an `a` element with an address: a mere anchor (`<a name=...>`), which
    the paper's "in a elements" includes, is no link. Characters are decoded, whitespace is collapsed, and
    none is counted beside a tag, so a list of nothing but links has the share 1. Unseen text is not counted.

    Words-F1 for the three ratios, and for 0.5 with `whole`, on all pages: l3s-gn1 .868 .856 .848 .772
    (plain .707), dragnet .701 .696 .685 .671 (plain .547). The ratio hardly matters here too.
    """

    name: ClassVar[str] = "lqf"
    paper: ClassVar[str] = "Gottron 2007"
    figure: ClassVar[str] = "bars"

    ratio: float = parameter(0.5, _ABOUT, low=0.0, high=1.0)
    whole: bool = parameter(False, "whether the blocks nested in a dropped one go with it")

    def __call__(self, page: Page) -> Spans:
        """Take the text of the blocks that are not mostly links."""
        if not len(page.blocks):
            return Spans(reason="the page has no text")
        spans = Spans.of_blocks(page, ~self._dropped(page)[page.blocks.container])
        return spans if spans else Spans(reason="every block has too large a share of link text")

    def signals(self, page: Page) -> Signals:
        """For each block the link share of the element around it, and its characters."""
        return {
            "start": page.blocks.start.astype(np.float64),
            "share": _link_shares(page)[page.blocks.container],
            "threshold": np.full(len(page.blocks), self.ratio),
            "characters": page.blocks.characters.astype(np.float64),
        }

    def _dropped(self, page: Page) -> Flags:
        """The elements that lose their text."""
        dropped: Flags = _link_shares(page) > self.ratio
        return below(page, dropped)[page.elements.open] if self.whole else dropped


def _link_shares(page: Page) -> NDArray[np.float64]:
    """For each element, the share of link text in its own text: 0 without text."""
    characters = page.tokens.characters
    linked = _own_sums(page, np.where((page.tokens.marks & LINK) > 0, characters, 0))
    shares: NDArray[np.float64] = linked / np.maximum(_own_sums(page, characters), 1)
    return shares


def _own_sums(page: Page, column: NDArray[np.int32]) -> NDArray[np.float64]:
    """The sum of a token column over the text directly in each block-level element."""
    blocks = page.blocks
    before = sums_before(column)
    # A block is one run of text, and an element may have several runs.
    runs = before[blocks.last + 1] - before[blocks.first]
    return np.bincount(blocks.container, runs, minlength=len(page.elements)).astype(np.float64)


@dataclass(frozen=True, repr=False)
class LQF25(LQF):
    """A block is dropped when more than a quarter of its text is in links.

    The link quota filter with the lowest ratio of the paper (Gottron 2007); see `lqf`.
    """

    name: ClassVar[str] = "lqf25"
    ratio: float = parameter(0.25, _ABOUT, low=0.0, high=1.0)


@dataclass(frozen=True, repr=False)
class LQF50(LQF):
    """A block is dropped when more than half of its text is in links.

    The link quota filter with the middle ratio of the paper (Gottron 2007), the default of `lqf`.
    """

    name: ClassVar[str] = "lqf50"
    ratio: float = parameter(0.5, _ABOUT, low=0.0, high=1.0)


@dataclass(frozen=True, repr=False)
class LQF75(LQF):
    """A block is dropped when more than three quarters of its text are in links.

    The link quota filter with the highest ratio of the paper (Gottron 2007); see `lqf`.
    """

    name: ClassVar[str] = "lqf75"
    ratio: float = parameter(0.75, _ABOUT, low=0.0, high=1.0)
