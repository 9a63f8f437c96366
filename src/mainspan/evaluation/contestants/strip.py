"""What comes back from programs and proxies, as the text that measures read.

HTML is stripped as in the paper of 2007: tags, comments, style and script go, entities become characters, and
runs of white space become one space or one line break. Nothing is added, unlike in our own rendering, which
writes the marks and numbers of lists. What a reader does not see (the head, noscript, what attributes
hide) goes as well, as everywhere in Mainspan: a proxy that hides what it takes for clutter is measured by
what it shows.

Rubbish is no answer: more than MULTIPLE times the page's bytes (and ROOM, so that small pages may be framed
by a template), text with zero bytes in it, or text of which more than one character in ten is a control or
could not be decoded.

Thomas Gottron: Evaluating content extraction on HTML documents. ITA 2007, section 4.2.
"""

from __future__ import annotations

import re
from typing import Final

from mainspan.evaluation.contestants.base import ContestantError
from mainspan.page import Page
from mainspan.render.text import block_texts

MULTIPLE: Final = 10
ROOM: Final = 64 * 1024
_MOST_ODD: Final = 0.1
# A tag ends before the next one begins, so that each character is read once.
_TAG: Final = re.compile(rb"</?[a-z][^<>]*>", re.I)
_BEGINNING: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*<")
_ODD: Final = re.compile("[\x01-\x08\x0e-\x1f\x7f-\x9f\ufffd]")


def html_to_text(html: str | bytes, *, charset: str | None = None) -> str:
    """The text of a page, a line for each block. `charset` is what an HTTP header said.

    >>> html_to_text("<style>p {}</style><ol><li>Fish<!-- no --> &amp; <b>chips</b></li></ol><p>Tea")
    'Fish & chips\\nTea'
    """
    return "\n".join(block_texts(Page(html, charset=charset)))


def looks_like_html(output: bytes) -> bool:
    """Whether it begins with `<`, after white space and a byte order mark, and has a tag anywhere."""
    return _BEGINNING.match(output) is not None and _TAG.search(output) is not None


def most_bytes(page: bytes) -> int:
    """How many bytes may come back for a page."""
    return MULTIPLE * len(page) + ROOM


def too_much(page: bytes) -> ContestantError:
    """What is said of an answer with more bytes than that."""
    return ContestantError(
        f"returned rubbish: more than {most_bytes(page):,} bytes for a page of {len(page):,}"
    )


def output_to_text(output: bytes, *, is_html: bool, charset: str | None = None) -> str:
    """The text of an answer, or a ContestantError if it is rubbish.

    HTML is decoded as any page is. Text is read in the charset that was named, if it is known, else in
    UTF-8; what does not fit is replaced.
    """
    text = html_to_text(output, charset=charset) if is_html else _decode(output, charset or "utf-8")
    if "\0" in text:
        raise ContestantError("returned rubbish: text with zero bytes in it")
    odd = len(_ODD.findall(text))
    if odd > _MOST_ODD * len(text):
        raise ContestantError(f"returned rubbish: {odd:,} of {len(text):,} characters are no text")
    return text


def _decode(output: bytes, charset: str) -> str:
    try:
        return output.decode("utf-8-sig" if charset.lower() in ("utf-8", "utf8") else charset, "replace")
    except (LookupError, ValueError):
        return output.decode("utf-8-sig", "replace")
