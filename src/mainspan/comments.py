"""Readers' comments one by one: each with its author, its date, its depth and its text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import pairwise
from textwrap import dedent
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.metadata.dates import Calendar
from mainspan.page import Page, tags
from mainspan.page.kinds import TEXT
from mainspan.page.posts import POST_ID, is_post
from mainspan.reading import blocks_in
from mainspan.render.tables import find_tables
from mainspan.render.text import render_text
from mainspan.spans import Head, Spans

Flags = NDArray[np.bool_]

_IS_BOX: Final = tags.table("li article div section td dd")
# What is inside of these is quoted, and says nothing of the post.
_QUOTES: Final = "pre listing xmp code samp kbd tt textarea blockquote"
_IS_QUOTE: Final = tags.table(_QUOTES)
_QUOTE_NUMBERS: Final = sorted(tags.numbers(_QUOTES))
_A: Final = tags.NUMBERS["a"]
_TABLE: Final = tags.NUMBERS["table"]
_TIME: Final = tags.NUMBERS["time"]
_TR: Final = tags.NUMBERS["tr"]
# The names of anchors of posts, and how far around them their rows are.
_POST_NAME: Final = re.compile(r"(?:p|post|msg)?_?\d{2,}", re.I)
_MAX_LEVELS: Final = 4
# What a link to a member counts as.
_MEMBER_NAME: Final = "author"
# Links to members, whatever their class, and those to send them something.
_MEMBER: Final = re.compile(
    r"/(?:u|users?|members?|profiles?|people)/[^/?#]|/(?:memberlist|member|profile|user)\.php\?|[?&]u(?:=\d|id=|ser=)"
    r"|\bspace-uid-\d",
    re.I,
)
_SENDING: Final = re.compile(r"[?&;](?:ac|op|do|handlekey)=|private|message|blog", re.I)
_AUTHOR: Final = re.compile(
    r"author|user|(?:^|[\s_-])(?:fn|nick\w*|name|poster|byline|vcard)(?:$|[\s_-])", re.I
)
# What is named so is about an author, and no name.
_NO_AUTHOR: Final = re.compile(
    r"avatar|title|rank(?!--)|badge|banner|stat|extra|count|score|posts\b|subject|likes?\b|action-time",
    re.I,
)
# A column of authors, or the badge of the one who began a thread, is called so.
_ROLE: Final = re.compile(r"(?:authors?|autore?s?|auteurs?|verfasser|posts?|op)\W*", re.I)
_DATE: Final = re.compile(
    r"date|time|meta[-_]?data|permalink|(?:^|[\s_-])(?:ago|age|posted)(?:$|[\s_-])"
    r"|(?:^|\s)when(?:$|\s)",
    re.I,
)
# What is named so, or has such a text, is the day of something else: of joining, of a vote, of a change.
_OTHER_NAME: Final = re.compile(
    r"join|regist|since|birth|vote|accept|edited|last[-_]?(?:edit|login|seen)", re.I
)
_OTHER_DAY: Final = re.compile(
    r"\b(?:join|regist|member since|founded|born|edit|modif|updated|accept)|\binscri"
    r"|\blast (?:reply|seen|visit|login|active)|beigetreten|dabei seit|mitglied seit|geändert|bearbeitet"
    "|регистр|注册|註冊|登录|登錄|編輯|编辑",
    re.I,
)
# A date of digits alone, and a time of the day.
_DIGITS: Final = re.compile(
    r"\d{4}[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,2}日?(?:[ T,]{1,2}\d{1,2}:\d{2}(?::\d{2})?(?: [AP]M\b)?)?"
)
_CLOCK: Final = re.compile(r"(?<![\d.])\d{1,2}[:.h]\d{2}(?![\d.])")
# What may be before a date: a verb, a preposition, signs, or a label.
_ON: Final = re.compile(
    r"^(?:[^\w(]+|(?:re)?(?:posted|submitted|written|wrote|asked|answered|replied|created|published|sent)\b"
    r"|(?:on|at|am|le|el|il|den)\b|[^\d\s:：]{1,20}[:：](?!\d))+",
    re.I,
)
# Words and labels that are around names and dates.
_AROUND: Final = re.compile(
    r"\b(?:(?:re)?posted|submitted|written|wrote|asked|answered|replied|created|published|sent|commented|says|said"
    r"|on|at|am|le|el|il|den|by|von|par|por|door)\b|[^\d\s:：]{1,20}[:：](?!\d)",
    re.I,
)
_SUBJECT: Final = re.compile(r"\s\b(?:post )?(?:subject|title):", re.I)
_SENTENCE_END: Final = re.compile(r"[.!?\u2026。！？][\"'\u201d\u2019)\u00bb]?$")
_PLAIN_WORD: Final = re.compile(r"[^\W\d_]+")
# A date has at most this number of words without digits, or this if it ends like a sentence; of them, at most
# the third number are before its first digit.
_MAX_DATE_WORDS: Final = 6
_MAX_ENDED_DATE_WORDS: Final = 3
_MAX_WORDS_BEFORE_DATE: Final = 2
# A name that ends like a sentence ("Ann B.") has at most this number of words.
_MAX_ENDED_NAME_WORDS: Final = 2
# The tags of an element with a name are this far from the text: anchors are before it.
_NAME_REACH: Final = (4, 2)
# A letter of ASCII alone is the picture of an author.
_NAME_LETTERS: Final = re.compile(r"\w.*\w|[^\x00-\x7f]", re.S)
# A page with fewer posts than this is no thread.
_MIN_POSTS: Final = 2
_DIGIT: Final = re.compile("[0-9]")
_YEAR: Final = re.compile("[0-9]{4}")
_LETTER: Final = re.compile(r"\w")
# The number of a post, and signs before a date.
_NUMBER: Final = re.compile(r"\s*#?\d+\s*")
_SIGNS: Final = re.compile(r"^[#?\s\u00bb\u2022|-]+")
# A name or a date has at most this number of words.
_MAX_LABEL_WORDS: Final = 12
# One that is left out may have more, if it has at most this number of characters: Chinese has a word in each.
_MAX_LABEL_CHARACTERS: Final = 60
# What may follow a name, and be before it.
_SAYS: Final = re.compile(
    r"\s*\b(?:says|said|wrote|schrieb|sagt|dit|a écrit|dice|escribió)\b.*$"
    r"|(?<=\S)\s+(?:commented|posted|replied|answered)\b.*$|\s*[:•·»|,-]+$",
    re.I | re.S,
)
_MARK: Final = re.compile(r"\s*(?:[-*\u2022]|\d{1,4}\.) ")
_BY: Final = re.compile(r"^(?:posted |written )?by\s+", re.I)
# A name without a link, between these words and a date.
_BETWEEN: Final = re.compile(
    r"^(?:\w{4,12} )?(?:by|von|par|por|door) (\S.{0,40}?) (?:on|am|le|el|op|\u00bb) (?=.*\d)", re.I
)


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
    calendar = Calendar(datetime.now(UTC))
    tables = _tables_of_data(page, kept)
    heads = []
    for item, first, stop in zip(items, low.tolist(), high.tolist(), strict=True):
        blocks = order[first:stop]
        labels = []
        for block in blocks.tolist():
            if _is_quoted(page, block, item) or _is_datum(page, block, item, tables):
                labels.append(_Label(block, is_text=bool(kept[block])))
            else:
                labels.append(_label_of(page, kept, block, item, calendar))
        if head := _head_of(page, labels):
            begin = int(page.blocks.first[blocks[kept[blocks]].min()])
            is_after = head.place > begin
            heads.append(
                head._replace(place=_place_before(page, item, begin, head.place)) if is_after else head
            )
    return heads


class _Label(NamedTuple):
    """What a short block says of its post; `is_change`: it is about a change of it. Texts have none."""

    block: int
    author: str = ""
    date: str = ""
    is_text: bool = False
    is_change: bool = False


def _label_of(page: Page, kept: Flags, block: int, item: int, calendar: Calendar) -> _Label:
    blocks = page.blocks
    is_long = int(blocks.words[block]) > _MAX_LABEL_WORDS
    if is_long and (kept[block] or int(blocks.characters[block]) > _MAX_LABEL_CHARACTERS):
        return _Label(block, is_text=bool(kept[block]))
    text = " ".join(_text(page, _only(kept, block)).split())
    author = _part(page, block, _is_author, _NAME_LETTERS, _NAME_REACH)
    if _ROLE.fullmatch(author) or author.startswith("@"):
        return _Label(block)
    if any(calendar.find(author)):
        author = ""
    author = author or "".join(_BETWEEN.findall(text))
    names, time = _names_around(page, block, item)
    before, _, rest = text.partition(author) if author else ("", "", text)
    is_dated = bool(time or _DATE.search(names))
    if _OTHER_DAY.search(before):
        return _Label(block)
    is_change = bool(not author and _OTHER_NAME.search(names))
    if change := _OTHER_DAY.search(rest):
        rest = rest[: change.start()]
        is_change |= not any(calendar.find(rest)) and not (is_dated and _YEAR.search(rest))
    if is_change:
        return _Label(
            block, "" if _OTHER_DAY.search(before) else author, is_change=not author or bool(before)
        )
    date = _part(page, block, _is_time, _DIGIT).lstrip("-\u2013\u00b7 ")
    if not date or _OTHER_DAY.search(date):
        date = _date_in(rest, time, is_dated, bool(author), calendar)
    is_named = not author and not date and _AUTHOR.search(names) and not _NO_AUTHOR.search(names)
    is_name = is_named and not is_long and ": " not in text and not _ROLE.fullmatch(text)
    is_name = is_name and _NAME_LETTERS.search(text) and not _NUMBER.fullmatch(text)
    author = _name(text) if is_name else author
    # What is written in a head is taken away from its place.
    if kept[block] and _is_sentence(text, author, date):
        return _Label(block, is_text=True)
    return _Label(block, author, date)


def _is_sentence(text: str, author: str, date: str) -> bool:
    """Whether a name or a date is only a part of what somebody says: "We met Ann on 3 May at 14:05."."""
    before, digits, _ = re.split(r"(\d|$)", date, maxsplit=1)
    if digits and len(_PLAIN_WORD.findall(before)) > _MAX_WORDS_BEFORE_DATE:
        return True
    is_ended = bool(_SENTENCE_END.search(text))
    if len(_words_without_digits(date)) > (_MAX_ENDED_DATE_WORDS if is_ended else _MAX_DATE_WORDS):
        return True
    if not is_ended:
        return False
    if author == text:
        return len(text.split()) > _MAX_ENDED_NAME_WORDS or text[-1] in "!?！？"
    for part in filter(None, (author, date)):
        text = text.replace(part, " ", 1)
    return bool(_words_without_digits(_AROUND.sub(" ", text)))


def _words_without_digits(text: str) -> list[str]:
    return [word for word in text.split() if _PLAIN_WORD.search(word) and not _DIGIT.search(word)]


def _tables_of_data(page: Page, kept: Flags) -> list[int]:
    """The open tags of the tables of data in which something is kept."""
    if not page.has(_TABLE):
        return []
    counts = np.zeros(len(page.tokens) + 1, np.int64)
    np.add.at(counts, page.blocks.first[kept] + 1, 1)
    return sorted(find_tables(page, counts.cumsum()))


def _is_datum(page: Page, block: int, item: int, tables: list[int]) -> bool:
    """Whether a block is in one of these tables, inside its post."""
    place = int(page.blocks.first[block])
    at = bisect_left(tables, place) - 1
    if at < 0 or tables[at] < page.elements.open[item]:
        return False
    return int(page.tokens.partner[tables[at]]) > place


def _is_quoted(page: Page, block: int, item: int) -> bool:
    """Whether a block is code, preformatted or a quotation, or has code in it."""
    if not any(map(page.has, _QUOTE_NUMBERS)):
        return False
    elements, blocks = page.elements, page.blocks
    low, high = elements.open.searchsorted([blocks.first[block], blocks.last[block]])
    if _IS_QUOTE[elements.tag[low:high]].any():
        return True
    element = int(elements.open.searchsorted(blocks.first[block], side="right")) - 1
    # Those before the item are around it.
    while element > item:
        if _IS_QUOTE[elements.tag[element]] and elements.close[element] > blocks.first[block]:
            return True
        element = int(elements.parent[element])
    return False


def _date_in(text: str, time: str, is_dated: bool, is_beside: bool, calendar: Calendar) -> str:
    """The date in a text that is named after dates, is beside a name, or has a time of the day."""
    if _NUMBER.fullmatch(text) and not time:
        return ""
    if time or (is_dated and _DIGIT.search(text)):
        return _trim_date(text)
    if _DIGIT.search(text) and (is_beside or _CLOCK.search(text)) and any(calendar.find(text)):
        return _trim_date(text)
    return ""


def _trim_date(text: str) -> str:
    """A date without what is around it."""
    digits = _DIGITS.search(text)
    if digits:
        return digits[0]
    pieces = [piece for piece in text.split("|") if _DIGIT.search(piece)]
    text = _ON.sub("", pieces[0] if pieces else text)
    # The label of what follows.
    return _SUBJECT.split(text, maxsplit=1)[0].rstrip(" .(\u00bb\u00b7\u2022-")


def _head_of(page: Page, labels: list[_Label]) -> Head | None:
    """The head of a post: the first name and the first date before its text, or else after it.

    What has both is the head, even if a name alone is above it, beside what else is known of the author.
    """
    author = date = None
    has_text = is_changed = False
    for label in labels:
        if author and date:
            break
        has_text |= label.is_text
        if label.is_change:
            is_changed = True
        elif label.author and label.date and not (has_text and author):
            author = date = label
        elif label.date and not date:
            date, is_changed = label, False
        elif label.author and not author and not is_changed:
            author = label
    if not author and not date:
        return None
    places = sorted({each.block for each in (author, date) if each})
    tokens = tuple((int(page.blocks.first[each]), int(page.blocks.last[each])) for each in places)
    return Head(author.author if author else "", date.date if date else "", tokens, tokens[0][0])


def _place_before(page: Page, item: int, begin: int, place: int) -> int:
    """A text of a post that is in a box and before the first one that is kept; `place` if there is none."""
    tokens, elements = page.tokens, page.elements
    for token in range(int(elements.open[item]) + 1, begin):
        if tokens.kind[token] == TEXT:
            around = int(elements.open.searchsorted(token, side="right")) - 1
            while elements.close[around] < token:
                around = int(elements.parent[around])
            if _IS_BOX[elements.tag[around]]:
                return token
    return place


def _part(
    page: Page,
    block: int,
    is_wanted: Callable[[Page, int], bool],
    pattern: re.Pattern[str] = _LETTER,
    reach: tuple[int, int] = (1, 1),
) -> str:
    """The text of the smallest element inside a block that is wanted and no mere number; empty if none is.

    pattern: what the text has; reach: how many tokens before and after the text its tags may be.
    """
    elements, blocks = page.elements, page.blocks
    # They are in page order, so most are not looked at.
    before, after = reach
    low, high = elements.open.searchsorted([blocks.first[block] - before, blocks.last[block] + 1])
    closes = elements.close[low:high]
    inside = (closes <= blocks.last[block] + after) & (closes > blocks.first[block])
    inside &= elements.words[low:high] > 0
    found = [each for each in (np.flatnonzero(inside) + low).tolist() if is_wanted(page, each)]
    for element in sorted(found, key=lambda element: int(elements.words[element])):
        places = range(int(elements.open[element]), int(elements.close[element]))
        text = " ".join(page.text_of(token) for token in places if page.tokens.words[token])
        if not _NUMBER.fullmatch(text) and pattern.search(text):
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
    return _with_named_rows(page, _with_mere_bodies(page, owners, known))


def _with_named_rows(page: Page, owners: NDArray[np.int64]) -> NDArray[np.int64]:
    """The owners, where old boards have a post in several rows of a table: the first has the post's anchor.

    That row owns what follows in its table, up to the next one.
    """
    elements, first = page.elements, page.blocks.first
    if not page.has(_TR) or len(np.unique(owners[owners >= 0])) >= _MIN_POSTS:
        return owners
    anchors = (elements.tag == _A) & (elements.words == 0)
    rows: list[int] = []
    for anchor in anchors.nonzero()[0].tolist():
        if _POST_NAME.fullmatch(page.attribute(int(elements.open[anchor]), "name") or ""):
            row = _around(page, anchor, _TR)
            rows += [row] if row >= 0 and row not in rows[-1:] else []
    if len(rows) < _MIN_POSTS:
        return owners
    owners = owners.copy()
    for row, following in pairwise([*rows, -1]):
        table = _around(page, row, _TABLE)
        end = int(elements.close[table if table >= 0 else row])
        end = end if following < 0 else min(end, int(elements.open[following]))
        low, high = first.searchsorted([elements.open[row], end])
        owners[low:high] = np.where(owners[low:high] < 0, row, owners[low:high])
    return owners


def _around(page: Page, element: int, tag: int) -> int:
    """The innermost element with this tag, among the nearest ones around another; -1 if there is none."""
    for _ in range(_MAX_LEVELS):
        element = int(page.elements.parent[element])
        if element < 0 or page.elements.tag[element] == tag:
            return element
    return -1


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
    for item, following in pairwise(items):
        # Some boards have the date of a post in a box before it, whose id is one of the post's classes.
        if page.elements.parent[item] == page.elements.parent[following]:
            name = page.attribute(int(page.elements.open[item]), "id")
            if name in (page.attribute(int(page.elements.open[following]), "class") or "").split():
                merged[owners == item] = following
    return merged


def _number_of(page: Page, item: int) -> str:
    """The number in the id of a comment."""
    name = page.attribute(int(page.elements.open[item]), "id") or ""
    return "".join(_DIGIT.findall(name)) if POST_ID.search(name) else ""


def _owner(page: Page, element: int, known: dict[int, int]) -> int:
    way = []
    while element not in known:
        if is_post(page, element):
            known[element] = element
            break
        way.append(element)
        element = int(page.elements.parent[element])
    known.update(dict.fromkeys(way, known[element]))
    return known[element]


def _depth(page: Page, owners: NDArray[np.int64], found: Flags, item: int) -> int:
    """How many of the comments around an element have begun before it: it answers these."""
    elements, first = page.elements, page.blocks.first
    begin = elements.open[item] if item >= 0 else 0
    depth, element = 0, int(elements.parent[item]) if item >= 0 else -1
    while element >= 0:
        if is_post(page, element):
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
        if _is_quoted(page, block, item):
            continue
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
    # Those before the item are around it.
    while element > item:
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
    address = attributes.get("href", "") if page.elements.tag[element] == _A else ""
    if address and _MEMBER.search(address) and not _SENDING.search(address):
        names.append(_MEMBER_NAME)
    return " ".join(names)
