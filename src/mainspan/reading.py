"""What readers want besides the text: the comments, an excerpt, and whether there is anything to read."""

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
    from mainspan.algorithms.learned import LearnedJudgement

Flags = NDArray[np.bool_]

# The score of each comment by the network with comments=true is above the first, that of one of them above
# the second.
MIN_SCORE, MIN_BEST_SCORE = 0.1, 0.5
# If content has this many times more words in blocks named after comments than the rest of the page, they are
# the posts of a forum, not comments.
MAX_TIMES_IN_CONTENT: Final = 4
_COMMENT: Final = np.uint64(
    sum(1 << number for number, stems in enumerate(HINTS) if stems.split()[0] == "comment")
)
# The length of an excerpt in characters. It ends with a sentence if one ends after the minimum.
MAX_EXCERPT, MIN_EXCERPT = 300, 120
_MIN_EXCERPT_WORDS: Final = 3
# The number of words worth reading, if the method is certain of them.
MIN_READABLE_WORDS: Final = 50
_SENTENCE_END: Final = re.compile(
    "[.!?\u2026][\"')\u201d\u2019\u00bb]?(?= |$)|[\u3002\uff01\uff1f\u061f\u0964\u06d4]"
)
_MARK: Final = re.compile(r"(?:[-*\u2022]|[0-9]{1,3}\.) ")
# The list of comments contains this share of their words; what is outside belongs to the frame.
_MIN_IN_LIST: Final = 0.8
_ITEMS: Final = tags.table("li article dd tr")
_PARAGRAPH: Final = tags.NUMBERS["p"]
_FORM: Final = tags.NUMBERS["form"]
_HEADINGS: Final = tags.table(f"{tags.HEADINGS} legend label button")
_DIGIT: Final = re.compile("[0-9]")
# A button has at most this many words and at least this share of links. Its tags are searched for in this
# many characters before it.
_MAX_BUTTON_WORDS: Final = 4
_MIN_LINK_SHARE: Final = 0.5
_TAGS_BEFORE: Final = 600
# A text with this many digits is a date, which is often a link for replying.
_MIN_DATE_DIGITS: Final = 3
_ACTION: Final = re.compile(
    r"(?<![a-z])(?:reply|replytocom|respond|quote|report|flag|share|like|up-?vote|down-?vote|vote|log-?in"
    r"|sign-?in|register|abuse)(?![a-z])|<button",
    re.I,
)
# Comments have at least this many words outside links.
_MIN_WORDS: Final = 3


def find_comments(page: Page, spans: Spans) -> Spans:
    """The readers' comments on a page. spans: its content, found by any method.

    Comments are the blocks that the default method keeps with comments=true, in elements whose class or id
    names comments. Forums have none: their posts are the content. Headings, notes, forms and buttons around
    the comments are left out. Buttons are recognised by their addresses and classes, in any language.
    """
    # Imported here: a method is heavy, and comments are seldom requested.
    from mainspan.algorithms.learned import Learned

    return comments_of(Learned(comments=True).judge(page), spans)


def comments_of(judgement: LearnedJudgement, spans: Spans) -> Spans:
    """The comments, by the judgement of the default method with comments=true."""
    from mainspan.algorithms.learned.types import is_taken_for_forum

    page, sheet = judgement.page, judgement.sheet
    if is_taken_for_forum(page, judgement.network):
        return Spans()
    kept = blocks_in(page, spans)
    named = (sheet.masks[:, 1] & _COMMENT > 0) & (judgement.raw_scores > MIN_SCORE)
    found = named & ~kept
    if kept.any():
        found[: int(np.argmax(kept))] = False
    are_posts = sheet.words[named & kept].sum() > MAX_TIMES_IN_CONTENT * sheet.words[found].sum()
    if are_posts or not (judgement.raw_scores[found] > MIN_BEST_SCORE).any():
        return Spans()
    return Spans.of_blocks(page, _comment_blocks(page, found)) - spans


def _comment_blocks(page: Page, found: Flags) -> Flags:
    """Of the blocks of a comments section, those that are comments, with their authors and dates."""
    kept = found & _in_list(page, found)
    kept &= ~_in_forms(page, kept)
    kept &= ~_buttons(page, kept)
    kept &= ~_outer_headings(page, kept)
    unlinked = page.blocks.words * (1 - page.blocks.link_share)
    plain = kept & ~_HEADINGS[page.elements.tag[page.blocks.container]]
    return kept if unlinked[plain].sum() >= _MIN_WORDS else np.zeros_like(kept)


def _words_inside(page: Page, found: Flags) -> NDArray[np.int64]:
    """For each element, the number of words of these blocks in it."""
    blocks, elements = page.blocks, page.elements
    count = np.concatenate([[0], np.cumsum(np.where(found, blocks.words, 0))])
    first = np.searchsorted(blocks.first, elements.open)
    inside: NDArray[np.int64] = count[np.searchsorted(blocks.first, elements.close)] - count[first]
    return inside


def _in_list(page: Page, found: Flags) -> Flags:
    """The blocks in the element that lists the comments, or that is the only comment."""
    elements, inside = page.elements, _words_inside(page, found)
    total = int(page.blocks.words[found].sum())
    around = np.flatnonzero(inside >= max(_MIN_IN_LIST * total, 1))
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
    """The elements with two children that have words and the same tag, paragraphs excepted."""
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
    """The blocks in forms, except a form around most of the comments."""
    elements, blocks = page.elements, page.blocks
    inside = _words_inside(page, found)
    forms = np.flatnonzero((elements.tag == _FORM) & (2 * inside < blocks.words[found].sum()))
    in_forms = np.zeros(len(blocks) + 1, dtype=np.int64)
    np.add.at(in_forms, np.searchsorted(blocks.first, elements.open[forms]), 1)
    np.add.at(in_forms, np.searchsorted(blocks.first, elements.close[forms]), -1)
    covered: Flags = np.cumsum(in_forms)[:-1] > 0
    return covered


def _buttons(page: Page, found: Flags) -> Flags:
    """The short blocks that are links or buttons with an action."""
    short = np.flatnonzero(found & (page.blocks.words <= _MAX_BUTTON_WORDS))
    buttons = np.zeros_like(found)
    buttons[[block for block in short.tolist() if _is_button(page, block)]] = True
    return buttons


def _is_button(page: Page, block: int) -> bool:
    blocks, source = page.blocks, page.source
    start, end = int(blocks.start[block]), int(blocks.end[block])
    first = max(int(blocks.end[block - 1]) if block else 0, start - _TAGS_BEFORE)
    tag = max(source.rfind("<a ", first, end), source.rfind("<button", first, end))
    if tag < 0 or sum(map(str.isdigit, page.text_of(int(blocks.first[block])))) >= _MIN_DATE_DIGITS:
        return False
    is_linked = bool(blocks.linked[block] >= _MIN_LINK_SHARE * blocks.characters[block])
    return (is_linked or source.startswith("<button", tag)) and bool(_ACTION.search(source, tag, end))


def _outer_headings(page: Page, found: Flags) -> Flags:
    """The headings before the first comment and after the last, unless the same tag is used between them."""
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
    """For each block, whether at least half of its words are in the spans."""
    words, blocks = page.words, page.blocks
    owner = np.searchsorted(blocks.first, words.token[spans.kept_words(page)], side="right") - 1
    kept: Flags = 2 * np.bincount(owner, minlength=len(blocks)) >= np.maximum(blocks.words, 1)
    return kept


def is_readable(words: int, confidence: float) -> bool:
    """Whether there is anything to read, given the number of words found and the method's confidence.

    The lower the confidence, the more words it takes: what is found in a page without content is short and
    doubtful.
    """
    return words * confidence**3 >= MIN_READABLE_WORDS


def excerpt(text: str, description: str = "") -> str:
    """A few lines about a page: its description, or else its first paragraph of prose, shortened."""
    description = " ".join(description.split())
    if count_words(description) >= _MIN_EXCERPT_WORDS:
        return shorten(description)
    return shorten(next(_paragraphs(text), ""))


def _paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a text, those of prose first."""
    paragraphs = [
        _MARK.sub("", " ".join(each.split()), count=1) for each in text[: 100 * MAX_EXCERPT].split("\n\n")
    ]
    yield from (each for each in paragraphs if is_prose(each))
    yield from (each for each in paragraphs if count_words(each) >= _MIN_EXCERPT_WORDS)


def shorten(text: str, limit: int = MAX_EXCERPT) -> str:
    """A text of one line, shortened at the end of a sentence or a word."""
    if len(text) <= limit:
        return text
    begin = text[:limit]
    ends = [match.end() for match in _SENTENCE_END.finditer(text, 0, limit)]
    if ends and ends[-1] >= limit * MIN_EXCERPT // MAX_EXCERPT:
        return text[: ends[-1]]
    words = begin[: limit - 1].rpartition(" ")[0]
    # Scripts without spaces are shortened anywhere.
    return (words if len(words) > limit // 2 else begin[: limit - 1]).rstrip() + "\u2026"
