"""Makes spans for whole pages, and reads parts of these."""

from __future__ import annotations

import numpy as np
from selectolax.lexbor import LexborHTMLParser

from mainspan import Page, Spans


def words(page: Page, *chosen: int) -> Spans:
    """The spans of these words."""
    return Spans.of_words(page, np.array(chosen, dtype=np.intp))


def everything(page: Page) -> Spans:
    return Spans.of_tokens(page, page.tokens.is_text)


def body_of(html: str) -> str:
    """The body of a document, as it is written."""
    return html.partition("<body")[2].partition(">")[2].rpartition("</body>")[0]


def marked(html: str) -> list[str]:
    """The texts that are marked in a page."""
    return [node.text() for node in LexborHTMLParser(html).css(".mainspan")]
