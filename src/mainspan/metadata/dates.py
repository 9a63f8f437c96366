"""Dates in all forms that web pages use, read into ISO 8601."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import chain
from typing import Final, NamedTuple

from mainspan.metadata.months import OF_LANGUAGE, first_words, months

# Years before the web are not believed, except in metadata: a page may describe something older.
MIN_YEAR: Final = 1990
_MIN_EXPLICIT_YEAR: Final = 1500
# Clocks and time zones differ: a date may be this far in the future.
_MAX_AHEAD: Final = timedelta(days=2)
# Dates are searched for in this much of a text.
MAX_TEXT_CHARACTERS: Final = 400
# The Buddhist calendar of Thailand is this many years ahead.
_BUDDHIST_YEARS: Final = 543

# All patterns are linear: each repeat has a bound, and neighbouring parts never match the same characters.
# They begin with a digit and look back then, as `re` finds a set of characters faster than a look behind.
# The time that may follow a date written for machines.
_ZONE: Final = r"\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?"
_CLOCK: Final = rf"(?:[T\s,]{{1,3}}(\d{{1,2}}):(\d{{2}})(?::(\d{{2}})(?:[.,]\d{{1,9}})?)?{_ZONE})?"
_YEAR_FIRST: Final = re.compile(rf"(\d(?<!\d\d)\d{{3}})([-/.])(\d{{1,2}})\2(\d{{1,2}})(?!\d){_CLOCK}")
_COMPACT: Final = re.compile(
    r"((?:1(?<!\d\d)9|2(?<!\d\d)0)\d{2})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?(Z)?)?(?!\d)"
)
_YEAR_LAST: Final = re.compile(r"(\d(?<![\d./-]\d)\d?)([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?![\d])(?!\2\d)")
_HAN: Final = re.compile(r"(\d(?<!\d\d)\d{3})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日日일]?")
# What all of these dates have somewhere: most texts do not, and are searched only once.
_NUMERIC: Final = re.compile(r"\d(?:[-/.]\s?\d|\d{7}|\s?[年년])")
_STAMP: Final = re.compile(r"\s*(\d{10})(?:\d{3})?(?:\.\d{1,6})?\s*")
# Numbers and words. Python does not count the vowel signs of Thai and Devanagari as letters.
_PIECE: Final = re.compile(r"\d{1,4}(?!\d)|[\u0900-\u0965\u0e01-\u0e4e]+|[^\W\d_]+")
_LETTERS: Final = re.compile("[a-z]+")
# The year of a date as mail and servers write it, and the time right after it.
_YEAR: Final = re.compile(r"(?<!\d)\d{4}(?!\d)")
_AFTER: Final = re.compile(rf",?\s(\d{{1,2}}):(\d{{2}})(?::(\d{{2}}))?{_ZONE}(?!\s?[ap]\.?m)", re.I)
# Words and endings that belong to the number of a day: 3rd, 1er, 3º, 3 de.
_ORDINAL: Final = frozenset(
    "st nd rd th er de del of e º ª o a ος η ης года г р roku den di dei do le el la gada".split()
)
# Where the month is written first. Elsewhere, English dates have the day first.
_MONTH_FIRST: Final = frozenset(["en-us", "en-ph", "fil", "en-ca"])


class Found(NamedTuple):
    """A date in ISO 8601, and where it starts in the text."""

    iso: str
    start: int

    @property
    def day(self) -> str:
        """The day alone."""
        return self.iso[:10]


@dataclass(frozen=True, slots=True)
class Calendar:
    """What reading a date depends on: today, and the page's language for the order of day and month."""

    now: datetime
    language: str = ""

    def parse(self, text: str, *, explicit: bool = True) -> str:
        """The first date in a text, in ISO 8601; empty if there is none. explicit: the text is metadata."""
        text = text.strip()
        if stamp := _STAMP.fullmatch(text):
            return self._of_stamp(int(stamp.group(1)))
        # Nearly always the text is a date for machines and nothing else.
        if (match := _YEAR_FIRST.match(text)) and (iso := self._of_year_first(match, explicit)):
            return iso
        return next((found.iso for found in self.find(text, explicit=explicit)), "")

    def find(self, text: str, *, explicit: bool = False) -> Iterator[Found]:
        """All dates in a text, in order."""
        text = text[:MAX_TEXT_CHARACTERS]
        found = [*self._numeric(text, explicit), *self._named(text, explicit)]
        return iter(sorted(found, key=lambda each: each.start))

    def _of_stamp(self, seconds: int) -> str:
        moment = datetime.fromtimestamp(seconds, UTC)
        day = self._day(moment.year, moment.month, moment.day, explicit=False)
        return f"{day}T{moment:%H:%M:%S}Z" if day else ""

    def _numeric(self, text: str, explicit: bool) -> Iterator[Found]:
        if not _NUMERIC.search(text):
            return
        for match in _YEAR_FIRST.finditer(text):
            if iso := self._of_year_first(match, explicit):
                yield Found(iso, match.start())
        for match in chain(_COMPACT.finditer(text), _HAN.finditer(text)):
            year, month, day, *clock = match.groups()
            if iso := self._day(int(year), int(month), int(day), explicit):
                yield Found(iso + (_time(*clock) if clock else ""), match.start())
        for match in _YEAR_LAST.finditer(text):
            first, sign, second, third = match.groups()
            if iso := self._in_some_order(first, sign, second, third, explicit):
                yield Found(iso, match.start())

    def _of_year_first(self, match: re.Match[str], explicit: bool) -> str:
        year, _, month, day, *clock = match.groups()
        iso = self._day(int(year), int(month), int(day), explicit)
        return iso + _time(*clock) if iso else ""

    def _in_some_order(self, first: str, sign: str, second: str, third: str, explicit: bool) -> str:
        """Day and month by what is possible, else by the character between them and the language."""
        year = int(third) if len(third) == 4 else 2000 + int(third)
        if len(third) == 2 and sign == "-" and len(first) == 2:
            return ""  # may as well be year-month-day
        day, month = int(first), int(second)
        orders = [(month, day), (day, month)]
        if sign == "/" and self._month_first:
            orders.reverse()
        return next((iso for order in orders if (iso := self._day(year, *order, explicit))), "")

    @property
    def _month_first(self) -> bool:
        language = self.language.lower().replace("_", "-")
        return language in ("", "en") or language in _MONTH_FIRST

    def _named(self, text: str, explicit: bool) -> Iterator[Found]:
        """Dates with the name of a month, and the day and the year next to it in any order."""
        words = _LETTERS if text.isascii() else _PIECE
        if first_words().isdisjoint(words.findall(text.lower())):
            return  # as in most texts
        pieces = _pieces(text)
        for place, (name, _) in enumerate(pieces):
            if name not in first_words():
                continue
            month = self._month(name, pieces[place + 1][0] if place + 1 < len(pieces) else "")
            if not month:
                continue
            before = pieces[max(place - 3, 0) : place][::-1]
            after = pieces[place + 1 : place + 5]
            for day, year, start in _beside(before, after):
                if iso := self._day(year, month, day, explicit):
                    yield Found(iso + _time_after(text, start), start)
                    break

    def _month(self, name: str, following: str) -> int:
        names = months()
        return (
            OF_LANGUAGE.get((self.language[:2], name), 0)
            or names.get(f"{name}_{following}", 0)
            or names.get(name, 0)
        )

    def _day(self, year: int, month: int, day: int, explicit: bool) -> str:
        if year > self.now.year + 400:
            year -= _BUDDHIST_YEARS
        try:
            found = date(year, month, day)
        except ValueError:
            return ""
        if year < (_MIN_EXPLICIT_YEAR if explicit else MIN_YEAR) or found > (self.now + _MAX_AHEAD).date():
            return ""
        return found.isoformat()


def _pieces(text: str) -> list[tuple[str, int]]:
    """Numbers and words in lower case, without the endings of ordinal numbers."""
    found = [(match.group().lower(), match.start()) for match in _PIECE.finditer(text)]
    return [each for each in found if each[0] not in _ORDINAL]


_Pieces = list[tuple[str, int]]


def _beside(before: _Pieces, after: _Pieces) -> Iterator[tuple[int, int, int]]:
    """The possible days and years around a month, and where the date starts."""
    left = [(piece, start) for piece, start in before if piece.isdecimal()]
    right = _numbers_at_once(after)
    near_left = before[0] if before and before[0][0].isdecimal() else None
    if near_left and _is_day(near_left[0]) and right and _is_year(right[0][0]):
        yield int(near_left[0]), int(right[0][0]), near_left[1]  # 3 March 2024
    if len(right) > 1 and _is_day(right[0][0]) and _is_year(right[1][0]):
        yield int(right[0][0]), int(right[1][0]), right[0][1]  # March 3, 2024
    if left and _is_year(left[0][0]) and right and _is_day(right[0][0]):
        yield int(right[0][0]), int(left[0][0]), left[0][1]  # 2024 March 3
    if near_left and right and _is_day(near_left[0]) and len(right[0][0]) == 2 and _is_day(right[0][0]):
        yield int(near_left[0]), 2000 + int(right[0][0]), near_left[1]  # 3 Mar 24


def _numbers_at_once(pieces: _Pieces) -> _Pieces:
    """The numbers that follow, with at most one word before each."""
    found: _Pieces = []
    words = 0
    for piece, start in pieces:
        if piece.isdecimal():
            found.append((piece, start))
            words = 0
        else:
            words += 1
            if words > 1 or found:
                break
    return found


def _is_day(piece: str) -> bool:
    return len(piece) <= 2 and 1 <= int(piece) <= 31


def _is_year(piece: str) -> bool:
    return len(piece) == 4


def _time(hour: str | None, minute: str | None, second: str | None, zone: str | None) -> str:
    """The time as ISO 8601 writes it after a day, or nothing."""
    if hour is None or minute is None or int(hour) > 23 or int(minute) > 59 or int(second or 0) > 59:
        return ""
    clock = f"T{int(hour):02}:{int(minute):02}" + (f":{int(second):02}" if second else "")
    if zone in ("UTC", "GMT"):
        zone = "Z"
    if zone and len(zone) == 5:
        zone = f"{zone[:3]}:{zone[3:]}"
    return clock + (zone or "")


def _time_after(text: str, start: int) -> str:
    year = _YEAR.search(text, start, start + 40)
    match = _AFTER.match(text, year.end()) if year else None
    return _time(*match.groups()) if match else ""
