"""Finds the words of the text tokens."""

from libc.string cimport memcpy

import numpy as np

from mainspan.page import classes as _classes

from mainspan.page.characters cimport *

cdef void _fill_classes():
    cdef const uint8_t[::1] table = _classes.CLASS
    memcpy(classes, &table[0], PLANES)

_fill_classes()


cdef void _words(const Char* s, Py_ssize_t tokens, const int32_t* start, const int32_t* end, const int32_t* words, const uint8_t* marks, int32_t* first, int32_t* last, int32_t* token) noexcept nogil:
    cdef Py_ssize_t t, i, stop, here, count = 0
    cdef int before, klass, since
    for t in range(tokens):
        if not words[t]:
            continue
        i = start[t]
        stop = end[t]
        before = SPACE
        since = 0
        while i < stop:
            here = i
            klass = class_of(s[i])
            if s[i] == c'&' and not marks[t] & RAW:
                if i + 1 < stop and s[i + 1] == c'n':
                    klass = SPACE
                i += reference(s, i, stop) - 1
            i += 1
            if klass == OTHER and before == OTHER:
                while i < stop and s[i] != c'&' and class_of(s[i]) == OTHER:
                    i += 1
                last[count - 1] = i
                continue
            if klass != SPACE:
                since += 1
                if klass != before or (klass != OTHER and since % (2 if klass == IDEOGRAPH else 4) == 0):
                    if klass != before:
                        since = 0
                    first[count] = here
                    token[count] = t
                    count += 1
                last[count - 1] = i
            before = klass


def find_words(str source not None, const int32_t[::1] start, const int32_t[::1] end, const int32_t[::1] words, const uint8_t[::1] marks):
    """Start, end and token of each word, from the columns of the tokens."""
    cdef Py_ssize_t tokens = words.shape[0]
    cdef Py_ssize_t count = int(np.sum(words, dtype=np.int64))
    found = np.empty((3, count), dtype=np.int32)
    if count == 0:
        return found[0], found[1], found[2]
    cdef int32_t[:, ::1] f = found
    cdef int width = PyUnicode_KIND(source)
    if width == 1:
        _words[uint8_t](<const uint8_t*>PyUnicode_DATA(source), tokens, &start[0], &end[0], &words[0], &marks[0], &f[0, 0], &f[1, 0], &f[2, 0])
    elif width == 2:
        _words[uint16_t](<const uint16_t*>PyUnicode_DATA(source), tokens, &start[0], &end[0], &words[0], &marks[0], &f[0, 0], &f[1, 0], &f[2, 0])
    else:
        _words[uint32_t](<const uint32_t*>PyUnicode_DATA(source), tokens, &start[0], &end[0], &words[0], &marks[0], &f[0, 0], &f[1, 0], &f[2, 0])
    return found[0], found[1], found[2]
