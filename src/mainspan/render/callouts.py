"""Callouts: notes, tips and warnings in boxes of their own, with their kind."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.kinds import OPEN

_KINDS: Final = """note tip info important warning caution danger hint success example question bug abstract
    attention error failure todo seealso deprecated""".split()
_KIND: Final = re.compile(rf"(?:^|[^a-z])({'|'.join(_KINDS)})(?:$|[^a-z])", re.IGNORECASE)
# The classes of boxes of all kinds, and the words by which they are found.
_BOX: Final = re.compile(
    r"(?:^|\s)(?:admonition|theme-admonition|markdown-alert|callout|alert|notice|hint|custom-block|note-box|doc-note)"
    r"(?:$|[\s_-])",
    re.IGNORECASE,
)
_WORDS: Final = (
    "admonition",
    "callout",
    "alert",
    "notice",
    "hint",
    "custom-block",
    'role="note"',
    "data-callout",
)
_ANY: Final = re.compile("|".join(_WORDS))
# A part of a box is none: its title, its content.
_PART: Final = re.compile(
    r"(?:title|heading|content|body|icon|text|inner|close|label)(?:$|\s)", re.IGNORECASE
)
_IS_BOX: Final = tags.table("div aside section blockquote article")
_MAX_WORDS: Final = 400


def find_callouts(page: Page, kept: NDArray[np.int64]) -> dict[int, str]:
    """The kinds of the callouts that hold kept text, by their open tags. They hold no other."""
    source = page.source
    if not any(word in source for word in _WORDS):
        return {}
    tokens = page.tokens
    first, last = (kept.searchsorted([1, kept[-1]]) - 1).tolist()
    found: dict[int, str] = {}
    end = -1
    for match in _ANY.finditer(source, 0, int(tokens.end[last])):
        token = int(tokens.end.searchsorted(match.start(), side="right"))
        if token <= end or tokens.kind[token] != OPEN or not _IS_BOX[tokens.tag[token]]:
            continue
        partner = int(tokens.partner[token])
        is_inside = partner > first and kept[partner] > kept[token]
        if (
            is_inside
            and (kind := _kind(page, token))
            and int(tokens.words[token:partner].sum()) <= _MAX_WORDS
        ):
            found[token] = kind
            end = partner
    return found


def _kind(page: Page, token: int) -> str:
    """The kind of the callout that begins here; empty if none does."""
    attributes = page.attributes(token)
    names = attributes.get("class", "")
    named = attributes.get("data-callout", "").strip().lower()
    if named.isalpha():
        return named
    if attributes.get("role") != "note" and (not _BOX.search(names) or _PART.search(names)):
        return ""
    kind = _KIND.search(names)
    if kind:
        return kind.group(1).lower()
    return "note" if "admonition" in names or attributes.get("role") == "note" else ""
