"""Splits a normalised source into tokens that tile it exactly: tags, texts, comments and raw content."""

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
    # What an element makes of its text; the first three as in the table of effects.
    SHOWS = 0
    HIDES = 1
    MAKES_CODE = 2
    # Where hidden text is included: it would hide its text, by its attributes or as noscript.
    HIDES_BY_ATTRIBUTE = 3
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
    # The stack of open elements: its token, the namespace of its children, what was true outside.
    int32_t* stack
    int32_t* namespace
    uint8_t* effect      # what it does to its text, see below
    uint8_t* invisible   # outside
    bint foreign_raw
    bint full_frame
    uint8_t* names       # whether each occurs


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


cdef inline bint _same_name(const Char* s, Py_ssize_t name, Py_ssize_t name_end, Py_ssize_t other) noexcept nogil:
    """Whether the name of the tag at `other` is this one."""
    cdef Py_ssize_t size = name_end - name
    if memcmp(s + name, s + other, size * sizeof(Char)) != 0:
        return False
    return s[other + size] == c' ' or s[other + size] == c'/' or s[other + size] == c'>'


cdef inline int _mark_of_text(bint link, bint hidden, bint noscript, bint include_hidden) noexcept nogil:
    """What is true of a text because of the elements around it; what hides it is marked only where hidden text is included."""
    cdef int mark = LINK if link else 0
    if include_hidden:
        mark |= (HIDDEN if hidden else 0) | (INVISIBLE if noscript else 0)
    return mark


cdef Py_ssize_t _tokenise(const Char* s, Py_ssize_t n, Columns* out, bint include_hidden):
    """Fill the columns; the number of tokens, or -1 if the source is no normalised document."""
    cdef Py_ssize_t i = 0, end, name, name_end, stop
    cdef int32_t count = 0, depth = 0
    cdef int number, namespace, own, mark, around, codes = 0, unseens = 0, links = 0, hiders = 0, noscripts = 0
    cdef uint8_t invisible = 0
    cdef uint64_t hash
    cdef bint close, html_inside, gone
    out.foreign_raw = out.full_frame = False
    while i < n:
        # here is a tag, a comment or a declaration
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
            if is_at(s, i, n, b"<!--", 4):
                end = find(s, i + 4, n, c'>')
                while end < n and not (end >= i + 6 and s[end - 1] == c'-' and s[end - 2] == c'-'):
                    end = find(s, end + 1, n, c'>')
            if end == n:
                end = find(s, i, n, c'>')
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
            hash = HASH_START
            # nearly all letters of names sort after what ends a name
            while name_end < n and (s[name_end] > c'>' or (s[name_end] != c' ' and s[name_end] != c'/' and s[name_end] != c'>')):
                hash = mix(hash, s[name_end])
                name_end += 1
            if name_end == name:
                return -1
            end = find(s, name_end, n, c'>')
            if end == n:
                return -1
            number = 0
            own = slot_of(hash_in_slot, hash)
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
                hiders -= out.effect[depth] == HIDES_BY_ATTRIBUTE
                noscripts -= out.effect[depth] == IS_NOSCRIPT
                invisible = out.invisible[depth]
                count += 1
            else:
                around = out.namespace[depth - 1] if depth else 0
                if around == 0:
                    namespace = number if number == SVG or number == MATH else 0
                elif around == -MATH:
                    namespace = SVG if number == SVG else MATH
                else:
                    namespace = around
                html_inside = False
                mark = _marks_of_tag(s, name_end, end, number, &html_inside)
                out.marks[count] = mark
                out.names[number] = 1
                if is_void[number] and not namespace:
                    out.kind[count] = VOID
                    count += 1
                else:
                    out.kind[count] = OPEN
                    if is_raw[number] and namespace:
                        out.foreign_raw = True
                    own = effect_of[namespace != 0][number]
                    if own == HIDES and include_hidden and number == NOSCRIPT:
                        own = IS_NOSCRIPT
                    elif own == SHOWS and mark & HIDDEN:
                        own = HIDES_BY_ATTRIBUTE if include_hidden else HIDES
                    links += (mark & LINK) != 0
                    codes += own == MAKES_CODE
                    unseens += own == HIDES
                    hiders += own == HIDES_BY_ATTRIBUTE
                    noscripts += own == IS_NOSCRIPT
                    out.effect[depth] = own
                    out.invisible[depth] = invisible
                    if mark & INVISIBLE:
                        invisible = 1
                    elif mark & VISIBLE:
                        invisible = 0
                    if namespace == SVG:
                        out.namespace[depth] = 0 if html_in_svg[number] else SVG
                    elif namespace == MATH and number == ANNOTATION_XML:
                        out.namespace[depth] = 0 if html_inside else -MATH
                    elif namespace == MATH:
                        out.namespace[depth] = 0 if html_in_math[number] else MATH
                    else:
                        out.namespace[depth] = 0
                    out.stack[depth] = count
                    depth += 1
                    count += 1
                    # a raw-text element's content, up to its end tag
                    if is_raw[number] and (s[name_end] == c' ' or s[name_end] == c'>'):
                        stop = _raw_end(s, end + 1, n, number, raw_name[number], raw_size[number])
                        if stop > end + 1:
                            out.full_frame |= number == IFRAME
                            gone = unseens > 0 or (invisible != 0 and not include_hidden)
                            _add_text(s, end + 1, stop, depth, RAW | _mark_of_text(links > 0, hiders > 0 or invisible != 0, noscripts > 0, include_hidden), codes, gone, out, count)
                            count += 1
                        elif stop < 0:
                            stop = end + 1
        i = find(s, stop, n, c'<')
        if i > stop:
            gone = unseens > 0 or (invisible != 0 and not include_hidden)
            _add_text(s, stop, i, depth, _mark_of_text(links > 0, hiders > 0 or invisible != 0, noscripts > 0, include_hidden), codes, gone, out, count)
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


def tokenise(str source not None, bint include_hidden=False):
    """Split a normalised source into tokens; with `include_hidden`, hidden text is text like any other."""
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
    out.stack, out.namespace, out.effect, out.invisible = &w[0, 0], &w[1, 0], &e[0, 0], &e[1, 0]
    found = np.zeros(len(tags.NAMES), dtype=np.bool_)
    cdef uint8_t[::1] f = found.view(np.uint8)
    out.names = &f[0]
    if width == 1:
        count = _tokenise[uint8_t](<const uint8_t*>data, n, &out, include_hidden)
    elif width == 2:
        count = _tokenise[uint16_t](<const uint16_t*>data, n, &out, include_hidden)
    else:
        count = _tokenise[uint32_t](<const uint32_t*>data, n, &out, include_hidden)
    if count < 0:
        return Scan.unbalanced()
    tokens = Tokens(
        integers[0, :count], integers[1, :count], kinds[0, :count], tag[:count], partner[:count],
        integers[2, :count], integers[3, :count], integers[4, :count], kinds[1, :count],
    )
    f[0] = 0
    return Scan(tokens, True, out.foreign_raw, out.full_frame, found)
