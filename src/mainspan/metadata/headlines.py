"""The headline that a reader sees: of the headings, the one that the title speaks of."""

from __future__ import annotations

from typing import Final, NamedTuple

from mainspan.metadata.head import text_below
from mainspan.metadata.strings import squash, words_of
from mainspan.page import Page

# A headline shares at least this part of its words with another name of the page, and a later one is so much
# more alike than the one before it.
_SHARED: Final = 0.4
_MORE: Final = 0.15
_LONGEST: Final = 200
_MOST_HEADINGS: Final = 8
_SHORTEST: Final = 10


class Heading(NamedTuple):
    """The text of a heading, and its open tag."""

    text: str
    token: int


NONE: Final = Heading("", -1)


def headings_of(page: Page, tokens: list[int]) -> list[Heading]:
    """The first of these headings, given by their open tags."""
    found = []
    for token in tokens[:_MOST_HEADINGS]:
        # Many pages have a sign after each heading, to link to it.
        text = text_below(page, token).strip(" #¶§")
        if text and len(text) <= _LONGEST:
            found.append(Heading(text, token))
    return found


def choose_heading(headings: list[Heading], names: list[str]) -> Heading:
    """The heading that is most alike to a name of the page; of about equal ones the first."""
    known = [words for name in names if name and (words := set(words_of(name)))]
    best, most = NONE, 0.0
    for heading in headings:
        words = set(words_of(heading.text))
        if not words or all(len(words & name) < _SHARED * len(words) for name in known):
            continue
        alike = max(2 * len(words & name) / (len(words) + len(name)) for name in known)
        if best is NONE or alike > most + _MORE:
            best, most = heading, alike
    return best


def under_site(best: Heading, lower: list[Heading], title: str) -> Heading:
    """The lower heading that is the page's own, where the first level has the name of the site or the book.

    Then the title has both, and the longer one is the page's, or the one that it begins with, if it ends with
    the other. Without a first level the title has but this.
    """
    whole, chosen = squash(title), best
    if best is not NONE and (squash(best.text) not in whole or squash(best.text) == whole):
        return best
    if best is not NONE and (chapter := _chapter(best, lower, whole)):
        return chapter
    for heading in lower:
        text = squash(heading.text)
        if len(text) > max(len(squash(chosen.text)), _SHORTEST) and text in whole:
            chosen = heading
    return chosen


def _chapter(book: Heading, lower: list[Heading], title: str) -> Heading | None:
    """The heading below a book's name that is all that a title says before this name."""
    rest = title.removesuffix(squash(book.text))
    below = (each for each in lower if each.token > book.token)
    return next((each for each in below if squash(each.text) == rest), None) if rest != title else None
