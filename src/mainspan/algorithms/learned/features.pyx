"""The features of the blocks: one pass over the blocks for each group of them.

An element is a range of blocks, so a sum over it is a difference of two prefix sums. What each row is, says `table`.
"""

from libc.math cimport log
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from mainspan.algorithms.learned.view cimport Outline, SEEN_LABELS, SheetView, see_labels

import os

import numpy as np

from mainspan.algorithms.learned import table
from mainspan.algorithms.learned.declared import DECLARED
from mainspan.algorithms.learned.table import Count, row_of

cdef extern from *:
    """
    #if defined(_MSC_VER)
    static int mainspan_count(unsigned long long mask) {
        int count = 0;
        for (; mask; mask &= mask - 1) count++;
        return count;
    }
    #else
    #define mainspan_count(mask) __builtin_popcountll(mask)
    #endif
    """
    int count_bits "mainspan_count" (uint64_t mask) nogil

cdef enum:
    # The prefix sums.
    S_CHARACTERS = 0
    S_WORDS = 1
    S_LINKED = 2
    S_PROSE = 3
    S_GAP = 4
    S_STOPS = 5
    S_COMMAS = 6
    S_BLOCKS = 7
    SUMS = 8
    # Characters are counted by shape in this number of neighbouring columns, tags too.
    SHAPES = 6
    TAGS = 6

cdef Py_ssize_t N_DECLARED = len(DECLARED), N_LABELS = table.N_LABELS
cdef Py_ssize_t N_MEASURED = table.N_MEASURED, N_FLAGS = table.N_FEATURES - table.N_MEASURED, COUNTS = len(Count)
cdef Py_ssize_t INITIALS = Count.INITIALS, ENDS = Count.ENDS, CAPITALS = Count.CAPITALS, COMMAS = Count.COMMAS
cdef Py_ssize_t STOPS = Count.STOPS, FINGERPRINT = Count.FINGERPRINT, LINKS = Count.LINKS
cdef Py_ssize_t CONTROLS = Count.CONTROLS, BREAKS = Count.BREAKS
cdef Py_ssize_t FIRST_SHAPE = Count.FIRST_SHAPE, LAST_SHAPE = Count.LAST_SHAPE
cdef int H1 = table.H1, PROSE_WORDS = table.MIN_PROSE_WORDS, TITLE_WORDS = table.MAX_TITLE_WORDS
cdef float PROSE_LINKS = table.MAX_PROSE_LINKS

# The rows of the result; of several with neighbouring rows, the first.
cdef Py_ssize_t LOG_CHARACTERS = row_of("log characters"), LOG_WORDS = row_of("log words"), LOG_GAP = row_of("log gap")
cdef Py_ssize_t LOG_INITIALS = row_of("log initials"), LOG_SHAPES = row_of("log capitals"), LOG_TAGS = row_of("log links")
cdef Py_ssize_t LOG_TWINS = row_of("log twins"), LOG_LEVEL_CHARACTERS = row_of("log level characters")
cdef Py_ssize_t LOG_LEVEL_BLOCKS = row_of("log level blocks"), LOG_LEVEL_TWINS = row_of("log level twins")
cdef Py_ssize_t LOG_PAGE_CHARACTERS = row_of("log page characters"), LOG_PAGE_BLOCKS = row_of("log page blocks")
cdef Py_ssize_t N_LOGS = row_of("log page blocks") + 1
cdef Py_ssize_t R_CONTROLS = row_of("controls"), R_BREAKS = row_of("breaks"), LINK_SHARE = row_of("link share")
cdef Py_ssize_t SHAPE_SHARES = row_of("capitals share"), INITIALS_SHARE = row_of("initials share")
cdef Py_ssize_t WORD_LENGTH = row_of("word length"), DENSITY = row_of("text density"), TEXT_BEFORE = row_of("text before")
cdef Py_ssize_t PROSE_BEFORE = row_of("prose before"), PROSE_WITH = row_of("prose with it"), PLACE = row_of("place")
cdef Py_ssize_t OF_LONGEST = row_of("length of longest"), DEPTH = row_of("depth"), LOG_REPEATS = row_of("log repeats")
cdef Py_ssize_t PAGE_LINKS = row_of("page links"), PAGE_PROSE = row_of("page prose"), R_ENDS = row_of("ends")
cdef Py_ssize_t R_HIDDEN = row_of("hidden"), IN_NOSCRIPT = row_of("in noscript"), WORDS_IN_TITLE = row_of("words in title")
cdef Py_ssize_t TITLE_COVERED = row_of("title covered"), H1_SO_FAR = row_of("h1 so far"), H1_ON_PAGE = row_of("h1 on page")
cdef Py_ssize_t LEVEL_LINKS = row_of("level links"), LEVEL_PROSE = row_of("level prose"), LEVEL_TEXT = row_of("level text")
cdef Py_ssize_t LEVEL_STOPS = row_of("level stops"), LEVEL_COMMAS = row_of("level commas")
cdef Py_ssize_t LOG_ROLE_BLOCKS = row_of("log role blocks"), ROLE_TEXT = row_of("role text")
cdef Py_ssize_t ROLE_LINKS = row_of("role links"), ROLE_PLACE = row_of("role place"), ROLE_SPREAD = row_of("role spread")
cdef Py_ssize_t LEVEL_DENSITY = row_of("level density"), LEVEL_PLACE = row_of("level place")

# So that no page can be made whose texts all fall into one slot of a hash table.
cdef uint64_t SEED = int.from_bytes(os.urandom(8), "little")


cdef inline float _at_least(float value, float least) noexcept nogil:
    return value if value > least else least


cdef inline float _at_most(float value, float most) noexcept nogil:
    return value if value < most else most


cdef inline uint64_t _scatter(uint64_t number) noexcept nogil:
    number = (number ^ SEED) * 0xff51afd7ed558ccdULL
    number = (number ^ number >> 33) * 0xc4ceb9fe1a85ec53ULL
    return number ^ number >> 33


cdef inline Py_ssize_t _slots(Py_ssize_t n) noexcept nogil:
    """How many slots a hash table has for n texts."""
    cdef Py_ssize_t slots = 4
    while slots < 2 * n:
        slots *= 2
    return slots


cdef inline Py_ssize_t _count_text(int32_t fingerprint, int32_t* slots, Py_ssize_t size) noexcept nogil:
    """Count a text in a table, which holds two numbers a slot: its fingerprint, and its count. The slot."""
    cdef Py_ssize_t slot = _scatter(<uint32_t>fingerprint) & (size - 1)
    while slots[2 * slot + 1] and slots[2 * slot] != fingerprint:
        slot = (slot + 1) & (size - 1)
    slots[2 * slot] = fingerprint
    slots[2 * slot + 1] += 1
    return slot


cdef void _repeats(SheetView sheet, float* out, int32_t* slots, Py_ssize_t size) noexcept nogil:
    """How often the text of each block is on the page, as a logarithm."""
    cdef Py_ssize_t n = sheet.words.shape[0], i
    cdef int32_t* slot_of = <int32_t*>out
    cdef int32_t count
    memset(slots, 0, 2 * size * sizeof(int32_t))
    for i in range(n):
        slot_of[i] = <int32_t>_count_text(sheet.counts[i, FINGERPRINT], slots, size)
    for i in range(n):
        count = slots[2 * slot_of[i] + 1]
        out[i] = <float>log(count) if count > 1 else 0


cdef float _sum_up(SheetView sheet, float* before) noexcept nogil:
    """Fill the prefix sums. The length of the longest block."""
    cdef Py_ssize_t i
    cdef float size, longest = 0
    cdef float* after
    memset(before, 0, SUMS * sizeof(float))
    for i in range(sheet.words.shape[0]):
        after = before + SUMS
        size = sheet.characters[i]
        longest = _at_least(size, longest)
        after[S_CHARACTERS] = before[S_CHARACTERS] + size
        after[S_WORDS] = before[S_WORDS] + sheet.words[i]
        after[S_LINKED] = before[S_LINKED] + sheet.linked[i]
        after[S_PROSE] = before[S_PROSE]
        if sheet.words[i] >= PROSE_WORDS and <float>sheet.linked[i] / _at_least(size, 1) < PROSE_LINKS:
            after[S_PROSE] += size
        after[S_GAP] = before[S_GAP] + sheet.gap[i]
        after[S_STOPS] = before[S_STOPS] + sheet.counts[i, STOPS]
        after[S_COMMAS] = before[S_COMMAS] + sheet.counts[i, COMMAS]
        after[S_BLOCKS] = before[S_BLOCKS] + 1
        before = after
    return longest


cdef void _describe_level(SheetView sheet, Py_ssize_t level, const float* before, float* out) noexcept nogil:
    """The features of the elements of one level."""
    cdef Py_ssize_t n = sheet.words.shape[0], k = level - 1, i
    cdef int32_t low, high, last_low = -1, last_high = -1
    cdef const float* a
    cdef const float* b
    cdef float total = _at_least(before[n * SUMS + S_CHARACTERS], 1)
    cdef float characters = 0, words, blocks = 0, linked = 0, prose = 0, text = 0, stops = 0, commas = 0, density = 0
    cdef double size = 1
    for i in range(n):
        low, high = sheet.ranges[i, level, 0], sheet.ranges[i, level, 1]
        # Neighbours are often in the same element.
        if low != last_low or high != last_high:
            last_low, last_high = low, high
            a, b = before + low * SUMS, before + high * SUMS
            characters, blocks = b[S_CHARACTERS] - a[S_CHARACTERS], b[S_BLOCKS] - a[S_BLOCKS]
            words = _at_least(b[S_WORDS] - a[S_WORDS], 1)
            linked = (b[S_LINKED] - a[S_LINKED]) / _at_least(characters, 1)
            prose = (b[S_PROSE] - a[S_PROSE]) / _at_least(characters, 1)
            text = characters / total
            stops = (b[S_STOPS] - a[S_STOPS]) / words * 10
            commas = (b[S_COMMAS] - a[S_COMMAS]) / words * 10
            density = characters / (characters + (b[S_GAP] - a[S_GAP]))
            size = max(high - low, 1)
        out[(LOG_LEVEL_CHARACTERS + k) * n + i] = characters + 1
        out[(LOG_LEVEL_BLOCKS + k) * n + i] = blocks + 1
        out[(LOG_LEVEL_TWINS + k) * n + i] = <float>sheet.ranges[i, level, 2] + 1
        out[(LEVEL_LINKS + k) * n + i] = linked
        out[(LEVEL_PROSE + k) * n + i] = prose
        out[(LEVEL_TEXT + k) * n + i] = text
        out[(LEVEL_STOPS + k) * n + i] = stops
        out[(LEVEL_COMMAS + k) * n + i] = commas
        out[(LEVEL_DENSITY + k) * n + i] = density
        out[(LEVEL_PLACE + k) * n + i] = <float>((i - low) / size)


cdef void _describe_roles(SheetView sheet, Py_ssize_t k, float total, float* out, float* sums) noexcept nogil:
    """The features of the blocks in the same role. `sums` has room for five numbers a block."""
    cdef Py_ssize_t n = sheet.words.shape[0], i
    cdef float* count = sums
    cdef float* text = sums + n
    cdef float* linked = sums + 2 * n
    cdef float* first = sums + 3 * n
    cdef float* last = sums + 4 * n
    cdef int32_t role
    memset(sums, 0, 3 * n * sizeof(float))
    for i in range(n):
        role = sheet.roles[i, k]
        if count[role] == 0:
            first[role] = <float>i
        last[role] = <float>i
        out[(ROLE_PLACE + k) * n + i] = count[role]
        count[role] += 1
        text[role] += sheet.characters[i]
        linked[role] += sheet.linked[i]
    for i in range(n):
        role = sheet.roles[i, k]
        out[(LOG_ROLE_BLOCKS + k) * n + i] = count[role] + 1
        out[(ROLE_TEXT + k) * n + i] = text[role] / _at_least(total, 1)
        out[(ROLE_LINKS + k) * n + i] = linked[role] / _at_least(text[role], 1)
        out[(ROLE_PLACE + k) * n + i] /= count[role]
        out[(ROLE_SPREAD + k) * n + i] = (last[role] - first[role]) / <float>n


cdef void _blur(Py_ssize_t n, Py_ssize_t reach, const float* before, float* out) noexcept nogil:
    """Density, links, prose and word length of the blocks around each block."""
    cdef Py_ssize_t i
    cdef const float* a
    cdef const float* b
    cdef float characters
    for i in range(n):
        a = before + max(i - reach, 0) * SUMS
        b = before + min(i + reach + 1, n) * SUMS
        characters = _at_least(b[S_CHARACTERS] - a[S_CHARACTERS], 1)
        out[i] = characters / (characters + (b[S_GAP] - a[S_GAP]))
        out[n + i] = (b[S_LINKED] - a[S_LINKED]) / characters
        out[2 * n + i] = (b[S_PROSE] - a[S_PROSE]) / characters
        out[3 * n + i] = characters / _at_least(b[S_WORDS] - a[S_WORDS], 1)


cdef void _describe_counts(SheetView sheet, float* out) noexcept nogil:
    """What a block is made of: lengths and counts, of which logarithms are taken later, and shares."""
    cdef Py_ssize_t n = sheet.words.shape[0], i, k
    cdef const int32_t* row
    cdef float characters, words, size, count
    for i in range(n):
        row = &sheet.counts[i, 0]
        characters, words = sheet.characters[i], sheet.words[i]
        size, count = _at_least(characters, 1), _at_least(words, 1)
        out[LOG_CHARACTERS * n + i] = characters + 1
        out[LOG_WORDS * n + i] = words + 1
        out[LOG_GAP * n + i] = <float>sheet.gap[i] + 1
        out[LOG_INITIALS * n + i] = <float>row[INITIALS] + 1
        for k in range(SHAPES):
            out[(LOG_SHAPES + k) * n + i] = <float>row[CAPITALS + k] + 1
            # most of them are zero
            out[(SHAPE_SHARES + k) * n + i] = <float>row[CAPITALS + k] / size * 10 if row[CAPITALS + k] else 0
        for k in range(TAGS):
            out[(LOG_TAGS + k) * n + i] = <float>row[LINKS + k] + 1
        out[LOG_TWINS * n + i] = <float>sheet.ranges[i, 0, 2] + 1
        out[R_CONTROLS * n + i] = _at_most(row[CONTROLS], 4)
        out[R_BREAKS * n + i] = _at_most(row[BREAKS], 4)
        out[LINK_SHARE * n + i] = _at_most(<float>sheet.linked[i] / size, 1)
        out[INITIALS_SHARE * n + i] = <float>row[INITIALS] / count
        out[WORD_LENGTH * n + i] = _at_most(characters / count / 6, 5)
        out[DENSITY * n + i] = characters / (characters + sheet.gap[i] + 1)
        out[R_ENDS * n + i] = row[ENDS]
        out[R_HIDDEN * n + i] = sheet.hidden[i] & 1
        out[IN_NOSCRIPT * n + i] = sheet.hidden[i] >> 1


cdef void _describe_place(SheetView sheet, const float* before, float longest, float* out) noexcept nogil:
    """Where a block is on the page, and how it is like the page's title."""
    cdef Py_ssize_t n = sheet.words.shape[0], i
    cdef const float* total = before + n * SUMS
    cdef float of_title = max(count_bits(sheet.title_bits), 1), share, shared
    cdef int headings = 0
    for i in range(n):
        out[TEXT_BEFORE * n + i] = before[i * SUMS + S_CHARACTERS] / _at_least(total[S_CHARACTERS], 1)
        out[PROSE_BEFORE * n + i] = before[i * SUMS + S_PROSE] / _at_least(total[S_PROSE], 1)
        out[PROSE_WITH * n + i] = before[(i + 1) * SUMS + S_PROSE] / _at_least(total[S_PROSE], 1)
        out[PLACE * n + i] = <float>(<double>i / n)
        out[OF_LONGEST * n + i] = sheet.characters[i] / longest
        out[DEPTH * n + i] = <float>min(sheet.depth[i] / <double>20, 3)
        share = shared = 0
        if sheet.words[i] <= TITLE_WORDS and sheet.word_bits[i] & sheet.title_bits:
            shared = count_bits(sheet.word_bits[i] & sheet.title_bits)
            share = shared / <float>count_bits(sheet.word_bits[i])
        out[WORDS_IN_TITLE * n + i] = share
        out[TITLE_COVERED * n + i] = share * shared / of_title
        headings += sheet.group[i] == H1
        out[H1_SO_FAR * n + i] = min(headings, 2)
    _fill(out + H1_ON_PAGE * n, n, min(headings, 3))


cdef void _fill(float* row, Py_ssize_t n, float value) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(n):
        row[i] = value


cdef void _describe_page(Py_ssize_t n, const float* total, float* out) noexcept nogil:
    """What is the same for all blocks."""
    cdef float characters = _at_least(total[S_CHARACTERS], 1)
    _fill(out + LOG_PAGE_CHARACTERS * n, n, characters + 1)
    _fill(out + LOG_PAGE_BLOCKS * n, n, <float>n + 1)
    _fill(out + PAGE_LINKS * n, n, _at_least(total[S_LINKED], 1) / characters)
    _fill(out + PAGE_PROSE * n, n, _at_least(total[S_PROSE], 1) / characters)


def measure(SheetView sheet not None):
    """The measured features, one row each."""
    cdef Py_ssize_t n = sheet.words.shape[0], slots = _slots(n), level
    result = np.empty((N_MEASURED, n), dtype=np.float32)
    if n == 0:
        return result
    cdef float[:, ::1] rows = result
    cdef float[::1] room = np.empty((n + 1) * SUMS + max(2 * slots, 5 * n), dtype=np.float32)
    cdef float* out = &rows[0, 0]
    cdef float* before = &room[0]
    cdef float longest
    with nogil:
        longest = _sum_up(sheet, before)
        for level in range(1, sheet.ranges.shape[1]):
            _describe_level(sheet, level, before, out)
        for level in range(2):
            _describe_roles(sheet, level, before[n * SUMS + S_CHARACTERS], out, before + (n + 1) * SUMS)
    for reach in table.REACHES:
        _blur(n, reach, before, out + <Py_ssize_t>row_of(f"density within {reach}") * n)
    with nogil:
        _describe_counts(sheet, out)
        _describe_place(sheet, before, longest, out)
        _describe_page(n, before + n * SUMS, out)
        _repeats(sheet, out + LOG_REPEATS * n, <int32_t*>(before + (n + 1) * SUMS), slots)
    logarithms = result[:N_LOGS]
    np.log(logarithms, out=logarithms)
    return result


def flags(SheetView sheet not None):
    """The features that are zero or one, one row a block."""
    cdef Py_ssize_t n = sheet.words.shape[0], bit, i, k
    cdef Py_ssize_t hints = row_of("hints around") - N_MEASURED, group = row_of("group") - N_MEASURED
    cdef Py_ssize_t first = row_of("first shape") - N_MEASURED, last = row_of("last shape") - N_MEASURED
    cdef Py_ssize_t label = row_of("label") - N_MEASURED
    cdef uint32_t found[SEEN_LABELS]
    cdef Outline outline
    result = np.zeros((n, N_FLAGS), dtype=np.uint8)
    cdef uint8_t[:, ::1] out = result
    memset(&outline, 0, sizeof(outline))
    for i in range(n):
        # The upper half of the families is for the rules alone.
        for bit in range(hints):
            out[i, bit] = sheet.masks[i, 0] >> bit & 1
        for bit in range(group - hints):
            out[i, hints + bit] = sheet.masks[i, 1 + bit // 64] >> (bit % 64) & 1
        out[i, group + sheet.group[i]] = 1
        # A text of control characters alone has no first sign.
        if sheet.counts[i, FIRST_SHAPE] >= 0:
            out[i, first + sheet.counts[i, FIRST_SHAPE]] = 1
            out[i, last + sheet.counts[i, LAST_SHAPE]] = 1
        see_labels(sheet, i, &outline, found)
        for k in range(SEEN_LABELS):
            for bit in range(N_LABELS):
                out[i, label + k * N_LABELS + bit] = found[k] >> bit & 1
    return result


def seen_labels(SheetView sheet not None):
    """The labels that each block sees, as masks: its own, that of the heading above, and those of what is around it."""
    cdef Py_ssize_t n = sheet.words.shape[0], i
    cdef Outline outline
    result = np.empty((n, SEEN_LABELS), dtype=np.uint32)
    cdef uint32_t[:, ::1] out = result
    memset(&outline, 0, sizeof(outline))
    for i in range(n):
        see_labels(sheet, i, &outline, &out[i, 0])
    return result


def page_inputs(const float[::1] settings not None, SheetView sheet not None):
    """The annotation settings, then the hints of the whole page and what it declares as zeros and ones."""
    cdef Py_ssize_t count = settings.shape[0], i
    result = np.empty(count + 64 + N_DECLARED, dtype=np.float32)
    cdef float[::1] out = result
    for i in range(count):
        out[i] = settings[i]
    for i in range(64):
        out[count + i] = sheet.page_hints >> i & 1
    for i in range(N_DECLARED):
        out[count + 64 + i] = sheet.declared >> i & 1
    return result
