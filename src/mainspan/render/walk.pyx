"""What the writing of text asks of each token and each character, in C.

The specification is in `walk_fallback`; property tests hold the results equal.
"""

from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.ref cimport Py_INCREF
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_FromKindAndData, PyUnicode_KIND
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memchr

import numpy as np

from mainspan.page import tags
from mainspan.render import layout as _layout

ctypedef fused Char:
    uint8_t
    uint16_t
    uint32_t

cdef enum:
    # Kinds and marks of tokens.
    TEXT = 0
    OPEN = 1
    CODE = 4
    HIDDEN = 1
    SPACE_BEFORE = 32
    SPACE_AFTER = 64
    # What parts two pieces, and the groups of tags.
    NOTHING = 0
    SPACE = 1
    CELL = 2
    LINE = 3
    PARAGRAPH = 4
    PARTING = 7
    LISTS = 8
    ITEMS = 16
    CELLS = 32
    PREFORMATTED = 64
    UNSEEN = 128

assert (_layout.SPACE, _layout.CELL, _layout.LINE, _layout.PARAGRAPH) == (SPACE, CELL, LINE, PARAGRAPH)
assert (_layout.LISTS, _layout.ITEMS, _layout.CELLS) == (LISTS, ITEMS, CELLS)
assert (_layout.PREFORMATTED, _layout.UNSEEN) == (PREFORMATTED, UNSEEN)

cdef enum:
    NAMES = 512           # room for the tags that have a number
    KINDS = 6

cdef uint8_t code_of[2][KINDS][NAMES]
cdef uint8_t is_line[NAMES]
cdef uint8_t is_part[NAMES]
cdef int BR = tags.NUMBERS["br"], MATH = tags.NUMBERS["math"], SCRIPT = tags.NUMBERS["script"]

# Of the characters below 256: what is neither is copied as it is.
cdef enum:
    PLAIN = 0
    BLANK = 1
    CONTROL = 2
    REFERENCE = 3
    STOPS = 4             # all of these but a space

cdef uint8_t class_of[256]


cdef void _fill_tables():
    cdef int kind, name, sign
    for revealed, codes in enumerate((_layout.CODES, _layout.REVEALED)):
        for kind in range(KINDS):
            for name in range(len(tags.NAMES)):
                code_of[<int>revealed][kind][name] = codes[kind * len(tags.NAMES) + name]
    for name in range(len(tags.NAMES)):
        is_line[name] = _layout.IS_LINE[name]
        is_part[name] = _layout.IS_PART[name]
    for sign in range(256):
        if chr(sign).isspace():
            class_of[sign] = BLANK | STOPS
        elif sign < 32 or 127 <= sign < 160:
            class_of[sign] = CONTROL | STOPS
    class_of[32] = BLANK
    class_of[38] = REFERENCE | STOPS

_fill_tables()

# --- find_pieces -------------------------------------------------------------------------------------

def find_pieces(tokens not None, const int64_t[:, ::1] pairs, Py_ssize_t size):
    """The token of each piece of text in these spans, where it begins and ends; `size` is the source's."""
    cdef const int32_t[::1] first = tokens.start, last = tokens.end, words = tokens.words
    cdef Py_ssize_t count = first.shape[0], spans = pairs.shape[0], found = 0, s, t, low, high
    cdef int64_t start, end
    # Spans do not overlap, so each token ends at most one piece that does not end its span.
    places = np.empty(spans + count, dtype=np.intp)
    ends = np.empty((2, spans + count), dtype=np.int32)
    cdef Py_ssize_t[::1] p = places
    cdef int32_t[:, ::1] e = ends
    t = 0
    for s in range(spans):
        start, end = max(pairs[s, 0], 0), min(pairs[s, 1], size)
        # the token that the span begins in: the first that ends behind it
        low, high = t, count
        while low < high:
            t = (low + high) >> 1
            if last[t] > start:
                high = t
            else:
                low = t + 1
        t = low
        while t < count and first[t] < end:
            if words[t] > 0:
                p[found] = t
                e[0, found] = <int32_t>max(start, first[t])
                e[1, found] = <int32_t>min(end, last[t])
                found += 1
            t += 1
        t = low
    return places[:found], ends[0, :found], ends[1, :found]


# --- look_around -------------------------------------------------------------------------------------

cdef struct State:
    # Of the tokens so far: the open lists, preformatted elements and lines of text ...
    int lists
    int preformatted
    int lines
    # ... the last item, and the last preformatted element that was opened ...
    int32_t item
    int32_t last_preformatted
    # ... where what is out of sight ends, and the first formula and table that have not ended yet ...
    Py_ssize_t sight
    Py_ssize_t formula
    Py_ssize_t table
    # ... and, since the last piece, how many cells began.
    int32_t cells


cdef inline int _nest(State* state, int code, bint is_open, int tag, int32_t token) noexcept nogil:
    """Count the open elements; how a tag parts the text around it by where it stands."""
    cdef int parting = code & PARTING, step = 1 if is_open else -1
    if code & LISTS:
        state.lists += step
        if state.lists > is_open:
            parting = LINE
    if code & PREFORMATTED:
        state.preformatted += step
        if is_open:
            state.last_preformatted = token
    if code & ITEMS:
        state.item = token
    state.cells += (code & CELLS) != 0
    if is_line[tag]:
        state.lines += step
    elif tag == 0 and parting == PARAGRAPH and state.lines > 0:
        parting = NOTHING
    return parting


def look_around(tokens not None, bint revealed, const Py_ssize_t[::1] token, const int32_t[::1] start, const int32_t[::1] end, const Py_ssize_t[::1] first, const Py_ssize_t[::1] last, const Py_ssize_t[::1] tables):
    """For each piece: parting, list item, level, preformatted element and cells; then the groups in all."""
    cdef const uint8_t[::1] kind = tokens.kind, marks = tokens.marks
    cdef const int16_t[::1] tag = tokens.tag
    cdef const int32_t[::1] begins = tokens.start, stops = tokens.end, partner = tokens.partner, words = tokens.words
    cdef Py_ssize_t count = token.shape[0], formulas = first.shape[0], frames = tables.shape[0], piece, here, t = 0
    cdef int code, parting, strongest, breaks, groups = 0
    cdef bint hidden, has_words, is_text, is_item, blank = False
    cdef State state
    partings = np.empty(count, dtype=np.uint8)
    columns = np.empty((4, count), dtype=np.int32)
    cdef uint8_t[::1] out = partings
    cdef int32_t[:, ::1] around = columns
    state.lists = state.preformatted = state.lines = 0
    state.item = state.last_preformatted = -1
    state.sight = state.formula = state.table = 0
    for piece in range(count):
        here = token[piece]
        strongest = breaks = has_words = state.cells = 0
        while t <= here:
            code = code_of[revealed][kind[t]][tag[t]]
            parting = _nest(&state, code, kind[t] == OPEN, tag[t], <int32_t>t) if code else NOTHING
            hidden = not revealed and kind[t] == OPEN and (marks[t] & HIDDEN) != 0
            if t < state.sight:
                parting = NOTHING
            elif hidden:
                state.sight = partner[t] + 1
                parting = NOTHING
            elif code & UNSEEN:
                state.sight = partner[t]
            if kind[t] == TEXT:
                parting = SPACE
            while state.formula < formulas and last[state.formula] < t:
                state.formula += 1
            while state.table < frames and partner[tables[state.table]] <= t:
                state.table += 1
            if state.formula < formulas and first[state.formula] <= t:
                parting = NOTHING
            elif parting > SPACE and state.table < frames and tables[state.table] < t and not is_part[tag[t]]:
                parting = SPACE
            if t < here:
                strongest = max(strongest, parting)
                breaks += tag[t] == BR
                has_words |= words[t] > 0
            t += 1
        is_text = end[piece] > start[piece]
        blank |= is_text and ((marks[here] & SPACE_BEFORE) != 0 or start[piece] > begins[here])
        parting = max(strongest, <int>blank)
        if parting == LINE and breaks > 1 and not has_words:
            parting = PARAGRAPH
        blank = is_text and ((marks[here] & SPACE_AFTER) != 0 or end[piece] < stops[here])
        parting = parting if piece else PARAGRAPH
        is_item = state.item >= 0 and partner[state.item] > here
        out[piece] = parting
        around[0, piece] = state.item if is_item else -1
        around[1, piece] = max(state.lists, <int>is_item)
        around[2, piece] = state.last_preformatted if state.preformatted > 0 else -1
        around[3, piece] = state.cells
        groups |= LISTS if around[1, piece] else 0
        groups |= PREFORMATTED if state.preformatted > 0 else 0
        groups |= CELLS if parting == CELL else 0
    return partings, columns[0], columns[1], columns[2], columns[3], groups


# --- read_texts --------------------------------------------------------------------------------------

cdef inline int _class(Char c) noexcept nogil:
    if Char is not uint8_t:
        if c > 255:
            # The white space of Unicode, as Python knows it.
            if c < 0x1680 or 0x3000 < c:
                return PLAIN
            return BLANK | STOPS if (
                0x2000 <= c <= 0x200A or c in (0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)
            ) else PLAIN
    return class_of[c]


cdef inline bint _is_at(const Char* s, Py_ssize_t i, Py_ssize_t end, const char* word, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t k
    if i + size > end:
        return False
    for k in range(size):
        if s[i + k] != <Char>(<uint8_t>word[k]):
            return False
    return True


cdef inline Py_ssize_t _reference(const Char* s, Py_ssize_t i, Py_ssize_t end, Char* sign) noexcept nogil:
    """The length of the character reference that begins here, and its character; else 1."""
    sign[0] = c'&'
    if _is_at(s, i, end, b"&amp;", 5):
        return 5
    if _is_at(s, i, end, b"&nbsp;", 6):
        sign[0] = 0xA0
        return 6
    if _is_at(s, i, end, b"&lt;", 4):
        sign[0] = c'<'
        return 4
    if _is_at(s, i, end, b"&gt;", 4):
        sign[0] = c'>'
        return 4
    return 1


cdef Py_ssize_t _collapse(const Char* s, Py_ssize_t i, Py_ssize_t end, bint raw, Char* out, bint* is_clean) noexcept nogil:
    """Write a text with its references resolved and its white space collapsed; its length."""
    cdef Py_ssize_t size = 0
    cdef bint blank = False
    cdef int klass
    cdef Char sign
    while i < end:
        sign = s[i]
        klass = _class(sign) & ~STOPS
        if klass == REFERENCE:
            klass = PLAIN
            if raw:
                i += 1
            else:
                i += _reference(s, i, end, &sign)
                klass = BLANK if sign == 0xA0 else PLAIN
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
        out[size] = sign
        size += 1
        # Where most characters are: in words with single spaces between. Processors guess badly where words
        # end, so a space is taken with the rest, and the last one given back.
        while i < end and not _class(s[i]) & STOPS | ((s[i] == c' ') & (sign == c' ')):
            sign = s[i]
            out[size] = sign
            size += 1
            i += 1
        if sign == c' ':
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
    """The texts that begin and end here, white space collapsed, and whether none has control characters."""
    cdef Py_ssize_t count = start.shape[0], piece, longest = 1
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    for piece in range(count):
        longest = max(longest, end[piece] - start[piece])
    cdef void* room = malloc(longest * width)
    if room == NULL:
        raise MemoryError
    cdef list texts = PyList_New(count)
    try:
        if width == 1:
            is_clean = _read[uint8_t](<const uint8_t*>data, width, start, end, raw, <uint8_t*>room, texts)
        elif width == 2:
            is_clean = _read[uint16_t](<const uint16_t*>data, width, start, end, raw, <uint16_t*>room, texts)
        else:
            is_clean = _read[uint32_t](<const uint32_t*>data, width, start, end, raw, <uint32_t*>room, texts)
    finally:
        free(room)
    return texts, is_clean


# --- read_exactly ------------------------------------------------------------------------------------

cdef Py_ssize_t _copy(const Char* s, Py_ssize_t i, Py_ssize_t end, bint raw, Char* out) noexcept nogil:
    """Write a text with its references resolved; its length."""
    cdef Py_ssize_t size = 0
    while i < end:
        if s[i] == c'&' and not raw:
            i += _reference(s, i, end, out + size)
        else:
            out[size] = s[i]
            i += 1
        size += 1
    return size


cdef int _read_exactly(const Char* s, int width, const int32_t[::1] begin, const int32_t[::1] start, const int32_t[::1] end, const uint8_t[::1] raw, const int32_t[::1] first, const int32_t[::1] last, const uint8_t[::1] is_break, Char* room, list gaps, list texts) except -1:
    cdef Py_ssize_t count = first.shape[0], piece, g = 0, k, size
    for piece in range(start.shape[0]):
        while g < count and last[g] <= begin[piece]:
            g += 1
        k, size = g, 0
        while k < count and first[k] < start[piece]:
            if is_break[k]:
                room[size] = c'\n'
                size += 1
            else:
                size += _copy(s, max(begin[piece], first[k]), min(start[piece], last[k]), False, room + size)
            k += 1
        gaps.append(PyUnicode_FromKindAndData(width, room, size))
        size = _copy(s, start[piece], end[piece], raw[piece], room)
        texts.append(PyUnicode_FromKindAndData(width, room, size))
    return 0


def read_exactly(str source not None, const int32_t[::1] begin, const int32_t[::1] start, const int32_t[::1] end, const uint8_t[::1] raw, const int32_t[::1] first, const int32_t[::1] last, is_break not None):
    """The texts between `begin` and each piece, as they are, and those of the pieces. All columns go up."""
    cdef const uint8_t[::1] breaks = is_break.view(np.uint8)
    cdef Py_ssize_t longest = 1, piece
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    cdef list gaps = [], texts = []
    for piece in range(start.shape[0]):
        longest = max(longest, end[piece] - start[piece], start[piece] - begin[piece])
    cdef void* room = malloc(longest * width)
    if room == NULL:
        raise MemoryError
    try:
        if width == 1:
            _read_exactly[uint8_t](<const uint8_t*>data, width, begin, start, end, raw, first, last, breaks, <uint8_t*>room, gaps, texts)
        elif width == 2:
            _read_exactly[uint16_t](<const uint16_t*>data, width, begin, start, end, raw, first, last, breaks, <uint16_t*>room, gaps, texts)
        else:
            _read_exactly[uint32_t](<const uint32_t*>data, width, begin, start, end, raw, first, last, breaks, <uint32_t*>room, gaps, texts)
    finally:
        free(room)
    return gaps, texts


# --- write_texts -------------------------------------------------------------------------------------

cdef Py_ssize_t _write(const Char* s, const int32_t[::1] start, const int32_t[::1] end, const uint8_t[::1] raw, const uint8_t[::1] parting, const int32_t[::1] item, const int32_t[::1] level, dict marks, Char* out, bint* is_clean) except -1:
    """Write all pieces, with what goes between them; the length of the text."""
    cdef Py_ssize_t piece, size = 0
    cdef int32_t marked = -1, k
    cdef bint is_new
    cdef bytes mark
    cdef uint8_t sign
    for piece in range(start.shape[0]):
        if piece and parting[piece] == SPACE:
            out[size] = c' '
            size += 1
        elif piece and parting[piece] >= LINE:
            for k in range(parting[piece] - LINE + 1):
                out[size] = c'\n'
                size += 1
        if level[piece] and parting[piece] >= LINE:
            is_new = item[piece] >= 0 and item[piece] != marked
            for k in range(2 * (level[piece] - is_new)):
                out[size] = c' '
                size += 1
            if is_new:
                marked = item[piece]
                mark = marks.get(marked, b"- ")
                for sign in mark:
                    out[size] = sign
                    size += 1
        size += _collapse(s, start[piece], end[piece], raw[piece], out + size, is_clean)
    return size


def write_texts(str source not None, const int32_t[::1] start, const int32_t[::1] end, const uint8_t[::1] raw, const uint8_t[::1] parting, const int32_t[::1] item, const int32_t[::1] level, dict marks not None):
    """The text of all pieces, with marks before items of lists, and whether it has no control characters."""
    cdef Py_ssize_t count = start.shape[0], size = 1, piece
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    cdef bint is_clean = True
    for piece in range(count):
        # two line breaks, the space before its line, a dash and a space
        size += end[piece] - start[piece] + 2 * level[piece] + 4
    for mark in marks.values():
        size += len(mark)
    cdef void* room = malloc(size * width)
    if room == NULL:
        raise MemoryError
    try:
        if width == 1:
            size = _write[uint8_t](<const uint8_t*>data, start, end, raw, parting, item, level, marks, <uint8_t*>room, &is_clean)
        elif width == 2:
            size = _write[uint16_t](<const uint16_t*>data, start, end, raw, parting, item, level, marks, <uint16_t*>room, &is_clean)
        else:
            size = _write[uint32_t](<const uint32_t*>data, start, end, raw, parting, item, level, marks, <uint32_t*>room, &is_clean)
        return PyUnicode_FromKindAndData(width, room, size), is_clean
    finally:
        free(room)


# --- may_hold_formulas -------------------------------------------------------------------------------

cdef bint _may_name_formula(const Char* s, Py_ssize_t start, Py_ssize_t end, int tag) noexcept nogil:
    """Whether an open tag may be a formula's by its name, or as a script of that type."""
    cdef Py_ssize_t i
    if tag == SCRIPT:
        for i in range(start, end):
            if s[i] == c'"' and _is_at(s, i, end, b'"math/', 6):
                return True
        return False
    return tag == MATH or (tag == 0 and (s[start + 1] == c'm' or s[start + 1] == c't'))


cdef bint _has_backslash(const Char* s, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Whether there is a backslash. memchr reads bytes, so in wide strings it may stop at another character."""
    cdef const uint8_t* here = <const uint8_t*>(s + i)
    cdef const uint8_t* stop = <const uint8_t*>(s + end)
    while here < stop:
        here = <const uint8_t*>memchr(here, c'\\', stop - here)
        if here == NULL:
            return False
        if s[(here - <const uint8_t*>s) // <Py_ssize_t>sizeof(Char)] == c'\\':
            return True
        here += 1
    return False


cdef bint _may_hold(const Char* s, const uint8_t* kind, const int16_t* tag, const int32_t* start, const int32_t* end, Py_ssize_t t, Py_ssize_t stop) noexcept nogil:
    cdef Py_ssize_t begin = start[t]
    while t < stop:
        if kind[t] == CODE:
            if _has_backslash(s, begin, start[t]):
                return True
            begin = end[t]
        elif kind[t] == OPEN and _may_name_formula(s, start[t], end[t], tag[t]):
            return True
        t += 1
    return _has_backslash(s, begin, end[stop - 1])


def may_hold_formulas(str source not None, tokens not None, Py_ssize_t first, Py_ssize_t stop):
    """Whether some tokens have what a formula has: a name, or a backslash outside of code."""
    cdef const uint8_t[::1] kind = tokens.kind
    cdef const int16_t[::1] tag = tokens.tag
    cdef const int32_t[::1] start = tokens.start, end = tokens.end
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    first, stop = max(first, 0), min(stop, kind.shape[0])
    if first >= stop:
        return False
    if width == 1:
        return _may_hold[uint8_t](<const uint8_t*>data, &kind[0], &tag[0], &start[0], &end[0], first, stop)
    if width == 2:
        return _may_hold[uint16_t](<const uint16_t*>data, &kind[0], &tag[0], &start[0], &end[0], first, stop)
    return _may_hold[uint32_t](<const uint32_t*>data, &kind[0], &tag[0], &start[0], &end[0], first, stop)
