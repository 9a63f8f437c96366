"""The baseline: no content extraction at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from mainspan.algorithms.base import Algorithm
from mainspan.page import Page
from mainspan.spans import Spans


@dataclass(frozen=True, repr=False)
class Plain(Algorithm):
    """All text of the page: perfect recall, and the baseline for every method.

    Thomas Gottron: Evaluating content extraction on HTML documents. ITA 2007, section 5.

    Departures. The paper serves the page unchanged, and its evaluation then removes "all tags, comments,
    style and script elements". So it keeps text that a reader does not see, and that is dropped here: the
    title and the rest of the head, noscript, what attributes or inline styles hide, templates, the choices of
    select and datalist, textarea, and the fallbacks inside iframe, object, canvas, audio and video. Recall is
    perfect only for gold text that readers see; precision is higher than with all of the paper's text.
    """

    name: ClassVar[str] = "plain"
    paper: ClassVar[str] = "Gottron 2007"

    def __call__(self, page: Page) -> Spans:
        """Take all text."""
        if not len(page.words):
            return Spans(reason="the page has no text")
        return Spans.of_tokens(page, np.ones(len(page.tokens), dtype=np.bool_))
