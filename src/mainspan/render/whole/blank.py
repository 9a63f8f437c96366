"""Whitespace in place of all but the kept text."""

from __future__ import annotations

from typing import Final

import numpy as np

from mainspan.page import Page
from mainspan.page.kinds import RAW
from mainspan.spans import Spans

# The line breaks that `str.splitlines` knows.
_BREAKS: Final = np.array([ord(sign) for sign in "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"], dtype="<u4")
_CODING: Final = "utf-32-le"


def render_blank(page: Page, spans: Spans) -> str:
    """The source with whitespace for all but the spans: as long as the source, each span in its place.

    Line breaks stay line breaks. What stays is text as it is in the source, with character references; a
    `<` that is unescaped there, as in `xmp`, is written `＜`, so that it begins no tag.
    """
    letters = np.frombuffer(page.source.encode(_CODING, "surrogatepass"), dtype="<u4")
    text = np.full_like(letters, ord(" "))
    # Most characters are neither in the first group of control characters nor outside ASCII.
    rare = np.flatnonzero((letters < ord(" ")) | (letters >= 0x85))
    breaks = rare[np.isin(letters[rare], _BREAKS)]
    text[breaks] = letters[breaks]
    for start, end in np.clip(spans.pairs, 0, len(letters)).tolist():
        text[start:end] = letters[start:end]
    tokens = page.tokens
    for token in np.flatnonzero((tokens.marks & RAW > 0) & tokens.is_text).tolist():
        raw = text[tokens.start[token] : tokens.end[token]]
        raw[raw == ord("<")] = ord("＜")
    return text.tobytes().decode(_CODING, "surrogatepass")
