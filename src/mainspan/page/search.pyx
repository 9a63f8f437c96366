"""Searches many parts of a source at once: for words, for characters, for the letters at some places; and one tag."""

from cpython.unicode cimport PyUnicode_FindChar, PyUnicode_READ, PyUnicode_Substring, Py_UNICODE_ISALNUM

import numpy as np

from mainspan.page.characters cimport *
from mainspan.page.sought cimport Words, holds_word, take_words

cdef extern from "Python.h":
    Py_UCS4 PyUnicode_MAX_CHAR_VALUE(object text)


cdef void _find_words(const Char* s, const int32_t* start, const int32_t* end, Py_ssize_t count, const int64_t* tokens, const Words* words, uint8_t* found) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(count):
        found[i] = holds_word(s, start[tokens[i]], end[tokens[i]], words)


def hold_words(str source not None, const int32_t[::1] start, const int32_t[::1] end, tokens not None, tuple words not None):
    """For each of these tokens whether it holds one of the words: small letters and signs of ASCII, found in any case."""
    cdef const int64_t[::1] chosen = np.ascontiguousarray(tokens, dtype=np.int64)
    flags = np.zeros(chosen.shape[0], dtype=np.bool_)
    cdef uint8_t[::1] found = flags.view(np.uint8)
    cdef Words wanted
    take_words(&wanted, words)
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    if chosen.shape[0] == 0:
        return flags
    if width == 1:
        _find_words[uint8_t](<const uint8_t*>data, &start[0], &end[0], chosen.shape[0], &chosen[0], &wanted, &found[0])
    elif width == 2:
        _find_words[uint16_t](<const uint16_t*>data, &start[0], &end[0], chosen.shape[0], &chosen[0], &wanted, &found[0])
    else:
        _find_words[uint32_t](<const uint32_t*>data, &start[0], &end[0], chosen.shape[0], &chosen[0], &wanted, &found[0])
    return flags


cdef void _find_characters(const Char* s, const int32_t* start, const int32_t* end, Py_ssize_t count, const int64_t* tokens, uint32_t low, uint32_t more, uint8_t* found) noexcept nogil:
    cdef Py_ssize_t i, k
    cdef bint any
    for i in range(count):
        any = False
        for k in range(start[tokens[i]], end[tokens[i]]):
            any |= <uint32_t>s[k] - low <= more
        found[i] = any


def hold_characters(str source not None, const int32_t[::1] start, const int32_t[::1] end, tokens not None, uint32_t low, uint32_t high):
    """For each of these tokens whether it holds a character from `low` to `high`."""
    cdef const int64_t[::1] chosen = np.ascontiguousarray(tokens, dtype=np.int64)
    flags = np.zeros(chosen.shape[0], dtype=np.bool_)
    cdef uint8_t[::1] found = flags.view(np.uint8)
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    # of many pages the source alone says that there is none
    if chosen.shape[0] == 0 or PyUnicode_MAX_CHAR_VALUE(source) < low:
        return flags
    if width == 1:
        _find_characters[uint8_t](<const uint8_t*>data, &start[0], &end[0], chosen.shape[0], &chosen[0], low, high - low, &found[0])
    elif width == 2:
        _find_characters[uint16_t](<const uint16_t*>data, &start[0], &end[0], chosen.shape[0], &chosen[0], low, high - low, &found[0])
    else:
        _find_characters[uint32_t](<const uint32_t*>data, &start[0], &end[0], chosen.shape[0], &chosen[0], low, high - low, &found[0])
    return flags


cdef Py_ssize_t _end_of_name(int width, const void* s, Py_ssize_t i, Py_ssize_t end) noexcept:
    """Where the name of an attribute ends that begins here, with its value after it; -1 if there is none."""
    cdef Py_ssize_t first = i
    cdef Py_UCS4 c
    while i < end:
        c = PyUnicode_READ(width, s, i)
        if c == u"=" and i > first:
            return i if i + 1 < end and PyUnicode_READ(width, s, i + 1) == u'"' else -1
        if c == u" " or c == u"/" or c == u">":
            return -1
        i += 1
    return -1


def find_attributes(str tag not None):
    """The attributes of a tag, as they are written; of several with one name the first."""
    cdef int width = PyUnicode_KIND(tag)
    cdef const void* s = PyUnicode_DATA(tag)
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(tag), i = 0, name, stop
    cdef dict found = {}
    while True:
        i = PyUnicode_FindChar(tag, c' ', i, size, 1)
        if i < 0:
            return found
        i += 1
        name = _end_of_name(width, s, i, size)
        if name < 0:
            continue
        stop = PyUnicode_FindChar(tag, c'"', name + 2, size, 1)
        if stop < 0:
            continue
        found.setdefault(PyUnicode_Substring(tag, i, name), PyUnicode_Substring(tag, name + 2, stop))
        i = stop + 1


def are_letters(str source not None, places not None):
    """For each of these offsets whether a letter or a digit is there."""
    cdef const int64_t[::1] chosen = np.ascontiguousarray(places, dtype=np.int64)
    flags = np.empty(chosen.shape[0], dtype=np.bool_)
    cdef uint8_t[::1] found = flags.view(np.uint8)
    cdef int width = PyUnicode_KIND(source)
    cdef void* data = PyUnicode_DATA(source)
    cdef Py_ssize_t i
    for i in range(chosen.shape[0]):
        found[i] = Py_UNICODE_ISALNUM(PyUnicode_READ(width, data, chosen[i]))
    return flags
