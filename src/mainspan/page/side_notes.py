"""Notes beside the text that are there once more as footnotes."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from mainspan.page import Page, tags
from mainspan.page.kinds import Flags
from mainspan.spans import Spans

_CLASS: Final = re.compile(r"(?:^|[\s_-])(?:side-?notes?|margin-?notes?|snote)(?:$|[\s_-])", re.IGNORECASE)
# One of these is in each of the classes.
_WORDS: Final = (b"sidenote", b"side-note", b"marginnote", b"margin-note", b"snote")
# Those that are blocks are copies like all others.
_MAY_BE: Final = tags.table("span small aside")
_SIGN: Final = re.compile(r"[^\W_]+")
_NUMBER: Final = re.compile(r"\d+")
# Shorter notes may well be somewhere else in the text.
_MIN_CHARACTERS: Final = 12
# Of a page with more of them, the rest stays.
_MAX_NOTES: Final = 300  # no rule: speed


def without_side_copies(page: Page, spans: Spans) -> Spans:
    """The same spans without the notes beside the text whose words are kept once more after it."""
    found = page.find_classed(_MAY_BE, _WORDS, _MIN_CHARACTERS)
    if not found:
        return spans
    elements = page.elements
    starts, ends = spans.pairs[:, 0], spans.pairs[:, 1]
    pieces = [_squash(page.source[start:end]) for start, end in spans]
    text = "".join(pieces)
    places = np.append(0, np.cumsum([len(piece) for piece in pieces]))
    chosen: Flags = np.zeros(len(elements), dtype=np.bool_)
    for element in found[:_MAX_NOTES]:
        opened = int(elements.open[element])
        if not _CLASS.search(page.attribute(opened, "class") or ""):
            continue
        first = int(ends.searchsorted(page.tokens.start[opened], side="right"))
        last = int(starts.searchsorted(page.tokens.end[elements.close[element]]))
        note = _NUMBER.sub("", text[places[first] : places[last]], count=1)
        if len(note) >= _MIN_CHARACTERS and text.find(note, places[last]) >= 0:
            chosen[element] = True
    return spans - Spans.of_elements(page, chosen) if chosen.any() else spans


def _squash(source: str) -> str:
    return "".join(_SIGN.findall(source))
