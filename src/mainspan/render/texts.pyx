"""Reads the characters of kept pieces: references resolved, whitespace collapsed or kept.

Specified by tests/render/slow_walk.py, which property tests hold it equal to.
"""

from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_FromKindAndData, PyUnicode_KIND, Py_UNICODE_ISSPACE
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memmove

import numpy as np

from mainspan.page.characters cimport TEXT, Char, is_at

from mainspan.page import tags
from mainspan.render import layout as _layout

cdef enum:
    SPACE = 1
    LINE = 3

assert (_layout.SPACE, _layout.LINE) == (SPACE, LINE)

cdef int BR = tags.NUMBERS["br"]

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

cdef struct Room:
    void* data
    Py_ssize_t size       # in bytes


cdef int _make_room(Room* room, Py_ssize_t size) except -1:
    cdef void* data
    if size > room.size:
        data = PyMem_Realloc(room.data, 2 * size)
        if data == NULL:
            raise MemoryError
        room.data, room.size = data, 2 * size
    return 0


cdef class _Columns:
    """What is known of each piece and of the tokens, the marks of items, and the tokens that only number lines."""
    cdef const int32_t[::1] start, end, item, level, preformatted, tabs, begins, stops
    cdef const uint8_t[::1] raw, separator, kind
    cdef const int16_t[::1] tag
    cdef const Py_ssize_t[::1] token
    cdef dict marks
    cdef frozenset numbers

    def __init__(self, tokens, pieces, tabs, dict marks, frozenset numbers):
        around = pieces.around
        self.start, self.end, self.raw, self.token = pieces.start, pieces.end, pieces.is_raw, pieces.token
        self.separator, self.item, self.level = around.separator, around.item, around.level
        self.preformatted, self.tabs = around.preformatted, tabs
        self.begins, self.stops, self.kind, self.tag = tokens.start, tokens.end, tokens.kind, tokens.tag
        self.marks, self.numbers = marks, numbers


cdef Py_ssize_t _add(Char* out, Py_ssize_t size, int letter, Py_ssize_t times) noexcept nogil:
    """Write a letter several times; the new length of the text."""
    cdef Py_ssize_t k
    for k in range(times):
        out[size + k] = <Char>letter
    return size + times


cdef Py_ssize_t _add_text(const Char* text, Py_ssize_t length, Char* out, Py_ssize_t size, Py_ssize_t space) noexcept nogil:
    """Write a text with so many spaces after each of its line breaks."""
    cdef Py_ssize_t k
    for k in range(length):
        out[size] = text[k]
        size += 1
        if text[k] == c'\n':
            size = _add(out, size, c' ', space)
    return size


cdef Py_ssize_t _add_separator(Char* out, Py_ssize_t size, _Columns of, Py_ssize_t piece) noexcept:
    cdef int count = of.tabs[piece] if of.tabs.shape[0] else 0
    if piece and of.separator[piece] == SPACE and not count:
        size = _add(out, size, c' ', 1)
    elif piece and of.separator[piece] >= LINE:
        size = _add(out, size, c'\n', of.separator[piece] - LINE + 1)
    return _add(out, size, c'\t', count)


cdef Py_ssize_t _add_mark(Char* out, Py_ssize_t size, _Columns of, Py_ssize_t piece, int32_t* marked) except -1:
    """Write the space before the line of a list item, with its mark if the item begins."""
    cdef bint is_new = of.item[piece] >= 0 and of.item[piece] != marked[0]
    cdef bytes mark
    cdef uint8_t character
    size = _add(out, size, c' ', 2 * (of.level[piece] - is_new))
    if is_new:
        marked[0] = of.item[piece]
        mark = of.marks.get(marked[0], b"- ")
        for character in mark:
            out[size] = character
            size += 1
    return size


cdef Py_ssize_t _read_gap(const Char* s, _Columns of, Py_ssize_t piece, Py_ssize_t last, Room* gap, bint* is_clean) except -1:
    """Write the source from the last preformatted piece, or from the element's beginning, to this one; its length."""
    cdef Py_ssize_t t = of.preformatted[piece], size = 0
    cdef int32_t first = of.stops[t]
    if last >= 0:
        t, first = of.token[last], of.end[last]
    _make_room(gap, (of.start[piece] - first + of.token[piece] - t + 2) * <Py_ssize_t>sizeof(Char))
    for t in range(t, of.token[piece] + 1):
        if of.stops[t] <= first or of.begins[t] >= of.start[piece] or (of.numbers and t in of.numbers):
            continue
        if of.tag[t] == BR:
            size = _add(<Char*>gap.data, size, c'\n', 1)
        elif of.kind[t] == TEXT:
            size += _copy(s, max(first, of.begins[t]), min(of.start[piece], of.stops[t]), False, <Char*>gap.data + size, is_clean)
    return size


cdef Py_ssize_t _make_indentation(Char* gap, Py_ssize_t size) noexcept:
    """Of what is before the first piece of an element the whitespace on its line; its length."""
    cdef Py_ssize_t line = size, k
    while line and gap[line - 1] != c'\n':
        line -= 1
        if not Py_UNICODE_ISSPACE(<Py_UCS4>gap[line]):
            return 0
    for k in range(line, size):
        gap[k - line] = gap[k]
    return size - line


cdef Py_ssize_t _make_space(Char* gap, Py_ssize_t size, int separator) noexcept:
    """Of what is between two pieces the whitespace, with a line break where a tag makes one; its length."""
    cdef bint has_words = False, has_line = False
    cdef Py_ssize_t k
    for k in range(size):
        has_line |= gap[k] == c'\n'
        has_words |= not Py_UNICODE_ISSPACE(<Py_UCS4>gap[k])
    if has_words:
        gap[0] = c'\n' if has_line else c' '
        return 1
    return size if separator < LINE or has_line else _add(gap, size, c'\n', 1)


cdef Py_ssize_t _count_lines(const Char* text, Py_ssize_t length) noexcept nogil:
    cdef Py_ssize_t k, count = 0
    for k in range(length):
        count += text[k] == c'\n'
    return count


cdef Py_ssize_t _without_last_lines(Char* out, Py_ssize_t first, Py_ssize_t end, Py_ssize_t size) noexcept nogil:
    """Take the line breaks at the end of a part of the text out of it; the new length."""
    cdef Py_ssize_t last = end
    while last > first and out[last - 1] == c'\n':
        last -= 1
    if last < end:
        memmove(out + last, out + end, (size - end) * sizeof(Char))
    return size - (end - last)


cdef Py_ssize_t _write(const Char* s, _Columns of, Room* room, Room* gap, bint* is_clean) except -1:
    """Write all pieces with their separators; returns the length of the text."""
    cdef Py_ssize_t piece, size = 0, length, before = 0, begin, text = 0, space, longest = 2, last = -1, wide = sizeof(Char)
    cdef int32_t marked = -1
    cdef bint is_exact, is_first, begins
    cdef bytes mark
    cdef Char* out
    for mark in of.marks.values():
        longest = max(longest, len(mark))
    for piece in range(of.start.shape[0]):
        is_exact = of.preformatted[piece] >= 0
        is_first = is_exact and (last < 0 or of.preformatted[piece] != of.preformatted[last])
        begins = of.separator[piece] >= LINE and not (
            is_exact and piece and of.preformatted[piece] == of.preformatted[piece - 1]
        )
        space = 2 * of.level[piece]
        length = of.end[piece] - of.start[piece]
        if is_exact:
            before = _read_gap[Char](s, of, piece, -1 if is_first else last, gap, is_clean)
            if is_first:
                before = _make_indentation(<Char*>gap.data, before)
            else:
                before = _make_space(<Char*>gap.data, before, of.separator[piece])
            length += before + space * (_count_lines(<Char*>gap.data, before) + _count_lines(s + of.start[piece], length))
        # two line breaks, the tabs, the space before the line and a mark
        length += 2 + space + longest + (of.tabs[piece] if of.tabs.shape[0] else 0)
        _make_room(room, (size + length) * wide)
        out = <Char*>room.data
        begin = size
        if is_exact and not is_first:
            size = _add_text(<Char*>gap.data, before, out, size, 0 if begins else space)
        else:
            size = _add_separator(out, size, of, piece)
        if begins and space:
            size = _add_mark(out, size, of, piece, &marked)
        if piece and last == piece - 1 and size > begin and out[begin] == c'\n':
            size = _without_last_lines(out, text, begin, size)
        text = size
        if not is_exact:
            size += _collapse(s, of.start[piece], of.end[piece], of.raw[piece], out + size, is_clean)
            continue
        if is_first:
            size = _add_text(<Char*>gap.data, before, out, size, 0)
        _make_room(gap, (of.end[piece] - of.start[piece]) * wide)
        before = _copy(s, of.start[piece], of.end[piece], of.raw[piece], <Char*>gap.data, is_clean)
        size = _add_text(<Char*>gap.data, before, out, size, space)
        last = piece
    return size


def write_texts(str source not None, tokens not None, pieces not None, tabs not None, dict marks not None, frozenset numbers not None):
    """The text of all pieces, with markers before list items, and whether it has no control characters.

    tabs: how many are before each piece, in place of a space, if there are any in the text. numbers: the tokens of
    texts in preformatted elements that are passed over.
    """
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    cdef bint is_clean = True
    cdef Py_ssize_t size
    cdef _Columns of = _Columns(tokens, pieces, tabs, marks, numbers)
    cdef Room room = Room(NULL, 0), gap = Room(NULL, 0)
    try:
        # most often all that is needed
        _make_room(&room, (1 + 2 * of.start.shape[0]) * width)
        if width == 1:
            size = _write[uint8_t](<const uint8_t*>data, of, &room, &gap, &is_clean)
        elif width == 2:
            size = _write[uint16_t](<const uint16_t*>data, of, &room, &gap, &is_clean)
        else:
            size = _write[uint32_t](<const uint32_t*>data, of, &room, &gap, &is_clean)
        return PyUnicode_FromKindAndData(width, room.data, size), is_clean
    finally:
        PyMem_Free(room.data)
        PyMem_Free(gap.data)


def find_left_out(tokens not None, pieces not None):
    """The texts with words between the pieces of preformatted elements, and before them, that are none of the pieces."""
    cdef const uint8_t[::1] kind = tokens.kind
    cdef const int32_t[::1] words = tokens.words, preformatted = pieces.around.preformatted
    cdef const Py_ssize_t[::1] token = pieces.token
    cdef Py_ssize_t piece, t, last = -1
    cdef list found = []
    for piece in range(token.shape[0]):
        if preformatted[piece] < 0:
            continue
        t = preformatted[piece] if last < 0 or preformatted[piece] != preformatted[last] else token[last]
        for t in range(t + 1, token[piece]):
            if kind[t] == TEXT and words[t]:
                found.append(t)
        last = piece
    return found
