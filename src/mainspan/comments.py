"""Readers' comments one by one: each with its author, its date, its depth and its text."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from textwrap import dedent
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.reading import blocks_in
from mainspan.render.text import render_text
from mainspan.spans import Spans

Flags = NDArray[np.bool_]

_ITEMS: Final = tags.table("li article div section tr dd")
_TIME: Final = tags.NUMBERS["time"]
# An element is a comment by its id, which ends in a number, or by one of its classes.
_ID: Final = re.compile(
    r"(?:comment|reply|response|cmt|message|post)s?\D{0,12}[0-9a-f]*\d[0-9a-f]*$", re.IGNORECASE
)
_CLASS: Final = re.compile(
    r"(?:^|\s)(?:comment|comment[-_]?item|reply|comment[-_]{1,2}(?:wrapper|node|thread|box))(?=$|\s)", re.I
)
_AUTHOR: Final = re.compile(
    r"author|user|(?:^|[\s_-])(?:fn|nick\w*|name|poster|byline|vcard)(?:$|[\s_-])", re.I
)
_DATE: Final = re.compile(
    r"date|time|meta[-_]?data|permalink|(?:^|[\s_-])(?:ago|age|posted|when)(?:$|[\s_-])", re.I
)
# A page with fewer posts than this is no thread.
_MIN_POSTS: Final = 2
_DIGIT: Final = re.compile("[0-9]")
# A name or a date has at most this number of words.
_MAX_LABEL_WORDS: Final = 12
# What may follow a name, and be before it.
_SAYS: Final = re.compile(
    r"\s*\b(?:says|said|wrote|schrieb|sagt|dit|a écrit|dice|escribió)\b.*$|\s*:$", re.I | re.S
)
_MARK: Final = re.compile(r"\s*(?:[-*\u2022]|\d{1,4}\.) ")
_BY: Final = re.compile(r"^(?:posted |written )?by\s+", re.I)


@dataclass(frozen=True, slots=True)
class Comment:
    """What a reader wrote. `depth` is 0 unless it answers another comment; author and date may be empty.

    `date` is as the page has it: the machine-readable one if there is any.
    """

    text: str
    author: str = ""
    date: str = ""
    depth: int = 0

    def to_dict(self) -> dict[str, Any]:
        """The comment as plain data."""
        return asdict(self)


def split_comments(page: Page, spans: Spans) -> list[Comment]:
    """The comments in these spans, in the order of the page; one for all of them if nothing parts them."""
    found = blocks_in(page, spans)
    if not found.any():
        return []
    owners = _owners(page)
    comments = []
    for item in dict.fromkeys(owners[found].tolist()):
        comment = _comment(page, found, owners, item)
        if comment.text:
            comments.append(comment)
    return comments


def find_heads(page: Page, spans: Spans) -> Spans:
    """The names and dates of the posts in these spans, in a page that has several posts."""
    kept, owners = blocks_in(page, spans), _owners(page)
    items = [item for item in dict.fromkeys(owners[kept].tolist()) if item >= 0]
    heads = np.zeros_like(kept)
    for item in items if len(items) >= _MIN_POSTS else ():
        heads[_head_of(page, kept, np.flatnonzero(owners == item).tolist(), item)] = True
    return Spans.of_blocks(page, heads)


def _head_of(page: Page, kept: Flags, blocks: list[int], item: int) -> list[int]:
    """The first name and the first date among the blocks of a post, before its text."""
    author = date = -1
    for block in blocks:
        if int(page.blocks.words[block]) > _MAX_LABEL_WORDS:
            if kept[block]:
                break
            continue
        names, time = _names_around(page, block, item)
        if author < 0 and _AUTHOR.search(names) and not time:
            author = block
        elif date < 0 and (time or (_DATE.search(names) and _DIGIT.search(_text(page, _only(kept, block))))):
            date = block
    return [block for block in (author, date) if block >= 0]


def _only(kept: Flags, block: int) -> Flags:
    """One block alone."""
    chosen = np.zeros_like(kept)
    chosen[block] = True
    return chosen


def _owners(page: Page) -> NDArray[np.int64]:
    """For each block the innermost element around it that is a comment, or -1."""
    known: dict[int, int] = {-1: -1}
    return np.array([_owner(page, element, known) for element in page.blocks.container.tolist()], np.int64)


def _owner(page: Page, element: int, known: dict[int, int]) -> int:
    way = []
    while element not in known:
        if _is_comment(page, element):
            known[element] = element
            break
        way.append(element)
        element = int(page.elements.parent[element])
    known.update(dict.fromkeys(way, known[element]))
    return known[element]


def _is_comment(page: Page, element: int) -> bool:
    if not _ITEMS[page.elements.tag[element]]:
        return False
    attributes = page.attributes(int(page.elements.open[element]))
    if attributes.get("itemprop") == "comment" or attributes.get("itemtype", "").endswith("/Comment"):
        return True
    return bool(_ID.search(attributes.get("id", "")) or _CLASS.search(attributes.get("class", "")))


def _depth(page: Page, owners: NDArray[np.int64], found: Flags, item: int) -> int:
    """How many of the comments around an element have begun before it: it answers these."""
    elements, first = page.elements, page.blocks.first
    begin = elements.open[item] if item >= 0 else 0
    depth, element = 0, int(elements.parent[item]) if item >= 0 else -1
    while element >= 0:
        if _is_comment(page, element):
            before = found & (first > elements.open[element]) & (first < begin) & (owners >= 0)
            depth += bool(before.any())
        element = int(elements.parent[element])
    return depth


def _comment(page: Page, found: Flags, owners: NDArray[np.int64], item: int) -> Comment:
    """The comment of an element: the first names and dates in it are its author and its date."""
    author = date = ""
    left = found & (owners == item)
    # The method may have left out the line with the name.
    for block in np.flatnonzero(left if item < 0 else owners == item).tolist():
        if int(page.blocks.words[block]) > _MAX_LABEL_WORDS:
            break
        names, time = _names_around(page, block, item)
        text = _text(page, _only(found, block)).strip()
        if not author and _AUTHOR.search(names):
            author = _BY.sub("", _SAYS.sub("", text))
        elif not date and (time or _DATE.search(names)):
            date = time or text
        elif not author or not (_SAYS.fullmatch(text) or _DATE.search(names)):
            continue
        left[block] = False
    return Comment(_text(page, left), author, date, _depth(page, owners, found, item))


def _text(page: Page, blocks: Flags) -> str:
    """The text of some blocks, without the mark and the indentation of the list that comments are in."""
    text = render_text(page, Spans.of_blocks(page, blocks))
    return dedent(_MARK.sub(lambda mark: " " * len(mark[0]), text, count=1) if _MARK.match(text) else text)


def _names_around(page: Page, block: int, item: int) -> tuple[str, str]:
    """The class names inside a block and around it up to its comment, and the first date that it declares."""
    elements, blocks = page.elements, page.blocks
    names, element = [], int(blocks.container[block])
    time = ""
    inside = np.flatnonzero(
        (elements.open > int(blocks.first[block]) - 3) & (elements.open < blocks.last[block])
    )
    chain = inside.tolist()
    while element >= 0 and element != item:
        chain.append(element)
        element = int(elements.parent[element])
    for each in chain:
        attributes = page.attributes(int(elements.open[each]))
        names.append(
            f"{attributes.get('class', '')} {attributes.get('rel', '')} {attributes.get('itemprop', '')}"
        )
        if elements.tag[each] == _TIME:
            time = time or attributes.get("datetime", "").strip()
    return " ".join(names), time
