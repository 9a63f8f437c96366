"""Dates that a reader sees on the page, and which of them looks most like the page's own.

A page's own date is near its headline, in a short text, in an element named after dates. Dates of comments,
of other articles and of copyright notices are not. So each date gets a cost: its distance from the headline,
plus or minus what its surroundings say. The cheapest date wins, if it is cheap enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.lazy import lazy
from mainspan.metadata.dates import MAX_TEXT_CHARACTERS
from mainspan.metadata.evidence import Evidence
from mainspan.metadata.head import text_below
from mainspan.metadata.strings import squash, tidy
from mainspan.page import tags
from mainspan.page.kinds import CLOSE, OPEN, VOID

_IS_CODE: Final = tags.table("pre code samp")
# Every text with a date matches: a year, or a day with a year of two digits.
_YEAR: Final = re.compile(r"\d[\d./-]{3}")
# Which blocks are searched for dates: this many before and after the headline, and at the end of the page.
_BLOCKS_BEFORE, _BLOCKS_AFTER, _BLOCKS_AT_END = 60, 240, 60
# How many time elements are read, those nearest to the headline first.
_MAX_TIMES: Final = 40
# Without a headline, the block that looks like the title is searched for among this many short blocks.
_MAX_TITLE_BLOCKS: Final = 500
_MIN_TITLE_CHARACTERS: Final = 8
_MAX_TITLE_WORDS: Final = 30
# The open tags before a text are read if they start in this many characters of source before it.
_TAGS_BEFORE: Final = 400
_NAMING: Final = frozenset(["class", "id", "itemprop", "property"])
# What names of elements say, in lower case: patterns for either case take several times as long.
_DATED: Final = re.compile(r"date|datum|time|publi|posted|byline|dateline|fecha|meta|stamp|created|veroeff")
_COMMENT: Final = re.compile(r"comment|kommentar|reply|respon|disqus|guestbook")
_ELSEWHERE: Final = re.compile(
    r"relat|teaser|sidebar|widget|recent|recommend|card|carousel|popular|latest|archiv|copyright|event|similar"
)
# A tag, or a piece of one at either end.
_MARKUP: Final = re.compile(r"\A[^<>]*>|<[^>]*>?")
# Words before a date of publication, and before a date of a change.
_PUBLISHED: Final = re.compile(
    r"\b(?:publi|post|veröff|erstellt|eingestellt|geschrieben|erschienen|vom|created|written|issued|dated?|datum"
    r"|fecha|data|pubblicat|mis en ligne|опубл|opublik|gepubl|julkais)|发布|發佈|公開|配信|입력|등록",
    re.I,
)
_CHANGED: Final = re.compile(
    r"\b(?:updat|modif|edited|last|revised|aktualisi|geändert|bearbeitet|letzte|zuletzt|stand\b|mis à jour"
    r"|actuali|aggiorn|обновл|zmian|bijgew|päivit|muokat)|更新|修改|수정",
    re.I,
)
_RIGHTS: Final = re.compile(r"©|copyright|\(c\)|all rights|alle rechte", re.I)


# Words before the day of something else: the end of an offer, a birth, the joining of a member.
_OTHER_DAY: Final = re.compile(
    r"\b(?:deadline|due|expir\w*|valid (?:until|till|through|from)|until|ends?|born|frist|gültig|bis"
    r"|joined|join date|founded|registered|member since|last (?:visit|login|seen|active)|beigetreten"
    r"|dabei seit|mitglied seit|registriert|inscrit|registrado|зарегистрирован)\b|注册|註冊|最后登录",
    re.I,
)
# Names of the same, in lower case.
_OTHER_NAME: Final = re.compile(r"\b(?:registered|joined)\b|join-?date|member-?since|last-?(?:login|visit)")

# A date that costs no more than this is clearly the page's own.
MAX_CLEAR_COST: Final = 20.0
# The most that a date may cost; a date of a change may cost more, since many pages end with one.
MAX_COST: Final = 75.0
MAX_CHANGE_COST: Final = 90.0
# A date of publication may cost this much more than the cheapest date of a change, which is the page's own.
_LEEWAY: Final = 10
# Costs are measured in blocks of distance from the headline; a negative cost speaks for the date.
_MAX_DISTANCE: Final = 60
_DATED_COST, _COMMENT_COST, _ELSEWHERE_COST = -12, 25, 12
_TIME_COST, _PUBDATE_COST = -10, -8
_OTHER_DAY_COST: Final = 60
_UNANNOUNCED_COST, _CHANGED_COST, _LINKED_COST, _RIGHTS_COST, _PROSE_COST = 10, 12, 10, 25, 20
# A text of more words than this is prose; only its first date counts, and that costs more after this many
# characters.
_MAX_WORDS: Final = 40
_PROSE_START: Final = 30
# A block of at most this many words may be the label of the next one.
_MAX_LABEL_WORDS: Final = 4
# A block of at most this many words may be a piece of a date.
_MAX_PIECE_WORDS: Final = 2


class VisibleDate(NamedTuple):
    """A date on the page, its cost, and whether it is the date of a change."""

    iso: str
    cost: float
    changed: bool
    origin: str


class VisibleDates:
    """All dates that a page shows, judged by where they are."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.page = evidence.page
        self._texts: dict[int, str] = {}

    @lazy
    def dates(self) -> list[VisibleDate]:
        """The dates, the cheapest first."""
        if not len(self.page.blocks):
            return []
        times = list(self._of_times())
        best = min((each.cost for each in times if not each.changed), default=MAX_CHANGE_COST)
        return sorted([*times, *self._of_texts(best)], key=lambda each: each.cost)

    @property
    def clear(self) -> Iterator[tuple[str, str]]:
        """The dates that are clearly those of publication, each with its origin."""
        return self._chosen(changed=False, limit=min(MAX_CLEAR_COST, self._max_cost))

    @property
    def published(self) -> Iterator[tuple[str, str]]:
        """The dates that may be those of publication."""
        return self._chosen(changed=False, limit=self._max_cost)

    @property
    def modified(self) -> Iterator[tuple[str, str]]:
        """The dates on which the page says it was changed."""
        return self._chosen(changed=True, limit=MAX_CHANGE_COST)

    @property
    def _max_cost(self) -> float:
        changes = (each.cost for each in self.dates if each.changed)
        return min(MAX_COST, min(changes, default=MAX_COST) + _LEEWAY)

    def _chosen(self, *, changed: bool, limit: float) -> Iterator[tuple[str, str]]:
        for each in self.dates:
            if each.changed == changed and each.cost <= limit:
                yield each.iso, each.origin

    @lazy
    def _anchor(self) -> int:
        """The block that the page's own date is near: its headline, or where its content starts."""
        evidence, blocks = self.evidence, self.page.blocks
        if evidence.headline >= 0:
            return self._block_of(evidence.headline)
        if (block := self._title_block()) >= 0:
            return block
        if evidence.spans is not None and len(evidence.spans):
            return max(int(np.searchsorted(blocks.start, evidence.spans.pairs[0, 0], side="right")) - 1, 0)
        return self._block_of(evidence.headings[0].token) if evidence.headings else 0

    def _title_block(self) -> int:
        """The block whose text is the longest part of the title, or -1."""
        blocks, title = self.page.blocks, squash(self.evidence.head.title)
        best, longest = -1, _MIN_TITLE_CHARACTERS
        if len(title) <= longest:
            return best
        short = np.flatnonzero((blocks.words >= 2) & (blocks.words <= _MAX_TITLE_WORDS))[:_MAX_TITLE_BLOCKS]
        for block in short.tolist():
            text = squash(self._text(block))
            if len(text) > longest and text in title:
                best, longest = block, len(text)
        return best

    def _block_of(self, token: int) -> int:
        """The first block at or after a token."""
        return min(int(np.searchsorted(self.page.blocks.first, token)), len(self.page.blocks) - 1)

    def _text(self, block: int) -> str:
        if block not in self._texts:
            self._texts[block] = self._read(block)
        return self._texts[block]

    def _read(self, block: int) -> str:
        blocks = self.page.blocks
        start, end = int(blocks.start[block]), int(blocks.end[block])
        piece = self.page.source[start : min(end, start + 4 * MAX_TEXT_CHARACTERS)]
        return tidy(_MARKUP.sub(" ", piece) if "<" in piece or ">" in piece else piece, MAX_TEXT_CHARACTERS)

    def _text_with_neighbours(self, block: int) -> str:
        """The text of a block, and of a very short one with those around it: some pages split a date."""
        words = self.page.blocks.words
        if words[block] > _MAX_PIECE_WORDS:
            return self._text(block)
        first = last = block
        while first > max(block - 2, 0) and words[first - 1] <= _MAX_PIECE_WORDS:
            first -= 1
        while last < min(block + 2, len(words) - 1) and words[last + 1] <= _MAX_PIECE_WORDS:
            last += 1
        return " ".join(map(self._text, range(first, last + 1)))

    def _of_times(self) -> Iterator[VisibleDate]:
        """The dates of time elements."""
        start = int(self.page.blocks.first[self._anchor])
        nearest = sorted(self.evidence.head.times, key=lambda token: abs(token - start))[:_MAX_TIMES]
        for token in nearest:
            about = self.page.attributes(token)
            text = about.get("datetime") or about.get("content") or text_below(self.page, token)
            iso = self.evidence.calendar.parse(text, explicit=False)
            if not iso:
                continue
            start = int(self.page.tokens.start[token])
            before = _MARKUP.sub(" ", self.page.source[max(start - 80, 0) : start])
            changed = bool(_CHANGED.search(f"{before} {about.get('class', '')}"))
            cost = self._distance(self._block_of(token)) + self._cost_of_names(token) + _TIME_COST
            cost += _PUBDATE_COST * ("pubdate" in about) + _CHANGED_COST * changed
            yield VisibleDate(iso, cost, changed, "html")

    def _of_texts(self, best: float) -> Iterator[VisibleDate]:
        """The dates of texts, from the headline outwards until none can be better than the best one."""
        source, blocks = self.page.source, self.page.blocks
        near, away = self._blocks_by_distance()
        columns = (near, away, blocks.start[near], blocks.end[near])
        for block, distance, start, end in zip(*(each.tolist() for each in columns), strict=True):
            if distance + _DATED_COST > best:
                return
            if not _YEAR.search(source, start, end):
                continue
            for found in self._of_block(block):
                best = best if found.changed else min(best, found.cost)
                yield found

    def _of_block(self, block: int) -> Iterator[VisibleDate]:
        """The dates of one text."""
        blocks, text = self.page.blocks, self._text_with_neighbours(block)
        dates = list(self.evidence.calendar.find(text))
        if not dates or self._is_code(block):
            return
        words = int(blocks.words[block])
        is_prose = words > _MAX_WORDS
        linked = bool(blocks.linked[block] * 2 > blocks.characters[block])
        ground = self._distance(block) + self._cost_of_names(int(blocks.first[block]))
        ground += min(words, 60) / 2 + _LINKED_COST * linked
        for found in dates[:1] if is_prose else dates:
            before = text[max(found.start - 60, 0) : found.start]
            changed = bool(_CHANGED.search(before))
            cost = ground + found.start / 20 + _CHANGED_COST * changed
            cost += _UNANNOUNCED_COST * (changed or not _PUBLISHED.search(before))
            cost += _RIGHTS_COST * bool(_RIGHTS.search(before))
            label = before or self._label_before(block)
            cost += _OTHER_DAY_COST * bool(_OTHER_DAY.search(label))
            cost += _PROSE_COST * (is_prose and found.start > _PROSE_START)
            yield VisibleDate(found.iso, cost, changed, "text")

    def _label_before(self, block: int) -> str:
        """The text of the block before, if it is short: the label of what follows."""
        is_short = block > 0 and self.page.blocks.words[block - 1] <= _MAX_LABEL_WORDS
        return self._text(block - 1) if is_short else ""

    def _is_code(self, block: int) -> bool:
        """Whether a block is in preformatted text."""
        elements, element = self.page.elements, int(self.page.blocks.container[block])
        while element >= 0 and not _IS_CODE[elements.tag[element]]:
            element = int(elements.parent[element])
        return element >= 0

    def _blocks_by_distance(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The blocks around the headline and at the end, the nearest first, and how far each is."""
        count = len(self.page.blocks)
        last = min(self._anchor + _BLOCKS_AFTER, count)
        around = np.arange(max(self._anchor - _BLOCKS_BEFORE, 0), last)
        blocks = np.concatenate((around, np.arange(max(last, count - _BLOCKS_AT_END), count)))
        away = blocks - self._anchor
        distance = np.minimum(np.maximum(away, -2 * away), _MAX_DISTANCE)
        order = np.argsort(distance, kind="stable")
        return blocks[order], distance[order]

    def _distance(self, block: int) -> int:
        """How far a block is from the headline, in blocks; those before it count twice."""
        away = block - self._anchor
        return min(max(away, -2 * away), _MAX_DISTANCE)

    def _cost_of_names(self, token: int) -> float:
        """What the classes, ids and the like of the open tags right before a token say."""
        names = " ".join(self._names_before(token)).lower()
        cost = _DATED_COST * bool(_DATED.search(names)) + _COMMENT_COST * bool(_COMMENT.search(names))
        cost += _OTHER_DAY_COST * bool(_OTHER_NAME.search(names))
        return cost + _ELSEWHERE_COST * bool(_ELSEWHERE.search(names))

    def _names_before(self, token: int) -> Iterator[str]:
        tokens = self.page.tokens
        first = int(np.searchsorted(tokens.start, tokens.start[token] - _TAGS_BEFORE))
        for each in range(token - 1, first - 1, -1):
            if tokens.kind[each] == CLOSE:
                return
            if tokens.kind[each] in (OPEN, VOID):
                for name, value in self.page.attributes(each).items():
                    if name in _NAMING or name.startswith("data-"):
                        yield value
