"""Elements and blocks from the columns of the tokens, in one pass each."""

import numpy as np

from mainspan.page import tags

from mainspan.page.characters cimport *

cdef uint8_t is_inline[NAMES]

cdef void _fill_names():
    for number, flag in enumerate(tags.IS_INLINE.tolist()):
        is_inline[<int>number] = flag

_fill_names()


def find_parents(const uint8_t[::1] kind, const int32_t[::1] depth, const int32_t[::1] places):
    """For each of these tokens the open tag of the element around it, or -1."""
    cdef Py_ssize_t tokens = kind.shape[0], count = places.shape[0], t = 0, place
    parents = np.empty(count, dtype=np.int32)
    if count == 0:
        return parents
    # The last open tag of each depth; places go up, so one pass is enough.
    last = np.empty(tokens + 1, dtype=np.int32)
    cdef int32_t[::1] p = parents, l = last
    for place in range(count):
        while t < places[place]:
            if kind[t] == OPEN:
                l[depth[t]] = t
            t += 1
        p[place] = l[depth[t] - 1] if depth[t] > 0 else -1
    return parents


def find_around(elements not None, tokens not None, int levels):
    """For each of these tokens the innermost elements around it, one row each, filled up with -1."""
    cdef const int32_t[::1] opens = elements.open, closes = elements.close, parents = elements.parent
    cdef const int64_t[::1] places = np.ascontiguousarray(tokens, dtype=np.int64)
    cdef Py_ssize_t count = places.shape[0], i, low, high, middle
    cdef int32_t element
    cdef int level
    found = np.full((count, levels), -1, dtype=np.int32)
    cdef int32_t[:, ::1] out = found
    for i in range(count):
        # the last element that begins before
        low, high = 0, opens.shape[0]
        while low < high:
            middle = (low + high) >> 1
            if opens[middle] < places[i]:
                low = middle + 1
            else:
                high = middle
        element, level = <int32_t>(low - 1), 0
        while element >= 0 and level < levels:
            if closes[element] > places[i]:
                out[i, level] = element
                level += 1
            element = parents[element]
    return found


def find_elements(tokens not None):
    """The columns of the elements: open, close, parent, depth, tag, marks, words and characters."""
    cdef const uint8_t[::1] kind = tokens.kind, marks = tokens.marks
    cdef const int16_t[::1] tag = tokens.tag
    cdef const int32_t[::1] partner = tokens.partner, depth = tokens.depth
    cdef const int32_t[::1] words = tokens.words, characters = tokens.characters
    cdef Py_ssize_t size = kind.shape[0], count = 0, t
    cdef int32_t e = 0, here, all_words = 0, all_characters = 0
    for t in range(size):
        count += (kind[t] == OPEN) | (kind[t] == VOID)
    integers = np.empty((6, count), dtype=np.int32)
    tag_column, marks_column = np.empty(count, dtype=np.int16), np.empty(count, dtype=np.uint8)
    # The last element of each depth.
    stack = np.empty(count + 1, dtype=np.int32)
    cdef int32_t[:, ::1] out = integers
    cdef int32_t[::1] last = stack
    cdef int16_t[::1] tag_of = tag_column
    cdef uint8_t[::1] marks_of = marks_column
    for t in range(size):
        if kind[t] == CLOSE:
            here = last[depth[t]]
            out[4, here] = all_words - out[4, here]
            out[5, here] = all_characters - out[5, here]
        elif kind[t] == OPEN or kind[t] == VOID:
            out[0, e] = <int32_t>t
            out[1, e] = partner[t]
            out[2, e] = last[depth[t] - 1] if depth[t] else -1
            out[3, e] = depth[t]
            tag_of[e] = tag[t]
            marks_of[e] = marks[t]
            if kind[t] == OPEN:
                last[depth[t]] = e
                # what came before it, until its end
                out[4, e], out[5, e] = all_words, all_characters
            else:
                out[4, e] = out[5, e] = 0
            e += 1
        else:
            all_words += words[t]
            all_characters += characters[t]
    return integers[0], integers[1], integers[2], integers[3], tag_column, marks_column, integers[4], integers[5]


def find_blocks(tokens not None):
    """The columns of the blocks: first, last, start, end, words, characters, linked and container."""
    cdef const uint8_t[::1] kind = tokens.kind, marks = tokens.marks
    cdef const int16_t[::1] tag = tokens.tag
    cdef const int32_t[::1] start = tokens.start, end = tokens.end, depth = tokens.depth
    cdef const int32_t[::1] words = tokens.words, characters = tokens.characters
    cdef Py_ssize_t size = kind.shape[0], texts = 0, opens = 0, t, b = -1
    cdef int32_t e = 0
    # Whether the next text begins a block, and whether there is whitespace before it.
    cdef bint begins = True, blank = False
    for t in range(size):
        texts += words[t] != 0
        opens += kind[t] == OPEN
    columns = np.empty((8, texts), dtype=np.int32)
    # Of the last element of each depth: the innermost one that is structural, itself or around it.
    stack = np.zeros(opens + 1, dtype=np.int32)
    cdef int32_t[:, ::1] out = columns
    cdef int32_t[::1] last = stack
    for t in range(size):
        if words[t]:
            if begins:
                b += 1
                out[0, b] = <int32_t>t
                out[2, b] = start[t]
                out[4, b] = out[5, b] = out[6, b] = 0
                out[7, b] = last[depth[t] - 1] if depth[t] else 0
                begins = False
            else:
                out[5, b] += blank or (marks[t] & SPACE_BEFORE) != 0
            out[1, b] = <int32_t>t
            out[3, b] = end[t]
            out[4, b] += words[t]
            out[5, b] += characters[t]
            if marks[t] & LINK:
                out[6, b] += characters[t]
            blank = (marks[t] & SPACE_AFTER) != 0
        elif kind[t] == TEXT:
            blank = True
        elif kind[t] == OPEN or kind[t] == CLOSE or kind[t] == VOID:
            begins |= not is_inline[tag[t]]
            if kind[t] == OPEN:
                last[depth[t]] = last[depth[t] - 1] if is_inline[tag[t]] and depth[t] else e
            e += kind[t] != CLOSE
    b += 1
    return tuple(columns[:, :b])


def find_texts(tokens not None, const int32_t[::1] first, const int32_t[::1] last, chosen not None):
    """Where the texts of the chosen blocks begin and end."""
    cdef const int32_t[::1] start = tokens.start, end = tokens.end, words = tokens.words
    cdef const uint8_t[::1] wanted = np.ascontiguousarray(chosen).view(np.uint8)
    cdef Py_ssize_t blocks = first.shape[0], room = 0, count = 0, b, t
    if wanted.shape[0] != blocks:
        raise IndexError(f"{wanted.shape[0]} flags for {blocks} blocks")
    for b in range(blocks):
        if wanted[b]:
            room += last[b] - first[b] + 1
    pairs = np.empty((room, 2), dtype=np.int64)
    cdef int64_t[:, ::1] out = pairs
    for b in range(blocks):
        if wanted[b]:
            for t in range(first[b], last[b] + 1):
                if words[t]:
                    out[count, 0], out[count, 1] = start[t], end[t]
                    count += 1
    return pairs[:count]
