"""What readers want to know beside the text: the comments below it, an excerpt, and whether there is any."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.hints import HINTS
from mainspan.embedded.prose import count_words, is_prose
from mainspan.page import Page, tags
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
# Nearly all comments stand in one element; what is outside of it belongs to the frame.
_MOST: Final = 0.8
_ITEMS: Final = tags.table("li article dd tr")
_PARAGRAPH: Final = tags.NUMBERS["p"]
_FORM: Final = tags.NUMBERS["form"]
_HEADINGS: Final = tags.table(f"{tags.HEADINGS} legend label button")
_DIGIT: Final = re.compile("[0-9]")
# A button has so few words, and as much of it is a link; so far before it its tags are read.
_BUTTON: Final = 4
_LINKED: Final = 0.5
_BEFORE: Final = 600
# A text with so many digits is a date, which often is a link to answer at.
_DATE: Final = 3
_ACTION: Final = re.compile(
    r"(?<![a-z])(?:reply|replytocom|respond|quote|report|flag|share|like|up-?vote|down-?vote|vote|log-?in"
    r"|sign-?in|register|abuse)(?![a-z])|<button",
    re.I,
)
# Somebody wrote something if so many words are left that are not linked.
_FEWEST: Final = 3


def find_comments(page: Page, spans: Spans) -> Spans:
    """The comments of readers on a page whose content stands in `spans`, whatever method found it.

    They are what the default method takes for content if it is asked for comments, where the page's authors
    call it something of comments. On forums there are none, since posts are what one comes for. Headings,
    notes, forms and buttons around the comments are left out; buttons say what they do in their addresses and
    class names, whatever the language of the page is.
    """
    # A method is heavy, and few who read a page ask for its comments.
    from mainspan.algorithms.learned import Learned, Reading

    return comments_of(Reading(page, Learned(comments=True)), spans)


def comments_of(reading: Reading, spans: Spans) -> Spans:
    """The comments, by a reading of the page that was asked for them."""
    from mainspan.algorithms.learned.types import is_taken_for_forum

    page, sheet = reading.page, reading.sheet
    if is_taken_for_forum(page, reading.network):
        return Spans()
    kept = blocks_in(page, spans)
    said = (sheet.masks[:, 1] & _COMMENT > 0) & (reading.said > LIKELY)
    found = said & ~kept
    if kept.any():
        found[: int(np.argmax(kept))] = False
    are_posts = sheet.words[said & kept].sum() > POSTS * sheet.words[found].sum()
    if are_posts or not (reading.said[found] > SURE).any():
        return Spans()
    return Spans.of_blocks(page, _said_by_readers(page, found)) - spans


def _said_by_readers(page: Page, found: Flags) -> Flags:
    """Of the blocks of a comments part, those that are comments, with their authors and dates."""
    kept = found & _in_list(page, found)
    kept &= ~_in_forms(page, kept)
    kept &= ~_buttons(page, kept)
    kept &= ~_outer_headings(page, kept)
    unlinked = page.blocks.words * (1 - page.blocks.link_share)
    plain = kept & ~_HEADINGS[page.elements.tag[page.blocks.container]]
    return kept if unlinked[plain].sum() >= _FEWEST else np.zeros_like(kept)


def _words_inside(page: Page, found: Flags) -> NDArray[np.int64]:
    """For each element, how many words of these blocks stand in it."""
    blocks, elements = page.blocks, page.elements
    count = np.concatenate([[0], np.cumsum(np.where(found, blocks.words, 0))])
    first = np.searchsorted(blocks.first, elements.open)
    inside: NDArray[np.int64] = count[np.searchsorted(blocks.first, elements.close)] - count[first]
    return inside


def _in_list(page: Page, found: Flags) -> Flags:
    """The blocks in the element that the comments stand in side by side, or that is the only comment."""
    elements, inside = page.elements, _words_inside(page, found)
    total = int(page.blocks.words[found].sum())
    around = np.flatnonzero(inside >= max(_MOST * total, 1))
    lists = _lists(page, inside)
    chosen = -1
    for element in around.tolist():
        if lists[element]:
            chosen = element
        if _is_item(page, element):
            chosen = element
            break
    if chosen < 0:
        return np.ones_like(found)
    first = page.blocks.first
    within: Flags = (first > elements.open[chosen]) & (first < elements.close[chosen])
    return within


def _lists(page: Page, inside: NDArray[np.int64]) -> Flags:
    """The elements two of whose children have words, and are of the same name, and no paragraphs."""
    elements = page.elements
    children = np.flatnonzero((inside > 0) & (elements.parent >= 0) & (elements.tag != _PARAGRAPH))
    keys = elements.parent[children].astype(np.int64) << 16 | elements.tag[children].astype(np.int64)
    names, counts = np.unique(keys, return_counts=True)
    found = np.zeros(len(elements), dtype=np.bool_)
    found[names[counts > 1] >> 16] = True
    return found


def _is_item(page: Page, element: int) -> bool:
    if _ITEMS[page.elements.tag[element]]:
        return True
    return bool(_DIGIT.search(page.attribute(int(page.elements.open[element]), "id") or ""))


def _in_forms(page: Page, found: Flags) -> Flags:
    """The blocks of forms, but for one that most of the page stands in."""
    elements, blocks = page.elements, page.blocks
    inside = _words_inside(page, found)
    forms = np.flatnonzero((elements.tag == _FORM) & (2 * inside < blocks.words[found].sum()))
    in_forms = np.zeros(len(blocks) + 1, dtype=np.int64)
    np.add.at(in_forms, np.searchsorted(blocks.first, elements.open[forms]), 1)
    np.add.at(in_forms, np.searchsorted(blocks.first, elements.close[forms]), -1)
    covered: Flags = np.cumsum(in_forms)[:-1] > 0
    return covered


def _buttons(page: Page, found: Flags) -> Flags:
    """The short blocks that are links, or buttons, and do something."""
    short = np.flatnonzero(found & (page.blocks.words <= _BUTTON))
    buttons = np.zeros_like(found)
    buttons[[block for block in short.tolist() if _is_button(page, block)]] = True
    return buttons


def _is_button(page: Page, block: int) -> bool:
    blocks, source = page.blocks, page.source
    start, end = int(blocks.start[block]), int(blocks.end[block])
    first = max(int(blocks.end[block - 1]) if block else 0, start - _BEFORE)
    tag = max(source.rfind("<a ", first, end), source.rfind("<button", first, end))
    if tag < 0 or sum(map(str.isdigit, page.text_of(int(blocks.first[block])))) >= _DATE:
        return False
    is_linked = bool(blocks.linked[block] >= _LINKED * blocks.characters[block])
    return (is_linked or source.startswith("<button", tag)) and bool(_ACTION.search(source, tag, end))


def _outer_headings(page: Page, found: Flags) -> Flags:
    """The headings before the first comment and behind the last, unless others like them stand between."""
    names = page.elements.tag[page.blocks.container]
    headings = found & _HEADINGS[names]
    bodies = np.flatnonzero(found & ~headings)
    if not len(bodies):
        return headings
    place = np.arange(len(found))
    between = headings & (place > bodies[0]) & (place < bodies[-1])
    outer: Flags = headings & ~between & ~np.isin(names, names[between])
    return outer


def blocks_in(page: Page, spans: Spans) -> Flags:
    """For each block, whether half of its words or more stand in the spans."""
    words, blocks = page.words, page.blocks
    owner = np.searchsorted(blocks.first, words.token[spans.kept_words(page)], side="right") - 1
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
