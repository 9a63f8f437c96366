"""Readers' comments one by one: each with its author, its date, its depth and its text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from textwrap import dedent
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.reading import blocks_in
from mainspan.render.text import render_text
from mainspan.spans import Head, Spans

Flags = NDArray[np.bool_]

_ITEMS: Final = tags.table("li article div section table tr dd")
_A: Final = tags.NUMBERS["a"]
_TIME: Final = tags.NUMBERS["time"]
# What a link to a member counts as.
_MEMBER_NAME: Final = "author"
# An element is a comment by its id, which ends in a number, or by one of its classes.
_ID: Final = re.compile(
    r"(?:comment|reply|response|answer|cmt|message|post)s?\D{0,12}[0-9a-f]*\d[0-9a-f]*$|^p\d{2,}$",
    re.IGNORECASE,
)
_CLASS: Final = re.compile(
    r"(?:^|\s)(?:comment|comment[-_]?item|comtr|reply|answer|question|comment[-_]{1,2}(?:wrapper|node|thread|box))"
    r"(?=$|\s)",
    re.IGNORECASE,
)
# Or by its own name, which HTML does not have.
_OWN_NAME: Final = re.compile(r"<[a-z]{1,20}-(?:comment|post|reply)[ >]")
# Links to members, whatever their class.
_MEMBER: Final = re.compile(
    r"/(?:u|users?|members?|profiles?|people)/[^/?#]|/(?:memberlist|member|profile|user)\.php\?|[?&]u(?:id|ser)?=",
    re.I,
)
_AUTHOR: Final = re.compile(
    r"author|user|(?:^|[\s_-])(?:fn|nick\w*|name|poster|byline|vcard)(?:$|[\s_-])", re.I
)
# What is named so is about an author, and no name.
_NO_AUTHOR: Final = re.compile(r"avatar|title|rank|badge|banner|stat|extra|count|score|posts\b", re.I)
_DATE: Final = re.compile(
    r"date|time|meta[-_]?data|permalink|(?:^|[\s_-])(?:ago|age|posted|when)(?:$|[\s_-])", re.I
)
# A page with fewer posts than this is no thread.
_MIN_POSTS: Final = 2
_DIGIT: Final = re.compile("[0-9]")
# The number of a post, and signs before a date.
_NUMBER: Final = re.compile(r"\s*#?\d+\s*")
_SIGNS: Final = re.compile(r"^[#?\s\u00bb\u2022|-]+")
# A name or a date has at most this number of words.
_MAX_LABEL_WORDS: Final = 12
# What may follow a name, and be before it.
_SAYS: Final = re.compile(
    r"\s*\b(?:says|said|wrote|schrieb|sagt|dit|a écrit|dice|escribió)\b.*$"
    r"|(?<=\S)\s+(?:commented|posted|replied|answered)\b.*$|\s*[:•·»|,-]+$",
    re.I | re.S,
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


def find_heads(page: Page, spans: Spans) -> list[Head]:
    """The heads of the posts in these spans, in a page that has several posts."""
    kept, owners = blocks_in(page, spans), _owners(page)
    items = [item for item in dict.fromkeys(owners[kept].tolist()) if item >= 0]
    if len(items) < _MIN_POSTS:
        return []
    order = np.argsort(owners, kind="stable")
    low, high = (owners[order].searchsorted(items, side=side) for side in ("left", "right"))
    heads = []
    for item, first, stop in zip(items, low.tolist(), high.tolist(), strict=True):
        author, date = _head_of(page, kept, order[first:stop].tolist(), item)
        # Both may be in one line already.
        date = author if date < 0 and _part(page, author, _is_time) else date
        if author >= 0 or date >= 0:
            heads.append(_make_head(page, kept, author, date))
    return heads


def _make_head(page: Page, kept: Flags, author: int, date: int) -> Head:
    """The head of these two blocks, which may be one, or of which one may be missing."""
    name, time = _part(page, author, _is_author), _part(page, date, _is_time)
    if author >= 0 and not name:
        name = _name(_text(page, _only(kept, author)).strip())
    if date >= 0 and date != author and not time:
        time = _SIGNS.sub("", _text(page, _only(kept, date)).strip())
    blocks, places = page.blocks, sorted({author, date} - {-1})
    tokens = tuple((int(blocks.first[each]), int(blocks.last[each])) for each in places)
    return Head(" ".join(name.split()), " ".join(time.split()), tokens)


def _part(page: Page, block: int, is_wanted: Callable[[Page, int], bool]) -> str:
    """The text of the smallest element inside a block that is wanted and no mere number; empty if none is."""
    if block < 0:
        return ""
    elements, blocks = page.elements, page.blocks
    # They are in page order, so most are not looked at.
    low, high = elements.open.searchsorted([blocks.first[block] - 1, blocks.last[block] + 1])
    inside = (elements.close[low:high] <= blocks.last[block] + 1) & (elements.words[low:high] > 0)
    found = [each for each in (np.flatnonzero(inside) + low).tolist() if is_wanted(page, each)]
    for element in sorted(found, key=lambda element: int(elements.words[element])):
        places = range(int(elements.open[element]), int(elements.close[element]))
        text = " ".join(page.text_of(token) for token in places if page.tokens.words[token])
        if not _NUMBER.fullmatch(text):
            return _name(" ".join(text.split()))
    return ""


def _is_author(page: Page, element: int) -> bool:
    names = _names(page, element)
    is_named = _AUTHOR.search(names) and not _NO_AUTHOR.search(names)
    return bool(is_named) and page.elements.tag[element] != _TIME


def _is_time(page: Page, element: int) -> bool:
    return page.elements.tag[element] == _TIME or bool(_DATE.search(_names(page, element)))


def _name(text: str) -> str:
    """A name without what is around it, or all of the text if there is nothing else in it."""
    return _BY.sub("", _SAYS.sub("", text)) or text


def _head_of(page: Page, kept: Flags, blocks: list[int], item: int) -> tuple[int, int]:
    """The first name and the first date among the blocks of a post: before its text, or else after it."""
    author = date = -1
    has_text = False
    for block in blocks:
        if int(page.blocks.words[block]) > _MAX_LABEL_WORDS:
            has_text |= bool(kept[block])
            if has_text and author >= 0:
                break
            continue
        names, time = _names_around(page, block, item)
        is_date = bool(time) or _has_date(page, kept, block, names)
        has_name = bool(_part(page, block, _is_author))
        may_be_name = _AUTHOR.search(names) and not is_date and not _NO_AUTHOR.search(names)
        if author < 0 and (
            has_name or (may_be_name and not _NUMBER.fullmatch(_text(page, _only(kept, block))))
        ):
            author = block
        elif date < 0 and is_date:
            date = block
        if has_text and author >= 0 and date >= 0:
            break
    return author, date


def _has_date(page: Page, kept: Flags, block: int, names: str) -> bool:
    """Whether a block is named after dates, or holds a time element, and has a digit."""
    is_named = _DATE.search(names) or _part(page, block, _is_time)
    text = _text(page, _only(kept, block)) if is_named else ""
    return bool(_DIGIT.search(text)) and not _NUMBER.fullmatch(text)


def _only(kept: Flags, block: int) -> Flags:
    """One block alone."""
    chosen = np.zeros_like(kept)
    chosen[block] = True
    return chosen


def _owners(page: Page) -> NDArray[np.int64]:
    """For each block the innermost element around it that is a comment, or -1."""
    known: dict[int, int] = {-1: -1}
    containers = page.blocks.container.tolist()
    owners = np.array([_owner(page, element, known) for element in containers], np.int64)
    return _with_mere_bodies(page, owners, known)


def _with_mere_bodies(page: Page, owners: NDArray[np.int64], known: dict[int, int]) -> NDArray[np.int64]:
    """The owners, where an element without a number of its own that is all of a comment is part of it."""
    items = [item for item in dict.fromkeys(owners.tolist()) if item >= 0]
    parents = {item: _owner(page, int(page.elements.parent[item]), known) for item in items}
    answers = Counter(parents.values())
    has_text = set(owners[page.blocks.words > _MAX_LABEL_WORDS].tolist())
    merged = owners.copy()
    for item, parent in parents.items():
        is_alone = parent >= 0 and answers[parent] == 1 and parent not in has_text
        if is_alone and _number_of(page, item) in ("", _number_of(page, parent)):
            merged[owners == item] = parent
    return merged


def _number_of(page: Page, item: int) -> str:
    """The number in the id of a comment."""
    name = page.attribute(int(page.elements.open[item]), "id") or ""
    return "".join(_DIGIT.findall(name)) if _ID.search(name) else ""


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
    tag = int(page.elements.tag[element])
    if not tag:
        return bool(_OWN_NAME.match(page.source, int(page.tokens.start[page.elements.open[element]])))
    if not _ITEMS[tag]:
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
            author = _part(page, block, _is_author) or _name(text)
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
        names.append(_names(page, each))
        if elements.tag[each] == _TIME:
            time = time or (page.attribute(int(elements.open[each]), "datetime") or "").strip()
    return " ".join(names), time


def _names(page: Page, element: int) -> str:
    """What the attributes of an element call it; a link to a member is an author's."""
    attributes = page.attributes(int(page.elements.open[element]))
    names = [attributes.get(key, "") for key in ("class", "rel", "itemprop")]
    if page.elements.tag[element] == _A and _MEMBER.search(attributes.get("href", "")):
        names.append(_MEMBER_NAME)
    return " ".join(names)
