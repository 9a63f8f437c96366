"""The tags of any page's bytes, as arrays: what the quick survey reads.

Nearly every tag ends at its next `>`. That is certain where no quotation mark stands between, or
where each attribute before it is written name="value". Other tags, comments and raw-text elements
are few: a loop walks over them, and reads them exactly.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.page import tags
from tests.page.scan_fallback.markup import (
    PADDING,
    Bytes,
    Eights,
    Flags,
    Places,
    ShortNames,
    eights,
    lower_case,
    short_names,
    word,
)
from tests.page.scan_fallback.survey_state import FAMILY, RAW

# The standard's attribute syntax. Runs of characters are possessive, and what may follow begins with other
# characters, so nothing is read twice. (Possessive groups would say it better, but Python 3.11.2 errs there.)
_ATTRIBUTE = (
    rb"[^\t\n\f\r\x20/>][^\t\n\f\r\x20/>=]*+"
    rb"(?:[\t\n\f\r\x20]*+=[\t\n\f\r\x20]*+(?:\"[^\"]*+\"?|'[^']*+'?|[^\t\n\f\r\x20>\"'][^\t\n\f\r\x20>]*+)?)?"
)
TAG: Final = re.compile(
    rb"<(?:!--(?:-?>|(?s:.*?)(?:--!?>|\Z))|[!?][^>]*+>?|/(?![A-Za-z])[^>]*+>?"
    rb"|(/?)([A-Za-z][^\t\n\f\r\x20/>]*+)((?:[\t\n\f\r\x20/]++|%b)*)(?:>|\Z))" % _ATTRIBUTE
)
ONE_ATTRIBUTE: Final = re.compile(_ATTRIBUTE)

# Names get numbers in the order of `NAMES`; 0 is any other.
NAMES: Final = tuple(dict.fromkeys([b"", *FAMILY, *(name.lower().encode() for name in tags.NAMES)]))
FAMILIES: Final = np.array([FAMILY.get(name, 0) for name in NAMES], dtype=np.uint8)
NUMBERS: Final = {name: number for number, name in enumerate(NAMES) if number}
_SHORT: Final = ShortNames(NUMBERS)
NAME: Final = re.compile(rb"[^\t\n\f\r\x20/>]+")
_ENDS: Final = b"\t\n\f\r />"
_LONG_NAME: Final = re.compile(rb"[^\t\n\f\r\x20/>]{8,%d}(?=[\t\n\f\r\x20/>])" % max(map(len, NAMES)))
_COMMENT_END: Final = re.compile(rb"--!?>")
_RAW_ENDS: Final = {
    name: re.compile(rb"</%b[\t\n\f\r\x20/>]" % name, re.IGNORECASE)
    for name, family in FAMILY.items()
    if family == RAW
}
_COMMENT, _THREE_BYTES = word(b"!--"), word(b"\xff" * 3)
# What cannot stand before the `=` of an attribute: it would be no end of a name.
_NO_NAME: Final = np.zeros(256, dtype=np.bool_)
_NO_NAME[list(b"\t\n\f\r /=\"'<>")] = True


def raw_end(page: bytes, name: bytes, position: int) -> int:
    """Where the content of a raw-text element ends."""
    end = _RAW_ENDS[name].search(page, position)
    return end.start() if end else len(page)


class Tags(NamedTuple):
    """The tags in order (comments and the like with them), one item for each.

    `end` is the place after `>`, and `next` that after the raw content too. `word` is what `short_names`
    made of the name, in lower case, and `number` its place in NAMES. `has_markup` is true for raw-text
    elements with a `<` in their content that would begin a tag elsewhere.
    """

    start: Places
    end: Places
    next: Places
    name: Places
    word: Eights
    number: NDArray[np.int16]
    is_named: Flags
    is_close: Flags
    has_markup: Flags


def find_tags(page: bytes) -> Tags:
    """The tags of a page, read as if no raw-text element stood inside svg or math."""
    marks = _find_marks(page)
    less = marks.place[marks.less]
    after = marks.letters[less + 1]
    is_slash = after == ord("/")
    name = less + 1 + is_slash
    is_named = _is_letter(marks.letters[name])
    begins = np.flatnonzero(is_named | is_slash | (after == ord("!")) | (after == ord("?")))
    less, name, is_named, is_close = less[begins], name[begins], is_named[begins], is_slash[begins]
    words, length = short_names(lower_case(marks.eights[name]), _ENDS)
    number = _SHORT.look_up(words) * is_named
    long = np.flatnonzero((length == 8) & is_named)
    number[long] = [_number_of_long_name(marks.padded, place) for place in name[long].tolist()]
    end, following, is_certain = _ends(marks, marks.less[begins], name + length, length < 8)
    is_comment = marks.eights[less + 1] & _THREE_BYTES == _COMMENT
    is_raw = (FAMILIES[number] == RAW) & ~is_close
    walk = _Walk(page, less, end)
    walked = np.flatnonzero((is_named & ~is_certain) | is_comment | is_raw)
    raw = (number * is_raw)[walked].tolist()
    for k, comment, raw_number in zip(walked.tolist(), is_comment[walked].tolist(), raw, strict=True):
        walk.skip(k, comment, NAMES[raw_number])
    kept = np.flatnonzero(walk.kept)
    # Of several `<` before one `>` only the first begins a tag.
    follows = following[kept]
    kept = kept[np.append(True, follows[1:] != follows[:-1])] if len(kept) else kept
    return Tags(
        less[kept],
        end[kept],
        walk.next[kept],
        name[kept],
        words[kept],
        number[kept],
        is_named[kept],
        is_close[kept],
        walk.has_markup[kept],
    )


def _number_of_long_name(padded: bytes, place: int) -> int:
    match = _LONG_NAME.match(padded, place)
    return NUMBERS.get(match.group().lower(), 0) if match else 0


class _Marks(NamedTuple):
    """Where the signs stand that matter in tags, which signs, and which of them are `<`."""

    letters: Bytes
    padded: bytes
    eights: Eights
    place: Places
    sign: Bytes
    less: Places
    size: int


def _find_marks(page: bytes) -> _Marks:
    padded = page + PADDING
    letters = np.frombuffer(padded, dtype=np.uint8)
    # One comparison for `<`, `=` and `>`: the difference wraps around.
    place = np.flatnonzero((letters == ord('"')) | (letters == ord("'")) | ((letters - ord("<")) < 3))
    sign = letters[place]
    return _Marks(letters, padded, eights(padded), place, sign, np.flatnonzero(sign == ord("<")), len(page))


def _is_letter(letters: Bytes) -> Flags:
    found: Flags = ((letters | 32) - ord("a")) < 26
    return found


def _ends(marks: _Marks, less: Places, name_end: Places, is_short: Flags) -> tuple[Places, Places, Flags]:
    """For each tag the place after the next `>`, the number of that `>`, and whether it surely ends the tag.

    `less` are the numbers of the tags' `<` among the marks.
    """
    greater = np.flatnonzero(marks.sign == ord(">"))
    following = np.searchsorted(greater, less)
    stop = np.append(greater, len(marks.place))[following]
    end = np.append(marks.place[greater] + 1, marks.size)[following]
    count = stop - less - 1
    # A tag with marks in it is looked at, but no mark twice.
    first = np.append(True, following[1:] != following[:-1])[: len(less)]
    is_certain = (count == 0) & (following < len(greater))
    look = np.flatnonzero((count > 0) & first & (following < len(greater)))
    if len(look):
        is_certain[look] = _are_plain(marks, less[look] + 1, count[look], name_end[look], is_short[look])
    return end, following, is_certain


def _are_plain(marks: _Marks, first: Places, count: Places, name_end: Places, is_short: Flags) -> Flags:
    """Which of these runs of marks, each in one tag, show that no quoted value is open at the tag's end.

    Either there is no quotation mark at all, or the double ones come in pairs, the first of each pair
    after a name and `=`, with no other `=` or quotation mark between it and the pair before. Then none
    of them can stand in a name or in an unquoted value.
    """
    begins = np.cumsum(count) - count
    which = np.repeat(first - begins, count)
    which += np.arange(len(which))
    sign, place = marks.sign[which], marks.place[which]
    single = sign == ord("'")
    if single.any():
        # Where there are no double ones, single ones do as well.
        single &= np.repeat(np.add.reduceat(sign == ord('"'), begins, dtype=np.intp) == 0, count)
        sign[single] = ord('"')
    is_double = sign == ord('"')
    total = np.append(0, np.cumsum(is_double))
    before = total[begins]
    doubles = total[begins + count] - before
    # Openings: those with an even number of double quotation marks before them in their tag.
    opening = np.flatnonzero(is_double)
    tag = np.repeat(np.arange(len(count)), count)[opening]
    is_opening = (np.arange(len(opening)) - before[tag]) & 1 == 0
    opening, tag = opening[is_opening], tag[is_opening]
    since = opening - begins[tag]
    equals = place[opening] - 1
    one, two = sign[np.maximum(opening - 1, 0)], sign[np.maximum(opening - 2, 0)]
    is_first = (since == 1) & is_short[tag] & (equals > name_end[tag])
    good = (is_first | ((since > 1) & (two == ord('"')))) & (one == ord("="))
    good &= (place[opening - 1] == equals) & ~_NO_NAME[marks.letters[equals - 1]]
    plain: Flags = (doubles == 0) | ((doubles & 1 == 0) & (sign[begins + count - 1] == ord('"')))
    plain[tag[~good]] = False
    return plain


class _Walk:
    """Steps over comments, raw-text elements and tags whose end is not certain, from left to right."""

    def __init__(self, page: bytes, less: Places, end: Places) -> None:
        self.page, self.end = page, end
        self.next = end.copy()
        self.kept = np.ones(len(less), dtype=np.bool_)
        self.has_markup = np.zeros(len(less), dtype=np.bool_)
        # Read one by one, as Python's integers, without a copy of them all.
        self.places, self.ends = less.data, end.data
        self.done = 0  # up to here all has been walked over

    def skip(self, k: int, is_comment: bool, raw_name: bytes) -> None:
        """Find the end of what the k-th `<` begins, and drop each `<` in it."""
        start = self.places[k]
        if start < self.done or (k and self.places[k - 1] >= self.done and self.ends[k - 1] == self.ends[k]):
            return  # inside something else: a comment, a raw-text element, a tag
        end = self._comment_end(start + 4) if is_comment else self._tag_end(start)
        self.end[k] = end
        self.done = raw_end(self.page, raw_name, end) if raw_name else end
        self.next[k] = self.done
        last = k + 1
        if last < len(self.places) and self.places[last] < self.done:
            last = bisect_left(self.places, self.done, last)
            self.has_markup[k] = self.places[last - 1] >= end
            self.kept[k + 1 : last] = False

    def _comment_end(self, begin: int) -> int:
        if self.page.startswith((b">", b"->"), begin):
            return self.page.index(b">", begin) + 1
        match = _COMMENT_END.search(self.page, begin)
        return match.end() if match else len(self.page)

    def _tag_end(self, start: int) -> int:
        match = TAG.match(self.page, start)
        return match.end() if match else len(self.page)
