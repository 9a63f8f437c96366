"""What readers want to know beside the text: the comments below it, an excerpt, and whether there is any."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from mainspan.embedded.prose import count_words, is_prose
from mainspan.page import Page
from mainspan.page.hints import HINTS
from mainspan.spans import Spans

if TYPE_CHECKING:
    from mainspan.algorithms.learned import Reading

Flags = NDArray[np.bool_]

# A comment is at least so likely for the network that is asked for comments, and one of them is more so.
LIKELY, SURE = 0.2, 0.5
# If so many times as much of what looks like comments is content, then all of it is: these are posts.
POSTS: Final = 4
_COMMENT: Final = np.uint64(
    sum(1 << number for number, stems in enumerate(HINTS) if stems.split()[0] == "comment")
)
# An excerpt has so many characters at most; it ends with a sentence if one ends behind the first of these.
LONGEST, SHORTEST = 300, 120
_FEWEST_WORDS: Final = 3
# How many words are worth reading, with all doubt gone.
READABLE: Final = 50
_SENTENCE_END: Final = re.compile(
    "[.!?\u2026][\"')\u201d\u2019\u00bb]?(?= |$)|[\u3002\uff01\uff1f\u061f\u0964\u06d4]"
)
_MARK: Final = re.compile(r"(?:[-*\u2022]|[0-9]{1,3}\.) ")


def find_comments(page: Page, spans: Spans) -> Spans:
    """The comments of readers on a page whose content stands in `spans`, whatever method found it.

    They are what the default method takes for content if it is asked for comments, where the page's authors
    call it something of comments. On forums there are none, since posts are what one comes for.
    """
    # A method is heavy, and few who read a page ask for its comments.
    from mainspan.algorithms.learned import Learned, Reading

    return comments_of(Reading(page, Learned(comments=True)), spans)


def comments_of(reading: Reading, spans: Spans) -> Spans:
    """The comments, by a reading of the page that was asked for them."""
    from mainspan.algorithms.learned.types import guess_type

    page, sheet = reading.page, reading.sheet
    kind = guess_type(page, reading.network)
    if kind is None or kind.name == "forum":
        return Spans()
    kept = blocks_in(page, spans)
    said = (sheet.masks[:, 1] & _COMMENT > 0) & (reading.said > LIKELY)
    found = said & ~kept
    if kept.any():
        found[: int(np.argmax(kept))] = False
    are_posts = sheet.words[said & kept].sum() > POSTS * sheet.words[found].sum()
    if are_posts or not (reading.said[found] > SURE).any():
        return Spans()
    return Spans.of_blocks(page, found) - spans


def blocks_in(page: Page, spans: Spans) -> Flags:
    """For each block, whether half of its words or more stand in the spans."""
    words, blocks = page.words, page.blocks
    inside = np.searchsorted(spans.pairs.ravel(), (words.start + words.end) // 2, side="right") % 2 == 1
    owner = np.searchsorted(blocks.first, words.token[inside], side="right") - 1
    kept: Flags = 2 * np.bincount(owner, minlength=len(blocks)) >= np.maximum(blocks.words, 1)
    return kept


def is_readable(words: int, confidence: float) -> bool:
    """Whether there is anything to read: so many words were found, and the method is so sure of them.

    The less sure it is, the more words it takes: what a page without content has left is short and doubtful.
    """
    return words * confidence**3 >= READABLE


def excerpt(text: str, description: str = "") -> str:
    """A few lines on a page: its description, or else its first paragraph of prose, cut where it can be."""
    description = " ".join(description.split())
    if count_words(description) >= _FEWEST_WORDS:
        return shorten(description)
    return shorten(next(_paragraphs(text), ""))


def _paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a text, those of prose first."""
    paragraphs = [
        _MARK.sub("", " ".join(each.split()), count=1) for each in text[: 100 * LONGEST].split("\n\n")
    ]
    yield from (each for each in paragraphs if is_prose(each))
    yield from (each for each in paragraphs if count_words(each) >= _FEWEST_WORDS)


def shorten(text: str, most: int = LONGEST) -> str:
    """A text of one line, cut behind a sentence or a word."""
    if len(text) <= most:
        return text
    begin = text[:most]
    ends = [match.end() for match in _SENTENCE_END.finditer(text, 0, most)]
    if ends and ends[-1] >= most * SHORTEST // LONGEST:
        return text[: ends[-1]]
    words = begin[: most - 1].rpartition(" ")[0]
    # Scripts without spaces are cut anywhere.
    return (words if len(words) > most // 2 else begin[: most - 1]).rstrip() + "\u2026"
