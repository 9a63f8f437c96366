"""The default method: the blur, learned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.base import Algorithm, Judgement, Signals, parameter
from mainspan.algorithms.learned import steps
from mainspan.algorithms.learned.calibration import calibrate, calibrate_page
from mainspan.algorithms.learned.decoding import FOCUS, TRUST, Choice, choose
from mainspan.algorithms.learned.features import H1, H6, Sheet
from mainspan.algorithms.learned.headline import find_late_headline, find_preface
from mainspan.algorithms.learned.network import Network, shipped
from mainspan.algorithms.learned.reasons import Fate, Heard, explain
from mainspan.algorithms.learned.sheet import sheet_of
from mainspan.algorithms.learned.structure import HOPELESS
from mainspan.algorithms.learned.types import (
    FEWEST_WORDS,
    even_out,
    is_forum,
    may_be_forum,
    may_be_list,
    seems_article,
    weigh_types,
)
from mainspan.algorithms.learned.wishes import (
    BEHIND,
    blocks_around_start,
    doubt_comments,
    favour_comments,
    find_menus,
)
from mainspan.lazy import lazy
from mainspan.page import Page
from mainspan.page.kinds import CODE
from mainspan.page.shell import is_shell
from mainspan.spans import Spans

# A page with fewer words than this, and much more code than text, is made by its scripts.
_FEW_WORDS, _MUCH_CODE = 60, 20


@dataclass(frozen=True, repr=False)
class Learned(Algorithm):
    """A small network over the page's blocks decides which of them are content.

    Content code blurring is a convolution of the page with a fixed kernel, and a threshold. Here the kernels
    are learned, and run over all signals at once: lengths, links, punctuation, tags, the names that authors
    give to the parts of their pages, the elements around, blurs, the words that a text shares with the title.
    None of them depends on a language. The network gives each block a probability; kept are the blocks with
    which the expected F1 is highest. How it was trained, on what, and what it reaches: docs/MODEL.md.

    Annotators disagree on what belongs to the main content, so it was trained with their habits as inputs.
    They are parameters: ask for what you want. `scope` "article" is the text of an article and nothing else,
    "page" is whatever a page of any type offers: posts of a forum, items of a list, a product's description.
    With "auto" the page itself tells, and a wish for headline, byline, captions or comments changes hardly
    anything but these. With another `scope` that of the headline is heard as the annotators of corpora had
    it, and with "page" comments are found without being called so.

    Text that attributes hide is read too: many pages show it on a click. `hidden=false` leaves it out.
    """

    name: ClassVar[str] = "mainspan"
    paper: ClassVar[str] = "learned: docs/MODEL.md"
    figure: ClassVar[str] = "bars"

    headline: bool = parameter(True, "whether the headline is content")
    byline: bool = parameter(False, "whether the line with author and date is content")
    captions: bool = parameter(False, "whether the captions of pictures are content")
    comments: bool = parameter(False, "whether readers' comments are content")
    scope: str = parameter("auto", "what is looked for", choices=("auto", "article", "page"))
    focus: str = parameter("balanced", "what counts more, if in doubt", choices=tuple(FOCUS))
    hidden: bool = parameter(True, "whether text that attributes hide is read too")

    @property
    def reads_hidden(self) -> bool:
        """Whether hidden text is to be read."""
        return self.hidden

    def __call__(self, page: Page) -> Spans:
        """Keep the blocks that are most likely content."""
        reading = Reading(page, self)
        if not len(reading.sheet):
            return Spans(reason=reading.doubt if reading.is_shell else "the page has no text")
        kept = reading.choice.kept
        # Sooner than `any`.
        if not np.count_nonzero(kept):
            return Spans(reason=reading.doubt)
        return Spans.of_blocks(page, kept)

    def signals(self, page: Page) -> Signals:
        """The probability of each block, and the one from which on blocks are kept."""
        reading = Reading(page, self)
        return {
            "start": page.blocks.start.astype(np.float64),
            "probability": reading.probability,
            "threshold": np.full(len(reading.sheet), reading.cut),
        }

    def judge(self, page: Page) -> Judgement:
        """The probability of each block, with the reasons, and how sure all this is."""
        return Reading(page, self)

    def habits(self, *, byline: bool = False, comments: bool = False) -> NDArray[np.float32]:
        """What the network is asked for, as it reads it.

        It has learned the wish for a byline, captions or comments together with all else that sets the
        corpora apart which have them, and would change its mind on other blocks too. So it hears of them only
        where their own blocks are looked for, or, as in the one corpus with comments in its gold, where
        whatever the page offers is wanted. Of headlines it hears if it is told what to look for, as in all
        corpora.
        """
        anything = self.scope == "page"
        headline = self.headline or self.scope == "auto"
        asked = (headline, byline, False, comments or (self.comments and anything), anything)
        return np.array([*asked, self.scope == "article"], dtype=np.float32)


class Reading(Judgement):
    """What the network makes of one page. All of it is computed when it is asked for."""

    def __init__(self, page: Page, method: Learned, network: Network | None = None) -> None:
        self.page, self.method = page, method
        self.network = network or shipped()
        self.sheet: Sheet = sheet_of(page)

    @lazy
    def _inputs(self) -> NDArray[np.float32]:
        return steps.page_inputs(self.method.habits(), self.sheet)

    @lazy
    def _answer(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The logits of the blocks, and what is known of the page."""
        logits, known = self.network.of_sheet(self.sheet, self._inputs)
        comments = self._named_comments
        if len(comments) and self._hears_comments:
            heard = self.network.of_sheet(self.sheet, self._inputs_with_comments)[0]
            logits[comments] = np.maximum(logits, heard)[comments]
        return logits, known

    @property
    def _hears_comments(self) -> bool:
        """Whether the wish for comments is heard by their own blocks alone."""
        return self.method.comments and self.method.scope != "page"

    @property
    def _doubts_comments(self) -> bool:
        """Whether comments are less likely content than the network says: not where posts are."""
        if self.method.comments or self.method.scope == "page":
            return False
        return self.method.scope == "article" or not is_forum(self._types)

    @property
    def _inputs_with_comments(self) -> NDArray[np.float32]:
        return steps.page_inputs(self.method.habits(comments=True), self.sheet)

    @lazy
    def said(self) -> NDArray[np.float64]:
        """How likely each block is content, as the network says."""
        if not len(self.sheet):
            return np.zeros(0)
        logits = self._answer[0].astype(np.float64)
        # The logistic function, without powers that would overflow.
        return (1 + np.tanh(logits * (TRUST[self.method.scope] / 2))) / 2

    @lazy
    def probability(self) -> NDArray[np.float64]:
        """How likely each block is content, by what became true where the network said the same."""
        return calibrate(self.said)

    @lazy
    def _likely(self) -> Choice:
        """The blocks that are kept before what was asked for by name is seen to."""
        said, scope = self.said, self.method.scope
        comments = self._named_comments
        if len(comments) and self._hears_comments:
            said = favour_comments(said, comments)
        elif len(comments) and self._doubts_comments:
            no_forum = scope == "auto" and not may_be_forum(self._types)
            said = doubt_comments(said, self.sheet, comments, "article" if no_forum else scope)
        said = steps.doubt_menus(said, self.sheet)
        return choose(
            said,
            self.sheet,
            self.method.focus,
            scope,
            self._source_of,
            sections=scope != "article" and not seems_article(self._types),
            titles=may_be_list(self._types),
        )

    @lazy
    def _types(self) -> list[float]:
        """How likely each type of page is."""
        return weigh_types(self.network, self._answer[1]) if len(self.sheet) else []

    @lazy
    def _named_comments(self) -> NDArray[np.intp]:
        """The blocks that are called comments."""
        return steps.find_comments(self.sheet)

    @lazy
    def _menus(self) -> NDArray[np.intp]:
        """The blocks of menus."""
        return find_menus(self.sheet)

    def _source_of(self, block: int) -> str:
        blocks = self.page.blocks
        return self.page.source[blocks.start[block] : blocks.end[block]]

    @lazy
    def headline(self) -> int:
        """The block that is the headline, or -1."""
        kept = self._likely.kept
        found = steps.find_headline(self.sheet, kept)
        if found < 0:
            return find_late_headline(self.sheet, kept)
        return found if self.said[found] >= HOPELESS or not self.method.headline else -1

    @lazy
    def _preface(self) -> NDArray[np.intp]:
        """What is likely but stands before the headline."""
        return find_preface(self.sheet, self._likely.kept, self.headline)

    @lazy
    def wishes(self) -> dict[str, NDArray[np.intp]]:
        """What was found of the parts that can be asked for, by their names."""
        kept = self._likely.kept
        headline = np.array([self.headline] if self.headline >= 0 else [], dtype=np.intp)
        return {
            "headline": headline,
            "byline": self._beside_headline(self._byline),
            "captions": self._beside_headline(steps.find_captions(self.sheet, kept, self.method.captions)),
        }

    def _beside_headline(self, blocks: NDArray[np.intp]) -> NDArray[np.intp]:
        """These blocks without the headline, which is nothing else, whatever it is called."""
        others: NDArray[np.intp] = blocks[blocks != self.headline] if len(blocks) else blocks
        return others

    @lazy
    def _byline(self) -> NDArray[np.intp]:
        """The byline by the names of its blocks and, if it is asked for, by what the network says then."""
        kept = self._likely.kept
        if not self.method.byline:
            return steps.find_byline(self.sheet, kept)
        named = steps.find_byline(self.sheet, kept, BEHIND)
        near = blocks_around_start(self.sheet, kept, BEHIND)
        # Nameless ones are neither headings nor parts of a menu or of comments.
        no_heading = near[(self.sheet.group[near] < H1) | (self.sheet.group[near] > H6)]
        near = np.setdiff1d(no_heading, np.concatenate([self._menus, self._named_comments]))
        if not len(near):
            return named
        inputs = steps.page_inputs(self.method.habits(byline=True), self.sheet)
        heard = self.network.of_sheet(self.sheet, inputs)[0]
        return np.union1d(named, near[heard[near] > 0])

    @lazy
    def choice(self) -> Choice:
        """The blocks that are kept; none of a page that its scripts are to fill."""
        if self.is_shell:
            return self._likely._replace(kept=np.zeros_like(self._wanted), expected=0.0)
        return self._likely._replace(kept=self._wanted)

    @lazy
    def _wanted(self) -> NDArray[np.bool_]:
        """The blocks that are likely, with and without what was asked for by name."""
        kept = self._likely.kept.copy()
        kept[self._preface] = False
        for name, blocks in self.wishes.items():
            kept[blocks] = getattr(self.method, name)
        return kept

    @lazy
    def is_shell(self) -> bool:
        """Whether all that would be kept is a few words of a page that its scripts are to fill."""
        return int(self.sheet.words[self._wanted].sum()) < _FEW_WORDS and is_shell(self.page)

    @property
    def cut(self) -> float:
        """The probability from which on blocks are likely enough."""
        return float(calibrate(np.array([self._likely.cut]))[0])

    @property
    def scores(self) -> NDArray[np.float64]:
        """How likely each block is content."""
        return self.probability

    @property
    def kept(self) -> NDArray[np.bool_]:
        """The blocks that are kept."""
        return self.choice.kept

    @property
    def confidence(self) -> float:
        """The F1 that can be expected: what was reached on pages of which the network said the same."""
        return calibrate_page(self.choice.expected)

    @property
    def types(self) -> dict[str, float]:
        """How likely the page is of each type; empty if it has hardly any text."""
        return even_out(self._types) if int(self.sheet.words.sum()) >= FEWEST_WORDS else {}

    @property
    def doubt(self) -> str:
        """What speaks against this page having any main content; empty if nothing does."""
        if self.is_shell or self._is_made_by_scripts:
            return "the page has hardly any text but many scripts: it may need a browser"
        if not self.choice.kept.any():
            best = self.probability.max(initial=0.0)
            return f"no part of the page looks like main content (the likeliest with {best:.0%})"
        return ""

    @property
    def _is_made_by_scripts(self) -> bool:
        tokens = self.page.tokens
        if int(self.sheet.words.sum()) >= _FEW_WORDS:
            return False
        code = tokens.kind == CODE
        size = int((tokens.end[code] - tokens.start[code]).sum())
        return size > _MUCH_CODE * int(self.sheet.characters.sum())

    @lazy
    def _reasons(self) -> list[str]:
        comments, menus = self._named_comments, self._menus
        if not self.method.comments and not self._doubts_comments:
            comments = comments[:0]
        parts = {
            "comments": comments[self.kept[comments] == self.method.comments],
            "navigation": menus[~self.kept[menus]],
            "text before the headline": self._preface[~self.kept[self._preface]],
        }
        fate = Fate(self.probability, self.kept, self.cut, self.wishes | parts)
        heard = Heard(self._inputs_with_comments, comments) if self._hears_comments else None
        return explain(self.sheet, self.network, self._inputs, fate, heard)

    def reason(self, block: int) -> str:
        """What spoke for this block and what against it."""
        return self._reasons[block]
