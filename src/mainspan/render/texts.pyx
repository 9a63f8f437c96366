"""Reads the characters of kept pieces: references resolved, whitespace collapsed or kept.

Specified by tests/render/slow_walk.py, which property tests hold it equal to.
"""

from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_FromKindAndData, PyUnicode_KIND
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

import numpy as np

from mainspan.page.characters cimport Char, is_at

from mainspan.render import layout as _layout

cdef enum:
    SPACE = 1
    LINE = 3

assert (_layout.SPACE, _layout.LINE) == (SPACE, LINE)

# Classes of the characters below 256. Plain ones are copied as they are. Controls are all characters that
# no form writes: control characters, soft hyphens, zero-width spaces, and the private use of icon fonts.
cdef enum:
    PLAIN = 0
    BLANK = 1
    CONTROL = 2
    REFERENCE = 3
    STOPS = 4             # ends a run of words: all of these but a space

cdef uint8_t class_of[256]


cdef void _fill_table():
    cdef int character
    for character in range(256):
        if chr(character).isspace():
            class_of[character] = BLANK | STOPS
        elif character < 32 or 127 <= character < 160 or character == 0xAD:
            class_of[character] = CONTROL | STOPS
    class_of[32] = BLANK
    class_of[38] = REFERENCE | STOPS

_fill_table()

# --- read_texts --------------------------------------------------------------------------------------

cdef inline int _class(Char c) noexcept nogil:
    if Char is not uint8_t:
        if c > 255:
            # The whitespace of Unicode, as in Python's str.isspace.
            if c < 0x1680:
                return PLAIN
            if 0x3000 < c:
                # The signs of icon fonts, and the byte order mark.
                return CONTROL | STOPS if 0xE000 <= c and (c <= 0xF8FF or c == 0xFEFF) else PLAIN
            if c == 0x200B or c == 0x2060:
                return CONTROL | STOPS
            return BLANK | STOPS if (
                0x2000 <= c <= 0x200A or c in (0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)
            ) else PLAIN
    return class_of[c]


cdef inline Py_ssize_t _reference(const Char* s, Py_ssize_t i, Py_ssize_t end, Char* character) noexcept nogil:
    """The length of the character reference that begins here, and its character; else 1."""
    character[0] = c'&'
    if is_at(s, i, end, b"&amp;", 5):
        return 5
    if is_at(s, i, end, b"&nbsp;", 6):
        character[0] = 0xA0
        return 6
    if is_at(s, i, end, b"&lt;", 4):
        character[0] = c'<'
        return 4
    if is_at(s, i, end, b"&gt;", 4):
        character[0] = c'>'
        return 4
    return 1


cdef Py_ssize_t _collapse(const Char* s, Py_ssize_t i, Py_ssize_t end, bint raw, Char* out, bint* is_clean) noexcept nogil:
    """Write a text with its references resolved and its whitespace collapsed; its length."""
    cdef Py_ssize_t size = 0
    cdef bint blank = False
    cdef int klass
    cdef Char character
    while i < end:
        character = s[i]
        klass = _class(character) & ~STOPS
        if klass == REFERENCE:
            klass = PLAIN
            if raw:
                i += 1
            else:
                i += _reference(s, i, end, &character)
                klass = BLANK if character == 0xA0 else PLAIN
        else:
            i += 1
        if klass == BLANK:
            blank = True
            continue
        if klass == CONTROL:
            is_clean[0] = False
        if blank and size:
            out[size] = c' '
            size += 1
        blank = False
        out[size] = character
        size += 1
        # Where most characters are: in words with single spaces between. Processors guess badly where words
        # end, so a space is taken with the rest, and the last one given back.
        while i < end and not _class(s[i]) & STOPS | ((s[i] == c' ') & (character == c' ')):
            character = s[i]
            out[size] = character
            size += 1
            i += 1
        if character == c' ':
            size -= 1
            blank = True
    return size


cdef bint _read(const Char* s, int width, const int32_t[::1] start, const int32_t[::1] end, const uint8_t[::1] raw, Char* room, list texts):
    """Fill the list; whether no text has control characters."""
    cdef bint is_clean = True
    cdef Py_ssize_t piece, size
    for piece in range(start.shape[0]):
        size = _collapse(s, start[piece], end[piece], raw[piece], room, &is_clean)
        text = PyUnicode_FromKindAndData(width, room, size)
        Py_INCREF(text)
        PyList_SET_ITEM(texts, piece, text)
    return is_clean


def read_texts(str source not None, const int32_t[::1] start, const int32_t[::1] end, const uint8_t[::1] raw):
    """Each text from start to end, whitespace collapsed, and whether none has control characters."""
    cdef Py_ssize_t count = start.shape[0], piece, longest = 1
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    for piece in range(count):
        longest = max(longest, end[piece] - start[piece])
    cdef uint8_t[::1] buffer = np.empty(longest * width, dtype=np.uint8)
    cdef void* room = &buffer[0]
    cdef list texts = PyList_New(count)
    if width == 1:
        is_clean = _read[uint8_t](<const uint8_t*>data, width, start, end, raw, <uint8_t*>room, texts)
    elif width == 2:
        is_clean = _read[uint16_t](<const uint16_t*>data, width, start, end, raw, <uint16_t*>room, texts)
    else:
        is_clean = _read[uint32_t](<const uint32_t*>data, width, start, end, raw, <uint32_t*>room, texts)
    return texts, is_clean


# --- read_exactly ------------------------------------------------------------------------------------

cdef inline bint _is_control(Char c) noexcept nogil:
    """Whether no form writes a character. Whitespace that stays as it is may be one too."""
    if 32 <= c < 127:
        return False
    return (_class(c) & CONTROL) != 0 or c == 0x0B or 0x1C <= c < 32 or c == 0x85


cdef Py_ssize_t _copy(const Char* s, Py_ssize_t i, Py_ssize_t end, bint raw, Char* out, bint* is_clean) noexcept nogil:
    """Write a text with its references resolved; its length."""
    cdef Py_ssize_t size = 0
    while i < end:
        if _is_control(s[i]):
            is_clean[0] = False
        if s[i] == c'&' and not raw:
            i += _reference(s, i, end, out + size)
        else:
            out[size] = s[i]
            i += 1
        size += 1
    return size


cdef bint _read_exactly(const Char* s, int width, const int32_t[::1] begin, const int32_t[::1] start, const int32_t[::1] end, const uint8_t[::1] raw, const int32_t[::1] first, const int32_t[::1] last, const uint8_t[::1] is_break, Char* room, list gaps, list texts) except -1:
    cdef Py_ssize_t count = first.shape[0], piece, g = 0, k, size
    cdef bint is_clean = True
    for piece in range(start.shape[0]):
        while g < count and last[g] <= begin[piece]:
            g += 1
        k, size = g, 0
        while k < count and first[k] < start[piece]:
            if is_break[k]:
                room[size] = c'\n'
                size += 1
            else:
                size += _copy(s, max(begin[piece], first[k]), min(start[piece], last[k]), False, room + size, &is_clean)
            k += 1
        gaps.append(PyUnicode_FromKindAndData(width, room, size))
        size = _copy(s, start[piece], end[piece], raw[piece], room, &is_clean)
        texts.append(PyUnicode_FromKindAndData(width, room, size))
    return is_clean


def read_exactly(str source not None, const int32_t[::1] begin, const int32_t[::1] start, const int32_t[::1] end, const uint8_t[::1] raw, const int32_t[::1] first, const int32_t[::1] last, is_break not None):
    """The source between `begin` and each piece, and that of the pieces, references resolved. Columns ascend.

    And whether none of it has control characters.
    """
    cdef const uint8_t[::1] breaks = is_break.view(np.uint8)
    cdef Py_ssize_t longest = 1, piece
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    cdef list gaps = [], texts = []
    for piece in range(start.shape[0]):
        longest = max(longest, end[piece] - start[piece], start[piece] - begin[piece])
    cdef uint8_t[::1] buffer = np.empty(longest * width, dtype=np.uint8)
    cdef void* room = &buffer[0]
    if width == 1:
        is_clean = _read_exactly[uint8_t](<const uint8_t*>data, width, begin, start, end, raw, first, last, breaks, <uint8_t*>room, gaps, texts)
    elif width == 2:
        is_clean = _read_exactly[uint16_t](<const uint16_t*>data, width, begin, start, end, raw, first, last, breaks, <uint16_t*>room, gaps, texts)
    else:
        is_clean = _read_exactly[uint32_t](<const uint32_t*>data, width, begin, start, end, raw, first, last, breaks, <uint32_t*>room, gaps, texts)
    return gaps, texts, is_clean


# --- write_texts -------------------------------------------------------------------------------------

cdef Py_ssize_t _write(const Char* s, const int32_t[::1] start, const int32_t[::1] end, const uint8_t[::1] raw, const uint8_t[::1] separator, const int32_t[::1] item, const int32_t[::1] level, const int32_t[::1] tabs, dict marks, Char* out, bint* is_clean) except -1:
    """Write all pieces with their separators; returns the length of the text."""
    cdef Py_ssize_t piece, size = 0
    cdef int32_t marked = -1, k, count
    cdef bint is_new
    cdef bytes mark
    cdef uint8_t character
    for piece in range(start.shape[0]):
        count = tabs[piece] if tabs.shape[0] else 0
        if piece and separator[piece] == SPACE and not count:
            out[size] = c' '
            size += 1
        elif piece and separator[piece] >= LINE:
            for k in range(separator[piece] - LINE + 1):
                out[size] = c'\n'
                size += 1
        for k in range(count):
            out[size] = c'\t'
            size += 1
        if level[piece] and separator[piece] >= LINE:
            is_new = item[piece] >= 0 and item[piece] != marked
            for k in range(2 * (level[piece] - is_new)):
                out[size] = c' '
                size += 1
            if is_new:
                marked = item[piece]
                mark = marks.get(marked, b"- ")
                for character in mark:
                    out[size] = character
                    size += 1
        size += _collapse(s, start[piece], end[piece], raw[piece], out + size, is_clean)
    return size


def write_texts(str source not None, const int32_t[::1] start, const int32_t[::1] end, const uint8_t[::1] raw, const uint8_t[::1] separator, const int32_t[::1] item, const int32_t[::1] level, const int32_t[::1] tabs, dict marks not None):
    """The text of all pieces, with markers before list items, and whether it has no control characters.

    tabs: how many are before each piece, in place of a space, if there are any in the text.
    """
    cdef Py_ssize_t count = start.shape[0], size = 1, piece
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    cdef bint is_clean = True
    for piece in range(count):
        # two line breaks, the space before its line, a dash and a space
        size += end[piece] - start[piece] + 2 * level[piece] + 4
    for piece in range(tabs.shape[0]):
        size += tabs[piece]
    for mark in marks.values():
        size += len(mark)
    cdef uint8_t[::1] buffer = np.empty(size * width, dtype=np.uint8)
    cdef void* room = &buffer[0]
    if width == 1:
        size = _write[uint8_t](<const uint8_t*>data, start, end, raw, separator, item, level, tabs, marks, <uint8_t*>room, &is_clean)
    elif width == 2:
        size = _write[uint16_t](<const uint16_t*>data, start, end, raw, separator, item, level, tabs, marks, <uint16_t*>room, &is_clean)
    else:
        size = _write[uint32_t](<const uint32_t*>data, start, end, raw, separator, item, level, tabs, marks, <uint32_t*>room, &is_clean)
    return PyUnicode_FromKindAndData(width, room, size), is_clean


