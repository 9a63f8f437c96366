"""Words and characters of text tokens, for the Python scanner.

The texts of many tokens are read as one array, with a space before each and after the last: so words
begin where white space ends, in one comparison for them all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.page.kinds import RAW, SPACE_AFTER, SPACE_BEFORE, Column
from tests.page.scan_fallback.markup import Bytes, Flags, Places
from tests.page.scan_fallback.tag_tokens import codes_of

# Ranges of characters of scripts written without spaces between words, their punctuation with them:
# Han, kana and bopomofo with full-width forms (Hangul is not among them) ...
_IDEOGRAPHS: Final = ((0x2E80, 0x2FFF), (0x3001, 0x312F), (0x3190, 0x4DBF), (0x4E00, 0x9FFF),
                      (0xF900, 0xFAFF), (0xFE30, 0xFE4F), (0xFF01, 0xFF9F))  # fmt: skip
# ... and Thai, Lao, Tibetan, Burmese and Khmer.
_SYLLABLES: Final = ((0x0E00, 0x0FFF), (0x1000, 0x109F), (0x1780, 0x17FF))
# White space as `str.isspace` knows it.
_SPACES: Final = (9, 10, 11, 12, 13, 28, 29, 30, 31, 32, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B),
                 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)  # fmt: skip

# Classes of characters. Han and kana, and the scripts of South East Asia, are written without spaces.
_OTHER, _SPACE, _IDEOGRAPH, _SYLLABLE = range(4)
# So a word is at most this many characters there: about the mean length of their words.
_UNITS: Final = np.array([0x7FFFFFFF, 1, 2, 4], dtype=np.int32)
# Characters that are read at once, which bounds the memory for it.
_AT_ONCE: Final = 1 << 20
# The references that a serialiser writes, by their second letter: nbsp, amp, lt, gt.
_REFERENCES: Final = (("n", 6), ("a", 5), ("l", 4), ("g", 4))


def _classes() -> Bytes:
    """The class of each character of the first two planes; the third has Han and the rest others."""
    table = np.zeros(0x20000, dtype=np.uint8)
    for first, last in _IDEOGRAPHS:
        table[first : last + 1] = _IDEOGRAPH
    for first, last in _SYLLABLES:
        table[first : last + 1] = _SYLLABLE
    table[list(_SPACES)] = _SPACE
    return table


CLASS: Final = _classes()


class _Read(NamedTuple):
    """The characters of some text tokens, with a space before each token and after the last."""

    texts: slice  # which of the tokens
    begins: Places  # where the space before each token is
    offset: Places  # where in the source each character stands
    is_space: Flags
    is_sign: Flags  # characters that are no space; of a reference only the first
    runs: Flags  # where white space ends
    starts: Flags  # where words begin


def parts(length: Column) -> Iterator[slice]:
    """Runs of tokens (or of blocks) that together have few characters, or are one long one."""
    ends = np.cumsum(length, dtype=np.int64)
    first = 0
    while first < len(length):
        before = int(ends[first - 1]) if first else 0
        last = max(int(np.searchsorted(ends, before + _AT_ONCE, side="right")), first + 1)
        yield slice(first, last)
        first = last


def _read(codes: NDArray[np.unsignedinteger], start: Column, end: Column, raw: Flags) -> Iterator[_Read]:
    """The characters of text tokens, one part after the other."""
    for part in parts(end - start + 1):
        begins, offset, letters = gather(codes, start[part], end[part])
        klass, is_space = _classify(letters)
        is_sign = _fold_references(letters, is_space, klass, begins, raw[part])
        runs = np.zeros(len(offset), dtype=np.bool_)
        np.greater(is_space[:-1], is_space[1:], out=runs[1:])
        starts = runs if klass is None else _word_starts(klass)
        yield _Read(part, begins, offset, is_space, is_sign, runs, starts)


def gather(
    codes: NDArray[np.unsignedinteger], start: Column, end: Column
) -> tuple[Places, Places, NDArray[np.unsignedinteger]]:
    """The letters of text tokens, with a space before each token and after the last.

    Where the space before each token is, where in the source each letter stands, and the letters.
    """
    length = end - start + 1
    begins = np.cumsum(length, dtype=np.intp) - length
    length[-1] += 1
    offset = np.repeat(start.astype(np.intp) - begins - 1, length)
    offset += np.arange(len(offset))
    # The spaces before the texts, and after the last, are not in the source.
    offset[begins] = offset[-1] = 0
    letters = codes.take(offset)
    letters[begins] = letters[-1] = ord(" ")
    return begins, offset, letters


def _classify(letters: NDArray[np.unsignedinteger]) -> tuple[Bytes | None, Flags]:
    """The class of each letter, where there is one of a script without spaces, and which are white space."""
    # The white space of ASCII, 9 to 13 and 28 to 32; the differences wrap around.
    is_space: Flags = ((letters - letters.dtype.type(9)) < 5) | ((letters - letters.dtype.type(28)) < 5)
    wide = np.flatnonzero(letters > 127)
    if not len(wide):
        return None, is_space
    codes = letters[wide]
    high = codes >= len(CLASS)
    kinds = CLASS[np.where(high, 0, codes)]
    kinds[high & (codes < 0x40000)] = _IDEOGRAPH
    is_space[wide] = kinds == _SPACE
    if not np.any(kinds > _SPACE):
        return None, is_space
    klass = is_space.astype(np.uint8)
    klass[wide] = kinds
    return klass, is_space


def _fold_references(
    letters: NDArray[np.unsignedinteger], is_space: Flags, klass: Bytes | None, begins: Places, raw: Flags
) -> Flags:
    """Make references what they stand for, in place; which characters count as signs."""
    spaces, rests = find_references(letters, begins, raw)
    is_space[spaces] = True
    if klass is not None:
        klass[spaces] = _SPACE
    is_sign = ~is_space
    is_sign[rests] = False
    return is_sign


def find_references(
    letters: NDArray[np.unsignedinteger], begins: Places, raw: Flags
) -> tuple[Places, Places]:
    """All letters of references to a space, and those of other references but for their first."""
    references = np.flatnonzero(letters == ord("&"))
    if len(references) and np.any(raw):
        references = references[~raw[np.searchsorted(begins, references) - 1]]
    spaces, rests = [references[:0]], [references[:0]]
    second = letters[references + 1]
    for letter, size in _REFERENCES if len(references) else ():
        at = references[second == ord(letter)]
        rest = np.minimum(at[:, None] + np.arange(1, size), len(letters) - 1).reshape(-1)
        if letter == "n":
            spaces += [at, rest]
        else:
            rests.append(rest)
    return np.concatenate(spaces), np.concatenate(rests)


def _word_starts(klass: Bytes) -> Flags:
    """Where words begin: after white space, where the class changes, and after each full unit."""
    inside = klass != _SPACE
    segment = inside & (klass != np.roll(klass, 1))
    place = np.arange(len(klass), dtype=np.int32)
    since = place - np.maximum.accumulate(np.where(segment, place, 0))
    starts: Flags = inside & (since % _UNITS[klass] == 0)
    return starts


def count(
    codes: NDArray[np.unsignedinteger], start: Column, end: Column, raw: Flags
) -> tuple[Column, Column, Bytes]:
    """Words and characters of each of these text tokens, and the white space at its edges."""
    words, characters = np.zeros((2, len(start)), dtype=np.int32)
    edges = np.zeros(len(start), dtype=np.uint8)
    for read in _read(codes, start, end, raw):
        runs = _sum_runs(read.runs, read.begins)
        words[read.texts] = runs if read.starts is read.runs else _sum_runs(read.starts, read.begins)
        characters[read.texts] = _sum_runs(read.is_sign, read.begins) + np.maximum(runs - 1, 0)
        before = read.is_space[read.begins + 1]
        after = read.is_space[np.append(read.begins[1:], len(read.is_space) - 1) - 1]
        edges[read.texts] = before * np.uint8(SPACE_BEFORE) | after * np.uint8(SPACE_AFTER)
    return words, characters, edges


def _sum_runs(flags: Flags, begins: Places) -> Column:
    found: Column = np.add.reduceat(flags, begins, dtype=np.int32)
    return found


def find_words(
    source: str, start: Column, end: Column, words: Column, marks: Bytes
) -> tuple[Column, Column, Column]:
    """Start, end and token of each word, from the columns of the tokens."""
    texts = np.flatnonzero(words)
    token = np.repeat(texts.astype(np.int32), words[texts])
    first, last = np.empty((2, len(token)), dtype=np.int32)
    done = 0
    raw = (marks[texts] & RAW) > 0
    for read in _read(codes_of(source), start[texts], end[texts], raw):
        # A word ends before the next one begins or white space follows.
        ends = ~read.is_space[:-1] & (read.starts[1:] | read.is_space[1:])
        begins = read.offset[read.starts]
        first[done : done + len(begins)] = begins
        last[done : done + len(begins)] = read.offset[:-1][ends] + 1
        done += len(begins)
    return first, last, token
