"""Finds the labels at the beginning of each block.

From the beginning of each word on, a hash of the characters so far is looked up. Most words end in the small
filter of beginnings of stems that are four characters long. The longer beginnings of stems that share those four
are in one line of a larger filter, so that a word needs one line of the processor's cache. Stems that a filter
has are looked up in a table.
"""

import numpy as np

from mainspan.algorithms.learned import labels as _labels
from mainspan.algorithms.learned import shapes
from mainspan.page.classes import CLASS
from mainspan.page.classes import SPACE as _SPACE

from libc.string cimport memset

from mainspan.algorithms.learned.bits cimport lowest_bit
from mainspan.page.characters cimport *

cdef enum:
    # The part of a block's text that is searched, in characters.
    REACH = 48
    # As in `labels`.
    FOLDED = 0x2000
    # The full-width forms of ASCII's signs.
    FIRST_WIDE = 0xFF01
    LAST_WIDE = 0xFF5E
    # What a character is for the beginning of words.
    BETWEEN = 0
    IN_WORD = 1
    WORD = 2              # a word by itself, in scripts without spaces
    BLANK = 3
    # Beginnings of stems of this length, in characters, have a line each.
    SHORT = 4
    # The sizes of the tables, as powers of two: bits of the small filters, lines, and slots for stems.
    ENDS = 14
    BEGINNINGS = 16
    LINES = 12
    SLOTS = 15
    # Room for what stems may announce.
    KINDS = 512

# 512 bits: two for each of 256 beginnings, of which the second says that a stem ends there.
ctypedef uint64_t[8] Line

cdef struct Found:
    uint32_t begun        # its labels, if it only begins a word
    uint32_t ended        # its labels as a whole word

# The beginning of a block: where words begin in it, and where longer stems may, with the hash of what is there.
cdef struct Text:
    uint32_t[REACH + SHORT] signs
    int size
    int before            # what the last sign is
    uint64_t starts       # a bit for each place
    int[REACH + 1] place
    uint64_t[REACH + 1] hash
    int count

cdef uint64_t HASH_START = 0x9AE16A3B2F90404F, HASH_FACTOR = 0x9E3779B97F4A7C15

cdef uint64_t ends[1 << (ENDS - 6)]
cdef uint64_t beginnings[1 << (BEGINNINGS - 6)]
cdef Line lines[1 << LINES]
# The upper 48 bits are those of a hash, the lower ones the number of its labels; 0 in a free slot.
cdef uint64_t slots[1 << SLOTS]
# Many stems have the same labels.
cdef Found founds[KINDS]
cdef uint16_t small[FOLDED]
cdef uint8_t place_of[PLANES]
cdef bint tables_are_there = False


cdef inline uint64_t _hash(uint64_t hash, uint32_t character) noexcept nogil:
    hash = (hash ^ character) * HASH_FACTOR
    return hash ^ hash >> 32


cdef inline bint _is_in(const uint64_t* filter, int bits, uint64_t hash) noexcept nogil:
    return filter[hash >> (70 - bits)] >> (hash >> (64 - bits) & 63) & 1


cdef inline void _put_in(uint64_t* filter, int bits, uint64_t hash) noexcept nogil:
    filter[hash >> (70 - bits)] |= <uint64_t>1 << (hash >> (64 - bits) & 63)


cdef inline uint64_t* _line_of(uint64_t hash) noexcept nogil:
    """The line for beginnings whose first characters have this hash."""
    return lines[hash >> (64 - LINES)]


cdef inline int _in_line(const uint64_t* line, uint64_t hash) noexcept nogil:
    """The two bits of a beginning."""
    return line[hash >> 45 & 7] >> (hash >> 39 & 62) & 3


cdef inline void _put_in_line(uint64_t* line, uint64_t hash, uint64_t bits) noexcept nogil:
    line[hash >> 45 & 7] |= bits << (hash >> 39 & 62)


cdef inline Py_ssize_t _slot_of(uint64_t hash) noexcept nogil:
    """The slot of a stem, or a free one."""
    cdef Py_ssize_t slot = hash & ((1 << SLOTS) - 1)
    while slots[slot] and slots[slot] >> 16 != hash >> 16:
        slot = (slot + 1) & ((1 << SLOTS) - 1)
    return slot


cdef inline const Found* _found(uint64_t hash) noexcept nogil:
    """The labels of the stem with this hash; none if there is no such stem."""
    return &founds[slots[_slot_of(hash)] & 0xFFFF]


cdef void _add_stem(str stem, uint64_t number):
    """Put a stem into the tables, with the number of its labels."""
    cdef uint64_t hash = HASH_START
    cdef uint64_t* line = NULL
    cdef Py_ssize_t size = len(stem), i
    for i in range(size):
        hash = _hash(hash, <uint32_t>stem[i])
        if i + 1 == SHORT:
            _put_in(beginnings, BEGINNINGS, hash)
            line = _line_of(hash)
        if line != NULL:
            _put_in_line(line, hash, 3 if i + 1 == size else 1)
    if size < SHORT:
        _put_in(ends, ENDS, hash)
    slots[_slot_of(hash)] = hash >> 16 << 16 | number


cdef void _add_stems():
    # The labels of stems that only begin a word are above those of whole words: numbers are made faster than pairs.
    cdef dict labels = {}, numbers = {}
    for stem, mask in _labels.stems():
        text = stem.rstrip("|")
        labels[text] = labels.get(text, 0) | (mask if stem != text else mask << 32)
    # One slot in three stays free.
    assert 3 * len(labels) <= 2 << SLOTS
    for text, found in labels.items():
        number = numbers.setdefault(found, len(numbers) + 1)
        assert number < KINDS
        founds[number].begun, founds[number].ended = found >> 32, found & 0xFFFFFFFF
        _add_stem(text, number)


cdef void _fill_tables():
    global tables_are_there
    cdef Py_ssize_t i
    of_shapes = np.full(9, BETWEEN, dtype=np.uint8)
    of_shapes[[shapes.LETTER, shapes.CAPITAL, shapes.DIGIT]] = IN_WORD
    of_shapes[shapes.IDEOGRAPH] = WORD
    places = of_shapes[shapes.shapes()]
    places[CLASS == _SPACE] = BLANK
    cdef const uint8_t[::1] place = places
    cdef const uint16_t[::1] letters = _labels.folded()
    for i in range(PLANES):
        place_of[i] = place[i]
    for i in range(FOLDED):
        small[i] = letters[i]
    _add_stems()
    tables_are_there = True


cdef void _read(const Char* s, Py_ssize_t i, Py_ssize_t stop, bint raw, Text* text) noexcept nogil:
    """Add a text to the beginning of a block, folded, with one space for several.

    There are no branches on what no processor can predict: where words begin and end.
    """
    cdef uint32_t sign
    cdef int place, before = text.before, size = text.size
    cdef uint64_t starts = text.starts
    while i < stop and size < REACH:
        sign = <uint32_t>s[i]
        if sign == c'&' and not raw:
            if i + 1 < stop and s[i + 1] == c'n':
                sign = c' '
            i += reference(s, i, stop) - 1
        i += 1
        if FIRST_WIDE <= sign <= LAST_WIDE:
            sign -= FIRST_WIDE - c'!'
        if sign < FOLDED:
            sign = small[sign]
        elif sign >= PLANES:
            # No stem has such characters.
            sign = PLANES - 1
        place = place_of[sign]
        text.signs[size] = c' ' if place == BLANK else sign
        starts |= <uint64_t>((place == WORD) | ((place == IN_WORD) & (before != IN_WORD))) << size
        size += (place != BLANK) | (before != BLANK)
        before = place
    text.size, text.before, text.starts = size, before, starts


cdef inline uint32_t _labels_of(uint64_t hash, const Text* text, int end) noexcept nogil:
    """The labels of the stem with this hash, which ends here in a text."""
    cdef const Found* found = _found(hash)
    if end == text.size or place_of[text.signs[end]] == BETWEEN or place_of[text.signs[end]] == BLANK:
        return found.begun | found.ended
    return found.begun


cdef uint32_t _search_short(Text* text) noexcept nogil:
    """The labels of short stems in the beginning of a block; and where longer ones may begin."""
    cdef int i, k, count = 0
    cdef uint32_t labels = 0
    cdef uint64_t starts = text.starts, hash
    cdef uint64_t[SHORT] so_far
    cdef bint is_any, is_long
    # No stem has a sign from after the end.
    memset(text.signs + text.size, 0, SHORT * sizeof(uint32_t))
    while starts:
        i = lowest_bit(starts)
        starts &= starts - 1
        hash, is_any = HASH_START, False
        for k in range(SHORT):
            so_far[k] = hash = _hash(hash, text.signs[i + k])
            is_any |= _is_in(ends, ENDS, hash)
        if is_any:
            for k in range(min(SHORT - 1, text.size - i)):
                if _is_in(ends, ENDS, so_far[k]):
                    labels |= _labels_of(so_far[k], text, i + k + 1)
        is_long = (i + SHORT <= text.size) & _is_in(beginnings, BEGINNINGS, hash)
        prefetch(_line_of(hash))
        text.place[count], text.hash[count] = i, hash
        count += is_long
    text.count = count
    return labels


cdef uint32_t _search_long(const Text* text) noexcept nogil:
    """The labels of longer stems."""
    cdef int k, end, bits
    cdef uint32_t labels = 0
    cdef uint64_t hash
    cdef const uint64_t* line
    for k in range(text.count):
        end, hash = text.place[k] + SHORT, text.hash[k]
        line = _line_of(hash)
        bits = _in_line(line, hash)
        while bits:
            if bits & 2:
                labels |= _labels_of(hash, text, end)
            if end == text.size:
                break
            hash = _hash(hash, text.signs[end])
            bits = _in_line(line, hash)
            end += 1
    return labels


cdef void _find(const Char* s, const int32_t* start, const int32_t* end, const int32_t* words, const uint8_t* marks, Py_ssize_t blocks, const int32_t* first, const int32_t* last, uint32_t* out) noexcept nogil:
    cdef Py_ssize_t b, t
    cdef Text[2] texts
    cdef Text* text
    for b in range(blocks):
        text = &texts[b & 1]
        text.size, text.before, text.starts = 0, BLANK, 0
        for t in range(first[b], last[b] + 1):
            if words[t]:
                _read(s, start[t], end[t], marks[t] & RAW, text)
                if text.size == REACH:
                    break
        out[b] = _search_short(text)
        # The lines of a block are fetched while the next one is read.
        if b:
            out[b - 1] |= _search_long(&texts[(b - 1) & 1])
    if blocks:
        out[blocks - 1] |= _search_long(&texts[(blocks - 1) & 1])


def find_labels(str source not None, const int32_t[::1] start, const int32_t[::1] end, const int32_t[::1] words, const uint8_t[::1] marks, const int32_t[::1] first, const int32_t[::1] last):
    """The labels of each block, as a mask."""
    cdef Py_ssize_t blocks = first.shape[0]
    result = np.zeros(blocks, dtype=np.uint32)
    if blocks == 0:
        return result
    if not tables_are_there:
        _fill_tables()
    cdef uint32_t[::1] out = result
    cdef int width = PyUnicode_KIND(source)
    if width == 1:
        _find[uint8_t](<const uint8_t*>PyUnicode_DATA(source), &start[0], &end[0], &words[0], &marks[0], blocks, &first[0], &last[0], &out[0])
    elif width == 2:
        _find[uint16_t](<const uint16_t*>PyUnicode_DATA(source), &start[0], &end[0], &words[0], &marks[0], blocks, &first[0], &last[0], &out[0])
    else:
        _find[uint32_t](<const uint32_t*>PyUnicode_DATA(source), &start[0], &end[0], &words[0], &marks[0], blocks, &first[0], &last[0], &out[0])
    return result
