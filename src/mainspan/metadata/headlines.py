"""The headline that a reader sees: the heading that matches the page's title."""

from __future__ import annotations

from typing import Final, NamedTuple

from mainspan.metadata.head import text_below
from mainspan.metadata.strings import squash, words_of
from mainspan.page import Page

# A headline shares at least this part of its words with the title or another name of the page.
_MIN_SHARED_WORDS: Final = 0.4
# A later heading is preferred if its similarity to a name is this much higher.
_MIN_GAIN: Final = 0.15
_MAX_CHARACTERS: Final = 200
_MAX_HEADINGS: Final = 8
# A subheading is the page's own if more than this many of its letters and digits are in the title.
_MIN_SUBHEADING: Final = 10


class Heading(NamedTuple):
    """The text of a heading, and its open tag."""

    text: str
    token: int


NONE: Final = Heading("", -1)


def headings_of(page: Page, tokens: list[int]) -> list[Heading]:
    """The first of these headings, given by their open tags."""
    found = []
    for token in tokens[:_MAX_HEADINGS]:
        # Many pages put a link to the heading after it.
        text = text_below(page, token).strip(" #¶§")
        if text and len(text) <= _MAX_CHARACTERS:
            found.append(Heading(text, token))
    return found


def choose_heading(headings: list[Heading], names: list[str]) -> Heading:
    """The heading most similar to a name of the page; of about equal ones the first."""
    known = [words for name in names if name and (words := set(words_of(name)))]
    best, highest = NONE, 0.0
    for heading in headings:
        words = set(words_of(heading.text))
        if not words or all(len(words & name) < _MIN_SHARED_WORDS * len(words) for name in known):
            continue
        similarity = max(2 * len(words & name) / (len(words) + len(name)) for name in known)
        if best is NONE or similarity > highest + _MIN_GAIN:
            best, highest = heading, similarity
    return best


def under_site(best: Heading, lower: list[Heading], title: str) -> Heading:
    """The subheading that is the page's headline, where the h1 is the name of the site or the book.

    In that case the title contains both. The page's is the longer one, or the one that the title starts with
    if it ends with the other. Without an h1 it is a subheading that the title contains.
    """
    whole, chosen = squash(title), best
    if best is not NONE and (squash(best.text) not in whole or squash(best.text) == whole):
        return best
    if best is not NONE and (chapter := _chapter(best, lower, whole)):
        return chapter
    for heading in lower:
        text = squash(heading.text)
        if len(text) > max(len(squash(chosen.text)), _MIN_SUBHEADING) and text in whole:
            chosen = heading
    return chosen


def _chapter(book: Heading, lower: list[Heading], title: str) -> Heading | None:
    """The heading after a book's name that equals what the title has before this name."""
    rest = title.removesuffix(squash(book.text))
    below = (each for each in lower if each.token > book.token)
    return next((each for each in below if squash(each.text) == rest), None) if rest != title else None
