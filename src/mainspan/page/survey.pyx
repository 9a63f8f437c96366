"""Reads a page's bytes before they are parsed: whether they are UTF-8, and whether the parser can take them.

The survey follows the parser's stack of open elements and its list of active formatting elements. It keeps to
the standard where that decides whether an end tag is obeyed, because hostile pages are built from end tags
that are not; what it cannot know it overrates.
"""

from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy

from mainspan.page import limits

from mainspan.page.characters cimport find, uint8_t, uint64_t
from mainspan.page.names cimport HASH_START, SLOTS, hash_name, mix, slot_of

# --- is_utf8 -----------------------------------------------------------------------------------------

def is_utf8(bytes page not None):
    """Whether bytes are valid UTF-8: like `bytes.decode`, without making the text."""
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
    ROOM = 1024           # for the stack and the list, which pass their limits by less than this

_FAMILIES = {
    # No children, or none that would stay open.
    F_VOID: """area base basefont bgsound br col embed frame hr img image input keygen link meta param source
        track wbr head form frameset colgroup""",
    # Their end tags are obeyed unless a table or an object is between.
    BLOCK: """address article aside blockquote button center details dialog dir div dl fieldset
        figcaption figure footer header hgroup h1 h2 h3 h4 h5 h6 listing main menu nav ol pre
        search section summary ul""",
    # Closed by the next of their group.
    ITEM: "p li dd dt option optgroup rb rt rtc rp",
    # Repeated in every later block until their end tag comes.
    FORMAT: "a b big code em font i nobr s small strike strong tt u",
    CELL: "td th caption",
    ROW: "tr tbody thead tfoot",
    TABLE: "table",
    FENCE: "object applet marquee template",
    SELECT: "select",
    ROOT: "html body",
    F_RAW: "script style xmp iframe noembed noframes textarea title",
}
# Names that count as one when an end tag looks for its start tag.
_ALIASES = {
    "dt": "dd",
    **dict.fromkeys(["h2", "h3", "h4", "h5", "h6"], "h1"),
    **dict.fromkeys(["rb", "rtc", "rp"], "rt"),
}

cdef uint64_t survey_hashes[SLOTS]
cdef uint64_t survey_names[SLOTS]     # the name that it counts as
cdef uint8_t survey_families[SLOTS]
cdef int MAX_DEPTH = limits.MAX_DEPTH
cdef int MAX_FORMATTING = limits.MAX_FORMATTING
cdef Py_ssize_t MAX_ATTRIBUTES = limits.MAX_ATTRIBUTES
if MAX_DEPTH + MAX_FORMATTING >= ROOM:
    raise ValueError("the limits leave no room for the stack")
cdef uint64_t P_NAME, H1_NAME, DIV_NAME, ADDRESS_NAME, BUTTON_NAME, A_NAME, NOBR_NAME
cdef uint64_t SVG_NAME, MATH_NAME, TEMPLATE_NAME

cdef void _fill_tables():
    global P_NAME, H1_NAME, DIV_NAME, ADDRESS_NAME, BUTTON_NAME, A_NAME, NOBR_NAME
    global SVG_NAME, MATH_NAME, TEMPLATE_NAME
    cdef int slot
    for family, names in _FAMILIES.items():
        for name in names.split():
            slot = slot_of(survey_hashes, hash_name(name.encode()))
            survey_hashes[slot] = hash_name(name.encode())
            survey_names[slot] = hash_name(_ALIASES.get(name, name).encode())
            survey_families[slot] = family
    P_NAME, H1_NAME, DIV_NAME, ADDRESS_NAME, BUTTON_NAME, A_NAME, NOBR_NAME = (
        hash_name(name) for name in (b"p", b"h1", b"div", b"address", b"button", b"a", b"nobr")
    )
    SVG_NAME, MATH_NAME, TEMPLATE_NAME = (hash_name(name) for name in (b"svg", b"math", b"template"))

_fill_tables()

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
    # What a byte ends: whitespace, names of tags and names of attributes.
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
    return find[uint8_t](<const uint8_t*>s, i, n, letter)


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
        hash = HASH_START
        name_end = name
        while name_end < n and not end_of[s[name_end]] & ENDS_TAG:
            hash = mix(hash, _lower(s[name_end]))
            name_end += 1
        attributes = 0
        end = _skip_attributes(s, name_end, n, &attributes)
        i = end + (end < n)
        family = PLAIN
        slot = slot_of(survey_hashes, hash)
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
