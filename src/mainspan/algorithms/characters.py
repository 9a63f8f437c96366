"""The page as the characters that character methods count."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page
from mainspan.page.kinds import RAW

Codes = NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.uint32]
Counts = NDArray[np.int64]


def codes_of(source: str) -> Codes:
    """The numbers of the source's characters."""
    if source.isascii():
        return np.frombuffer(source.encode("ascii"), dtype=np.uint8)
    # Most pages have no character that takes two units of UTF-16.
    short = source.encode("utf-16-le")
    if len(short) == 2 * len(source):
        return np.frombuffer(short, dtype=np.uint16)
    return np.frombuffer(source.encode("utf-32-le"), dtype=np.uint32)


def sizes_of_words(page: Page, codes: Codes | None = None) -> Counts:
    """How many characters each word has: a reference is one of them, but several of the source."""
    words = page.words
    size = (words.end - words.start).astype(np.int64)
    if not len(words) or "&" not in page.source:
        return size
    codes = codes_of(page.source) if codes is None else codes
    # Words have no other references than &amp; &lt; and &gt;
    found = np.flatnonzero(codes == ord("&")).astype(np.int32)
    word = np.searchsorted(words.start, found, side="right") - 1
    escaped = (page.tokens.marks[words.token[word]] & RAW) == 0
    inside = (word >= 0) & (found < words.end[word]) & escaped
    np.subtract.at(size, word[inside], np.where(codes[found[inside] + 1] == ord("a"), 4, 3))
    return size
