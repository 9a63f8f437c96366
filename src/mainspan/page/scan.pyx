# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The scanner in C: one pass over a page's bytes, one over its source, and one over its texts or tags for each more.

The specification, with all the reasons, is in `scan_fallback`; property tests hold the results equal.
"""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_KIND
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memchr, memcmp, memcpy, memset

import os

import numpy as np

from mainspan.page import limits, tags
from mainspan.page import hints as _hints
from mainspan.page import kinds as _kinds
from mainspan.page import scan_fallback as _specification
from mainspan.page import shapes as _shapes

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define mainspan_prefetch(place) __builtin_prefetch(place)
    #else
    #define mainspan_prefetch(place)
    #endif
    """
    void prefetch "mainspan_prefetch" (const void* place) nogil

cdef enum:
    AHEAD = 12            # tokens or elements whose characters are fetched before they are read

ctypedef fused Char:
    uint8_t
    uint16_t
    uint32_t

cdef enum:
    TEXT = 0
    OPEN = 1
    CLOSE = 2
    VOID = 3
    CODE = 4
    UNSEEN = 5
    HIDDEN = 1
    INVISIBLE = 2
    VISIBLE = 4
    ARIA_HIDDEN = 8
    LINK = 16
    SPACE_BEFORE = 32
    SPACE_AFTER = 64
    RAW = 128
    OTHER = 0
    SPACE = 1
    IDEOGRAPH = 2
    SYLLABLE = 3

# --- tables, filled once from the Python modules -----------------------------------------------------

cdef enum:
    SLOTS = 2048          # of the hash tables; a power of two, several times the number of names
    LONGEST = 24          # letters of the longest name that has a number
    PLANES = 0x20000

cdef uint8_t class_of[PLANES]
cdef int16_t number_in_slot[SLOTS]
cdef uint64_t hash_in_slot[SLOTS]
cdef uint8_t is_void[512]
cdef uint8_t is_raw[512]
cdef uint8_t effect_of[2][512]
cdef uint8_t is_inline[512]
cdef uint8_t html_in_svg[512]
cdef uint8_t html_in_math[512]
cdef int SVG, MATH, A, AREA, ANNOTATION_XML, SCRIPT, PLAINTEXT, NOSCRIPT, IFRAME
cdef dict _raw_names = {}

cdef inline uint64_t _mix(uint64_t hash, uint64_t letter) noexcept nogil:
    return (hash ^ letter) * 1099511628211ULL

cdef uint64_t _hash_name(bytes name):
    cdef uint64_t hash = 14695981039346656037ULL
    for letter in name:
        hash = _mix(hash, letter)
    return hash

cdef int _slot(uint64_t* hashes, uint64_t hash) noexcept nogil:
    """The slot of a hash, or the free slot where it would go."""
    cdef int slot = hash & (SLOTS - 1)
    while hashes[slot] != 0 and hashes[slot] != hash:
        slot = (slot + 1) & (SLOTS - 1)
    return slot

cdef void _fill_tables():
    global SVG, MATH, A, AREA, ANNOTATION_XML, SCRIPT, PLAINTEXT, NOSCRIPT, IFRAME
    cdef int i, slot
    cdef const uint8_t[:] classes = _specification.CLASS
    for i in range(PLANES):
        class_of[i] = classes[i]
    for name, number in tags.NUMBERS.items():
        if number:
            slot = _slot(hash_in_slot, _hash_name(name.encode()))
            hash_in_slot[slot] = _hash_name(name.encode())
            number_in_slot[slot] = number
    for number in range(len(tags.NAMES)):
        is_void[number] = number in tags.VOID
        is_raw[number] = number in tags.RAW
        is_inline[number] = tags.IS_INLINE[number]
        html_in_svg[number] = number in tags.HTML_IN_SVG
        html_in_math[number] = number in tags.HTML_IN_MATH
        effect_of[0][number] = tags.EFFECT[0, number]
        effect_of[1][number] = tags.EFFECT[1, number]
    for number in tags.RAW:
        _raw_names[number] = tags.NAMES[number].encode()
    SVG, MATH, A, AREA = (tags.NUMBERS[name] for name in ("svg", "math", "a", "area"))
    ANNOTATION_XML, SCRIPT, PLAINTEXT, NOSCRIPT, IFRAME = (
        tags.NUMBERS[name] for name in ("annotation-xml", "script", "plaintext", "noscript", "iframe")
    )

_fill_tables()

# --- cut ---------------------------------------------------------------------------------------------

cdef enum:
    # What an element makes of its text; the first three as in the table of effects.
    SHOWS = 0
    HIDES = 1
    MAKES_CODE = 2
    # Of revealed pages: it would hide its text, by its attributes or as noscript.
    VEILS = 3
    IS_NOSCRIPT = 4

cdef struct Columns:
    int32_t* start
    int32_t* end
    uint8_t* kind
    int16_t* tag
    int32_t* partner
    int32_t* depth
    int32_t* words
    int32_t* characters
    uint8_t* marks
    # The stack of open elements: its token, the world of its children, what was true outside.
    int32_t* stack
    int32_t* world
    uint8_t* effect      # what it does to its text, see below
    uint8_t* invisible   # outside
    bint foreign_raw
    bint full_frame
    uint8_t* names       # whether each occurs


cdef inline Py_ssize_t _find(const Char* s, Py_ssize_t i, Py_ssize_t n, int letter) noexcept nogil:
    """The next place of an ASCII letter, or n.

    memchr reads bytes, many at a time. In wide strings it may stop at a byte of another character:
    then the search goes on behind it.
    """
    cdef const uint8_t* here = <const uint8_t*>(s + i)
    cdef const uint8_t* end = <const uint8_t*>(s + n)
    if i < n and s[i] == <Char>letter:
        return i  # as often as not, since tags follow each other
    while here < end:
        here = <const uint8_t*>memchr(here, letter, end - here)
        if here == NULL:
            return n
        i = (here - <const uint8_t*>s) // <Py_ssize_t>sizeof(Char)
        if s[i] == <Char>letter:
            return i
        here += 1
    return n


cdef Py_ssize_t _count_signs(const Char* s, Py_ssize_t n) noexcept nogil:
    """How many `<` there are."""
    cdef Py_ssize_t i, first = 0, count = 0
    cdef Char some
    while first < n:
        # So many that they fit into a character: then processors compare and add many at once.
        some = 0
        for i in range(first, min(first + 240, n)):
            some += s[i] == <Char>c'<'
        count += some
        first += 240
    return count


cdef inline bint _is_at(const Char* s, Py_ssize_t i, Py_ssize_t n, const char* word, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t k
    if i + size > n:
        return False
    for k in range(size):
        if s[i + k] != <Char>(<uint8_t>word[k]):
            return False
    return True


cdef inline bint _is_script_at(const Char* s, Py_ssize_t i, Py_ssize_t n) noexcept nogil:
    """`script` in any case, and a character that ends a name."""
    cdef const char* word = b"script"
    cdef Py_ssize_t k
    if i + 7 > n:
        return False
    for k in range(6):
        if s[i + k] != <Char>(<uint8_t>word[k]) and s[i + k] != <Char>(<uint8_t>word[k] - 32):
            return False
    return s[i + 6] in (9, 10, 12, 32, 47, 62)


cdef Py_ssize_t _script_end(const Char* s, Py_ssize_t i, Py_ssize_t n) noexcept nogil:
    """Where the text of a script ends, by the standard's escaped and double-escaped states."""
    cdef int state = 0  # 1: escaped, 2: double escaped
    while i < n:
        if state == 0:
            i = _find(s, i, n, c'<')
            if i == n:
                return n
            if i + 1 < n and s[i + 1] == c'/' and _is_script_at(s, i + 2, n):
                return i
            if (
                _is_at(s, i, n, b"<!--", 4)
                and not _is_at(s, i + 4, n, b">", 1)
                and not _is_at(s, i + 4, n, b"->", 2)
            ):
                state = 1
                i += 4
            else:
                i += 1
        elif s[i] == c'-' and _is_at(s, i, n, b"-->", 3):
            state = 0
        elif s[i] == c'<' and state == 1:
            if i + 1 < n and s[i + 1] == c'/' and _is_script_at(s, i + 2, n):
                return i
            if _is_script_at(s, i + 1, n):
                state = 2
                i += 8
            else:
                i += 1
        elif s[i] == c'<' and i + 1 < n and s[i + 1] == c'/' and _is_script_at(s, i + 2, n):
            state = 1
            i += 9
        else:
            i += 1
    return n


cdef Py_ssize_t _raw_end(const Char* s, Py_ssize_t i, Py_ssize_t n, int number, const char* name, Py_ssize_t size) noexcept nogil:
    """Where the content of a raw-text element ends, or -1 if it has no end tag."""
    cdef Py_ssize_t end = -1
    if number == SCRIPT:
        end = _script_end(s, i, n)
        if _is_at(s, end, n, b"</script>", 9):
            return end
        end = -1
    while True:
        i = _find(s, i, n, c'<')
        if i >= n:
            return end
        if i + 1 < n and s[i + 1] == c'/' and _is_at(s, i + 2, n, name, size) and _is_at(s, i + 2 + size, n, b">", 1):
            end = i
            if number != PLAINTEXT and number != SCRIPT:
                return end
        i += 1


cdef inline int _letter(Char c) noexcept nogil:
    """A character in lower case, if it is ASCII; else something that equals no letter."""
    if c >= 128:
        return 0
    return c + 32 if c'A' <= c <= c'Z' else c


cdef bint _reads(const Char* s, Py_ssize_t i, Py_ssize_t end, const char* word, Py_ssize_t size) noexcept nogil:
    """Whether exactly this word stands here, in any case."""
    cdef Py_ssize_t k
    if end - i != size:
        return False
    for k in range(size):
        if _letter(s[i + k]) != word[k]:
            return False
    return True


cdef int _mark_of_style(const Char* s, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    cdef char declaration[40]
    cdef int size = 0, hidden = 0, seen = 0, letter, value
    while i <= end:
        letter = c';' if i == end else _letter(s[i])
        if letter != c';':
            if letter != 32 and not 9 <= letter <= 10 and not 12 <= letter <= 13:
                if size < 40:
                    declaration[size] = letter
                size += 1
            i += 1
            continue
        if size > 10 and size <= 40 and memcmp(declaration + size - 10, b"!important", 10) == 0:
            size -= 10
        if (size >= 8 and memcmp(declaration, b"display:", 8) == 0) or (size == 7 and memcmp(declaration, b"display", 7) == 0):
            hidden = HIDDEN if size == 12 and memcmp(declaration, b"display:none", 12) == 0 else 0
        elif (size >= 11 and memcmp(declaration, b"visibility:", 11) == 0) or (size == 10 and memcmp(declaration, b"visibility", 10) == 0):
            seen = 0
            if size == 17 and memcmp(declaration + 11, b"hidden", 6) == 0:
                seen = INVISIBLE
            elif size == 19 and memcmp(declaration + 11, b"collapse", 8) == 0:
                seen = INVISIBLE
            elif size == 18 and memcmp(declaration + 11, b"visible", 7) == 0:
                seen = VISIBLE
        size = 0
        i += 1
    return hidden | seen


cdef int _mark_of_tag(const Char* s, Py_ssize_t i, Py_ssize_t end, int tag, bint* html_inside) noexcept nogil:
    """What the attributes between i and end say. They are written as ` name="value"`, one after the other."""
    cdef int mark = 0
    cdef Py_ssize_t name, value, stop
    while i < end:
        if s[i] != c' ' or i + 1 >= end:
            i += 1
            continue
        name = i + 1
        i = name + 1
        while i < end and s[i] != c'=':
            i += 1
        if i + 1 >= end or s[i + 1] != c'"':
            return mark
        value = i + 2
        stop = _find(s, value, end, c'"')
        i -= name  # now the name's length
        if i == 6 and _is_at(s, name, end, b"hidden", 6):
            mark |= HIDDEN
        elif i == 11 and _is_at(s, name, end, b"aria-hidden", 11):
            if _reads(s, value, stop, b"true", 4):
                mark |= ARIA_HIDDEN
        elif i == 4 and (tag == A or tag == AREA) and _is_at(s, name, end, b"href", 4):
            mark |= LINK
        elif i == 5 and _is_at(s, name, end, b"style", 5):
            mark |= _mark_of_style(s, value, stop)
        elif i == 8 and tag == ANNOTATION_XML and _is_at(s, name, end, b"encoding", 8):
            html_inside[0] = _reads(s, value, stop, b"text/html", 9) or _reads(s, value, stop, b"application/xhtml+xml", 21)
        i = stop + 1
    return mark


cdef inline int _class(Char c) noexcept nogil:
    if Char is uint32_t:
        if c >= PLANES:
            return IDEOGRAPH if c < 0x40000 else OTHER
    return class_of[c]


cdef inline Py_ssize_t _reference(const Char* s, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """The length of the character reference that begins here."""
    if i + 1 >= end:
        return 1
    if s[i + 1] == c'n':
        return 6
    if s[i + 1] == c'a':
        return 5
    return 4 if s[i + 1] == c'l' or s[i + 1] == c'g' else 1


cdef void _count(const Char* s, Py_ssize_t i, Py_ssize_t end, bint raw, int32_t* words, int32_t* characters, uint8_t* marks) noexcept nogil:
    cdef int before = SPACE, klass, since = 0
    cdef int32_t count = 0, signs = 0, runs = 0
    cdef bint first = True
    while i < end:
        klass = _class(s[i])
        if s[i] == c'&' and not raw:
            if i + 1 < end and s[i + 1] == c'n':
                klass = SPACE
            i += _reference(s, i, end) - 1
        i += 1
        if klass == OTHER and before == OTHER:
            # inside an ordinary word, which is where most characters are
            signs += 1
            while i < end and s[i] != c'&' and _class(s[i]) == OTHER:
                signs += 1
                i += 1
            continue
        if klass == SPACE:
            if first:
                marks[0] |= SPACE_BEFORE
            # between tags there is often nothing else
            while i < end and _class(s[i]) == SPACE:
                i += 1
        else:
            signs += 1
            runs += before == SPACE
            if klass != before:
                count += 1
                since = 0
            elif klass != OTHER:
                since += 1
                count += since % (2 if klass == IDEOGRAPH else 4) == 0
        first = False
        before = klass
    if before == SPACE:
        marks[0] |= SPACE_AFTER
    words[0] = count
    characters[0] = signs + (runs - 1 if runs else 0)


cdef inline bint _same_name(const Char* s, Py_ssize_t name, Py_ssize_t name_end, Py_ssize_t other) noexcept nogil:
    """Whether the name of the tag at `other` is this one."""
    cdef Py_ssize_t size = name_end - name
    if memcmp(s + name, s + other, size * sizeof(Char)) != 0:
        return False
    return s[other + size] == c' ' or s[other + size] == c'/' or s[other + size] == c'>'


cdef inline int _mark_of_text(bint link, bint veiled, bint noscript, bint reveal) noexcept nogil:
    """What is true of a text because of the elements around it; what hides it is told of revealed pages alone."""
    cdef int mark = LINK if link else 0
    if reveal:
        mark |= (HIDDEN if veiled else 0) | (INVISIBLE if noscript else 0)
    return mark


cdef Py_ssize_t _cut(const Char* s, Py_ssize_t n, Columns* out, const char** raw_names, const Py_ssize_t* raw_sizes, bint reveal):
    """Fill the columns; the number of tokens, or -1 if the source is no normalised document."""
    cdef Py_ssize_t i = 0, end, name, name_end, stop
    cdef int32_t count = 0, depth = 0
    cdef int number, world, own, mark, around, codes = 0, unseens = 0, links = 0, veils = 0, noscripts = 0
    cdef uint8_t invisible = 0
    cdef uint64_t hash
    cdef bint close, html_inside, gone
    out.foreign_raw = out.full_frame = False
    while i < n:
        # here stands a tag, a comment or a declaration
        if s[i] != c'<' or i + 1 >= n:
            return -1
        out.start[count] = i
        out.partner[count] = count
        out.depth[count] = depth
        out.tag[count] = 0
        out.words[count] = out.characters[count] = 0
        out.marks[count] = 0
        if s[i + 1] == c'!' or s[i + 1] == c'?':
            end = n
            if _is_at(s, i, n, b"<!--", 4):
                end = _find(s, i + 4, n, c'>')
                while end < n and not (end >= i + 6 and s[end - 1] == c'-' and s[end - 2] == c'-'):
                    end = _find(s, end + 1, n, c'>')
            if end == n:
                end = _find(s, i, n, c'>')
            if end == n:
                return -1
            out.kind[count] = CODE
            out.end[count] = end + 1
            count += 1
            stop = end + 1
        else:
            close = s[i + 1] == c'/'
            name = i + 1 + close
            name_end = name
            hash = 14695981039346656037ULL
            # nearly all letters of names come behind what ends a name
            while name_end < n and (s[name_end] > c'>' or (s[name_end] != c' ' and s[name_end] != c'/' and s[name_end] != c'>')):
                hash = _mix(hash, s[name_end])
                name_end += 1
            if name_end == name:
                return -1
            end = _find(s, name_end, n, c'>')
            if end == n:
                return -1
            number = 0
            own = _slot(hash_in_slot, hash)
            if hash_in_slot[own] == hash and name_end - name < LONGEST:
                number = number_in_slot[own]
            out.tag[count] = number
            out.end[count] = end + 1
            stop = end + 1
            if close:
                if depth == 0:
                    return -1
                depth -= 1
                around = out.stack[depth]
                if out.tag[around] != number or not (number or _same_name(s, name, name_end, out.start[around] + 1)):
                    return -1
                out.kind[count] = CLOSE
                out.partner[count] = around
                out.partner[around] = count
                out.depth[count] = depth
                links -= (out.marks[around] & LINK) != 0
                codes -= out.effect[depth] == MAKES_CODE
                unseens -= out.effect[depth] == HIDES
                veils -= out.effect[depth] == VEILS
                noscripts -= out.effect[depth] == IS_NOSCRIPT
                invisible = out.invisible[depth]
                count += 1
            else:
                around = out.world[depth - 1] if depth else 0
                if around == 0:
                    world = number if number == SVG or number == MATH else 0
                elif around == -MATH:
                    world = SVG if number == SVG else MATH
                else:
                    world = around
                html_inside = False
                mark = _mark_of_tag(s, name_end, end, number, &html_inside)
                out.marks[count] = mark
                out.names[number] = 1
                if is_void[number] and not world:
                    out.kind[count] = VOID
                    count += 1
                else:
                    out.kind[count] = OPEN
                    if is_raw[number] and world:
                        out.foreign_raw = True
                    own = effect_of[world != 0][number]
                    if own == HIDES and reveal and number == NOSCRIPT:
                        own = IS_NOSCRIPT
                    elif own == SHOWS and mark & HIDDEN:
                        own = VEILS if reveal else HIDES
                    links += (mark & LINK) != 0
                    codes += own == MAKES_CODE
                    unseens += own == HIDES
                    veils += own == VEILS
                    noscripts += own == IS_NOSCRIPT
                    out.effect[depth] = own
                    out.invisible[depth] = invisible
                    if mark & INVISIBLE:
                        invisible = 1
                    elif mark & VISIBLE:
                        invisible = 0
                    if world == SVG:
                        out.world[depth] = 0 if html_in_svg[number] else SVG
                    elif world == MATH and number == ANNOTATION_XML:
                        out.world[depth] = 0 if html_inside else -MATH
                    elif world == MATH:
                        out.world[depth] = 0 if html_in_math[number] else MATH
                    else:
                        out.world[depth] = 0
                    out.stack[depth] = count
                    depth += 1
                    count += 1
                    # a raw-text element's content, up to its end tag
                    if is_raw[number] and (s[name_end] == c' ' or s[name_end] == c'>'):
                        stop = _raw_end(s, end + 1, n, number, raw_names[number], raw_sizes[number])
                        if stop > end + 1:
                            out.full_frame |= number == IFRAME
                            gone = unseens > 0 or (invisible != 0 and not reveal)
                            _add_text(s, end + 1, stop, depth, RAW | _mark_of_text(links > 0, veils > 0 or invisible != 0, noscripts > 0, reveal), codes, gone, out, count)
                            count += 1
                        elif stop < 0:
                            stop = end + 1
        i = _find(s, stop, n, c'<')
        if i > stop:
            gone = unseens > 0 or (invisible != 0 and not reveal)
            _add_text(s, stop, i, depth, _mark_of_text(links > 0, veils > 0 or invisible != 0, noscripts > 0, reveal), codes, gone, out, count)
            count += 1
    return -1 if depth else count


cdef inline void _add_text(const Char* s, Py_ssize_t start, Py_ssize_t end, int32_t depth, int mark, bint code, bint unseen, Columns* out, int32_t count) noexcept nogil:
    out.start[count] = start
    out.end[count] = end
    out.tag[count] = 0
    out.partner[count] = count
    out.depth[count] = depth
    out.words[count] = out.characters[count] = 0
    out.marks[count] = mark
    out.kind[count] = CODE if code else (UNSEEN if unseen else TEXT)
    if not code and not unseen:
        _count(s, start, end, mark & RAW, out.words + count, out.characters + count, out.marks + count)


def cut(str source not None, bint reveal=False):
    """Cut a normalised source into tokens that tile it exactly, with hidden text as text if `reveal` is true."""
    cdef Py_ssize_t n = PyUnicode_GET_LENGTH(source), count
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    cdef Py_ssize_t size
    if width == 1:
        size = _count_signs[uint8_t](<const uint8_t*>data, n)
    elif width == 2:
        size = _count_signs[uint16_t](<const uint16_t*>data, n)
    else:
        size = _count_signs[uint32_t](<const uint32_t*>data, n)
    # A `<` begins at most one tag, and at most one text follows it.
    size = 2 * size + 2
    integers = np.empty((5, size), dtype=np.int32)
    cdef int32_t[:, ::1] i = integers
    kinds = np.empty((2, size), dtype=np.uint8)
    cdef uint8_t[:, ::1] k = kinds
    tag = np.empty(size, dtype=np.int16)
    cdef int16_t[::1] t = tag
    partner = np.empty(size, dtype=np.int32)
    cdef int32_t[::1] p = partner
    # Open elements are at most one for each `<`.
    stack = np.empty((2, size // 2 + 1), dtype=np.int32)
    cdef int32_t[:, ::1] w = stack
    states = np.empty((2, size // 2 + 1), dtype=np.uint8)
    cdef uint8_t[:, ::1] e = states
    cdef Columns out
    out.start, out.end, out.depth = &i[0, 0], &i[1, 0], &i[2, 0]
    out.words, out.characters = &i[3, 0], &i[4, 0]
    out.kind, out.marks, out.tag, out.partner = &k[0, 0], &k[1, 0], &t[0], &p[0]
    out.stack, out.world, out.effect, out.invisible = &w[0, 0], &w[1, 0], &e[0, 0], &e[1, 0]
    found = np.zeros(len(tags.NAMES), dtype=np.bool_)
    cdef uint8_t[::1] f = found.view(np.uint8)
    out.names = &f[0]
    cdef const char* names[512]
    cdef Py_ssize_t sizes[512]
    for number, name in _raw_names.items():
        names[<int>number] = <const char*><bytes>name
        sizes[<int>number] = len(name)
    if width == 1:
        count = _cut[uint8_t](<const uint8_t*>data, n, &out, names, sizes, reveal)
    elif width == 2:
        count = _cut[uint16_t](<const uint16_t*>data, n, &out, names, sizes, reveal)
    else:
        count = _cut[uint32_t](<const uint32_t*>data, n, &out, names, sizes, reveal)
    if count < 0:
        return _specification.unbalanced()
    tokens = _kinds.Tokens(
        integers[0, :count], integers[1, :count], kinds[0, :count], tag[:count], partner[:count],
        integers[2, :count], integers[3, :count], integers[4, :count], kinds[1, :count],
    )
    f[0] = 0
    return _kinds.Cut(tokens, True, out.foreign_raw, out.full_frame, found)


# --- is_utf8 -----------------------------------------------------------------------------------------

def is_utf8(bytes page not None):
    """Whether bytes are valid UTF-8: what `bytes.decode` tells, without the text that it makes."""
    cdef const uint8_t* s = page
    cdef Py_ssize_t n = len(page), i = 0
    cdef uint64_t eight
    cdef uint8_t first, low, high
    cdef int more
    while i < n:
        if s[i] < 0x80:
            # eight at a time, while they are ASCII
            while i + 8 <= n:
                memcpy(&eight, s + i, 8)
                if eight & 0x8080808080808080ULL:
                    break
                i += 8
            while i < n and s[i] < 0x80:
                i += 1
            continue
        first = s[i]
        low, high = 0x80, 0xBF
        if 0xC2 <= first <= 0xDF:
            more = 1
        elif 0xE0 <= first <= 0xEF:
            more = 2
            if first == 0xE0:
                low = 0xA0
            elif first == 0xED:
                high = 0x9F
        elif 0xF0 <= first <= 0xF4:
            more = 3
            if first == 0xF0:
                low = 0x90
            elif first == 0xF4:
                high = 0x8F
        else:
            return False
        if i + more >= n or not low <= s[i + 1] <= high:
            return False
        i += 2
        while more > 1:
            if s[i] & 0xC0 != 0x80:
                return False
            i += 1
            more -= 1
    return True


# --- find_parents ------------------------------------------------------------------------------------

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


# --- find_elements, find_blocks ----------------------------------------------------------------------

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
    # Whether the next text begins a block, and whether there is white space before it.
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


# --- find_words --------------------------------------------------------------------------------------

cdef void _words(const Char* s, Py_ssize_t tokens, const int32_t* start, const int32_t* end, const int32_t* words, const uint8_t* marks, int32_t* first, int32_t* last, int32_t* token) noexcept nogil:
    cdef Py_ssize_t t, i, stop, here, count = 0
    cdef int before, klass, since
    for t in range(tokens):
        if not words[t]:
            continue
        i = start[t]
        stop = end[t]
        before = SPACE
        since = 0
        while i < stop:
            here = i
            klass = _class(s[i])
            if s[i] == c'&' and not marks[t] & RAW:
                if i + 1 < stop and s[i + 1] == c'n':
                    klass = SPACE
                i += _reference(s, i, stop) - 1
            i += 1
            if klass == OTHER and before == OTHER:
                while i < stop and s[i] != c'&' and _class(s[i]) == OTHER:
                    i += 1
                last[count - 1] = i
                continue
            if klass != SPACE:
                since += 1
                if klass != before or (klass != OTHER and since % (2 if klass == IDEOGRAPH else 4) == 0):
                    if klass != before:
                        since = 0
                    first[count] = here
                    token[count] = t
                    count += 1
                last[count - 1] = i
            before = klass


def find_words(str source not None, const int32_t[::1] start, const int32_t[::1] end, const int32_t[::1] words, const uint8_t[::1] marks):
    """Start, end and token of each word, from the columns of the tokens."""
    cdef Py_ssize_t tokens = words.shape[0]
    cdef Py_ssize_t count = int(np.sum(words, dtype=np.int64))
    found = np.empty((3, count), dtype=np.int32)
    if count == 0:
        return found[0], found[1], found[2]
    cdef int32_t[:, ::1] f = found
    cdef int width = PyUnicode_KIND(source)
    if width == 1:
        _words[uint8_t](<const uint8_t*>PyUnicode_DATA(source), tokens, &start[0], &end[0], &words[0], &marks[0], &f[0, 0], &f[1, 0], &f[2, 0])
    elif width == 2:
        _words[uint16_t](<const uint16_t*>PyUnicode_DATA(source), tokens, &start[0], &end[0], &words[0], &marks[0], &f[0, 0], &f[1, 0], &f[2, 0])
    else:
        _words[uint32_t](<const uint32_t*>PyUnicode_DATA(source), tokens, &start[0], &end[0], &words[0], &marks[0], &f[0, 0], &f[1, 0], &f[2, 0])
    return found[0], found[1], found[2]


# --- describe_blocks ---------------------------------------------------------------------------------

cdef enum:
    # The shapes that are told apart here, as `shapes` numbers them.
    S_LETTER = 0
    S_SPACE = 1
    S_CAPITAL = 2
    S_DIGIT = 3
    S_STOP = 5
    S_PUNCTUATION = 6
    S_IDEOGRAPH = 8
    # The fields of a row; those from 2 to 8 count the characters of each shape.
    INITIALS = 0
    ENDS = 1
    FIRST = 9
    LAST = 10
    MARK = 11
    LINKS = 12
    EMPHASES = 13
    INLINES = 14
    OPENS = 15
    CLOSES = 16
    IMAGES = 17
    CONTROLS = 18
    BREAKS = 19
    FIELDS = 20

# The factors with which Horner's rule makes a number of a word's letters and of a text's words and signs,
# and one that spreads the numbers of words over the highest bits.
cdef uint32_t OF_WORDS = _specification.OF_WORDS, OF_TEXTS = _specification.OF_TEXTS, SPREAD = _specification.SPREAD

cdef uint8_t shape_of[PLANES]
cdef uint8_t role_of[512]
cdef bint shapes_are_there = False

cdef void _fill_shapes():
    global shapes_are_there
    cdef int i
    cdef const uint8_t[:] table = _shapes.shapes()
    cdef const uint8_t[:] roles = tags.ROLE
    for i in range(PLANES):
        shape_of[i] = table[i]
    for i in range(roles.shape[0]):
        role_of[i] = roles[i]
    shapes_are_there = True


cdef inline bint _is_in_word(int shape) noexcept nogil:
    return shape == S_LETTER or shape == S_CAPITAL or shape == S_DIGIT


cdef inline uint64_t _bit_of(uint32_t word) noexcept nogil:
    """One of 64 bits for a word."""
    return <uint64_t>1 << ((word * SPREAD) >> 26)


cdef uint64_t _describe_text(const Char* s, Py_ssize_t i, Py_ssize_t stop, bint raw, int32_t* row) noexcept nogil:
    """Add what a text is made of to a row. The words in it, one bit of 64 for each."""
    cdef int shape, before = S_SPACE
    cdef int32_t first = row[FIRST], last = row[LAST], ends = row[ENDS]
    cdef uint32_t text = <uint32_t>row[MARK], word = 0, sign
    cdef uint64_t words = 0
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
            i += _reference(s, i, stop) - 1
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
            row[shape] += 1
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
    row[FIRST], row[LAST], row[ENDS], row[MARK] = first, last, ends, <int32_t>text
    return words


cdef void _describe(const Char* s, const uint8_t* kind, const int16_t* tag, const int32_t* start, const int32_t* end, const int32_t* words, const uint8_t* marks, Py_ssize_t tokens, Py_ssize_t blocks, const int32_t* first, const int32_t* last, int32_t* out, uint64_t* bits) noexcept nogil:
    cdef Py_ssize_t b, t = 0
    cdef int role
    cdef int32_t opens, closes
    cdef int32_t* row
    for b in range(blocks):
        row = out + b * FIELDS
        row[FIRST] = -1
        # the tags since the block before, then those inside this one
        opens = closes = 0
        while t < first[b]:
            prefetch(s + start[t + AHEAD if t + AHEAD < tokens else t])
            opens += kind[t] == OPEN
            closes += kind[t] == CLOSE
            role = role_of[tag[t]]
            if role >= 3 and (kind[t] == OPEN or kind[t] == VOID):
                # pictures, controls and breaks
                row[IMAGES + role - 3] += 1
            t += 1
        row[OPENS], row[CLOSES] = opens, closes
        while t <= last[b]:
            prefetch(s + start[t + AHEAD if t + AHEAD < tokens else t])
            if words[t]:
                bits[b] |= _describe_text(s, start[t], end[t], marks[t] & RAW, row)
            elif kind[t] == OPEN:
                role = role_of[tag[t]]
                row[LINKS if role == 1 else (EMPHASES if role == 2 else INLINES)] += 1
            t += 1


cdef uint64_t _words_in(const Char* s, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """The words of one text alone, as bits."""
    cdef int32_t row[FIELDS]
    memset(row, 0, sizeof(row))
    return _describe_text(s, start, stop, False, row)


def describe_blocks(str source not None, const uint8_t[::1] kind, const int16_t[::1] tag, const int32_t[::1] start, const int32_t[::1] end, const int32_t[::1] words, const uint8_t[::1] marks, const int32_t[::1] first, const int32_t[::1] last, Py_ssize_t title):
    """What each block is made of, a row of counts each; its words and those of the title (a token, or -1) as bits."""
    cdef Py_ssize_t blocks = first.shape[0]
    cdef uint64_t wanted = 0
    counts = np.zeros((blocks, FIELDS), dtype=np.int32)
    bits = np.zeros(blocks, dtype=np.uint64)
    if blocks == 0:
        return counts, bits, 0
    if not shapes_are_there:
        _fill_shapes()
    cdef int32_t[:, ::1] c = counts
    cdef uint64_t[::1] b = bits
    cdef int width = PyUnicode_KIND(source)
    cdef const uint8_t* one = <const uint8_t*>PyUnicode_DATA(source)
    cdef const uint16_t* two = <const uint16_t*>PyUnicode_DATA(source)
    cdef const uint32_t* four = <const uint32_t*>PyUnicode_DATA(source)
    if width == 1:
        _describe[uint8_t](one, &kind[0], &tag[0], &start[0], &end[0], &words[0], &marks[0], kind.shape[0], blocks, &first[0], &last[0], &c[0, 0], &b[0])
        if title >= 0:
            wanted = _words_in[uint8_t](one, start[title], end[title])
    elif width == 2:
        _describe[uint16_t](two, &kind[0], &tag[0], &start[0], &end[0], &words[0], &marks[0], kind.shape[0], blocks, &first[0], &last[0], &c[0, 0], &b[0])
        if title >= 0:
            wanted = _words_in[uint16_t](two, start[title], end[title])
    else:
        _describe[uint32_t](four, &kind[0], &tag[0], &start[0], &end[0], &words[0], &marks[0], kind.shape[0], blocks, &first[0], &last[0], &c[0, 0], &b[0])
        if title >= 0:
            wanted = _words_in[uint32_t](four, start[title], end[title])
    return counts, bits, wanted


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
        return _is_at(s, name, end, b"class", 5)
    if size == 2:
        return _is_at(s, name, end, b"id", 2)
    if size == 4:
        return _is_at(s, name, end, b"role", 4)
    if size == 8:
        return _is_at(s, name, end, b"itemprop", 8) or _is_at(s, name, end, b"itemtype", 8)
    if size == 11:
        return _is_at(s, name, end, b"data-testid", 11)
    return False


# So that no page can be made whose names all fall into one slot of a table. What is found does not depend on it.
cdef uint64_t SEED = int.from_bytes(os.urandom(8), "little")


cdef inline uint64_t _stir(uint64_t hash, uint64_t more) noexcept nogil:
    """A hash and something more, mixed so that nobody who does not know the seed can tell one bit of it."""
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
    """The hints in a name, and its hash. Most names stand on a page many times: they are read letter by letter once."""
    cdef Known* place
    hash[0] = _hash_of(s + i, end - i)
    place = known + (hash[0] & (KNOWN - 1))
    if place.hash != hash[0]:
        place.hash = hash[0]
        place.mask = _hints_in(s, i, end)
    return place.mask


cdef uint64_t _hints_of(const Char* s, Py_ssize_t i, Py_ssize_t end, int tag, uint64_t* signature, Known* known) noexcept nogil:
    """The hints of an open tag between i and end, and a number that tags with the same name and class share."""
    cdef uint64_t mask = 0, hash = _stir(SEED, tag), more
    cdef Py_ssize_t name, value, stop
    i += 1
    name = i
    while i < end and s[i] != c' ' and s[i] != c'>':
        i += 1
    if tag == 0:
        mask = _known_hints(s, name, i, &more, known)
        hash = _stir(hash, more)
    while i < end:
        if s[i] != c' ' or i + 1 >= end:
            i += 1
            continue
        name = i + 1
        i = name + 1
        while i < end and s[i] != c'=':
            i += 1
        if i + 1 >= end or s[i + 1] != c'"':
            break
        value = i + 2
        stop = _find(s, value, end, c'"')
        if _names_parts(s, name, i - name, end):
            mask |= _known_hints(s, value, stop, &more, known)
            if i - name == 5:
                hash = _stir(hash, more)
        i = stop + 1
    signature[0] = hash
    return mask


cdef struct Enclosure:
    int32_t parent        # the element around it, or -1
    int32_t low           # its blocks: from low to before high
    int32_t high
    int32_t twins         # how many children of its parent have its name and class; their slot until all are read
    uint64_t own          # its hints
    uint64_t hints        # of it and of all around it, but for the outermost two
    uint64_t family       # its own
    uint64_t families     # of it and of all around it


cdef void _read_elements(const Char* s, const int32_t* start, const int32_t* end, Py_ssize_t elements, const int32_t* opens, const int32_t* closes, const int16_t* tag, const uint64_t* families, Py_ssize_t places, const int32_t* place, Enclosure* out, int32_t* holder, uint64_t* slots, int32_t* in_slot, Py_ssize_t size) noexcept nogil:
    """Fill the enclosures, and find the innermost one that holds each block."""
    cdef Py_ssize_t e, p = 0, slot
    cdef const uint8_t* ahead
    cdef int32_t around = -1
    cdef int depth = 0
    cdef uint64_t signature, key
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
        out[e].own = _hints_of(s, start[opens[e]], end[opens[e]], tag[e], &signature, known)
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
    """What stands around each block: families and hints of all, then the levels from the block itself outwards."""
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


def describe_elements(str source not None, const int32_t[::1] start, const int32_t[::1] end, const int32_t[::1] opens, const int32_t[::1] closes, const int16_t[::1] tag, const uint64_t[::1] families, const int32_t[::1] places, int levels):
    """What stands around each of these tokens, the first ones of blocks, level by level. The hints of the whole page."""
    cdef Py_ssize_t elements = opens.shape[0], count = places.shape[0], size = 4
    ranges = np.zeros((count, levels, 3), dtype=np.int32)
    masks = np.zeros((count, 2 + levels), dtype=np.uint64)
    if elements == 0 or count == 0:
        return ranges, masks, 0
    if not hints_are_there:
        _fill_hints()
    while size < 2 * elements:
        size *= 2
    slots = np.zeros(size, dtype=np.uint64)
    in_slot = np.zeros(size, dtype=np.int32)
    holder = np.empty(count, dtype=np.int32)
    cdef uint64_t[::1] k = slots
    cdef uint64_t[:, ::1] m = masks
    cdef int32_t[:, :, ::1] r = ranges
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
    # html is the first element, and body the next one with text.
    page = out[0].own
    if elements > 1 and out[1].parent == 0:
        page |= out[1].own
    free(out)
    return ranges, masks, page


# --- survey ------------------------------------------------------------------------------------------

cdef enum:
    PLAIN = 0
    F_VOID = 1
    BLOCK = 2
    ITEM = 3
    FORMAT = 4
    CELL = 5
    ROW = 6
    TABLE = 7
    FENCE = 8
    SELECT = 9
    ROOT = 10
    F_RAW = 11
    # sets of families, as bits
    FENCES = (1 << 7) | (1 << 8)
    BLOCKS = (1 << 2) | (1 << 7) | (1 << 8)
    SPECIALS = (1 << 2) | (1 << 7) | (1 << 8) | (1 << 9)
    # limits, checked against the Python module when this one is loaded
    MAX_DEPTH = 512
    MAX_FORMATTING = 256
    ROOM = 1024           # for the stack and the list, which pass their limits by less than this

assert limits.MAX_DEPTH == MAX_DEPTH and limits.MAX_FORMATTING == MAX_FORMATTING

cdef uint64_t survey_hashes[SLOTS]
cdef uint64_t survey_names[SLOTS]     # the name that stands for this one
cdef uint8_t survey_families[SLOTS]
cdef Py_ssize_t MAX_ATTRIBUTES = limits.MAX_ATTRIBUTES
cdef uint64_t P_NAME, H1_NAME, DIV_NAME, ADDRESS_NAME, BUTTON_NAME, A_NAME, NOBR_NAME
cdef uint64_t SVG_NAME, MATH_NAME, TEMPLATE_NAME, TABLE_NAME

cdef void _fill_survey():
    global P_NAME, H1_NAME, DIV_NAME, ADDRESS_NAME, BUTTON_NAME, A_NAME, NOBR_NAME
    global SVG_NAME, MATH_NAME, TEMPLATE_NAME, TABLE_NAME
    cdef int slot
    for name, family in _specification.FAMILY.items():
        slot = _slot(survey_hashes, _hash_name(name))
        survey_hashes[slot] = _hash_name(name)
        survey_names[slot] = _hash_name(_specification.ALIAS.get(name, name))
        survey_families[slot] = family
    P_NAME, H1_NAME, DIV_NAME, ADDRESS_NAME, BUTTON_NAME, A_NAME, NOBR_NAME = (
        _hash_name(name) for name in (b"p", b"h1", b"div", b"address", b"button", b"a", b"nobr")
    )
    SVG_NAME, MATH_NAME, TEMPLATE_NAME, TABLE_NAME = (
        _hash_name(name) for name in (b"svg", b"math", b"template", b"table")
    )

_fill_survey()

cdef struct Format:
    uint64_t name        # 0 is a mark
    const uint8_t* tag
    Py_ssize_t size
    Py_ssize_t name_size
    bint is_open

cdef struct Element:
    uint64_t name
    int family
    int format           # number in the pool, or -1
    bint in_cell

cdef struct State:
    Element stack[ROOM]
    int height
    Format pool[ROOM]
    int spare[ROOM]      # numbers in the pool that are free
    int spares
    int active[ROOM]     # numbers in the pool, the latest last
    int actives
    int pending
    int foreign
    Py_ssize_t attributes
    Py_ssize_t repeated
    Py_ssize_t repeatable
    int broken           # 1: depth, 2: attributes, 3: formatting

_REASONS = ("", "depth", "attributes", "formatting")


cdef int _take(State* state) noexcept nogil:
    state.spares -= 1
    return state.spare[state.spares]


cdef void _add_mark(State* state) noexcept nogil:
    cdef int entry = _take(state)
    state.pool[entry].name = 0
    state.active[state.actives] = entry
    state.actives += 1


cdef void _clear_to_mark(State* state) noexcept nogil:
    cdef int entry
    while state.actives:
        state.actives -= 1
        entry = state.active[state.actives]
        state.spare[state.spares] = entry
        state.spares += 1
        if state.pool[entry].name == 0:
            return
        state.pending -= not state.pool[entry].is_open


cdef void _forget(State* state, int place) noexcept nogil:
    """Take an entry out of the list; if it is open, the element is an ordinary one from now on."""
    cdef int entry = state.active[place], k
    state.pending -= not state.pool[entry].is_open
    if state.pool[entry].is_open:
        for k in range(state.height):
            if state.stack[k].format == entry:
                state.stack[k].format = -1
    for k in range(place, state.actives - 1):
        state.active[k] = state.active[k + 1]
    state.actives -= 1
    state.spare[state.spares] = entry
    state.spares += 1


cdef void _push(State* state, uint64_t name, int family, int format) noexcept nogil:
    cdef Element* element = &state.stack[state.height]
    element.name = name
    element.family = family
    element.format = format
    element.in_cell = False
    state.height += 1
    if state.height > MAX_DEPTH:
        state.broken = 1


cdef void _pop(State* state) noexcept nogil:
    state.height -= 1
    cdef Element* element = &state.stack[state.height]
    if element.format >= 0:
        state.pool[element.format].is_open = False
        state.pending += 1
    elif element.family == FENCE or element.in_cell:
        _clear_to_mark(state)
    elif element.family == PLAIN:
        state.foreign -= element.name == SVG_NAME or element.name == MATH_NAME


cdef void _pop_to(State* state, uint64_t name, int barriers, bint but_containers) noexcept nogil:
    cdef int place = state.height - 1
    cdef Element* element
    while place >= 0:
        element = &state.stack[place]
        if element.name == name:
            while state.height > place:
                _pop(state)
            return
        if barriers & (1 << element.family):
            if not but_containers or (element.name != DIV_NAME and element.name != ADDRESS_NAME):
                return
        place -= 1


cdef void _repeat(State* state, Format* entry) noexcept nogil:
    state.repeated += entry.size + entry.name_size + 3
    if state.repeated > state.repeatable:
        state.broken = 3


cdef void _reconstruct(State* state) noexcept nogil:
    cdef int place = state.actives, entry
    if not state.pending:
        return
    while place and state.pool[state.active[place - 1]].name and not state.pool[state.active[place - 1]].is_open:
        place -= 1
    while place < state.actives:
        entry = state.active[place]
        state.pool[entry].is_open = True
        state.pending -= 1
        _repeat(state, &state.pool[entry])
        _push(state, state.pool[entry].name, FORMAT, entry)
        place += 1


cdef bint _close_format(State* state, uint64_t name) noexcept nogil:
    cdef int place = state.actives - 1, entry, k
    cdef bint blocked = False
    while place >= 0 and state.pool[state.active[place]].name != 0 and state.pool[state.active[place]].name != name:
        place -= 1
    if place < 0 or state.pool[state.active[place]].name == 0:
        return False
    entry = state.active[place]
    if state.pool[entry].is_open:
        k = state.height - 1
        while k >= 0 and state.stack[k].format != entry:
            blocked = blocked or (SPECIALS | (1 << ITEM)) & (1 << state.stack[k].family)
            k -= 1
        if blocked:
            _repeat(state, &state.pool[entry])
        else:
            while state.height > k:
                _pop(state)
    _forget(state, place)
    return True


cdef void _open_format(State* state, uint64_t name, const uint8_t* tag, Py_ssize_t size, Py_ssize_t name_size) noexcept nogil:
    cdef int place, entry, same = 0, earliest = -1
    if name == A_NAME or name == NOBR_NAME:
        _close_format(state, name)
    _reconstruct(state)
    if state.height > MAX_DEPTH:
        return
    place = state.actives - 1
    while place >= 0 and state.pool[state.active[place]].name:
        entry = state.active[place]
        if state.pool[entry].size == size and memcmp(state.pool[entry].tag, tag, size) == 0:
            same += 1
            earliest = place
        place -= 1
    if same >= 3:
        _forget(state, earliest)
    entry = _take(state)
    state.pool[entry].name = name
    state.pool[entry].tag = tag
    state.pool[entry].size = size
    state.pool[entry].name_size = name_size
    state.pool[entry].is_open = True
    state.active[state.actives] = entry
    state.actives += 1
    _push(state, name, FORMAT, entry)
    if state.actives > MAX_FORMATTING:
        state.broken = 3


cdef int _table(State* state) noexcept nogil:
    """The place of the table whose rows and cells may come now, or -1."""
    cdef int place = state.height - 1
    while place >= 0 and not FENCES & (1 << state.stack[place].family):
        place -= 1
    return place if place >= 0 and state.stack[place].family == TABLE else -1


cdef int _close_cell(State* state) noexcept nogil:
    cdef int table = _table(state)
    if table >= 0:
        while state.height > table + 1:
            _pop(state)
        if state.stack[table].in_cell:
            _clear_to_mark(state)
            state.stack[table].in_cell = False
    return table


cdef void _open(State* state, uint64_t name, int family, const uint8_t* tag, Py_ssize_t size, Py_ssize_t name_size, Py_ssize_t attributes) noexcept nogil:
    cdef int table
    if family == ROOT:
        state.attributes += attributes
    if attributes > MAX_ATTRIBUTES or state.attributes > MAX_ATTRIBUTES:
        state.broken = 2
    if family == PLAIN or family == F_VOID or family == F_RAW:
        _reconstruct(state)
        if family == PLAIN:
            state.foreign += name == SVG_NAME or name == MATH_NAME
            _push(state, name, PLAIN, -1)
    elif family == FORMAT:
        _open_format(state, name, tag, size, name_size)
    elif family == ITEM:
        if name == P_NAME:
            _pop_to(state, name, FENCES, False)
        else:
            _pop_to(state, name, BLOCKS, True)
        _push(state, name, ITEM, -1)
    elif family == CELL or family == ROW:
        table = _close_cell(state)
        if table >= 0 and family == CELL:
            state.stack[table].in_cell = True
            _add_mark(state)
    elif family != ROOT:
        if family == BLOCK or family == TABLE:
            _pop_to(state, P_NAME, FENCES, False)
        if name == BUTTON_NAME:
            _pop_to(state, name, FENCES, False)
        elif name == H1_NAME:
            if state.height and state.stack[state.height - 1].name == name:
                _pop(state)
        elif family == TABLE:
            table = _table(state)
            if table >= 0 and not state.stack[table].in_cell:
                _pop_to(state, name, 0, False)
        elif family == FENCE:
            _reconstruct(state)
            _add_mark(state)
        _push(state, name, family, -1)


cdef void _close(State* state, uint64_t name, int family) noexcept nogil:
    if family == FORMAT and _close_format(state, name):
        return
    if family == PLAIN or family == FORMAT:
        _pop_to(state, name, SPECIALS, False)
    elif family == CELL or family == ROW:
        _close_cell(state)
    elif family == TABLE:
        _pop_to(state, name, 1 << FENCE, False)
    elif name == TEMPLATE_NAME:
        _pop_to(state, name, 0, False)
    elif family == BLOCK or family == ITEM or family == SELECT or family == FENCE:
        _pop_to(state, name, FENCES, False)


cdef enum:
    # What a byte ends: white space, names of tags and names of attributes.
    IS_SPACE = 1
    ENDS_TAG = 2
    ENDS_NAME = 4

cdef uint8_t end_of[256]

cdef void _fill_ends():
    for sign in "\t\n\f\r ":
        end_of[<int>ord(sign)] = IS_SPACE | ENDS_TAG | ENDS_NAME
    end_of[c'/'] = end_of[c'>'] = ENDS_TAG | ENDS_NAME
    end_of[c'='] = ENDS_NAME

_fill_ends()


cdef inline bint _is_space(uint8_t c) noexcept nogil:
    return end_of[c] & IS_SPACE


cdef inline uint8_t _lower(uint8_t c) noexcept nogil:
    return c + 32 if 65 <= c <= 90 else c


cdef Py_ssize_t _next(const uint8_t* s, Py_ssize_t i, Py_ssize_t n, int letter) noexcept nogil:
    return _find[uint8_t](<const uint8_t*>s, i, n, letter)


cdef Py_ssize_t _skip_attributes(const uint8_t* s, Py_ssize_t i, Py_ssize_t n, Py_ssize_t* count) noexcept nogil:
    """Read attributes by the standard's rules; the place of the tag's `>`, or n."""
    cdef Py_ssize_t after
    while i < n and s[i] != c'>':
        if _is_space(s[i]) or s[i] == c'/':
            i += 1
            continue
        count[0] += 1
        i += 1
        while i < n and not end_of[s[i]] & ENDS_NAME:
            i += 1
        after = i
        while after < n and _is_space(s[after]):
            after += 1
        if after == n or s[after] != c'=':
            continue
        i = after + 1
        while i < n and _is_space(s[i]):
            i += 1
        if i == n or s[i] == c'>':
            continue
        if s[i] == c'"' or s[i] == 39:
            i = _next(s, i + 1, n, s[i])
            i += i < n
        else:
            while i < n and not _is_space(s[i]) and s[i] != c'>':
                i += 1
    return i


cdef Py_ssize_t _comment_end(const uint8_t* s, Py_ssize_t i, Py_ssize_t n) noexcept nogil:
    """The end of a comment whose text begins at i."""
    if i < n and s[i] == c'>':
        return i + 1
    if i + 1 < n and s[i] == c'-' and s[i + 1] == c'>':
        return i + 2
    cdef Py_ssize_t end = _next(s, i, n, c'>')
    while end < n:
        if end >= i + 2 and s[end - 1] == c'-' and s[end - 2] == c'-':
            return end + 1
        if end >= i + 3 and s[end - 1] == c'!' and s[end - 2] == c'-' and s[end - 3] == c'-':
            return end + 1
        end = _next(s, end + 1, n, c'>')
    return n


cdef Py_ssize_t _element_end(const uint8_t* s, Py_ssize_t i, Py_ssize_t n, const uint8_t* name, Py_ssize_t size) noexcept nogil:
    """Where the end tag of a raw-text element begins, or n."""
    cdef Py_ssize_t k
    while True:
        i = _next(s, i, n, c'<')
        if i + 2 + size >= n:
            return n
        if s[i + 1] == c'/':
            k = 0
            while k < size and _lower(s[i + 2 + k]) == _lower(name[k]):
                k += 1
            if k == size and (_is_space(s[i + 2 + k]) or s[i + 2 + k] == c'/' or s[i + 2 + k] == c'>'):
                return i
        i += 1


cdef void _run(const uint8_t* s, Py_ssize_t n, State* state) noexcept nogil:
    cdef Py_ssize_t i = 0, start, name, name_end, end, attributes
    cdef uint64_t hash
    cdef int family, slot
    cdef bint slash, text
    while not state.broken:
        start = _next(s, i, n, c'<')
        # a `<` that begins no tag is text
        while start < n and not (
            start + 1 < n
            and (65 <= s[start + 1] <= 90 or 97 <= s[start + 1] <= 122 or s[start + 1] == c'/' or s[start + 1] == c'!' or s[start + 1] == c'?')
        ):
            start = _next(s, start + 1, n, c'<')
        if start == n:
            return
        if start > i:
            _reconstruct(state)
        slash = s[start + 1] == c'/'
        name = start + 1 + slash
        if name == n or not (65 <= s[name] <= 90 or 97 <= s[name] <= 122):
            if not slash and start + 3 < n and s[start + 1] == c'!' and s[start + 2] == c'-' and s[start + 3] == c'-':
                i = _comment_end(s, start + 4, n)
            else:
                i = _next(s, name, n, c'>')
                i += i < n
            continue
        hash = 14695981039346656037ULL
        name_end = name
        while name_end < n and not end_of[s[name_end]] & ENDS_TAG:
            hash = _mix(hash, _lower(s[name_end]))
            name_end += 1
        attributes = 0
        end = _skip_attributes(s, name_end, n, &attributes)
        i = end + (end < n)
        family = PLAIN
        slot = _slot(survey_hashes, hash)
        if survey_hashes[slot] == hash:
            family = survey_families[slot]
            hash = survey_names[slot]
        if slash:
            _close(state, hash, family)
            continue
        if family != ROOT and end - name_end <= 2 * MAX_ATTRIBUTES:
            attributes = 0
        _open(state, hash, family, s + start, i - start, name_end - name, attributes)
        if family == F_RAW and not state.foreign:
            i = _element_end(s, i, n, s + name, name_end - name)
        elif family == PLAIN and state.foreign and end > name_end and s[end - 1] == c'/':
            _close(state, hash, PLAIN)


def survey(bytes page not None):
    """The name of the first limit that the page breaks, or an empty string."""
    cdef State* state = <State*>malloc(sizeof(State))
    if state == NULL:
        raise MemoryError
    cdef int k
    state.height = state.actives = state.pending = state.foreign = state.broken = 0
    state.attributes = state.repeated = 0
    state.spares = ROOM
    for k in range(ROOM):
        state.spare[k] = k
    state.repeatable = limits.FREE_REPEATED + limits.MAX_REPEATED * len(page)
    cdef const uint8_t* s = page
    cdef Py_ssize_t n = len(page)
    try:
        with nogil:
            _run(s, n, state)
        return _REASONS[state.broken]
    finally:
        free(state)
