"""The output of programs and proxies as text.

HTML is read exactly as the method `plain` reads a page, so a page that comes back unchanged scores as `plain`
does. As in the paper of 2007, tags, comments, style and script are removed, and entities become characters.
Hidden text (the head, noscript, what attributes hide) is removed as well, as everywhere in Mainspan: a proxy
that hides what it takes for clutter is measured by what it shows. The marks that our rendering adds to lists
do not count: measures remove them from all texts (mainspan.evaluation.measures.normalise).

Some output is refused: more than MAX_MULTIPLE times the page's bytes plus MAX_FRAME_BYTES (for the frame of a
template), text with zero bytes, or text of which more than one character in ten is a control character or
could not be decoded.

Thomas Gottron: Evaluating content extraction on HTML documents. ITA 2007, section 4.2.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from typing import Final

from mainspan.evaluation.contestants.base import ContestantError
from mainspan.evaluation.structure.markup import Markup
from mainspan.extraction import extract
from mainspan.page import Page
from mainspan.page.decode import decode

MAX_MULTIPLE: Final = 10
MAX_FRAME_BYTES: Final = 64 * 1024
_MAX_ODD_SHARE: Final = 0.1
# A tag ends before the next one begins, so that each character is read once.
_TAG: Final = re.compile(rb"</?[a-z][^<>]*>", re.I)
# After a byte order mark in UTF-8, which some pages have in UTF-8 twice over.
_HTML_START: Final = re.compile(rb"(?:\xef\xbb\xbf|\xc3\xaf\xc2\xbb\xc2\xbf)?\s*<")
_REPLACEMENT: Final = "\ufffd".encode()
_ODD: Final = re.compile("[\x01-\x08\x0e-\x1f\x7f-\x9f\ufffd]")


def html_to_text(html: str | bytes, *, charset: str | None = None) -> str:
    """All text of a page. `charset` is that of the HTTP header.

    >>> html_to_text("<style>p {}</style><ol><li>Fish<!-- no --> &amp; <b>chips</b></li></ol><p>Tea")
    '1. Fish & chips\\n\\nTea\\n'
    """
    return extract(Page(html, charset=charset), algorithm="plain").text


def looks_like_html(output: bytes) -> bool:
    """Whether it begins with `<`, after whitespace and a byte order mark, and has a tag."""
    if output.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        output = output.decode("utf-16", "replace").encode()
    return _HTML_START.match(output) is not None and _TAG.search(output) is not None


def max_bytes(page: bytes) -> int:
    """The maximum size of the answer for a page."""
    return MAX_MULTIPLE * len(page) + MAX_FRAME_BYTES


def too_many_bytes(page: bytes) -> ContestantError:
    """The error for an answer with more bytes than that."""
    return ContestantError(
        f"returned rubbish: more than {max_bytes(page):,} bytes for a page of {len(page):,}"
    )


def output_to_text(output: bytes, *, is_html: bool, charset: str | None = None) -> str:
    """The text of an answer, or a ContestantError if it is not text.

    HTML is decoded as any page is. Text is decoded in the given charset if it is known, else in
    UTF-8, with replacement characters.
    """
    if is_html:
        return html_to_text(output, charset=charset)
    text = _decode(output, charset or "utf-8")
    if "\0" in text:
        raise ContestantError("returned rubbish: text with zero bytes in it")
    # Replacement characters that the output has itself are those of the page.
    odd = len(_ODD.findall(text)) - output.count(_REPLACEMENT)
    if odd > _MAX_ODD_SHARE * len(text):
        raise ContestantError(f"returned rubbish: {odd:,} of {len(text):,} characters are no text")
    return text


def output_to_markup(
    output: bytes, *, is_html: bool, charset: str | None = None, url: str | None = None
) -> Markup:
    """An answer with its structure: HTML, or text that is read as Markdown."""
    text = (
        decode(output, charset=charset).utf8.decode("utf-8")
        if is_html
        else _decode(output, charset or "utf-8")
    )
    return Markup("html" if is_html else "markdown", text, url)


def _decode(output: bytes, charset: str) -> str:
    try:
        return output.decode("utf-8-sig" if charset.lower() in ("utf-8", "utf8") else charset, "replace")
    except (LookupError, ValueError):
        return output.decode("utf-8-sig", "replace")
