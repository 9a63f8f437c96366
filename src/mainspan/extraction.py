"""From a page to what people read: one function, one result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np

from mainspan.algorithms import DEFAULT, Algorithm
from mainspan.algorithms import algorithm as make_algorithm
from mainspan.page import Page, tags
from mainspan.render.html import render_html
from mainspan.render.text import block_texts, render_text
from mainspan.spans import Spans


@dataclass(frozen=True, slots=True)
class Block:
    """A run of text between structural tags, and what became of it.

    `score` is the share of its words that were kept, `container` the name of the element around it.
    """

    text: str
    start: int
    end: int
    container: str
    words: int
    link_share: float
    score: float
    verdict: Literal["content", "boilerplate"]
    reason: str


class Extraction:
    """A page, the spans that a method found in it, and views of them that are made when asked for.

    Nothing found is a result too: `text` is empty then, and `reason` says why.
    """

    def __init__(self, page: Page, spans: Spans, algorithm: Algorithm) -> None:
        self.page = page
        self.spans = spans
        self.algorithm = algorithm

    def __repr__(self) -> str:
        return f"<Extraction {self.algorithm!r}: {len(self.text.split())} words of {len(self.page.words)}>"

    def __bool__(self) -> bool:
        """Whether anything was found."""
        return len(self.spans) > 0

    @cached_property
    def text(self) -> str:
        """The main content as plain text."""
        return render_text(self.page, self.spans)

    @cached_property
    def html(self) -> str:
        """The main content as an HTML fragment, without style, scripts and handlers."""
        return render_html(self.page, self.spans)

    @property
    def reason(self) -> str:
        """Why nothing was found; empty if something was."""
        if self.spans:
            return ""
        if (self.page.elements.tag == tags.NUMBERS["frameset"]).any():
            return "the page is a frameset: its content stands in the pages of its frames"
        return self.spans.reason or "the method kept nothing"

    @cached_property
    def blocks(self) -> list[Block]:
        """All blocks of the page, with the verdict on each."""
        page, blocks = self.page, self.page.blocks
        middle = (page.words.start + page.words.end) // 2
        borders = self.spans.pairs.ravel()
        kept = np.searchsorted(borders, middle, side="right") % 2 == 1
        owner = np.searchsorted(blocks.first, page.words.token, side="right") - 1
        count = np.bincount(owner[kept], minlength=len(blocks)).tolist()
        texts = block_texts(page)
        return [self._block(i, texts[i], count[i]) for i in range(len(blocks))]

    def _block(self, i: int, text: str, kept: int) -> Block:
        page, blocks = self.page, self.page.blocks
        words = int(blocks.words[i])
        score = kept / words
        return Block(
            text=text,
            start=int(blocks.start[i]),
            end=int(blocks.end[i]),
            container=tags.NAMES[page.elements.tag[blocks.container[i]]],
            words=words,
            link_share=round(int(blocks.linked[i]) / int(blocks.characters[i]), 4),
            score=round(score, 4),
            verdict="content" if score >= 0.5 else "boilerplate",
            reason=f"{self.algorithm!r} kept {kept} of {words} words",
        )

    def to_dict(self) -> dict[str, Any]:
        """The result as plain data, ready for JSON."""
        page = self.page
        return {
            "url": page.url,
            "algorithm": repr(self.algorithm),
            "text": self.text,
            "reason": self.reason,
            "words": len(self.text.split()),
            "page_words": len(page.words),
            "encoding": page.encoding,
            "salvaged": page.salvaged,
            "spans": [list(pair) for pair in self.spans],
        }


def extract(
    html: str | bytes | Page,
    *,
    algorithm: str | Algorithm = DEFAULT,
    url: str | None = None,
    encoding: str | None = None,
    keep: str | Sequence[str] = (),
    drop: str | Sequence[str] = (),
) -> Extraction:
    """Find the main content of a page.

    html: the page, as text, as bytes from the web, or as a Page that was read before.
    algorithm: a method's name, with parameters if you like ("accb:range=60"), or a method.
    url: the page's address; links in the HTML output become absolute.
    encoding: overrides what the page says of its encoding.
    keep, drop: CSS selectors of elements whose text is always or never content; drop wins.

    >>> extract("<p>Hello world, this is a page.</p>", algorithm="plain").text
    'Hello world, this is a page.\\n'
    """
    method = make_algorithm(algorithm)
    page = html if isinstance(html, Page) else Page(html, url=url, encoding=encoding)
    spans = method(page)
    for selector in _listed(keep):
        spans = spans | Spans.of_elements(page, page.select(selector))
    for selector in _listed(drop):
        spans = spans - Spans.of_elements(page, page.select(selector))
    return Extraction(page, spans, method)


def _listed(selectors: str | Sequence[str]) -> Sequence[str]:
    return (selectors,) if isinstance(selectors, str) else selectors
