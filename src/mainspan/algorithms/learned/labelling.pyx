"""Finds the labels at the beginning of each block.

From the beginning of each word on, a hash of the characters so far is looked up: first in a filter of the
beginnings of stems, which ends most walks after three characters, then in a table of whole stems.
"""

import numpy as np

from mainspan.algorithms.learned import labels as _labels
from mainspan.algorithms.learned import shapes
from mainspan.page.classes import CLASS
from mainspan.page.classes import SPACE as _SPACE

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
    # The sizes of the tables, as powers of two: bits of the filters, and slots for stems.
    BEGINNINGS = 20
    ENDS = 17
    SLOTS = 16

cdef struct Found:
    uint64_t hash         # of a stem; 0 in a free slot
    uint32_t begun        # its labels, if it only begins a word
    uint32_t ended        # its labels as a whole word

cdef uint64_t HASH_START = 0x9AE16A3B2F90404F, HASH_FACTOR = 0x9E3779B97F4A7C15

cdef uint64_t beginnings[1 << (BEGINNINGS - 6)]
cdef uint64_t ends[1 << (ENDS - 6)]
cdef Found slots[1 << SLOTS]
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


cdef inline Found* _slot_of(uint64_t hash) noexcept nogil:
    """The slot of a stem, or a free one."""
    cdef Py_ssize_t slot = hash & ((1 << SLOTS) - 1)
    while slots[slot].hash != 0 and slots[slot].hash != hash:
        slot = (slot + 1) & ((1 << SLOTS) - 1)
    return &slots[slot]


cdef void _add_stem(str stem, uint32_t mask):
    cdef uint64_t hash = HASH_START
    cdef Py_ssize_t size = len(stem), i
    cdef bint whole = stem[size - 1] == "|"
    cdef Found* found
    for i in range(size - whole):
        hash = _hash(hash, <uint32_t>stem[i])
        _put_in(beginnings, BEGINNINGS, hash)
    _put_in(ends, ENDS, hash)
    found = _slot_of(hash)
    found.hash = hash
    if whole:
        found.ended |= mask
    else:
        found.begun |= mask


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
    for stem, mask in _labels.stems():
        _add_stem(stem, mask)
    tables_are_there = True


cdef Py_ssize_t _read(const Char* s, Py_ssize_t i, Py_ssize_t stop, bint raw, Py_ssize_t size, uint32_t* text) noexcept nogil:
    """Add a text to the beginning of a block, folded, with one space for several. How long it is then."""
    cdef uint32_t sign
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
        if sign >= PLANES:
            # No stem has such characters.
            sign = PLANES - 1
        elif place_of[sign] == BLANK:
            if size == 0 or text[size - 1] == c' ':
                continue
            sign = c' '
        text[size] = sign
        size += 1
    return size


cdef uint32_t _search(const uint32_t* text, Py_ssize_t size) noexcept nogil:
    """The labels in the beginning of a block."""
    cdef Py_ssize_t i, j
    cdef uint32_t labels = 0
    cdef uint64_t hash
    cdef const Found* found
    cdef int place, before = BETWEEN
    for i in range(size):
        place = place_of[text[i]]
        if place == WORD or (place == IN_WORD and before != IN_WORD):
            hash = HASH_START
            for j in range(i, size):
                hash = _hash(hash, text[j])
                if not _is_in(beginnings, BEGINNINGS, hash):
                    break
                if _is_in(ends, ENDS, hash):
                    found = _slot_of(hash)
                    labels |= found.begun
                    if j + 1 == size or place_of[text[j + 1]] == BETWEEN or place_of[text[j + 1]] == BLANK:
                        labels |= found.ended
        before = place
    return labels


cdef void _find(const Char* s, const int32_t* start, const int32_t* end, const int32_t* words, const uint8_t* marks, Py_ssize_t blocks, const int32_t* first, const int32_t* last, uint32_t* out) noexcept nogil:
    cdef Py_ssize_t b, t, size
    cdef uint32_t text[REACH]
    for b in range(blocks):
        size = 0
        for t in range(first[b], last[b] + 1):
            if words[t]:
                size = _read(s, start[t], end[t], marks[t] & RAW, size, text)
                if size == REACH:
                    break
        out[b] = _search(text, size)


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
