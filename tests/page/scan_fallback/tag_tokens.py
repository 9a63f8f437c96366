"""Where the tags of a normalised source stand, for the Python scanner.

In a normalised source every `<` begins a tag that ends at the next `>`, except in comments, in the
content of raw-text elements, and inside a tag (in the name of an attribute, say). Comments and
raw-text elements are few: a loop walks over them, and numpy does the rest.
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
    angles,
    eights,
    short_names,
    word,
)

# A script ends at its end tag, except after `<script` inside `<!--` (the standard's double-escaped
# state). A script that the page did not end, in that state, runs to the end: its end tag is the last one.
_NAME_ENDS: Final = b"\t\n\f\x20/>"
_SCRIPT_STEP: Final = re.compile(rb"<!--(?!-?>)|-->|<(/?)script[\t\n\f\x20/>]", re.IGNORECASE)
_LONG_NAME: Final = re.compile(rb"[^\x20/>]{8,24}(?=[\x20/>])")
_NUMBERS: Final = {name.encode(): number for name, number in tags.NUMBERS.items() if number}
_SHORT: Final = ShortNames(_NUMBERS)
_IS_RAW: Final = tags.table(" ".join(tags.NAMES[number] for number in tags.RAW))
# `</script` in any case, and `<!--`, as the words that follow `<`.
_SEVEN_BYTES, _THREE_BYTES = word(b"\xff" * 7), word(b"\xff" * 3)
_LOWER_CASE, _SCRIPT_END, _COMMENT = word(b"\0" + b"\x20" * 6), word(b"/script"), word(b"!--")


class Letters(NamedTuple):
    """A source's characters, and the same as bytes in which any byte above 127 is some other character."""

    codes: NDArray[np.unsignedinteger]
    narrow: Bytes
    padded: bytes
    eights: Eights


def codes_of(source: str) -> NDArray[np.unsignedinteger]:
    """The code of each character, as narrow as it can be had cheaply."""
    if source.isascii():
        return np.frombuffer(source.encode(), dtype=np.uint8)
    coded = source.encode("utf-16-le", "surrogatepass")
    if len(coded) == 2 * len(source):
        return np.frombuffer(coded, dtype="<u2")
    return np.frombuffer(source.encode("utf-32-le", "surrogatepass"), dtype="<u4")


def letters_of(source: str) -> Letters:
    """The letters of a source."""
    codes = codes_of(source)
    narrow = codes.astype(np.uint8)
    if codes.dtype != np.uint8:
        narrow |= np.negative((codes > 127).view(np.uint8))  # all bits of the wide ones
    padded = narrow.tobytes() + PADDING
    return Letters(codes, narrow, padded, eights(padded))


class Found(NamedTuple):
    """The tags (comments and declarations with them) in order, one item for each.

    `start` and `end` are the places of `<` and of what follows `>`; `name` and `length` where the name
    begins and how long it is (8 if longer than 7); `raw` is the length of the raw content after the tag.
    """

    start: Places
    end: Places
    name: Places
    length: Places
    number: NDArray[np.int16]
    is_close: Flags
    is_code: Flags
    raw: Places


def find_tags(letters: Letters) -> Found | None:
    """The tags of a normalised source; None if this is none."""
    less, greater, following = angles(letters.narrow)
    if not len(less) or less[0] != 0 or following[-1] == len(greater):
        return None
    after = letters.narrow[less + 1]  # there is one, since a `>` follows
    is_close = after == ord("/")
    name = less + 1 + is_close
    words, length = short_names(letters.eights[name], b" />")
    number = _SHORT.look_up(words)
    _look_up_long_names(letters.padded, name, length, number)
    is_code = (after == ord("!")) | (after == ord("?"))
    opens_raw = _IS_RAW[number] & ~is_close
    end = greater[following] + 1
    raw = np.zeros(len(less), dtype=np.intp)
    walk = _Walk(letters, less, end, raw)
    walked = np.flatnonzero(is_code | opens_raw)
    for k, raw_number in zip(walked.tolist(), (number * opens_raw)[walked].tolist(), strict=True):
        walk.skip(k, raw_number)
    place = np.flatnonzero(walk.kept)
    # Of several `<` before one `>` only the first begins a tag.
    follows = following[place]
    place = place[np.append(True, follows[1:] != follows[:-1])]
    found = Found(*(column[place] for column in (less, end, name, length, number, is_close, is_code, raw)))
    found.number[found.is_code] = 0
    return None if np.any((found.length == 0) & ~found.is_code) else found


def _look_up_long_names(padded: bytes, name: Places, length: Places, number: NDArray[np.int16]) -> None:
    for k in np.flatnonzero(length == 8).tolist():
        match = _LONG_NAME.match(padded, name[k])
        number[k] = _NUMBERS.get(match.group(), 0) if match else 0


class _Walk:
    """Steps over comments and the content of raw-text elements, from left to right."""

    def __init__(self, letters: Letters, less: Places, end: Places, raw: Places) -> None:
        self.padded, self.end, self.raw = letters.padded, end, raw
        # Read one by one, as Python's integers, without a copy of them all.
        self.places, self.ends = less.data, end.data
        self.kept = np.ones(len(less), dtype=np.bool_)
        words = letters.eights[less + 1]
        is_end = ((words & _SEVEN_BYTES) | _LOWER_CASE) == _SCRIPT_END
        self.script_ends = [place for place in less[is_end].tolist() if self.padded[place + 8] in _NAME_ENDS]
        self.comments = less[(words & _THREE_BYTES) == _COMMENT].tolist()
        self.done = 0  # up to here all has been walked over
        self.endless: set[bytes] = set()  # what was looked for in vain, and is not looked for again

    def skip(self, k: int, number: int) -> None:
        """Find the end of the comment (number 0) or raw-text element that the k-th `<` begins.

        Each `<` inside it is dropped.
        """
        start, end = self.places[k], self.ends[k]
        if start < self.done or (k and self.places[k - 1] >= self.done and self.ends[k - 1] == end):
            return  # inside something else: a comment, a raw-text element, a tag
        if number:
            stop = self._raw_end(start, end, tags.NAMES[number].encode())
            self.raw[k] = max(stop - end, 0)
        else:
            stop = self._comment_end(start, end)
            self.end[k] = stop
        self.done = max(stop, end)
        last = k + 1
        if last < len(self.places) and self.places[last] < self.done:
            self.kept[last : bisect_left(self.places, self.done, last)] = False

    def _comment_end(self, start: int, end: int) -> int:
        if self.padded.startswith(b"<!--", start):
            stop = self._find(b"-->", start + 4)
            return stop + 3 if stop >= 0 else end
        return end

    def _raw_end(self, start: int, end: int, name: bytes) -> int:
        """Where the content of a raw-text element ends, or -1 if it has no end tag."""
        if self.padded[start + 1 + len(name)] == ord("/"):
            return -1
        if name == b"script":
            return self._script_end(end)
        return (
            self.padded.rfind(b"</plaintext>", end)
            if name == b"plaintext"
            else self._find(b"</%b>" % name, end)
        )

    def _script_end(self, begin: int) -> int:
        place = bisect_left(self.script_ends, begin)
        first = self.script_ends[place] if place < len(self.script_ends) else len(self.padded)
        place = bisect_left(self.comments, begin)
        if place < len(self.comments) and self.comments[place] < first:
            first = _end_of_script(self.padded, begin)
        if self.padded.startswith(b"</script>", first):
            return first
        return self.padded.rfind(b"</script>", begin)

    def _find(self, what: bytes, begin: int) -> int:
        if what in self.endless:
            return -1
        place = self.padded.find(what, begin)
        if place < 0:
            self.endless.add(what)
        return place


def _end_of_script(padded: bytes, begin: int) -> int:
    """Where the text of a script ends: at its end tag, but not in the double-escaped state."""
    plain, escaped, doubled = range(3)
    state = plain
    for step in _SCRIPT_STEP.finditer(padded, begin):
        slash = step.group(1)
        if step.group() == b"-->":
            state = plain
        elif slash is None:
            state = escaped if state == plain else state
        elif not slash:
            state = doubled if state == escaped else state
        elif state == doubled:
            state = escaped
        else:
            return step.start()
    return len(padded)
