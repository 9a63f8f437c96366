"""Searches many parts of a source at once: for words and for characters; and tags for their attributes."""

from cpython.unicode cimport Py_UNICODE_ISDECIMAL, Py_UNICODE_ISSPACE
from cpython.unicode cimport PyUnicode_FindChar, PyUnicode_READ, PyUnicode_Substring, PyUnicode_Tailmatch

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


def may_be_numbers(str source not None, const int32_t[::1] start, const int32_t[::1] end, tokens not None):
    """For each of these tokens whether it is one run of digits between whitespace, or has a reference in it."""
    cdef const int64_t[::1] chosen = np.ascontiguousarray(tokens, dtype=np.int64)
    flags = np.empty(chosen.shape[0], dtype=np.bool_)
    cdef uint8_t[::1] found = flags.view(np.uint8)
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    cdef Py_ssize_t i, k, stop
    for i in range(chosen.shape[0]):
        k, stop = start[chosen[i]], end[chosen[i]]
        while k < stop and Py_UNICODE_ISSPACE(PyUnicode_READ(width, data, k)):
            k += 1
        while k < stop and Py_UNICODE_ISSPACE(PyUnicode_READ(width, data, stop - 1)):
            stop -= 1
        found[i] = k < stop
        while k < stop and Py_UNICODE_ISDECIMAL(PyUnicode_READ(width, data, k)):
            k += 1
        if k < stop:
            found[i] = PyUnicode_FindChar(source, c'&', k, stop, 1) >= 0
    return flags


# --- attributes --------------------------------------------------------------------------------------

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


cdef bint _next_attribute(str source, Py_ssize_t i, Py_ssize_t end, Attribute* found) except -1:
    """Read the first attribute between a place and the end of a tag."""
    cdef int width = PyUnicode_KIND(source)
    cdef const void* s = PyUnicode_DATA(source)
    cdef Py_ssize_t stop
    while True:
        i = PyUnicode_FindChar(source, c' ', i, end, 1)
        if i < 0:
            return False
        i += 1
        stop = _end_of_name(width, s, i, end)
        if stop < 0:
            continue
        found.name, found.size, found.value = i, stop - i, stop + 2
        stop = PyUnicode_FindChar(source, c'"', stop + 2, end, 1)
        if stop >= 0:
            found.stop = stop
            return True


def find_attributes(str tag not None):
    """The attributes of a tag, as they are written; of several with one name the first."""
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(tag), i = 0
    cdef Attribute each
    cdef dict found = {}
    while _next_attribute(tag, i, size, &each):
        name = PyUnicode_Substring(tag, each.name, each.name + each.size)
        found.setdefault(name, PyUnicode_Substring(tag, each.value, each.stop))
        i = each.stop + 1
    return found


cdef inline bint _is_named(str source, const Attribute* attribute, str name) except -1:
    cdef Py_ssize_t size = PyUnicode_GET_LENGTH(name), i = attribute.name
    return attribute.size == size and PyUnicode_Tailmatch(source, name, i, i + size, -1) == 1


cpdef str find_value(str source, Py_ssize_t start, Py_ssize_t end, str name):
    """The value of the first attribute of this name, as it is written, in a tag of the source; None if it has none."""
    cdef Attribute each
    while _next_attribute(source, start, end, &each):
        if _is_named(source, &each, name):
            return PyUnicode_Substring(source, each.value, each.stop)
        start = each.stop + 1
    return None


def find_values(str source not None, const int32_t[::1] start, const int32_t[::1] end, const int32_t[::1] tokens, str name not None):
    """The same for each of these tags."""
    cdef Py_ssize_t i
    return [find_value(source, start[tokens[i]], end[tokens[i]], name) for i in range(tokens.shape[0])]


def find_named(str source not None, tokens not None, set names not None):
    """The first open tag with each of these ids, or names, as they are written; of those that are there."""
    cdef const uint8_t[::1] kind = tokens.kind
    cdef const int32_t[::1] start = tokens.start, end = tokens.end
    cdef Py_ssize_t t, i
    cdef Attribute each
    cdef dict found = {}
    for t in range(kind.shape[0]):
        if len(found) == len(names):
            break
        i = start[t]
        while kind[t] == OPEN and _next_attribute(source, i, end[t], &each):
            i = each.stop + 1
            if not _is_named(source, &each, "id") and not _is_named(source, &each, "name"):
                continue
            value = PyUnicode_Substring(source, each.value, each.stop)
            if value in names:
                found.setdefault(value, t)
    return found


cdef bint _holds_class(const Char* s, str source, Py_ssize_t i, Py_ssize_t end, const Words* words) except -1:
    cdef Attribute each
    while _next_attribute(source, i, end, &each):
        if _is_named(source, &each, "class"):
            return holds_word(s, each.value, each.stop, words)
        i = each.stop + 1
    return False


def find_classed(str source not None, tokens not None, elements not None, wanted not None, int least, tuple words not None):
    """The elements of these names, one flag for each name, with at least so many characters and one of the words in their
    class.
    """
    cdef const int32_t[::1] start = tokens.start, end = tokens.end, open = elements.open, characters = elements.characters
    cdef const int16_t[::1] tag = elements.tag
    cdef const uint8_t[::1] flags = wanted.view(np.uint8)
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    cdef Py_ssize_t e, i, stop
    cdef bint holds
    cdef list found = []
    cdef Words sought
    take_words(&sought, words)
    for e in range(open.shape[0]):
        if not flags[tag[e]] or characters[e] < least:
            continue
        i, stop = start[open[e]], end[open[e]]
        if width == 1:
            holds = _holds_class[uint8_t](<const uint8_t*>data, source, i, stop, &sought)
        elif width == 2:
            holds = _holds_class[uint16_t](<const uint16_t*>data, source, i, stop, &sought)
        else:
            holds = _holds_class[uint32_t](<const uint32_t*>data, source, i, stop, &sought)
        if holds:
            found.append(e)
    return found


cdef Py_ssize_t _find_word(const Char* s, Py_ssize_t i, Py_ssize_t end, const char* word, Py_ssize_t size, Py_ssize_t rare) noexcept nogil:
    """The next place of a word, or the end; `rare` is the place of its rarest letter."""
    cdef Py_ssize_t here = i + rare
    while True:
        here = find(s, here, end, word[rare])
        if here >= end:
            return end
        if is_at(s, here - rare, end, word, size):
            return here - rare
        here += 1


cdef int _find_keys(const Char* s, tokens, elements, int name, bytes kind, bytes key, Py_ssize_t rare, Py_ssize_t most, list found) except -1:
    cdef const int32_t[::1] start = tokens.start, end = tokens.end, open = elements.open, close = elements.close
    cdef const int16_t[::1] tag = elements.tag
    cdef const char* what = kind
    cdef const char* word = key
    cdef Py_ssize_t e, i, stop
    for e in range(tag.shape[0]):
        if tag[e] != name:
            continue
        i, stop = end[open[e]], start[close[e]]
        if i >= stop or _find_word(s, start[open[e]], i, what, len(kind), 0) == i:
            continue
        stop = min(stop, i + most)
        i = _find_word(s, i, stop, word, len(key), rare)
        while i < stop:
            found.append((i, stop))
            i = _find_word(s, i + 1, stop, word, len(key), rare)
    return 0


def find_keys(str source not None, tokens not None, elements not None, int name, bytes kind not None, bytes key not None, Py_ssize_t most):
    """Where a key is in the elements with this name and a kind in their tags, in the first `most` characters of each.

    One pair for each key: its place, and where what is searched ends.
    """
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    cdef Py_ssize_t rare = max(key.find(b"@"), 0)
    cdef list found = []
    if width == 1:
        _find_keys[uint8_t](<const uint8_t*>data, tokens, elements, name, kind, key, rare, most, found)
    elif width == 2:
        _find_keys[uint16_t](<const uint16_t*>data, tokens, elements, name, kind, key, rare, most, found)
    else:
        _find_keys[uint32_t](<const uint32_t*>data, tokens, elements, name, kind, key, rare, most, found)
    return found


cdef int _find_kept(const Char* s, tokens, const uint8_t[::1] wanted, const int64_t[::1] kept, const Words* words, int sign, list found) except -1:
    cdef const uint8_t[::1] kind = tokens.kind
    cdef const int16_t[::1] tag = tokens.tag
    cdef const int32_t[::1] start = tokens.start, end = tokens.end, partner = tokens.partner
    cdef Py_ssize_t t
    for t in range(kind.shape[0]):
        if kind[t] != OPEN or not wanted[tag[t]] or kept[partner[t]] == kept[t]:
            continue
        if holds_word(s, start[t], end[t], words) if words.count else find(s, start[t], end[t], sign) < end[t]:
            found.append(t)
    return 0


def find_kept(str source not None, tokens not None, names not None, const int64_t[::1] kept, tuple words not None, int sign=0):
    """The open tags of these names, one flag for each, with kept pieces inside that hold one of the words, or this sign.

    kept: the number of kept pieces before each token, and before the end.
    """
    cdef const uint8_t[::1] wanted = names.view(np.uint8)
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    cdef list found = []
    cdef Words sought
    take_words(&sought, words)
    if width == 1:
        _find_kept[uint8_t](<const uint8_t*>data, tokens, wanted, kept, &sought, sign, found)
    elif width == 2:
        _find_kept[uint16_t](<const uint16_t*>data, tokens, wanted, kept, &sought, sign, found)
    else:
        _find_kept[uint32_t](<const uint32_t*>data, tokens, wanted, kept, &sought, sign, found)
    return found
