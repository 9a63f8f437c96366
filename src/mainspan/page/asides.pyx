"""Finds the few texts that rules are for: links that are signs, icons, what is beside headings, and references."""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, Py_UNICODE_ISALNUM

import numpy as np

from mainspan.page import tags

from mainspan.page.characters cimport *
from mainspan.page.sought cimport Words, holds_word, take_words

cdef enum:
    # What a text may be. Several are possible.
    SIGN = 1
    ICON = 2
    BESIDE = 4
    # What is known of an element's tag: that it was read, holds a word, or leads to a place in a page.
    READ = 1
    HOLDS_WORD = 2
    HAS_PLACE = 4

cdef uint8_t is_heading[NAMES]
cdef int A = tags.NUMBERS["a"]

cdef void _fill_names():
    for number, flag in enumerate(tags.IS_HEADING.tolist()):
        is_heading[<int>number] = flag

_fill_names()

cdef struct Elements:
    const int32_t* open
    const int32_t* close
    const int32_t* parent
    const int16_t* tag
    # the tags of the page, and what is known of those of elements
    const int32_t* start
    const int32_t* end
    uint8_t* known


cdef bint _may_be_sign(const Char* s, Py_ssize_t i, Py_ssize_t end) noexcept:
    """Whether a text has neither letters nor digits. A character reference is read as a sign."""
    while i < end and s[i] != c'&':
        if Py_UNICODE_ISALNUM(<Py_UCS4>s[i]):
            return False
        i += 1
    return True


cdef bint _is_icon(const Char* s, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    if Char is not uint8_t:
        while i < end:
            if 0xE000 <= s[i] <= 0xF8FF:
                return True
            i += 1
    return False


cdef int _know(const Char* s, const Elements* elements, int32_t element, const Words* words) noexcept nogil:
    cdef int32_t token = elements.open[element]
    cdef Py_ssize_t start = elements.start[token], end = elements.end[token]
    if not elements.known[element]:
        elements.known[element] = READ
        if holds_word(s, start, end, words):
            elements.known[element] |= HOLDS_WORD
        if elements.tag[element] == A and find(s, start, end, c'#') < end:
            elements.known[element] |= HAS_PLACE
    return elements.known[element]


cdef bint _is_beside(const Char* s, const Elements* elements, int32_t element, Py_ssize_t token, int levels, int wanted, const Words* words) noexcept nogil:
    """Whether one of the innermost elements around a text, up to a heading, is known as wanted."""
    while element >= 0 and levels > 0:
        if elements.close[element] > token:
            if is_heading[elements.tag[element]]:
                return False
            if _know(s, elements, element, words) & wanted:
                return True
            levels -= 1
        element = elements.parent[element]
    return False


cdef int _find(const Char* s, const int64_t[:, ::1] pairs, tokens, const Elements* elements, Py_ssize_t count, const int32_t* words_of, int max_sign, int max_edit, int levels, const Words* words, list found) except -1:
    cdef const uint8_t[::1] marks = tokens.marks
    cdef const int32_t[::1] characters = tokens.characters
    cdef Py_ssize_t place, t = 0, last = marks.shape[0] - 1
    cdef int32_t e = 0, heading = -1
    cdef bint is_link, is_inside
    cdef int why, wanted
    for place in range(pairs.shape[0]):
        while t < last and elements.end[t] <= pairs[place, 0]:
            t += 1
        while e < count and elements.open[e] < t:
            if is_heading[elements.tag[e]] and words_of[e]:
                heading = e
            e += 1
        is_link = (marks[t] & LINK) != 0
        is_inside = heading >= 0 and t < elements.close[heading]
        why = 0
        if characters[t] <= max_sign:
            why |= SIGN if is_link and _may_be_sign(s, elements.start[t], elements.end[t]) else 0
            why |= ICON if _is_icon(s, elements.start[t], elements.end[t]) else 0
        if is_inside or characters[t] <= max_edit:
            # Wikis have what edits a section beside its heading too.
            wanted = HOLDS_WORD | HAS_PLACE if is_inside and is_link else HOLDS_WORD
            why |= BESIDE if _is_beside(s, elements, e - 1, t, levels, wanted, words) else 0
        if why:
            found.append((place, t, why))
    return 0


def find_asides(str source not None, tokens not None, elements not None, const int64_t[:, ::1] pairs, int max_sign, int max_edit, int levels, tuple edit_words not None):
    """The spans that may be no text of the page: the number, the token and what it may be of each, in order.

    Each span is inside one text. A sign (1) is a link of at most `max_sign` characters, none a letter; an icon (2) is as short, and has
    a character of private use. What is beside a heading (4) is in one, as a link to a place in a page; or it has
    one of `edit_words` in one of so many tags around it, and is in a heading or has at most `max_edit` characters.
    """
    cdef const int32_t[::1] start = tokens.start, end = tokens.end
    cdef const int32_t[::1] open = elements.open, close = elements.close, parent = elements.parent, words_of = elements.words
    cdef const int16_t[::1] tag = elements.tag
    cdef Py_ssize_t count = open.shape[0]
    cdef list found = []
    if pairs.shape[0] == 0 or count == 0:
        return found
    cdef uint8_t[::1] known = np.zeros(count, dtype=np.uint8)
    cdef Words words
    take_words(&words, edit_words)
    cdef Elements around = Elements(&open[0], &close[0], &parent[0], &tag[0], &start[0], &end[0], &known[0])
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    if width == 1:
        _find[uint8_t](<const uint8_t*>data, pairs, tokens, &around, count, &words_of[0], max_sign, max_edit, levels, &words, found)
    elif width == 2:
        _find[uint16_t](<const uint16_t*>data, pairs, tokens, &around, count, &words_of[0], max_sign, max_edit, levels, &words, found)
    else:
        _find[uint32_t](<const uint32_t*>data, pairs, tokens, &around, count, &words_of[0], max_sign, max_edit, levels, &words, found)
    return found


cdef bint _may_be_label(const Char* s, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """Whether a text has a letter or a digit of ASCII, or a sign that refers to a footnote."""
    while i < end:
        if c'0' <= s[i] <= c'9' or c'A' <= (s[i] & ~32) <= c'Z' or s[i] == c'*' or s[i] == 0xA7:
            return True
        if Char is not uint8_t:
            if s[i] == 0x2020 or s[i] == 0x2021:
                return True
        i += 1
    return False


cdef int _find_places(const Char* s, tokens, const int32_t[::1] last, const uint8_t[::1] kept, int max_characters, list found) except -1:
    cdef const uint8_t[::1] kind = tokens.kind
    cdef const int16_t[::1] tag = tokens.tag
    cdef const int32_t[::1] start = tokens.start, end = tokens.end, partner = tokens.partner, characters = tokens.characters
    cdef Py_ssize_t block, t, k
    cdef int length
    cdef bint has_label
    for block in range(last.shape[0]):
        if not kept[block]:
            continue
        for t in range(last[block - 1] + 1 if block else 0, last[block] + 1):
            if tag[t] != A or kind[t] != OPEN or find(s, start[t], end[t], c'#') == end[t]:
                continue
            length, k, has_label = 0, t, False
            while k < partner[t] and length <= max_characters:
                length += characters[k]
                has_label |= characters[k] > 0 and _may_be_label(s, start[k], end[k])
                k += 1
            if has_label and length <= max_characters:
                found.append(t)
    return 0


def find_place_links(str source not None, tokens not None, const int32_t[::1] last, kept not None, int max_characters):
    """The open tags of short links in kept blocks whose tags have the sign of a place in a page, in order.

    They have a letter or a digit in their text, or a sign that refers to a footnote.

    last: the last token of each block. kept: one flag each.
    """
    cdef const uint8_t[::1] flags = np.ascontiguousarray(kept).view(np.uint8)
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    cdef list found = []
    if flags.shape[0] != last.shape[0]:
        raise IndexError(f"{flags.shape[0]} flags for {last.shape[0]} blocks")
    if width == 1:
        _find_places[uint8_t](<const uint8_t*>data, tokens, last, flags, max_characters, found)
    elif width == 2:
        _find_places[uint16_t](<const uint16_t*>data, tokens, last, flags, max_characters, found)
    else:
        _find_places[uint32_t](<const uint32_t*>data, tokens, last, flags, max_characters, found)
    return found
