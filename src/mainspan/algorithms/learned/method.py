"""The default method, and the options that it has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.base import Algorithm, Signals, parameter
from mainspan.algorithms.learned.choosing import FOCUS
from mainspan.algorithms.learned.judgement import LearnedJudgement
from mainspan.page import Page


@dataclass(frozen=True, repr=False)
class Learned(Algorithm):
    """A small network over the page's blocks decides which of them are content.

    Content code blurring is a convolution of the page with a fixed kernel, and a threshold. Here the kernels
    are learned, and run over all signals at once: lengths, links, punctuation, tags, class names, elements
    around a block, labels such as "Related articles" in many languages, and words that it shares with the
    title. The network gives each block a probability. The blocks with the highest expected F1 are kept.
    docs/MODEL.md describes the training and the accuracy.

    Annotators disagree on what belongs to the main content, so it was trained with their settings as inputs.
    They are parameters. With `scope` "article" the content is the text of an article and nothing else. With
    "page" it is whatever a page of any type offers: posts of a forum, items of a list, a product's
    description. With "auto" the method decides by the page itself; then headline, byline, captions and
    comments change hardly anything but these parts. With another `scope` the network reads the setting for
    headlines as it did in training, and with "page" it finds comments that are not named so.

    Text that attributes hide is read too: many pages show it on a click. `hidden=false` leaves it out.
    """

    name: ClassVar[str] = "mainspan"
    paper: ClassVar[str] = "learned: docs/MODEL.md"
    figure: ClassVar[str] = "bars"

    headline: bool = parameter(True, "whether the headline is content")
    byline: bool = parameter(False, "whether the line with author and date is content")
    captions: bool = parameter(False, "whether the captions of pictures are content")
    comments: bool = parameter(False, "whether readers' comments are content")
    scope: str = parameter("auto", "what counts as content", choices=("auto", "article", "page"))
    focus: str = parameter("balanced", "what counts more, if in doubt", choices=tuple(FOCUS))
    hidden: bool = parameter(True, "whether text that attributes hide is read too")

    @property
    def reads_hidden(self) -> bool:
        """Whether hidden text is to be read."""
        return self.hidden

    def signals(self, page: Page) -> Signals:
        """The probability of each block, and the one from which on blocks are kept."""
        judgement = self.judge(page)
        return {
            "start": page.blocks.start.astype(np.float64),
            "probability": judgement.scores,
            "threshold": np.full(len(judgement.sheet), judgement.threshold),
        }

    def judge(self, page: Page) -> LearnedJudgement:
        """The probability of each block, with the reasons, and how sure the result is."""
        return LearnedJudgement.of(page, self)

    def settings(self, scope: str, *, byline: bool = False, comments: bool = False) -> NDArray[np.float32]:
        """The annotation settings that the network reads, in a scope.

        It learned the settings for bylines, captions and comments together with all else that distinguishes
        the corpora that have them. They would change its verdict on other blocks too, so it reads them only
        where their own blocks are looked for. With scope=page it reads the one for comments, as in the corpus
        that has them in its gold. It reads the setting for headlines if the scope is given.
        """
        headline = self.headline or self.scope == "auto"
        comments = comments or (self.comments and self.scope == "page")
        values = (headline, byline, False, comments, scope == "page", scope == "article")
        return np.array(values, dtype=np.float32)
