"""Searches many parts of a source at once: for words, for characters, for the letters at some places; and one tag."""

from cpython.unicode cimport PyUnicode_FindChar, PyUnicode_READ, PyUnicode_Substring, Py_UNICODE_ISALNUM
from libc.stdint cimport UINT8_MAX
from libc.string cimport memset

import numpy as np

from mainspan.page.characters cimport *

cdef extern from "Python.h":
    Py_UCS4 PyUnicode_MAX_CHAR_VALUE(object text)

cdef enum:
    WORDS = 16            # room for words
    PAIRS = 1024          # for two characters, the lower five bits of each

cdef struct Words:
    int count
    const char* letters[WORDS]
    Py_ssize_t size[WORDS]
    Py_ssize_t shortest     # the length of their beginnings that are searched for
    uint8_t steps[PAIRS]    # how far after two characters a beginning can end


cdef int _fill(Words* words, tuple given) except -1:
    """Take the words; the bytes must outlive this. As Wu and Manber search for them: most characters are skipped."""
    cdef bytes word
    cdef Py_ssize_t k, left
    cdef int pair
    if len(given) > WORDS:
        raise ValueError(f"{len(given)} words, but there is room for {WORDS}")
    words.count = 0
    # of longer words, their beginnings
    words.shortest = min(UINT8_MAX, min(map(len, given), default=2))
    memset(words.steps, <int>words.shortest - 1, PAIRS)
    for word in given:
        if len(word) < 2:
            raise ValueError(f"a word of two characters at least, not {word!r}")
        words.letters[words.count] = word
        words.size[words.count] = len(word)
        for k in range(1, words.shortest):
            pair = (word[k - 1] & 31) << 5 | word[k] & 31
            left = words.shortest - 1 - k
            words.steps[pair] = min(words.steps[pair], <uint8_t>left)
        words.count += 1
    return 0


cdef bint _is_word_at(const Char* s, Py_ssize_t i, Py_ssize_t end, const char* word, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t k
    if i + size > end:
        return False
    for k in range(size):
        if (s[i + k] + 32 if c'A' <= s[i + k] <= c'Z' else s[i + k]) != <Char>(<uint8_t>word[k]):
            return False
    return True


cdef bint _holds_word(const Char* s, Py_ssize_t i, Py_ssize_t end, const Words* words) noexcept nogil:
    cdef Py_ssize_t reach = words.shortest - 1
    cdef int step, k
    i += reach
    while i < end:
        step = words.steps[(s[i - 1] & 31) << 5 | s[i] & 31]
        if step == 0:
            for k in range(words.count):
                if _is_word_at(s, i - reach, end, words.letters[k], words.size[k]):
                    return True
            step = 1
        i += step
    return False


cdef void _find_words(const Char* s, const int32_t* start, const int32_t* end, Py_ssize_t count, const int64_t* tokens, const Words* words, uint8_t* found) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(count):
        found[i] = _holds_word(s, start[tokens[i]], end[tokens[i]], words)


def hold_words(str source not None, const int32_t[::1] start, const int32_t[::1] end, tokens not None, tuple words not None):
    """For each of these tokens whether it holds one of the words: small letters and signs of ASCII, found in any case."""
    cdef const int64_t[::1] chosen = np.ascontiguousarray(tokens, dtype=np.int64)
    flags = np.zeros(chosen.shape[0], dtype=np.bool_)
    cdef uint8_t[::1] found = flags.view(np.uint8)
    cdef Words wanted
    _fill(&wanted, words)
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
