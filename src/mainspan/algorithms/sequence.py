"""The page as the sequence of tags and words that token methods read."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page


@dataclass(frozen=True, slots=True, eq=False)
class Sequence:
    """Tags and words in order: comments, raw code and unseen text are not in it, but their tags are.

    `is_word` is true for words: its n-th true place is the page's n-th word. `token` is the token of the page
    that each came from.
    """

    is_word: NDArray[np.bool_]
    token: NDArray[np.int64]

    @classmethod
    def of(cls, page: Page) -> Sequence:
        """The sequence of a page."""
        tokens = page.tokens
        is_tag = tokens.is_tag
        token = np.repeat(np.arange(len(tokens)), np.where(is_tag, 1, tokens.words))
        return cls(~is_tag[token], token)

    def __len__(self) -> int:
        return len(self.token)

    def starts(self, page: Page) -> NDArray[np.float64]:
        """Where in the source each tag and word begins."""
        start = page.tokens.start[self.token].astype(np.float64)
        start[self.is_word] = page.words.start
        return start
