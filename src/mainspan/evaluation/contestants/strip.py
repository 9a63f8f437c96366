"""What is left of HTML when it is stripped to its text, as the paper of 2007 does with what comes back.

Tags, comments, style and script go, entities become characters, and runs of white space become one space or
one line break. Nothing is added, unlike in our own rendering, which writes the numbers of lists. What a
reader does not see (the head, noscript, what attributes hide) goes as well, as everywhere in Mainspan: so a
proxy that hides what it takes for clutter is measured by what it shows.

Thomas Gottron: Evaluating content extraction on HTML documents. ITA 2007, section 4.2.
"""

from __future__ import annotations

from mainspan.page import Page
from mainspan.render.text import block_texts


def html_to_text(html: str | bytes, *, charset: str | None = None) -> str:
    """The text of a page, a line for each block. `charset` is what an HTTP header said.

    >>> html_to_text("<style>p {}</style><ol><li>Fish<!-- no --> &amp; <b>chips</b></li></ol><p>Tea")
    'Fish & chips\\nTea'
    """
    page = Page(html, charset=charset)
    return "\n".join(block_texts(page))
