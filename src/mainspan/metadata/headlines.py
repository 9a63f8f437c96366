"""The headline that a reader sees: of the headings of the first level, the one that the title speaks of."""

from __future__ import annotations

from typing import Final, NamedTuple

from mainspan.metadata.head import Head, text_below
from mainspan.metadata.strings import words_of
from mainspan.page import Page

# A headline shares at least this part of its words with another name of the page, and a later one so much
# more than the one before it.
_SHARED: Final = 0.4
_MORE: Final = 0.15
_LONGEST: Final = 200
_MOST_HEADINGS: Final = 8


class Heading(NamedTuple):
    """The text of a heading, and its open tag."""

    text: str
    token: int


NONE: Final = Heading("", -1)


def headings_of(page: Page, head: Head) -> list[Heading]:
    """The first headings of the first level."""
    found = []
    for token in head.headings[:_MOST_HEADINGS]:
        # Many pages have a sign after each heading, to link to it.
        text = text_below(page, token).strip(" #¶§")
        if text and len(text) <= _LONGEST:
            found.append(Heading(text, token))
    return found


def choose_heading(headings: list[Heading], names: list[str]) -> Heading:
    """The heading that shares most words with a name of the page; of about equal ones the first."""
    known = [set(words_of(name)) for name in names if name]
    best, most = NONE, 0.0
    for heading in headings:
        words = set(words_of(heading.text))
        shared = max((len(words & name) / len(words) for name in known), default=0.0) if words else 0.0
        if shared >= _SHARED and (best is NONE or shared > most + _MORE):
            best, most = heading, shared
    return best
