"""Walks the tokens of a page: the kept pieces of text, and what is around and between them.

Specified by tests/render/slow_walk.py, which property tests hold it equal to.
"""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, PyUnicode_READ, Py_UNICODE_ISALNUM
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t

import numpy as np

from mainspan.page.characters cimport CODE, HIDDEN, OPEN, SPACE_AFTER, SPACE_BEFORE, TEXT, VOID, Char, find, is_at
from mainspan.page.characters cimport UNSEEN as UNSEEN_TEXT
from mainspan.page.sought cimport Words, holds_word, take_words

from mainspan.page import tags
from mainspan.render import layout as _layout

cdef enum:
    # Separators, and the groups of tags.
    NOTHING = 0
    SPACE = 1
    CELL = 2
    LINE = 3
    PARAGRAPH = 4
    SEPARATOR = 7
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
cdef int BR = tags.NUMBERS["br"], IMG = tags.NUMBERS["img"], MATH = tags.NUMBERS["math"], SCRIPT = tags.NUMBERS["script"]
cdef int CONTAINER = tags.NUMBERS["mjx-container"]

cdef void _fill_tables():
    cdef int kind, name
    for with_hidden, codes in enumerate((_layout.CODES, _layout.CODES_WITH_HIDDEN)):
        for kind in range(KINDS):
            for name in range(len(tags.NAMES)):
                code_of[<int>with_hidden][kind][name] = codes[kind * len(tags.NAMES) + name]
    for name in range(len(tags.NAMES)):
        is_line[name] = _layout.IS_LINE[name]
        is_part[name] = _layout.IS_PART[name]

_fill_tables()

# --- find_pieces -------------------------------------------------------------------------------------

def find_pieces(tokens not None, const int64_t[:, ::1] pairs, Py_ssize_t size):
    """The token, start and end of each piece of text in these spans; `size` is the length of the source."""
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
        # the token that the span begins in: the first that ends after it
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
    # How many lists, preformatted elements and lines of text are open ...
    int lists
    int preformatted
    int lines
    # ... the list item and the preformatted element that were opened last ...
    int32_t item
    int32_t last_preformatted
    # ... the token up to which nothing is shown, the first formula and table that have not ended yet ...
    Py_ssize_t hidden_until
    Py_ssize_t formula
    Py_ssize_t table
    # ... and how many cells have begun since the last piece.
    int32_t cells


cdef inline int _nest(State* state, int code, bint is_open, int tag, int32_t token) noexcept nogil:
    """Count the open elements; returns the separator that a tag is, given the elements around it."""
    cdef int separator = code & SEPARATOR, step = 1 if is_open else -1
    if code & LISTS:
        state.lists += step
        if state.lists > is_open:
            separator = LINE
    if code & PREFORMATTED:
        state.preformatted += step
        if is_open:
            state.last_preformatted = token
    if code & ITEMS:
        state.item = token
    state.cells += (code & CELLS) != 0
    if is_line[tag]:
        state.lines += step
    elif tag == 0 and separator == PARAGRAPH and state.lines > 0:
        separator = NOTHING
    return separator


def look_around(tokens not None, bint with_hidden, const Py_ssize_t[::1] token, const int32_t[::1] start, const int32_t[::1] end, const Py_ssize_t[::1] first, const Py_ssize_t[::1] last, const Py_ssize_t[::1] tables):
    """What `Around` has for each piece, and the groups that occur.

    first, last: the first and last token of each formula, which separates nothing. tables: the open tags of
    tables in which only parts of tables separate texts by more than a space.
    """
    cdef const uint8_t[::1] kind = tokens.kind, marks = tokens.marks
    cdef const int16_t[::1] tag = tokens.tag
    cdef const int32_t[::1] begins = tokens.start, stops = tokens.end, partner = tokens.partner, words = tokens.words
    cdef Py_ssize_t count = token.shape[0], formulas = first.shape[0], frames = tables.shape[0], piece, here, t = 0
    cdef int code, separator, strongest, breaks, groups = 0
    cdef bint hidden, has_words, is_text, is_item, blank = False
    cdef State state
    separators = np.empty(count, dtype=np.uint8)
    columns = np.empty((4, count), dtype=np.int32)
    cdef uint8_t[::1] out = separators
    cdef int32_t[:, ::1] around = columns
    state.lists = state.preformatted = state.lines = 0
    state.item = state.last_preformatted = -1
    state.hidden_until = state.formula = state.table = 0
    for piece in range(count):
        here = token[piece]
        strongest = breaks = has_words = state.cells = 0
        while t <= here:
            code = code_of[with_hidden][kind[t]][tag[t]]
            separator = _nest(&state, code, kind[t] == OPEN, tag[t], <int32_t>t) if code else NOTHING
            hidden = not with_hidden and kind[t] == OPEN and (marks[t] & HIDDEN) != 0
            if t < state.hidden_until:
                separator = NOTHING
            elif hidden:
                state.hidden_until = partner[t] + 1
                separator = NOTHING
            elif code & UNSEEN:
                state.hidden_until = partner[t]
            if kind[t] == TEXT:
                separator = SPACE
            while state.formula < formulas and last[state.formula] < t:
                state.formula += 1
            while state.table < frames and partner[tables[state.table]] <= t:
                state.table += 1
            if state.formula < formulas and first[state.formula] <= t:
                separator = NOTHING
            elif separator > SPACE and state.table < frames and tables[state.table] < t and not is_part[tag[t]]:
                separator = SPACE
            if t < here:
                strongest = max(strongest, separator)
                breaks += tag[t] == BR
                has_words |= words[t] > 0
            t += 1
        is_text = end[piece] > start[piece]
        blank |= is_text and ((marks[here] & SPACE_BEFORE) != 0 or start[piece] > begins[here])
        separator = max(strongest, <int>blank)
        if separator == LINE and breaks > 1 and not has_words:
            separator = PARAGRAPH
        blank = is_text and ((marks[here] & SPACE_AFTER) != 0 or end[piece] < stops[here])
        separator = separator if piece else PARAGRAPH
        is_item = state.item >= 0 and partner[state.item] > here
        out[piece] = separator
        around[0, piece] = state.item if is_item else -1
        around[1, piece] = max(state.lists, <int>is_item)
        around[2, piece] = state.last_preformatted if state.preformatted > 0 else -1
        around[3, piece] = state.cells
        groups |= LISTS if around[1, piece] else 0
        groups |= PREFORMATTED if state.preformatted > 0 else 0
        groups |= CELLS if separator == CELL else 0
    return separators, columns[0], columns[1], columns[2], columns[3], groups


# --- find_touching -----------------------------------------------------------------------------------

def find_touching(str source not None, tokens not None, const Py_ssize_t[::1] token, const uint8_t[::1] separator, Py_ssize_t most):
    """The pieces that nothing separates from the ones before but tags between two letters; of the first `most` without
    a separator.
    """
    cdef const int32_t[::1] start = tokens.start, end = tokens.end
    cdef int width = PyUnicode_KIND(source)
    cdef void* data = PyUnicode_DATA(source)
    cdef Py_ssize_t piece, seen = 0
    cdef list found = []
    for piece in range(1, token.shape[0]):
        if separator[piece] != NOTHING or token[piece] - token[piece - 1] <= 1:
            continue
        seen += 1
        if seen > most:
            break
        if Py_UNICODE_ISALNUM(PyUnicode_READ(width, data, end[token[piece - 1]] - 1)):
            if Py_UNICODE_ISALNUM(PyUnicode_READ(width, data, start[token[piece]])):
                found.append(piece)
    return found


# --- find_signs --------------------------------------------------------------------------------------

cdef struct Signs:
    # The columns of the tokens ...
    const uint8_t* kind
    const int16_t* tag
    const int32_t* start
    const int32_t* end
    const int32_t* partner
    const int32_t* words
    # ... and the words of pictures and of tags that are declared to hold a formula.
    Words drawn
    Words marked


cdef bint _may_name_formula(const Char* s, const Signs* signs, Py_ssize_t t) noexcept nogil:
    """Whether an open tag may be a formula's by its name, or as a script of that type."""
    cdef Py_ssize_t i, start = signs.start[t]
    if signs.tag[t] == SCRIPT:
        for i in range(start, signs.end[t] - 5):
            if is_at(s, i, signs.end[t], b'"math/', 6):
                return True
        return False
    if signs.tag[t] == CONTAINER:
        return True
    if signs.tag[t] == 0 and s[start + 1] == c'm':
        return s[start + 2] == c'a' or s[start + 2] == c'j' or s[start + 2] == c'm' or s[start + 2] == c':'
    return signs.tag[t] == MATH or (signs.tag[t] == 0 and s[start + 1] == c't' and s[start + 2] == c'e')


cdef bint _may_mark_formula(const Char* s, const Signs* signs, Py_ssize_t t) noexcept nogil:
    """Whether a tag, or that of the element that holds this text alone, may be declared to hold a formula."""
    if (signs.kind[t] == TEXT or signs.kind[t] == UNSEEN_TEXT) and t and signs.partner[t - 1] == t + 1:
        t -= 1
    elif signs.kind[t] != OPEN and signs.kind[t] != VOID:
        return False
    return signs.tag[t] == IMG or holds_word(s, signs.start[t], signs.end[t], &signs.marked)


cdef bint _has_marked_backslash(const Char* s, const Signs* signs, Py_ssize_t i, Py_ssize_t end, Py_ssize_t t) noexcept nogil:
    """Whether a backslash is where a formula may be, between two places; `t` is a token before the first of them."""
    i = find(s, i, end, c'\\')
    while i < end:
        while signs.end[t] <= i:
            t += 1
        if _may_mark_formula(s, signs, t):
            return True
        i = find(s, signs.end[t], end, c'\\')
    return False


cdef bint _may_hold_formulas(const Char* s, const Signs* signs, Py_ssize_t t, Py_ssize_t stop) noexcept nogil:
    cdef Py_ssize_t begin = signs.start[t], first = t
    while t < stop:
        if signs.kind[t] == CODE:
            if _has_marked_backslash(s, signs, begin, signs.start[t], first):
                return True
            begin, first = signs.end[t], t
        elif signs.kind[t] == OPEN and _may_name_formula(s, signs, t):
            return True
        t += 1
    return _has_marked_backslash(s, signs, begin, signs.end[stop - 1], first)


cdef bint _has_sign(const Char* s, Py_ssize_t i, Py_ssize_t end, const Words* words, uint32_t low) noexcept nogil:
    """Whether a tag has one of the words, or a character from `low` on."""
    if holds_word(s, i, end, words):
        return True
    if Char is not uint8_t:
        while i < end:
            if s[i] >= low:
                return True
            i += 1
    return False


cdef bint _find_signs(const Char* s, const Signs* signs, Py_ssize_t first, Py_ssize_t stop, Py_ssize_t count, uint32_t low, list pictures) except -1:
    cdef Py_ssize_t t = first
    while t < count and (t < stop or not signs.words[t]):
        if signs.tag[t] == IMG and _has_sign(s, signs.start[t], signs.end[t], &signs.drawn, low):
            pictures.append(t)
        t += 1
    return _may_hold_formulas(s, signs, first, stop)


def find_signs(str source not None, tokens not None, Py_ssize_t first, Py_ssize_t stop, tuple drawn not None, uint32_t low, tuple marked not None):
    """Whether some tokens may hold a formula, and the pictures that may be one or an emoji.

    A formula has a name, or a backslash outside of code in a tag with one of the words `marked`, or in the text of an
    element with such a tag. The pictures have one of the words `drawn` in their tag, or a character from `low` on, which is
    no Latin letter. They are looked for up to the first words after the tokens.
    """
    cdef const uint8_t[::1] kind = tokens.kind
    cdef const int16_t[::1] tag = tokens.tag
    cdef const int32_t[::1] start = tokens.start, end = tokens.end, partner = tokens.partner, words = tokens.words
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    cdef Py_ssize_t count = kind.shape[0]
    cdef list pictures = []
    cdef Signs signs
    first, stop = max(first, 0), min(stop, count)
    if first >= stop:
        return False, pictures
    signs.kind, signs.tag, signs.start, signs.end = &kind[0], &tag[0], &start[0], &end[0]
    signs.partner, signs.words = &partner[0], &words[0]
    take_words(&signs.drawn, drawn)
    take_words(&signs.marked, marked)
    if width == 1:
        found = _find_signs[uint8_t](<const uint8_t*>data, &signs, first, stop, count, low, pictures)
    elif width == 2:
        found = _find_signs[uint16_t](<const uint16_t*>data, &signs, first, stop, count, low, pictures)
    else:
        found = _find_signs[uint32_t](<const uint32_t*>data, &signs, first, stop, count, low, pictures)
    return found, pictures
