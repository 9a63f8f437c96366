"""What the blocks of a page are made of, for the Python scanner: a row of counts each, and words as bits.

The letters of all blocks are read as one array, each by its shape: what is neither letter nor white space is
rare, so it is found once and counted where it stands.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned import families
from mainspan.algorithms.learned.shapes import (
    CAPITAL,
    DIGIT,
    IDEOGRAPH,
    LETTER,
    PUNCTUATION,
    SPACE,
    STOP,
    shapes,
)
from mainspan.page.classes import PLANES
from mainspan.page.kinds import CLOSE, OPEN, RAW, VOID, Column
from tests.page.scan_fallback.markup import Bytes, Flags, Places
from tests.page.scan_fallback.tag_tokens import codes_of
from tests.page.scan_fallback.texts import find_references, gather, parts

Numbers = NDArray[np.uint32]
Bits = NDArray[np.uint64]

# The fields of a row. First the text: capitals that begin a word; whether its last sign, brackets, quotation
# marks and the like aside, ends a sentence; characters of each shape from 2 to 8; the shapes of the first
# sign (-1 if there is none) and of the last; a number that texts share if they differ in digits or spaces at
# most.
INITIALS, ENDS = 0, 1
FIRST, LAST, MARK = 9, 10, 11
# Then the tags: those that open inside the block ...
LINKS, EMPHASES, INLINES = 12, 13, 14
# ... and those that stand between the block before and this one.
OPENS, CLOSES, IMAGES, CONTROLS, BREAKS = range(15, 20)
FIELDS: Final = 20

# The factors with which Horner's rule makes a number of a word's letters and of a text's words and signs, and
# one that spreads the numbers of words over the highest bits. All is modulo 2**32, so the factors are odd.
OF_WORDS, OF_TEXTS, SPREAD = 16777619, 1664525, 2654435769

_IN_WORD: Final = np.isin(np.arange(IDEOGRAPH + 1), [LETTER, CAPITAL, DIGIT])


def describe_blocks(
    source: str,
    kind: Bytes,
    tag: NDArray[np.int16],
    start: Column,
    end: Column,
    words: Column,
    marks: Bytes,
    first: Column,
    last: Column,
    title: int,
) -> tuple[NDArray[np.int32], Bits, int]:
    """What each block is made of, a row of counts each; its words and those of the title as bits.

    The columns are those of the tokens, then those of the blocks; `title` is a token, or -1.
    """
    counts = np.zeros((len(first), FIELDS), dtype=np.int32)
    bits = np.zeros(len(first), dtype=np.uint64)
    if not len(first):
        return counts, bits, 0
    counts[:, LINKS:] = _count_tags(kind, tag, first, last)
    codes = codes_of(source)
    texts = np.flatnonzero(words)
    begins = np.append(np.searchsorted(texts, first), len(texts))  # the first text of each block
    start_of, end_of, raw = start[texts], end[texts], (marks[texts] & RAW) > 0
    for part in parts(np.add.reduceat(end_of - start_of + 1, begins[:-1])):
        of = slice(begins[part.start], begins[part.stop])
        described = _describe(codes, start_of[of], end_of[of], raw[of], begins[part] - begins[part.start])
        counts[part, :LINKS], bits[part] = described
    if title < 0:
        return counts, bits, 0
    one = slice(title, title + 1)
    no, at_once = np.zeros(1, dtype=np.bool_), np.zeros(1, dtype=np.intp)
    return counts, bits, int(_describe(codes, start[one], end[one], no, at_once)[1][0])


def _count_tags(kind: Bytes, tag: NDArray[np.int16], first: Column, last: Column) -> NDArray[np.int32]:
    """The fields of each block from LINKS on."""
    opens, role = kind == OPEN, families.ROLE[tag]
    begins = opens | (kind == VOID)
    flags = [opens & (role == 1), opens & (role == 2), opens & (role != 1) & (role != 2)]
    flags += [opens, kind == CLOSE, *(begins & (role == number) for number in (3, 4, 5))]
    before = np.zeros((len(flags), len(kind) + 1), dtype=np.int32)
    np.cumsum(flags, axis=1, out=before[:, 1:])
    since = np.append(0, last[:-1] + 1)
    inside = before[: OPENS - LINKS, last + 1] - before[: OPENS - LINKS, first]
    outside = before[OPENS - LINKS :, first] - before[OPENS - LINKS :, since]
    return np.concatenate([inside, outside]).T


class _Letters(NamedTuple):
    """The letters of some blocks and their shapes; white space before each block and after the last.

    A block has the letters from `begins` to before `stops`.
    """

    letters: NDArray[np.unsignedinteger]
    shape: Bytes
    begins: Places
    stops: Places


def _describe(
    codes: NDArray[np.unsignedinteger], start: Column, end: Column, raw: Flags, begins: Places
) -> tuple[NDArray[np.int32], Bits]:
    """The fields before LINKS of some blocks, and their words as bits; `begins` is the first text of each."""
    read = _read(codes, start, end, raw, begins)
    counts = np.zeros((len(begins), LINKS), dtype=np.int32)
    _count_shapes(read, counts)
    _look_at_ends(read, counts)
    bits = _number(read, counts)
    return counts, bits


def _read(
    codes: NDArray[np.unsignedinteger], start: Column, end: Column, raw: Flags, begins: Places
) -> _Letters:
    spaces, _, letters = gather(codes, start, end)
    shape = _shapes_of(letters)
    # A reference counts as its first letter, `&`, which is a symbol; what follows divides words as that does.
    for places in find_references(letters, spaces, raw):
        shape[places] = SPACE
    begins = spaces[begins]
    return _Letters(letters, shape, begins, np.append(begins[1:], len(letters)))


def _shapes_of(letters: NDArray[np.unsignedinteger]) -> Bytes:
    if letters.dtype.itemsize < 4:
        narrow: Bytes = shapes()[letters]
        return narrow
    high = letters >= PLANES
    found = shapes()[np.where(high, 0, letters)]
    found[high] = IDEOGRAPH
    return found


def _count_shapes(read: _Letters, counts: NDArray[np.int32]) -> None:
    places = np.flatnonzero(read.shape > SPACE)
    shape = read.shape[places].astype(np.intp)
    block = np.searchsorted(read.begins, places) - 1
    width = IDEOGRAPH + 1
    found = np.bincount(block * width + shape, minlength=len(counts) * width).reshape(-1, width)
    counts[:, CAPITAL:width] = found[:, CAPITAL:]
    before = read.shape[places - 1]
    initials = (shape == CAPITAL) & (before != CAPITAL) & (before != LETTER)
    counts[:, INITIALS] = np.bincount(block[initials], minlength=len(counts))


def _look_at_ends(read: _Letters, counts: NDArray[np.int32]) -> None:
    """How each block begins and ends."""
    signs = np.flatnonzero(read.shape != SPACE)
    first, last = _edges(read, signs)
    _, firm = _edges(read, signs[read.shape[signs] != PUNCTUATION])
    counts[:, FIRST] = np.where(first == SPACE, -1, first)
    counts[:, LAST] = np.where(last == SPACE, 0, last)
    counts[:, ENDS] = firm == STOP


def _edges(read: _Letters, places: Places) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The shapes at the first and the last of these places in each block; white space if there is none."""
    low, high = np.searchsorted(places, read.begins), np.searchsorted(places, read.stops)
    some = np.flatnonzero(low < high)
    edges = np.full((2, len(low)), SPACE, dtype=np.int32)
    edges[0, some] = read.shape[places[low[some]]]
    edges[1, some] = read.shape[places[high[some] - 1]]
    return edges[0], edges[1]


def _number(read: _Letters, counts: NDArray[np.int32]) -> Bits:
    """Number the text of each block; its words as bits.

    A text is a row of words and signs; in scripts without spaces each sign stands for a word too.
    """
    starts, words = _number_words(read)
    signs = np.flatnonzero(read.shape > DIGIT)
    items = np.concatenate([words, read.letters[signs].astype(np.uint32)])
    is_word = np.append(np.ones(len(words), dtype=np.bool_), read.shape[signs] == IDEOGRAPH)
    places = np.concatenate([starts, signs])
    order = np.argsort(places, kind="stable")
    items, is_word, places = items[order], is_word[order], places[order]
    bits = np.zeros(len(counts), dtype=np.uint64)
    low = np.searchsorted(places, read.begins)
    some = np.flatnonzero(low < np.searchsorted(places, read.stops))
    if len(some):
        counts[some, MARK] = horner(items, low[some], OF_TEXTS).view(np.int32)
        bits[some] = np.bitwise_or.reduceat(np.where(is_word, _bits_of(items), np.uint64(0)), low[some])
    return bits


def _number_words(read: _Letters) -> tuple[Places, Numbers]:
    """Where each word begins, and its number.

    Capitals of ASCII are read as small letters, and all digits as one: texts that differ in a date are alike.
    """
    in_word = _IN_WORD[read.shape]
    places = np.flatnonzero(in_word)
    letters = read.letters[places].astype(np.uint32)
    letters[letters - np.uint32(ord("A")) < 26] += ord("a") - ord("A")
    letters[read.shape[places] == DIGIT] = ord("0")
    starts = np.flatnonzero(~in_word[places - 1])
    return places[starts], horner(letters, starts, OF_WORDS)


def horner(values: Numbers, begins: Places, factor: int) -> Numbers:
    """One number for each run of values: the value before it times the factor, plus the next, modulo 2**32.

    Runs begin at `begins`, the first one with the first value. Each value has a power of the factor as its
    weight, so that the runs are sums.
    """
    if not len(begins):
        return np.zeros(0, dtype=np.uint32)
    lengths = np.diff(begins, append=len(values))
    exponent = np.repeat(begins + lengths - 1, lengths) - np.arange(len(values))
    powers = np.full(lengths.max(), factor, dtype=np.uint32)
    powers[0] = 1
    np.cumprod(powers, dtype=np.uint32, out=powers)
    found: Numbers = np.add.reduceat(values * powers[exponent], begins, dtype=np.uint32)
    return found


def _bits_of(words: Numbers) -> Bits:
    """One of 64 bits for each word."""
    return np.uint64(1) << ((words * np.uint32(SPREAD)) >> np.uint32(26)).astype(np.uint64)
