"""Callouts: notes, tips and warnings in boxes of their own, with their kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.search import find_kept

_KINDS: Final = """note tip info important warning caution danger hint success example question bug abstract
    attention error failure todo seealso deprecated information""".split()
# Of a class that is nothing but its kind, the box begins with that word.
_BARE: Final = ("note", "tip", "warning", "caution", "important", "danger")
_KIND: Final = re.compile(rf"(?:^|[^a-z])({'|'.join(_KINDS)})(?:$|[^a-z])", re.IGNORECASE)
_ALL_ALIKE: Final = re.compile(r"confluence-information-macro(?![a-z])", re.IGNORECASE)
_SHORT: Final = {"information": "info"}
# The classes of boxes of all kinds, and the words by which they are found.
_BOX: Final = re.compile(
    r"(?:^|\s)(?:admonition(?:block)?|theme-admonition|markdown-alert|callout|alert|notice|hint|custom-block|notecard|note-box"
    r"|doc-note|starlight-aside|confluence-information-macro)(?:$|[\s_-])",
    re.IGNORECASE,
)
_WORDS: Final = (
    "admonition",
    "callout",
    "alert",
    "notice",
    "hint",
    "custom-block",
    "notecard",
    # Of a role too.
    *(f'="{kind}"' for kind in _BARE),
    "starlight-aside",
    "confluence-information-macro",
)
_ANY: Final = re.compile("|".join(_WORDS))
# A part of a box is none: its title, its content.
_PART: Final = re.compile(
    r"(?:title|heading|content|body|icon|text|inner|close|label)(?:$|\s)", re.IGNORECASE
)
_IS_BOX: Final = tags.table("div aside section blockquote article")
# One of these is in the tag of each callout, and of each quotation in a box.
_NAMES: Final = (*(word.encode() for word in _WORDS), b"uote")
_MAX_WORDS: Final = 400


def find_callouts(page: Page, boxes: Sequence[int]) -> dict[int, str]:
    """The kinds of the callouts among these boxes, by their open tags. They hold no other."""
    tokens, source = page.tokens, page.source
    found: dict[int, str] = {}
    end = -1
    for token in boxes:
        if token <= end or not _ANY.search(source, int(tokens.start[token]), int(tokens.end[token])):
            continue
        partner = int(tokens.partner[token])
        if int(tokens.words[token:partner].sum()) <= _MAX_WORDS and (kind := _kind(page, token)):
            found[token] = kind
            end = partner
    return found


def find_boxes(page: Page, kept: NDArray[np.int64]) -> list[int]:
    """The open tags of what may be a box: elements that hold kept text, and have such a name."""
    return find_kept(page.source, page.tokens, _IS_BOX, kept, _NAMES)


def _kind(page: Page, token: int) -> str:
    """The kind of the callout that begins here; empty if none does."""
    attributes = page.attributes(token)
    names = attributes.get("class", "")
    named = attributes.get("data-callout", "").strip().lower()
    if named.isalpha():
        return named
    if names in _BARE:
        return names if _begins_with(page, token, names) else ""
    if attributes.get("role") != "note" and (not _BOX.search(names) or _PART.search(names)):
        return ""
    # A name of all such boxes says nothing of this one.
    kind = _KIND.search(_ALL_ALIKE.sub(" ", names))
    if kind:
        return _SHORT.get(name := kind.group(1).lower(), name)
    return "note" if "admonition" in names or attributes.get("role") == "note" else ""


def _begins_with(page: Page, token: int, kind: str) -> bool:
    """Whether the first text of a box is the word for its kind."""
    tokens = page.tokens
    last = int(tokens.partner[token])
    while not tokens.words[token] and token < last:
        token += 1
    return page.text_of(token).strip(": \n\t").lower() == kind
