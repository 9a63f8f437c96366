"""Splits a normalised source into tokens that tile it exactly: tags, texts, comments and raw content."""

from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy

import numpy as np

from mainspan.page import classes as _classes
from mainspan.page import tags
from mainspan.page.kinds import Scan, Tokens

from mainspan.page.characters cimport *
from mainspan.page.names cimport HASH_START, SLOTS, hash_name, mix, slot_of

# --- tables, filled once -----------------------------------------------------------------------------

cdef enum:
    LONGEST = 24          # letters of the longest name that has a number

cdef int16_t number_in_slot[SLOTS]
cdef uint64_t hash_in_slot[SLOTS]
cdef uint8_t is_void[NAMES]
cdef uint8_t is_raw[NAMES]
cdef uint8_t effect_of[2][NAMES]
cdef uint8_t html_in_svg[NAMES]
cdef uint8_t html_in_math[NAMES]
cdef const char* raw_name[NAMES]
cdef Py_ssize_t raw_size[NAMES]
cdef int SVG, MATH, A, AREA, ANNOTATION_XML, SCRIPT, PLAINTEXT, NOSCRIPT, IFRAME
# Kept, since `raw_name` points into it.
_RAW_NAMES = {number: tags.NAMES[number].encode() for number in tags.RAW}

cdef void _fill_tables():
    global SVG, MATH, A, AREA, ANNOTATION_XML, SCRIPT, PLAINTEXT, NOSCRIPT, IFRAME
    cdef int slot
    cdef const uint8_t[::1] table = _classes.CLASS
    cdef uint64_t hash
    memcpy(classes, &table[0], PLANES)
    for number, name in enumerate(tags.NAMES):
        if number:
            hash = hash_name(name.encode())
            slot = slot_of(hash_in_slot, hash)
            hash_in_slot[slot] = hash
            number_in_slot[slot] = number
        effect_of[0][<int>number] = tags.EFFECT[0, number]
        effect_of[1][<int>number] = tags.EFFECT[1, number]
    for number in tags.VOID:
        is_void[<int>number] = True
    for number in tags.HTML_IN_SVG:
        html_in_svg[<int>number] = True
    for number in tags.HTML_IN_MATH:
        html_in_math[<int>number] = True
    for number, name in _RAW_NAMES.items():
        is_raw[<int>number] = True
        raw_name[<int>number] = <const char*><bytes>name
        raw_size[<int>number] = len(name)
    SVG, MATH, A, AREA = (tags.NUMBERS[name] for name in ("svg", "math", "a", "area"))
    ANNOTATION_XML, SCRIPT, PLAINTEXT, NOSCRIPT, IFRAME = (
        tags.NUMBERS[name] for name in ("annotation-xml", "script", "plaintext", "noscript", "iframe")
    )

_fill_tables()

# --- raw content -------------------------------------------------------------------------------------

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
            i = find(s, i, n, c'<')
            if i == n:
                return n
            if i + 1 < n and s[i + 1] == c'/' and _is_script_at(s, i + 2, n):
                return i
            if (
                is_at(s, i, n, b"<!--", 4)
                and not is_at(s, i + 4, n, b">", 1)
                and not is_at(s, i + 4, n, b"->", 2)
            ):
                state = 1
                i += 4
            else:
                i += 1
        elif s[i] == c'-' and is_at(s, i, n, b"-->", 3):
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
        if is_at(s, end, n, b"</script>", 9):
            return end
        end = -1
    while True:
        i = find(s, i, n, c'<')
        if i >= n:
            return end
        if i + 1 < n and s[i + 1] == c'/' and is_at(s, i + 2, n, name, size) and is_at(s, i + 2 + size, n, b">", 1):
            end = i
            if number != PLAINTEXT and number != SCRIPT:
                return end
        i += 1

# --- attributes --------------------------------------------------------------------------------------

cdef inline int _letter(Char c) noexcept nogil:
    """A character in lower case, if it is ASCII; else something that equals no letter."""
    if c >= 128:
        return 0
    return c + 32 if c'A' <= c <= c'Z' else c


cdef bint _reads(const Char* s, Py_ssize_t i, Py_ssize_t end, const char* word, Py_ssize_t size) noexcept nogil:
    """Whether exactly this word is here, in any case."""
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


cdef int _marks_of_tag(const Char* s, Py_ssize_t i, Py_ssize_t end, int tag, bint* html_inside) noexcept nogil:
    """What the attributes between i and end say."""
    cdef int marks = 0
    cdef Attribute found
    while next_attribute(s, &i, end, &found):
        if found.size == 6 and is_at(s, found.name, end, b"hidden", 6):
            marks |= HIDDEN
        elif found.size == 11 and is_at(s, found.name, end, b"aria-hidden", 11):
            if _reads(s, found.value, found.stop, b"true", 4):
                marks |= ARIA_HIDDEN
        elif found.size == 4 and (tag == A or tag == AREA) and is_at(s, found.name, end, b"href", 4):
            marks |= LINK
        elif found.size == 5 and is_at(s, found.name, end, b"style", 5):
            marks |= _mark_of_style(s, found.value, found.stop)
        elif found.size == 8 and tag == ANNOTATION_XML and is_at(s, found.name, end, b"encoding", 8):
            html_inside[0] = _reads(s, found.value, found.stop, b"text/html", 9) or _reads(
                s, found.value, found.stop, b"application/xhtml+xml", 21
            )
    return marks

# --- texts -------------------------------------------------------------------------------------------

cdef void _count(const Char* s, Py_ssize_t i, Py_ssize_t end, bint raw, int32_t* words, int32_t* characters, uint8_t* marks) noexcept nogil:
    cdef int before = SPACE, klass, since = 0
    cdef int32_t count = 0, signs = 0, runs = 0
    cdef bint first = True
    while i < end:
        klass = class_of(s[i])
        if s[i] == c'&' and not raw:
            if i + 1 < end and s[i + 1] == c'n':
                klass = SPACE
            i += reference(s, i, end) - 1
        i += 1
        if klass == OTHER and before == OTHER:
            # inside an ordinary word, which is where most characters are
            signs += 1
            while i < end and s[i] != c'&' and class_of(s[i]) == OTHER:
                signs += 1
                i += 1
            continue
        if klass == SPACE:
            if first:
                marks[0] |= SPACE_BEFORE
            # between tags there is often nothing else
            while i < end and class_of(s[i]) == SPACE:
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

# --- tokens ------------------------------------------------------------------------------------------

cdef enum:
    # What an element makes of its text, as in the table of effects.
    SHOWS = 0
    HIDES = 1
    MAKES_CODE = 2
    # What is true inside an element, because of it or of one around it.
    IN_LINK = 1
    IN_CODE = 2
    IN_UNSEEN = 4         # text that is never shown
    IN_HIDDEN = 8         # hidden by `hidden` or `display`
    IN_INVISIBLE = 16     # hidden by `visibility`, which an element inside may change
    IN_NOSCRIPT = 32

cdef struct Open:
    # An element that is open.
    int32_t token
    int32_t namespace     # of its children: 0 for HTML, else the number of svg or math; -math in an annotation
    uint8_t inside

cdef struct State:
    int32_t* start
    int32_t* end
    uint8_t* kind
    int16_t* tag
    int32_t* partner
    int32_t* depths
    int32_t* words
    int32_t* characters
    uint8_t* marks
    uint8_t* names        # whether each occurs
    int32_t count         # of tokens
    Open* stack           # the first one is around the whole source
    int32_t depth
    bint include_hidden
    bint foreign_raw
    bint full_frame


cdef Py_ssize_t _count_signs(const Char* s, Py_ssize_t n) noexcept nogil:
    """The number of `<`."""
    cdef Py_ssize_t i, first = 0, count = 0
    cdef Char some
    while first < n:
        # Their number fits into a character: so processors compare and add many at once.
        some = 0
        for i in range(first, min(first + 240, n)):
            some += s[i] == <Char>c'<'
        count += some
        first += 240
    return count


cdef inline void _add(State* state, Py_ssize_t start, Py_ssize_t end, int kind, int tag, int marks) noexcept nogil:
    """Add a token that is its own partner."""
    cdef int32_t token = state.count
    state.start[token] = <int32_t>start
    state.end[token] = <int32_t>end
    state.kind[token] = kind
    state.tag[token] = tag
    state.partner[token] = token
    state.depths[token] = state.depth
    state.words[token] = state.characters[token] = 0
    state.marks[token] = marks
    state.count += 1


cdef inline void _add_text(State* state, const Char* s, Py_ssize_t start, Py_ssize_t end, int marks) noexcept nogil:
    """Add a text, if there is any."""
    cdef int inside = state.stack[state.depth].inside, kind = TEXT
    if start >= end:
        return
    if inside & IN_CODE:
        kind = CODE
    elif inside & IN_UNSEEN or (inside & IN_INVISIBLE and not state.include_hidden):
        kind = UNSEEN
    if inside & IN_LINK:
        marks |= LINK
    if state.include_hidden:
        if inside & (IN_HIDDEN | IN_INVISIBLE):
            marks |= HIDDEN
        if inside & IN_NOSCRIPT:
            marks |= INVISIBLE
    _add(state, start, end, kind, 0, marks)
    if kind == TEXT:
        _count(s, start, end, marks & RAW, state.words + state.count - 1, state.characters + state.count - 1, state.marks + state.count - 1)


cdef Py_ssize_t _comment_end(const Char* s, Py_ssize_t i, Py_ssize_t n) noexcept nogil:
    """The place of the `>` that ends a comment or a declaration, or n."""
    cdef Py_ssize_t end
    if is_at(s, i, n, b"<!--", 4):
        end = find(s, i + 4, n, c'>')
        while end < n and not (end >= i + 6 and s[end - 1] == c'-' and s[end - 2] == c'-'):
            end = find(s, end + 1, n, c'>')
        if end < n:
            return end
    return find(s, i, n, c'>')


cdef inline bint _same_name(const Char* s, Py_ssize_t name, Py_ssize_t name_end, Py_ssize_t other) noexcept nogil:
    """Whether the name of the tag at `other` is this one."""
    cdef Py_ssize_t size = name_end - name
    if memcmp(s + name, s + other, size * sizeof(Char)) != 0:
        return False
    return s[other + size] == c' ' or s[other + size] == c'/' or s[other + size] == c'>'


cdef inline int _namespace_of(int around, int number) noexcept nogil:
    """The namespace of an element, from what the one around it says of its children."""
    if around == 0:
        return number if number == SVG or number == MATH else 0
    if around == -MATH:
        return SVG if number == SVG else MATH
    return around


cdef inline int _namespace_inside(int namespace, int number, bint html_inside) noexcept nogil:
    """What an element says of the namespace of its children."""
    if namespace == SVG:
        return 0 if html_in_svg[number] else SVG
    if namespace == MATH and number == ANNOTATION_XML:
        return 0 if html_inside else -MATH
    if namespace == MATH:
        return 0 if html_in_math[number] else MATH
    return 0


cdef inline uint8_t _inside(int around, int effect, int number, int marks, bint include_hidden) noexcept nogil:
    """What is true inside an element."""
    if effect == MAKES_CODE:
        around |= IN_CODE
    elif effect == HIDES:
        around |= IN_NOSCRIPT if include_hidden and number == NOSCRIPT else IN_UNSEEN
    elif marks & HIDDEN:
        around |= IN_HIDDEN if include_hidden else IN_UNSEEN
    if marks & LINK:
        around |= IN_LINK
    if marks & INVISIBLE:
        around |= IN_INVISIBLE
    elif marks & VISIBLE:
        around &= ~IN_INVISIBLE
    return around


cdef inline bint _close(State* state, const Char* s, Py_ssize_t start, Py_ssize_t name_end, Py_ssize_t end, int number) noexcept nogil:
    """Add a close tag; whether it closes the innermost element."""
    cdef int32_t opened = state.stack[state.depth].token
    if state.depth == 0 or state.tag[opened] != number:
        return False
    if number == 0 and not _same_name(s, start + 2, name_end, state.start[opened] + 1):
        return False
    state.depth -= 1
    state.partner[opened] = state.count
    _add(state, start, end, CLOSE, number, 0)
    state.partner[state.count - 1] = opened
    return True


cdef inline Py_ssize_t _open(State* state, const Char* s, Py_ssize_t n, Py_ssize_t start, Py_ssize_t name_end, Py_ssize_t end, int number) noexcept nogil:
    """Add an open tag and the raw content after it; where that ends."""
    cdef Open* around = &state.stack[state.depth]
    cdef Open* own = around + 1
    cdef int namespace = _namespace_of(around.namespace, number), marks
    cdef bint html_inside = False
    cdef Py_ssize_t stop
    marks = _marks_of_tag(s, name_end, end - 1, number, &html_inside)
    state.names[number] = 1
    if is_void[number] and not namespace:
        _add(state, start, end, VOID, number, marks)
        return end
    own.token = state.count
    own.namespace = _namespace_inside(namespace, number, html_inside)
    own.inside = _inside(around.inside, effect_of[namespace != 0][number], number, marks, state.include_hidden)
    _add(state, start, end, OPEN, number, marks)
    state.depth += 1
    if not is_raw[number]:
        return end
    if namespace:
        state.foreign_raw = True
    if s[name_end] == c'/':
        return end
    stop = _raw_end(s, end, n, number, raw_name[number], raw_size[number])
    if stop <= end:
        return end
    if number == IFRAME:
        state.full_frame = True
    _add_text(state, s, end, stop, RAW)
    return stop


cdef bint _tokenise(const Char* s, Py_ssize_t n, State* state) noexcept nogil:
    """Fill the columns; false if the source is no normalised document."""
    cdef Py_ssize_t i = 0, end, name, name_end, stop
    cdef int number, slot
    cdef uint64_t hash
    while i < n:
        # here is a tag, a comment or a declaration
        if s[i] != c'<' or i + 1 >= n:
            return False
        if s[i + 1] == c'!' or s[i + 1] == c'?':
            end = _comment_end(s, i, n)
            if end == n:
                return False
            stop = end + 1
            _add(state, i, stop, CODE, 0, 0)
        else:
            name = i + 1 + (s[i + 1] == c'/')
            name_end = name
            hash = HASH_START
            # nearly all letters of names sort after what ends a name
            while name_end < n and (s[name_end] > c'>' or (s[name_end] != c' ' and s[name_end] != c'/' and s[name_end] != c'>')):
                hash = mix(hash, s[name_end])
                name_end += 1
            end = find(s, name_end, n, c'>')
            if name_end == name or end == n:
                return False
            slot = slot_of(hash_in_slot, hash)
            number = number_in_slot[slot] if hash_in_slot[slot] == hash and name_end - name < LONGEST else 0
            stop = end + 1
            if name == i + 1:
                stop = _open(state, s, n, i, name_end, stop, number)
            elif not _close(state, s, i, name_end, stop, number):
                return False
        i = find(s, stop, n, c'<')
        _add_text(state, s, stop, i, 0)
    return state.depth == 0


def tokenise(str source not None, bint include_hidden=False):
    """Split a normalised source into tokens; with `include_hidden`, hidden text is text like any other."""
    cdef Py_ssize_t n = PyUnicode_GET_LENGTH(source), size
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    cdef bint balanced
    if width == 1:
        size = _count_signs[uint8_t](<const uint8_t*>data, n)
    elif width == 2:
        size = _count_signs[uint16_t](<const uint16_t*>data, n)
    else:
        size = _count_signs[uint32_t](<const uint32_t*>data, n)
    # A `<` begins at most one tag, and at most two texts follow it, one of them raw, which has a close tag.
    cdef Open* stack = <Open*>malloc((size + 1) * sizeof(Open))
    if stack == NULL:
        raise MemoryError
    size = 2 * size + 2
    integers = np.empty((6, size), dtype=np.int32)
    cdef int32_t[:, ::1] i = integers
    kinds = np.empty((2, size), dtype=np.uint8)
    cdef uint8_t[:, ::1] k = kinds
    tag = np.empty(size, dtype=np.int16)
    cdef int16_t[::1] t = tag
    names = np.zeros(len(tags.NAMES), dtype=np.bool_)
    cdef uint8_t[::1] f = names.view(np.uint8)
    cdef State state
    state.start, state.end, state.partner = &i[0, 0], &i[1, 0], &i[2, 0]
    state.depths, state.words, state.characters = &i[3, 0], &i[4, 0], &i[5, 0]
    state.kind, state.marks, state.tag, state.names = &k[0, 0], &k[1, 0], &t[0], &f[0]
    state.count = state.depth = 0
    state.include_hidden = include_hidden
    state.foreign_raw = state.full_frame = False
    state.stack = stack
    stack[0].token = stack[0].namespace = stack[0].inside = 0
    if width == 1:
        balanced = _tokenise[uint8_t](<const uint8_t*>data, n, &state)
    elif width == 2:
        balanced = _tokenise[uint16_t](<const uint16_t*>data, n, &state)
    else:
        balanced = _tokenise[uint32_t](<const uint32_t*>data, n, &state)
    free(stack)
    if not balanced:
        return Scan.unbalanced()
    start, end, partner, depth, words, characters = integers[:, :state.count]
    kind, marks = kinds[:, :state.count]
    tokens = Tokens(start, end, kind, tag[:state.count], partner, depth, words, characters, marks)
    return Scan(tokens, True, state.foreign_raw, state.full_frame, names)
