"""Describes blocks for the learned method: what each is made of, and which elements are around it."""

import os

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

import numpy as np

from mainspan.algorithms.learned import families, shapes
from mainspan.algorithms.learned import hints as _hints
from mainspan.algorithms.learned.table import Count
from mainspan.page import tags

from mainspan.page.characters cimport *

# --- describe_blocks ---------------------------------------------------------------------------------

# The columns of a row, as `table` numbers them.
cdef Py_ssize_t COUNTS = len(Count), INITIALS = Count.INITIALS, ENDS = Count.ENDS, CAPITALS = Count.CAPITALS
cdef Py_ssize_t FIRST_SHAPE = Count.FIRST_SHAPE, LAST_SHAPE = Count.LAST_SHAPE, FINGERPRINT = Count.FINGERPRINT
cdef Py_ssize_t INLINES = Count.INLINES, OPENS = Count.OPENS, CLOSES = Count.CLOSES, IMAGES = Count.IMAGES

# The shapes that the loop distinguishes, as in `shapes`.
cdef enum:
    S_LETTER = 0
    S_SPACE = 1
    S_CAPITAL = 2
    S_DIGIT = 3
    S_STOP = 5
    S_PUNCTUATION = 6
    S_IDEOGRAPH = 8

# The factors with which Horner's rule makes a number of a word's letters and of a text's words and signs,
# and one that spreads the numbers of words over the highest bits.
# All is modulo 2**32, so the factors are odd.
cdef uint32_t OF_WORDS = 16777619, OF_TEXTS = 1664525, SPREAD = 2654435769

cdef uint8_t shape_of[PLANES]
cdef uint8_t column_of[NAMES]
cdef bint shapes_are_there = False

cdef void _fill_shapes():
    global shapes_are_there
    cdef int i
    cdef const uint8_t[:] of_characters = shapes.shapes(), of_tags = families.COLUMN
    for i in range(PLANES):
        shape_of[i] = of_characters[i]
    for i in range(of_tags.shape[0]):
        column_of[i] = of_tags[i]
    shapes_are_there = True


cdef inline bint _is_in_word(int shape) noexcept nogil:
    return shape == S_LETTER or shape == S_CAPITAL or shape == S_DIGIT


cdef inline uint64_t _bit_of(uint32_t word) noexcept nogil:
    """One of 64 bits for a word."""
    return <uint64_t>1 << ((word * SPREAD) >> 26)


cdef uint64_t _describe_text(const Char* s, Py_ssize_t i, Py_ssize_t stop, bint raw, int32_t* row) noexcept nogil:
    """Add what a text is made of to a row. The words in it, one bit of 64 for each."""
    cdef int shape, before = S_SPACE
    cdef int32_t first = row[FIRST_SHAPE], last = row[LAST_SHAPE], ends = row[ENDS]
    cdef uint32_t text = <uint32_t>row[FINGERPRINT], word = 0, sign
    cdef uint64_t words = 0
    cdef int32_t* of_shape = row + CAPITALS - S_CAPITAL
    while i < stop:
        sign = <uint32_t>s[i]
        shape = shape_of[sign] if sign < PLANES else S_IDEOGRAPH
        if shape == S_LETTER:
            # where most characters are: two at a time, so that one product need not wait for the other
            while i + 1 < stop and s[i] < PLANES and s[i + 1] < PLANES and not (shape_of[s[i]] | shape_of[s[i + 1]]):
                word = word * (OF_WORDS * OF_WORDS) + (<uint32_t>s[i] * OF_WORDS + <uint32_t>s[i + 1])
                i += 2
            if i < stop and s[i] < PLANES and shape_of[s[i]] == S_LETTER:
                word = word * OF_WORDS + <uint32_t>s[i]
                i += 1
            if first < 0:
                first = S_LETTER
            last = before = S_LETTER
            ends = 0
            continue
        if sign == c'&' and not raw:
            if i + 1 < stop and s[i + 1] == c'n':
                shape = S_SPACE
            i += reference(s, i, stop) - 1
        i += 1
        if shape == S_CAPITAL or shape == S_DIGIT:
            if c'A' <= sign <= c'Z':
                sign += 32
            elif shape == S_DIGIT:
                sign = c'0'
            word = word * OF_WORDS + sign
        elif _is_in_word(before):
            words |= _bit_of(word)
            text = text * OF_TEXTS + word
            word = 0
        if shape != S_SPACE:
            of_shape[shape] += 1
            if shape == S_CAPITAL:
                row[INITIALS] += before != S_CAPITAL and before != S_LETTER
            elif shape != S_DIGIT:
                text = text * OF_TEXTS + sign
                if shape == S_IDEOGRAPH:
                    words |= _bit_of(sign)
            if first < 0:
                first = shape
            last = shape
            if shape == S_STOP:
                ends = 1
            elif shape != S_PUNCTUATION:
                ends = 0
        before = shape
    if _is_in_word(before):
        words |= _bit_of(word)
        text = text * OF_TEXTS + word
    row[FIRST_SHAPE], row[LAST_SHAPE], row[ENDS], row[FINGERPRINT] = first, last, ends, <int32_t>text
    return words


cdef uint64_t _describe(const Char* s, const uint8_t* kind, const int16_t* tag, const int32_t* start, const int32_t* end, const int32_t* words, const uint8_t* marks, Py_ssize_t tokens, Py_ssize_t blocks, const int32_t* first, const int32_t* last, Py_ssize_t title, int32_t* out, uint64_t* bits) noexcept nogil:
    """Fill the rows and words of the blocks. The words of the title."""
    cdef Py_ssize_t b, column, t = 0
    cdef int32_t opens, closes
    cdef int32_t* row
    for b in range(blocks):
        row = out + b * COUNTS
        row[FIRST_SHAPE] = -1
        # the tags since the block before, then those inside this one
        opens = closes = 0
        while t < first[b]:
            prefetch(s + start[t + AHEAD if t + AHEAD < tokens else t])
            opens += kind[t] == OPEN
            closes += kind[t] == CLOSE
            column = column_of[tag[t]]
            # Images, controls and breaks are the last columns.
            if column >= IMAGES and (kind[t] == OPEN or kind[t] == VOID):
                row[column] += 1
            t += 1
        row[OPENS], row[CLOSES] = opens, closes
        while t <= last[b]:
            prefetch(s + start[t + AHEAD if t + AHEAD < tokens else t])
            if words[t]:
                bits[b] |= _describe_text(s, start[t], end[t], marks[t] & RAW, row)
            elif kind[t] == OPEN:
                column = column_of[tag[t]]
                row[column if column < INLINES else INLINES] += 1
            t += 1
    # Its counts go to the row after the last block.
    return _describe_text(s, start[title], end[title], False, out + blocks * COUNTS) if title >= 0 else 0


def describe_blocks(str source not None, const uint8_t[::1] kind, const int16_t[::1] tag, const int32_t[::1] start, const int32_t[::1] end, const int32_t[::1] words, const uint8_t[::1] marks, const int32_t[::1] first, const int32_t[::1] last, Py_ssize_t title):
    """What each block is made of, a row of counts each; its words and those of the title (a token, or -1) as bits."""
    cdef Py_ssize_t blocks = first.shape[0]
    cdef uint64_t wanted = 0
    # The last row is for the title, and is not returned.
    counts = np.zeros((blocks + 1, COUNTS), dtype=np.int32)
    bits = np.zeros(blocks, dtype=np.uint64)
    if blocks == 0:
        return counts[:blocks], bits, 0
    if not shapes_are_there:
        _fill_shapes()
    cdef int32_t[:, ::1] c = counts
    cdef uint64_t[::1] b = bits
    cdef int width = PyUnicode_KIND(source)
    if width == 1:
        wanted = _describe[uint8_t](<const uint8_t*>PyUnicode_DATA(source), &kind[0], &tag[0], &start[0], &end[0], &words[0], &marks[0], kind.shape[0], blocks, &first[0], &last[0], title, &c[0, 0], &b[0])
    elif width == 2:
        wanted = _describe[uint16_t](<const uint16_t*>PyUnicode_DATA(source), &kind[0], &tag[0], &start[0], &end[0], &words[0], &marks[0], kind.shape[0], blocks, &first[0], &last[0], title, &c[0, 0], &b[0])
    else:
        wanted = _describe[uint32_t](<const uint32_t*>PyUnicode_DATA(source), &kind[0], &tag[0], &start[0], &end[0], &words[0], &marks[0], kind.shape[0], blocks, &first[0], &last[0], title, &c[0, 0], &b[0])
    return counts[:blocks], bits, wanted


# --- describe_elements -------------------------------------------------------------------------------

cdef enum:
    STATES = 2048         # room for those of the automaton that finds hints
    KNOWN = 512           # names of which the hints are remembered; a power of two
    CAPITAL_LETTER = 32

# 32 places a state instead of 27: a shift finds them.
cdef uint16_t hint_moves[STATES << 5]
cdef uint64_t hint_found[STATES]
# The number of each letter, capitals with CAPITAL_LETTER; 0 for all other characters.
cdef uint8_t letter_of[128]
cdef bint hints_are_there = False

cdef void _fill_hints():
    global hints_are_there
    cdef Py_ssize_t state, letter
    table, found = _hints.automaton()
    cdef const uint16_t[:, ::1] moves = table
    cdef const uint64_t[::1] masks = found
    assert moves.shape[0] <= STATES
    for state in range(moves.shape[0]):
        hint_found[state] = masks[state]
        for letter in range(27):
            hint_moves[state << 5 | letter] = moves[state, letter]
    for letter in range(1, 27):
        letter_of[96 + letter] = <uint8_t>letter
        letter_of[64 + letter] = <uint8_t>letter | CAPITAL_LETTER
    hints_are_there = True


cdef inline int _move(int state, int letter, uint64_t* mask) noexcept nogil:
    """The state after a letter, with the hints that end there."""
    state = hint_moves[state << 5 | letter]
    mask[0] |= hint_found[state]
    return state


cdef uint64_t _hints_in(const Char* s, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """The hints in a name, as a mask."""
    cdef uint64_t mask = 0
    cdef int state = _move(0, 0, &mask), letter, before = 0
    mask = 0
    while i < end:
        letter = letter_of[s[i]] if s[i] < 128 else 0
        if letter & CAPITAL_LETTER:
            letter ^= CAPITAL_LETTER
            # a capital after a small letter begins a word
            if before:
                state = _move(state, 0, &mask)
            before = 0
        else:
            before = letter
        state = _move(state, letter, &mask)
        i += 1
    _move(state, 0, &mask)
    return mask


cdef inline bint _names_parts(const Char* s, Py_ssize_t name, Py_ssize_t size, Py_ssize_t end) noexcept nogil:
    """Whether this is the name of an attribute that says what a part of the page is."""
    if size == 5:
        return is_at(s, name, end, b"class", 5)
    if size == 2:
        return is_at(s, name, end, b"id", 2)
    if size == 4:
        return is_at(s, name, end, b"role", 4)
    if size == 8:
        return is_at(s, name, end, b"itemprop", 8) or is_at(s, name, end, b"itemtype", 8)
    if size == 11:
        return is_at(s, name, end, b"data-testid", 11)
    return False


# So that no page can be made whose names all fall into one slot of a table. What is found does not depend on it.
cdef uint64_t SEED = int.from_bytes(os.urandom(8), "little")


cdef inline uint64_t _stir(uint64_t hash, uint64_t more) noexcept nogil:
    """A hash and something more, mixed so that no bit of it can be known without the seed."""
    hash = (hash ^ more) * 0xff51afd7ed558ccdULL
    hash = (hash ^ hash >> 32) * 0xc4ceb9fe1a85ec53ULL
    return hash ^ hash >> 29


cdef struct Known:
    uint64_t hash         # of a name; 0 where none is known yet
    uint64_t mask         # the hints in it


cdef uint64_t _hash_of(const Char* s, Py_ssize_t size) noexcept nogil:
    """A number for a run of characters, made of eight bytes at a time."""
    cdef const uint8_t* b = <const uint8_t*>s
    cdef Py_ssize_t left = size * sizeof(Char)
    cdef uint64_t hash = SEED + <uint64_t>left, other = hash, eight
    # Two hashes, since one step must wait for the one before.
    while left >= 16:
        memcpy(&eight, b, 8)
        hash = _stir(hash, eight)
        memcpy(&eight, b + 8, 8)
        other = _stir(other, eight)
        b += 16
        left -= 16
    if left >= 8:
        memcpy(&eight, b, 8)
        hash = _stir(hash, eight)
        b += 8
        left -= 8
    eight = 0
    memcpy(&eight, b, left)
    return _stir(hash, other + eight)


cdef uint64_t _known_hints(const Char* s, Py_ssize_t i, Py_ssize_t end, uint64_t* hash, Known* known) noexcept nogil:
    """The hints in a name, and its hash. Most names occur often on a page, and are read letter by letter once."""
    cdef Known* place
    hash[0] = _hash_of(s + i, end - i)
    place = known + (hash[0] & (KNOWN - 1))
    if place.hash != hash[0]:
        place.hash = hash[0]
        place.mask = _hints_in(s, i, end)
    return place.mask


cdef uint64_t _stem_of(const Char* s, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """A number for the first of some class names without its digits: items of a list are called post-1, post-2."""
    cdef uint64_t hash = SEED
    while i < end and s[i] == c' ':
        i += 1
    while i < end and s[i] != c' ':
        if not c'0' <= s[i] <= c'9':
            hash = (hash ^ <uint64_t>s[i]) * 0x100000001b3ULL
        i += 1
    return hash


# The first of MathJax's elements, which are the last of all names.
cdef int MATHJAX = tags.NUMBERS[tags.MATHJAX[0]]


cdef uint64_t _hints_of(const Char* s, Py_ssize_t i, Py_ssize_t end, int tag, uint64_t* signature, uint64_t* stem, Known* known) noexcept nogil:
    """The hints of an open tag between i and end, and a number that tags with the same name and class share."""
    cdef uint64_t mask = 0, hash = _stir(SEED, tag), more
    cdef Py_ssize_t name
    cdef Attribute found
    i += 1
    name = i
    while i < end and s[i] != c' ' and s[i] != c'>':
        i += 1
    if tag == 0:
        mask = _known_hints(s, name, i, &more, known)
        hash = _stir(hash, more)
    stem[0] = hash
    while next_attribute(s, &i, end, &found):
        if _names_parts(s, found.name, found.size, end):
            mask |= _known_hints(s, found.value, found.stop, &more, known)
            if found.size == 5:
                hash = _stir(hash, more)
                stem[0] = _stir(stem[0], _stem_of(s, found.value, found.stop))
    signature[0] = hash
    # MathJax names the menu of each formula.
    return 0 if tag >= MATHJAX else mask


cdef struct Enclosure:
    int32_t parent        # the element around it, or -1
    int32_t low           # its blocks: from low to before high
    int32_t high
    int32_t twins         # how many children of its parent have its name and class; their slot until all are read
    uint64_t own          # its hints
    uint64_t hints        # of it and of all around it, but for the outermost two
    uint64_t family       # its own
    uint64_t families     # of it and of all around it
    uint64_t path         # its name and stem of class, and those of all around it, as a hash
    uint64_t bare         # the same without classes


cdef void _read_elements(const Char* s, const int32_t* start, const int32_t* end, Py_ssize_t elements, const int32_t* opens, const int32_t* closes, const int16_t* tag, const uint64_t* families, Py_ssize_t places, const int32_t* place, Enclosure* out, int32_t* holder, uint64_t* slots, int32_t* in_slot, Py_ssize_t size) noexcept nogil:
    """Fill the enclosures, and find the innermost one that holds each block."""
    cdef Py_ssize_t e, p = 0, slot
    cdef const uint8_t* ahead
    cdef int32_t around = -1
    cdef int depth = 0
    cdef uint64_t signature, stem, key
    cdef Known known[KNOWN]
    memset(known, 0, sizeof(known))
    for e in range(elements + 1):
        # The blocks and the ends of elements before this one begins.
        while True:
            if p < places and (e == elements or place[p] < opens[e]) and (around < 0 or place[p] < closes[around]):
                holder[p] = around
                p += 1
            elif around >= 0 and (e == elements or closes[around] < opens[e]):
                out[around].high = <int32_t>p
                around = out[around].parent
                depth -= 1
            else:
                break
        if e == elements:
            break
        ahead = <const uint8_t*>(s + start[opens[e + AHEAD if e + AHEAD < elements else e]])
        prefetch(ahead)
        prefetch(ahead + 64)
        out[e].parent = around
        out[e].low = <int32_t>p
        out[e].own = _hints_of(s, start[opens[e]], end[opens[e]], tag[e], &signature, &stem, known)
        out[e].path = _stir(out[around].path if around >= 0 else SEED, stem)
        out[e].bare = _stir(out[around].bare if around >= 0 else SEED, tag[e])
        out[e].family = families[tag[e]]
        out[e].families = out[e].family | (out[around].families if around >= 0 else 0)
        # What html and body are called says something of the page, not of its parts.
        out[e].hints = (out[e].own | out[around].hints) if depth > 1 else 0
        # Twins are counted in a table of keys; a free slot has the key 0.
        key = _stir(signature, around) | 1
        slot = key >> 1 & (size - 1)
        while slots[slot] != 0 and slots[slot] != key:
            slot = (slot + 1) & (size - 1)
        slots[slot] = key
        in_slot[slot] += 1
        out[e].twins = <int32_t>slot
        around = <int32_t>e
        depth += 1
    for e in range(elements):
        out[e].twins = in_slot[out[e].twins]


cdef void _climb(const Enclosure* elements, Py_ssize_t places, const int32_t* holder, int levels, int32_t* ranges, uint64_t* masks) noexcept nogil:
    """What is around each block: families and hints of all, then the levels from the block itself outwards."""
    cdef Py_ssize_t p
    cdef int level
    cdef int32_t e, low, high, twins
    cdef uint64_t own, family
    for p in range(places):
        e = holder[p]
        family = elements[e].families if e >= 0 else 0
        masks[1] = elements[e].hints if e >= 0 else 0
        while e >= 0 and elements[e].high - elements[e].low == 1:
            family |= elements[e].family << 32
            e = elements[e].parent
        masks[0] = family
        masks += 2
        e = holder[p]
        low, high = <int32_t>p, <int32_t>p + 1
        for level in range(levels):
            # Elements with the same blocks are one: often a text has several wrappers.
            own, twins = 0, 0
            while e >= 0 and elements[e].low == low and elements[e].high == high:
                own |= elements[e].own
                twins = max(twins, elements[e].twins)
                e = elements[e].parent
            masks[0] = own
            ranges[0], ranges[1], ranges[2] = low, high, twins
            masks += 1
            ranges += 3
            if e >= 0:
                low, high = elements[e].low, elements[e].high


cdef void _number_roles(const Enclosure* elements, Py_ssize_t places, const int32_t* holder, uint64_t* slots, int32_t* in_slot, Py_ssize_t size, bint bare, int32_t* roles) noexcept nogil:
    """Number the paths of the blocks' elements in the order in which they first occur."""
    cdef Py_ssize_t p, slot
    cdef int32_t count = 0
    cdef uint64_t key
    memset(slots, 0, size * sizeof(uint64_t))
    for p in range(places):
        key = 1
        if holder[p] >= 0:
            key = (elements[holder[p]].bare if bare else elements[holder[p]].path) | 1
        slot = key >> 1 & (size - 1)
        while slots[slot] != 0 and slots[slot] != key:
            slot = (slot + 1) & (size - 1)
        if slots[slot] == 0:
            slots[slot] = key
            in_slot[slot] = count
            count += 1
        roles[2 * p] = in_slot[slot]


def describe_elements(str source not None, const int32_t[::1] start, const int32_t[::1] end, const int32_t[::1] opens, const int32_t[::1] closes, const int16_t[::1] tag, const uint64_t[::1] families, const int32_t[::1] places, int levels):
    """What is around each of these tokens, the first ones of blocks, level by level, and the hints of the whole page."""
    cdef Py_ssize_t elements = opens.shape[0], count = places.shape[0], size = 4
    ranges = np.zeros((count, levels, 3), dtype=np.int32)
    masks = np.zeros((count, 2 + levels), dtype=np.uint64)
    roles = np.zeros((count, 2), dtype=np.int32)
    if elements == 0 or count == 0:
        return ranges, masks, roles, 0
    if not hints_are_there:
        _fill_hints()
    while size < 2 * max(elements, count):
        size *= 2
    slots = np.zeros(size, dtype=np.uint64)
    in_slot = np.zeros(size, dtype=np.int32)
    holder = np.empty(count, dtype=np.int32)
    cdef uint64_t[::1] k = slots
    cdef uint64_t[:, ::1] m = masks
    cdef int32_t[:, :, ::1] r = ranges
    cdef int32_t[:, ::1] o = roles
    cdef int32_t[::1] n = in_slot, h = holder
    cdef uint64_t page = 0
    cdef Enclosure* out = <Enclosure*>malloc(elements * sizeof(Enclosure))
    if out == NULL:
        raise MemoryError
    cdef int width = PyUnicode_KIND(source)
    if width == 1:
        _read_elements[uint8_t](<const uint8_t*>PyUnicode_DATA(source), &start[0], &end[0], elements, &opens[0], &closes[0], &tag[0], &families[0], count, &places[0], out, &h[0], &k[0], &n[0], size)
    elif width == 2:
        _read_elements[uint16_t](<const uint16_t*>PyUnicode_DATA(source), &start[0], &end[0], elements, &opens[0], &closes[0], &tag[0], &families[0], count, &places[0], out, &h[0], &k[0], &n[0], size)
    else:
        _read_elements[uint32_t](<const uint32_t*>PyUnicode_DATA(source), &start[0], &end[0], elements, &opens[0], &closes[0], &tag[0], &families[0], count, &places[0], out, &h[0], &k[0], &n[0], size)
    _climb(out, count, &h[0], levels, &r[0, 0, 0], &m[0, 0])
    _number_roles(out, count, &h[0], &k[0], &n[0], size, False, &o[0, 0])
    _number_roles(out, count, &h[0], &k[0], &n[0], size, True, &o[0, 1])
    # html is the first element, and body the next one with text.
    page = out[0].own
    if elements > 1 and out[1].parent == 0:
        page |= out[1].own
    free(out)
    return ranges, masks, roles, page


# --- with_text, place_blocks -------------------------------------------------------------------------

def with_text(const int32_t[::1] words not None, const int32_t[::1] opens not None, const int32_t[::1] closes not None, const int16_t[::1] tag not None):
    """The open tags, close tags and names of the elements with words."""
    cdef Py_ssize_t count = 0, k = 0, i
    for i in range(words.shape[0]):
        count += words[i] > 0
    ends = np.empty((2, count), dtype=np.int32)
    names = np.empty(count, dtype=np.int16)
    cdef int32_t[:, ::1] e = ends
    cdef int16_t[::1] n = names
    for i in range(words.shape[0]):
        if words[i] > 0:
            e[0, k], e[1, k], n[k] = opens[i], closes[i], tag[i]
            k += 1
    return ends[0], ends[1], names


def place_blocks(const uint8_t[::1] marks not None, const int32_t[::1] depth not None, const int16_t[::1] tag not None, blocks not None, const uint8_t[::1] groups not None):
    """For each block the characters between it and the one before, the depth and group of the element that holds it, and
    whether it is hidden.
    """
    cdef const int32_t[::1] start = blocks.start, end = blocks.end, first = blocks.first, container = blocks.container
    cdef Py_ssize_t count = start.shape[0], b
    if count and tag.shape[0] == 0:
        raise IndexError("blocks, but no elements that hold them")
    numbers = np.empty((2, count), dtype=np.int32)
    codes = np.empty((2, count), dtype=np.uint8)
    cdef int32_t[:, ::1] n = numbers
    cdef uint8_t[:, ::1] c = codes
    for b in range(count):
        n[0, b] = start[b] - end[b - 1] if b else 0
        n[1, b] = depth[container[b]]
        c[0, b] = groups[tag[container[b]]]
        c[1, b] = marks[first[b]] & (HIDDEN | INVISIBLE)
    return numbers[0], numbers[1], codes[0], codes[1]
