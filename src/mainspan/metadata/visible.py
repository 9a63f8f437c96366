"""Dates that a reader sees: of all that a page shows, the one that looks most like its own.

Pages date themselves near their headline, in a few words, in elements that are named after dates. Dates of
comments, of other articles and of copyright notices look otherwise. Each date gets a cost for how far it
stands from the headline and for all that speaks against it; the cheapest wins, if it is cheap enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from mainspan.metadata.head import attributes, text_below
from mainspan.metadata.reading import Reading
from mainspan.metadata.strings import squash, tidy

# A year, or a day with a year of two digits: each text with a date has what looks like one of them.
_YEAR: Final = re.compile(r"\d[\d./-]{3}")
# Dates are looked for in so many blocks before and after the headline, and at the end of the page.
_BEFORE, _AFTER, _END = 60, 240, 60
_MOST_DATES: Final = 400
_MOST_TIMES: Final = 40
_MOST_BLOCKS: Final = 500
_SHORTEST_TITLE: Final = 8
_MOST_TEXT: Final = 400
# So far back from a text its tags are looked at.
_BACK: Final = 400
_NAMES: Final = re.compile(r'(?:class|id|itemprop|property|data-[a-z-]{1,20})="([^"]{1,200})"', re.I)
_DATED: Final = re.compile(
    r"date|datum|time|publi|posted|byline|dateline|fecha|meta|stamp|created|veroeff", re.I
)
_COMMENT: Final = re.compile(r"comment|kommentar|reply|respon|disqus|guestbook", re.I)
_ELSEWHERE: Final = re.compile(
    r"relat|teaser|sidebar|widget|recent|recommend|card|carousel|popular|latest|archiv|copyright|event|similar",
    re.I,
)
# A tag, or a piece of one at either end.
_MARKUP: Final = re.compile(r"\A[^<>]*>|<[^>]*>?")
# Words that say when a page was published, and when it was changed.
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


# What a date costs at most that is the page's own beyond doubt.
CLEAR: Final = 20.0
# What a date may cost at most, and one of a change, which stands at the end of many pages.
DEAREST: Final = 75.0
DEAREST_CHANGE: Final = 90.0
# What speaks against a date, in blocks that it seems farther away; what is negative speaks for it.
_FARTHEST: Final = 60
_LEEWAY: Final = 10
_DATED_COST, _COMMENT_COST, _ELSEWHERE_COST = -12, 25, 12
_TIME_COST, _PUBDATE_COST = -10, -8
_UNSAID_COST, _CHANGED_COST, _LINKED_COST, _RIGHTS_COST, _PROSE_COST = 10, 12, 10, 25, 20
# Of a long text the first date counts.
_LONG: Final = 40
# A block of so few words may be a piece of a date.
_PIECE: Final = 2


class Seen(NamedTuple):
    """A date that the page shows, what speaks against it, and whether it is one of a change."""

    iso: str
    cost: float
    changed: bool
    origin: str


class Sight:
    """All dates that a page shows, judged by where they stand."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.page = reading.page

    @cached_property
    def dates(self) -> list[Seen]:
        """The dates, the likeliest first."""
        if not len(self.page.blocks):
            return []
        times = list(self._of_times())
        best = min((each.cost for each in times if not each.changed), default=DEAREST_CHANGE)
        return sorted([*times, *self._of_texts(best)], key=lambda each: each.cost)

    @property
    def clear(self) -> Iterator[tuple[str, str]]:
        """The dates on which the page was published, as sure as can be, and where each was found."""
        return self._chosen(changed=False, most=min(CLEAR, self._dearest))

    @property
    def published(self) -> Iterator[tuple[str, str]]:
        """The dates on which the page may have been published."""
        return self._chosen(changed=False, most=self._dearest)

    @property
    def _dearest(self) -> float:
        """What a date may cost: little more than a date of a change, which is the page's own beyond doubt."""
        changes = (each.cost for each in self.dates if each.changed)
        return min(DEAREST, min(changes, default=DEAREST) + _LEEWAY)

    @property
    def modified(self) -> Iterator[tuple[str, str]]:
        """The dates on which the page says it was changed."""
        return self._chosen(changed=True, most=DEAREST_CHANGE)

    def _chosen(self, *, changed: bool, most: float) -> Iterator[tuple[str, str]]:
        for each in self.dates:
            if each.changed == changed and each.cost <= most:
                yield each.iso, each.origin

    @cached_property
    def _anchor(self) -> int:
        """The block that the page's own date is near to: its headline, or where its content begins."""
        reading, blocks = self.reading, self.page.blocks
        if reading.headline >= 0:
            return self._block_of(reading.headline)
        if (block := self._like_title()) >= 0:
            return block
        if reading.spans is not None and len(reading.spans):
            return max(int(np.searchsorted(blocks.start, reading.spans.pairs[0, 0], side="right")) - 1, 0)
        return self._block_of(reading.headings[0].token) if reading.headings else 0

    def _like_title(self) -> int:
        """The block that has most of the title's text and no other, or -1."""
        blocks, title = self.page.blocks, squash(self.reading.head.title)
        best, most = -1, _SHORTEST_TITLE
        for block in np.flatnonzero((blocks.words >= 2) & (blocks.words <= 30))[:_MOST_BLOCKS].tolist():
            text = squash(self._text(block))
            if len(text) > most and text in title:
                best, most = block, len(text)
        return best

    def _block_of(self, token: int) -> int:
        """The first block at or after a token."""
        return min(int(np.searchsorted(self.page.blocks.first, token)), len(self.page.blocks) - 1)

    def _text(self, block: int) -> str:
        blocks = self.page.blocks
        start, end = int(blocks.start[block]), int(blocks.end[block])
        piece = self.page.source[start : min(end, start + 4 * _MOST_TEXT)]
        return tidy(_MARKUP.sub(" ", piece), _MOST_TEXT)

    def _text_with_neighbours(self, block: int) -> str:
        """The text of a block; of one or two words with those around, since some write a date in pieces."""
        words = self.page.blocks.words
        if words[block] > _PIECE:
            return self._text(block)
        first = last = block
        while first > max(block - 2, 0) and words[first - 1] <= _PIECE:
            first -= 1
        while last < min(block + 2, len(words) - 1) and words[last + 1] <= _PIECE:
            last += 1
        return " ".join(map(self._text, range(first, last + 1)))

    def _of_times(self) -> Iterator[Seen]:
        """The dates of the time elements that are nearest to the headline."""
        start = int(self.page.blocks.first[self._anchor])
        nearest = sorted(self.reading.head.times, key=lambda token: abs(token - start))[:_MOST_TIMES]
        for token in nearest:
            about = attributes(self.page, token)
            text = about.get("datetime") or about.get("content") or text_below(self.page, token)
            iso = self.reading.calendar.parse(text, explicit=False)
            if not iso:
                continue
            start = int(self.page.tokens.start[token])
            before = _MARKUP.sub(" ", self.page.source[max(start - 80, 0) : start])
            changed = bool(_CHANGED.search(f"{before} {about.get('class', '')}"))
            cost = self._distance(self._block_of(token)) + self._named(start + 1) + _TIME_COST
            cost += _PUBDATE_COST * ("pubdate" in about) + _CHANGED_COST * changed
            yield Seen(iso, cost, changed, "html")

    def _of_texts(self, best: float) -> Iterator[Seen]:
        """The dates of texts, from the headline outwards until no better one than the best can come."""
        for block in sorted(self._dated_blocks(), key=self._distance)[:_MOST_DATES]:
            if self._distance(block) + _DATED_COST > best:
                return
            for seen in self._of_block(block):
                best = best if seen.changed else min(best, seen.cost)
                yield seen

    def _of_block(self, block: int) -> Iterator[Seen]:
        """The dates of one text."""
        blocks, text = self.page.blocks, self._text_with_neighbours(block)
        words = int(blocks.words[block])
        linked = bool(blocks.linked[block] * 2 > blocks.characters[block])
        dates = list(self.reading.calendar.find(text))
        ground = self._distance(block) + self._named(int(blocks.start[block])) if dates else 0.0
        for found in dates[:1] if words > _LONG else dates:
            before = text[max(found.start - 60, 0) : found.start]
            changed = bool(_CHANGED.search(before))
            cost = ground + min(words, 60) / 2 + found.start / 20 + _LINKED_COST * linked
            cost += _UNSAID_COST * (changed or not _PUBLISHED.search(before)) + _CHANGED_COST * changed
            cost += _RIGHTS_COST * bool(_RIGHTS.search(before)) + _PROSE_COST * (
                words > _LONG and found.start > 30
            )
            yield Seen(found.iso, cost, changed, "text")

    def _dated_blocks(self) -> list[int]:
        """The blocks near the headline and at the page's end whose source has the number of a year."""
        blocks, count = self.page.blocks, len(self.page.blocks)
        first = max(self._anchor - _BEFORE, 0)
        last = min(self._anchor + _AFTER, count)
        places = [*range(first, last), *range(max(last, count - _END), count)]
        ranges = zip(places, blocks.start[places].tolist(), blocks.end[places].tolist(), strict=True)
        return [block for block, start, end in ranges if _YEAR.search(self.page.source, start, end)]

    def _distance(self, block: int) -> float:
        """How far a block is from the headline; those before it seem farther."""
        away = block - self._anchor
        return min(away if away >= 0 else -2 * away, _FARTHEST)

    def _named(self, start: int) -> float:
        """What the names of the elements around a text say, given where it begins."""
        before = self.page.source[max(start - _BACK, 0) : start]
        names = " ".join(_NAMES.findall(before[before.rfind("</") + 1 :]))
        cost = _DATED_COST * bool(_DATED.search(names)) + _COMMENT_COST * bool(_COMMENT.search(names))
        return cost + _ELSEWHERE_COST * bool(_ELSEWHERE.search(names))
