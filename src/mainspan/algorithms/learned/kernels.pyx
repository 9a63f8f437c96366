"""The steps of the learned method in C: each one pass over the blocks.

The specification is in `features`, `plain`, `structure`, `headline` and `wishes`; property tests hold the results equal.
"""

from libc.math cimport log
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memchr, memcpy, memset

import os
from importlib import import_module

import numpy as np

# The package has a function of this name too.
_features = import_module("mainspan.algorithms.learned.features")
_headline = import_module("mainspan.algorithms.learned.headline")
_structure = import_module("mainspan.algorithms.learned.structure")
_copies = import_module("mainspan.algorithms.learned.copies")
_wishes = import_module("mainspan.algorithms.learned.wishes")

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static int mainspan_lowest(unsigned long long mask) {
        int bit = 0;
        while (!(mask & 1)) { mask >>= 1; bit++; }
        return bit;
    }
    static int mainspan_count(unsigned long long mask) {
        int count = 0;
        for (; mask; mask &= mask - 1) count++;
        return count;
    }
    #else
    #define mainspan_lowest(mask) __builtin_ctzll(mask)
    #define mainspan_count(mask) __builtin_popcountll(mask)
    #endif
    """
    int lowest_bit "mainspan_lowest" (uint64_t mask) nogil
    int count_bits "mainspan_count" (uint64_t mask) nogil

cdef extern from *:
    """
    /* Matrix products of rows that lie anywhere: nothing is copied to stand side by side, and a row that many
       blocks look at is there once. Each tile of the result stays in registers until it is done. */
    #define MAINSPAN_WIDE 16
    #define MAINSPAN_ARGUMENTS Py_ssize_t n, const float *const *rows, Py_ssize_t parts, Py_ssize_t channels, Py_ssize_t hop, const float *weights, Py_ssize_t size, const float *start, Py_ssize_t stride, float *out

    /* The columns from this one on, which make no tile. */
    static void mainspan_multiply_rest(Py_ssize_t column, MAINSPAN_ARGUMENTS) {
        Py_ssize_t i, part, k;
        for (; column < size; column++)
            for (i = 0; i < n; i++) {
                float sum = start[i * stride + column];
                for (part = 0; part < parts; part++)
                    for (k = 0; k < channels; k++)
                        sum += rows[i * parts + part][k * hop] * weights[(part * channels + k) * size + column];
                out[i * size + column] = sum;
            }
    }

    /* For any processor: a tile is one row high, and any compiler knows what to do with it. */
    static void mainspan_multiply_plain(MAINSPAN_ARGUMENTS) {
        Py_ssize_t column, i, part, k;
        int c;
        for (column = 0; column + MAINSPAN_WIDE <= size; column += MAINSPAN_WIDE)
            for (i = 0; i < n; i++) {
                const float *below = weights + column;
                float sum[MAINSPAN_WIDE];
                for (c = 0; c < MAINSPAN_WIDE; c++) sum[c] = start[i * stride + column + c];
                for (part = 0; part < parts; part++) {
                    const float *row = rows[i * parts + part];
                    for (k = 0; k < channels * hop; k += hop, below += size)
                        for (c = 0; c < MAINSPAN_WIDE; c++) sum[c] += row[k] * below[c];
                }
                for (c = 0; c < MAINSPAN_WIDE; c++) out[i * size + column + c] = sum[c];
            }
        mainspan_multiply_rest(column, n, rows, parts, channels, hop, weights, size, start, stride, out);
    }

    #if defined(__GNUC__) && defined(__x86_64__)
    /* With AVX2, which nearly all processors have but which must be asked for, a tile is six rows high. */
    typedef float mainspan_eight __attribute__((vector_size(32), aligned(4)));
    #define MAINSPAN_TALL 6
    #define MAINSPAN_EACH_ROW _Pragma("GCC unroll 6") for (r = 0; r < tall; r++)

    __attribute__((target("avx2,fma"), always_inline)) static inline void mainspan_tile(const int tall, const float *const *rows, Py_ssize_t parts, Py_ssize_t channels, Py_ssize_t hop, const float *weights, Py_ssize_t size, const float *start, Py_ssize_t stride, float *out) {
        mainspan_eight sum[MAINSPAN_TALL][2], left, right;
        const float *row[MAINSPAN_TALL];
        Py_ssize_t part, k;
        int r;
        MAINSPAN_EACH_ROW {
            sum[r][0] = *(const mainspan_eight *)(start + r * stride);
            sum[r][1] = *(const mainspan_eight *)(start + r * stride + 8);
        }
        for (part = 0; part < parts; part++) {
            MAINSPAN_EACH_ROW row[r] = rows[r * parts + part];
            for (k = 0; k < channels * hop; k += hop, weights += size) {
                left = *(const mainspan_eight *)weights;
                right = *(const mainspan_eight *)(weights + 8);
                MAINSPAN_EACH_ROW {
                    sum[r][0] += row[r][k] * left;
                    sum[r][1] += row[r][k] * right;
                }
            }
        }
        MAINSPAN_EACH_ROW {
            *(mainspan_eight *)(out + r * size) = sum[r][0];
            *(mainspan_eight *)(out + r * size + 8) = sum[r][1];
        }
    }

    __attribute__((target("avx2,fma"))) static void mainspan_multiply_wide(MAINSPAN_ARGUMENTS) {
        Py_ssize_t column, i;
        for (column = 0; column + MAINSPAN_WIDE <= size; column += MAINSPAN_WIDE) {
            for (i = 0; i + MAINSPAN_TALL <= n; i += MAINSPAN_TALL)
                mainspan_tile(MAINSPAN_TALL, rows + i * parts, parts, channels, hop, weights + column, size, start + i * stride + column, stride, out + i * size + column);
            for (; i < n; i++)
                mainspan_tile(1, rows + i * parts, parts, channels, hop, weights + column, size, start + i * stride + column, stride, out + i * size + column);
        }
        mainspan_multiply_rest(column, n, rows, parts, channels, hop, weights, size, start, stride, out);
    }

    static void mainspan_multiply(MAINSPAN_ARGUMENTS) {
        if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
            mainspan_multiply_wide(n, rows, parts, channels, hop, weights, size, start, stride, out);
        else
            mainspan_multiply_plain(n, rows, parts, channels, hop, weights, size, start, stride, out);
    }
    #else
    #define mainspan_multiply mainspan_multiply_plain
    #endif
    """
    # For each of n blocks the product of its rows, one a part, with the weights of the parts, below each other. The
    # channels of a row stand so many numbers apart as hop says. The product is added to what it starts with, which
    # stands stride numbers apart (0: the same for all).
    void multiply "mainspan_multiply" (Py_ssize_t n, const float** rows, Py_ssize_t parts, Py_ssize_t channels, Py_ssize_t hop, const float* weights, Py_ssize_t size, const float* start, Py_ssize_t stride, float* out) nogil

cdef enum:
    # Fields of the counts, and what the features are made with: checked below.
    INITIALS = 0
    ENDS = 1
    CAPITAL = 2
    COMMA = 4
    STOP = 5
    FIRST = 9
    LAST = 10
    MARK = 11
    LINKS = 12
    IMAGES = 17
    CONTROLS = 18
    BREAKS = 19
    FIELDS = 20
    LONG = 15
    COPY = 8
    GROUPS = 24
    SHAPES = 9
    LI = 2
    TD = 4
    TH = 5
    H1 = 6
    H6 = 11
    DD = 15
    DT = 16
    # Of the masks: the families, the hints around, and those of the levels. The lower half of the families is of all
    # elements around a block, the upper one of those that hold nothing else.
    MASKS = 5
    FAMILIES = 32
    CHOICES = FAMILIES + 64 * (MASKS - 1)
    # Sums kept for each block: characters, words, linked, long, gap, stops, commas, blocks.
    SUMS = 8
    # Blocks that a convolution sees.
    WIDTH = 5

cdef float LINKED = _features.LINKED
cdef int[3] REACHES = _features.REACHES
cdef double GAP = _structure.GAP, HEADING = _structure.HEADING, SURE = _structure.SURE
cdef double HOPELESS = _structure.HOPELESS, UNLIKELY = _structure.UNLIKELY
cdef double MOST_OF_A_LIST = _structure.MOST_OF_A_LIST, MOSTLY_LINKS = _structure.MOSTLY_LINKS
cdef double ALL_AROUND = _structure.ALL_AROUND, ALL_LINKS = _structure.ALL_LINKS
cdef uint64_t ASIDE = _structure.ASIDE, BOXES = _structure.BOXES
cdef int TEXT = _structure.TEXT, LONGEST_CELL = _structure.LONGEST_CELL, LIST_LEVELS = _structure.LIST_LEVELS
cdef uint64_t AROUND = 0xFFFFFFFFULL, ITEM = _structure.ITEM, CELL = _structure.CELL
cdef double LIKE_TITLE = _headline.LIKE_TITLE, WHOLE = _wishes.WHOLE
cdef int LAST_HEADING = _headline.LAST_HEADING, FEWEST = _headline.FEWEST, MOST = _headline.MOST
cdef int LONGEST_CAPTION = _wishes.LONGEST_CAPTION, MOST_WORDS = _wishes.MOST_WORDS, NEAR = _wishes.NEAR
cdef int LEAD = _wishes.LEAD
cdef double LIST_OF_ITS_OWN = _copies.MOST_OF_A_LIST, MOST_OF_AN_ELEMENT = _copies.MOST_OF_AN_ELEMENT, HALF = _copies.HALF
cdef Py_ssize_t COPIED_FIRST = _copies.LEVELS.start, COPIED_END = _copies.LEVELS.stop
cdef uint64_t FIGURE = _wishes.FIGURE, TABLE = _wishes.TABLE, QUOTED = _wishes.QUOTED
cdef uint64_t CAPTION = _wishes.CAPTION, NAMED_CAPTION = _wishes.NAMED_CAPTION
cdef uint64_t AUTHOR_OR_DATE = _wishes.AUTHOR_OR_DATE, COMMENT = _wishes.COMMENT, MENU = _wishes.MENU

for _name, _value in {
    "INITIALS": INITIALS, "ENDS": ENDS, "CAPITAL": CAPITAL, "COMMA": COMMA, "STOP": STOP, "FIRST": FIRST,
    "LAST": LAST, "MARK": MARK, "LINKS": LINKS, "IMAGES": IMAGES, "CONTROLS": CONTROLS, "BREAKS": BREAKS, "LONG": LONG, "COPY": COPY,
    "GROUPS": GROUPS, "SHAPES": SHAPES, "LI": LI, "TD": TD, "TH": TH, "H1": H1,
    "H6": H6, "DD": DD, "DT": DT, "LEVELS_WITH_HINTS": MASKS - 2,
}.items():
    assert getattr(_features, _name) == _value, _name

# So that no page can be made whose texts all fall into one slot of a table.
cdef uint64_t SEED = int.from_bytes(os.urandom(8), "little")


# --- dense -------------------------------------------------------------------------------------------

cdef inline float _at_least(float value, float least) noexcept nogil:
    return value if value > least else least


cdef inline float _at_most(float value, float most) noexcept nogil:
    return value if value < most else most


cdef inline uint64_t _scatter(uint64_t number) noexcept nogil:
    number = (number ^ SEED) * 0xff51afd7ed558ccdULL
    number = (number ^ number >> 33) * 0xc4ceb9fe1a85ec53ULL
    return number ^ number >> 33


cdef inline Py_ssize_t _slots(Py_ssize_t n) noexcept nogil:
    """How many slots a table has for so many texts."""
    cdef Py_ssize_t slots = 4
    while slots < 2 * n:
        slots *= 2
    return slots


cdef inline Py_ssize_t _note(int32_t mark, int32_t* table, Py_ssize_t size) noexcept nogil:
    """Count a text in a table, which holds two numbers a slot: its mark, how often. Its slot."""
    cdef Py_ssize_t slot = _scatter(<uint32_t>mark) & (size - 1)
    while table[2 * slot + 1] and table[2 * slot] != mark:
        slot = (slot + 1) & (size - 1)
    table[2 * slot] = mark
    table[2 * slot + 1] += 1
    return slot


cdef void _repeats(Py_ssize_t n, const int32_t* counts, float* out, int32_t* table, Py_ssize_t size) noexcept nogil:
    """How often the text of each block stands on the page."""
    cdef Py_ssize_t i, slot
    cdef int32_t mark
    memset(table, 0, 2 * size * sizeof(int32_t))
    for i in range(n):
        slot = _note(counts[i * FIELDS + MARK], table, size)
        # for now the slot, whose number is exact as long as it is stored in as many bits
        (<int32_t*>out)[i] = <int32_t>slot
    for i in range(n):
        mark = table[2 * (<int32_t*>out)[i] + 1]
        out[i] = <float>log(mark) if mark > 1 else 0


cdef void _level(Py_ssize_t n, const int32_t* ranges, Py_ssize_t width, const float* before, float total, float* logs, float* shares, Py_ssize_t step) noexcept nogil:
    """The features of one level: three among the logarithms, seven among the shares; `step` rows apart."""
    cdef Py_ssize_t i
    cdef int32_t low, high, last_low = -1, last_high = -1
    cdef const float* a
    cdef const float* b
    cdef float characters = 0, words, blocks = 0, linked = 0, long = 0, of_all = 0, stops = 0, commas = 0, dense = 0, inverse
    cdef double size = 1
    for i in range(n):
        low, high = ranges[0], ranges[1]
        # Neighbours often stand in the same element.
        if low != last_low or high != last_high:
            last_low, last_high = low, high
            a, b = before + low * SUMS, before + high * SUMS
            characters, blocks = b[0] - a[0], b[7] - a[7]
            words = _at_least(b[1] - a[1], 1)
            linked = (b[2] - a[2]) / _at_least(characters, 1)
            long = (b[3] - a[3]) / _at_least(characters, 1)
            of_all = characters / total
            stops = (b[5] - a[5]) / words * 10
            commas = (b[6] - a[6]) / words * 10
            dense = characters / (characters + (b[4] - a[4]))
            size = max(high - low, 1)
        logs[i] = characters + 1
        logs[step + i] = blocks + 1
        logs[2 * step + i] = <float>ranges[2] + 1
        shares[i] = linked
        shares[step + i] = long
        shares[2 * step + i] = of_all
        shares[3 * step + i] = stops
        shares[4 * step + i] = commas
        shares[5 * step + i] = dense
        shares[6 * step + i] = <float>((i - low) / size)
        ranges += width


cdef void _fill(float* row, Py_ssize_t n, float value) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(n):
        row[i] = value


cdef void _blur(Py_ssize_t n, Py_ssize_t reach, const float* before, float* out) noexcept nogil:
    """The four features of one blur."""
    cdef Py_ssize_t i, low, high
    cdef const float* a
    cdef const float* b
    cdef float characters
    for i in range(n):
        a = before + max(i - reach, 0) * SUMS
        b = before + min(i + reach + 1, n) * SUMS
        characters = _at_least(b[0] - a[0], 1)
        out[i] = characters / (characters + (b[4] - a[4]))
        out[n + i] = (b[2] - a[2]) / characters
        out[2 * n + i] = (b[3] - a[3]) / characters
        out[3 * n + i] = characters / _at_least(b[1] - a[1], 1)


cdef float _sum_up(Py_ssize_t n, const int32_t* characters, const int32_t* words, const int32_t* linked, const int32_t* gap, const int32_t* counts, float* before) noexcept nogil:
    """Fill the prefix sums. The length of the longest block."""
    cdef Py_ssize_t i
    cdef float size, most = 0
    cdef float* after
    memset(before, 0, SUMS * sizeof(float))
    for i in range(n):
        after = before + SUMS
        size = characters[i]
        most = _at_least(size, most)
        after[0] = before[0] + size
        after[1] = before[1] + words[i]
        after[2] = before[2] + linked[i]
        after[3] = before[3]
        if words[i] >= LONG and <float>linked[i] / _at_least(size, 1) < LINKED:
            after[3] += size
        after[4] = before[4] + gap[i]
        after[5] = before[5] + counts[STOP]
        after[6] = before[6] + counts[COMMA]
        after[7] = before[7] + 1
        counts += FIELDS
        before = after
    return most


def dense(sheet):
    """The measured features, one row each: see `features.dense`."""
    cdef const int32_t[::1] words = sheet.words, characters = sheet.characters, linked = sheet.linked, gap = sheet.gap
    cdef const int32_t[::1] depth = sheet.depth
    cdef const uint8_t[::1] group = sheet.group, veils = sheet.veils
    cdef const int32_t[:, ::1] counts = sheet.counts
    cdef const uint64_t[::1] bits = sheet.bits
    cdef const int32_t[:, :, ::1] ranges = sheet.ranges
    cdef uint64_t title = sheet.title
    cdef Py_ssize_t n = words.shape[0], levels = ranges.shape[1] - 1, i, k, logs = 19 + 3 * levels, slots = _slots(n)
    result = np.empty((59 + 10 * levels, n), dtype=np.float32)
    if n == 0:
        return result
    room = np.empty((n + 1) * SUMS + 2 * slots, dtype=np.float32)
    cdef float[:, ::1] rows = result
    cdef float[::1] spare = room
    cdef float* before = &spare[0]
    cdef float* out = &rows[0, 0]
    cdef float* total = before + n * SUMS
    cdef const int32_t* row
    cdef float size, count, most, titled, common, of_title = max(count_bits(title), 1)
    cdef int headed = 0
    with nogil:
        most = _sum_up(n, &characters[0], &words[0], &linked[0], &gap[0], &counts[0, 0], before)
        # What stands around a block.
        for k in range(levels):
            _level(n, &ranges[0, k + 1, 0], 3 * (levels + 1), before, _at_least(total[0], 1), out + (17 + k) * n, out + (logs + 40 + k) * n, levels * n)
        for k in range(3):
            _blur(n, REACHES[k], before, out + (logs + 28 + 4 * k) * n)
        # What a block is: lengths and counts, of which logarithms are taken at last, ...
        for i in range(n):
            row = &counts[i, 0]
            out[i] = <float>characters[i] + 1
            out[n + i] = <float>words[i] + 1
            out[2 * n + i] = <float>gap[i] + 1
            out[3 * n + i] = <float>row[INITIALS] + 1
            for k in range(6):
                out[(4 + k) * n + i] = <float>row[CAPITAL + k] + 1
                out[(10 + k) * n + i] = <float>row[LINKS + k] + 1
            out[16 * n + i] = <float>ranges[i, 0, 2] + 1
        _fill(out + (logs - 2) * n, n, _at_least(total[0], 1) + 1)
        _fill(out + (logs - 1) * n, n, <float>n + 1)
        # ... shares of it, ...
        out += logs * n
        for i in range(n):
            row = &counts[i, 0]
            size = _at_least(characters[i], 1)
            count = _at_least(words[i], 1)
            out[i] = _at_most(row[CONTROLS], 4)
            out[n + i] = _at_most(row[BREAKS], 4)
            out[2 * n + i] = _at_most(<float>linked[i] / size, 1)
            for k in range(6):
                # most of them are zero
                out[(3 + k) * n + i] = <float>row[CAPITAL + k] / size * 10 if row[CAPITAL + k] else 0
            out[9 * n + i] = <float>row[INITIALS] / count
            out[10 * n + i] = _at_most(<float>characters[i] / count / 6, 5)
            out[11 * n + i] = <float>characters[i] / (<float>characters[i] + gap[i] + 1)
        # ... and where it stands.
        for i in range(n):
            out[12 * n + i] = before[i * SUMS] / _at_least(total[0], 1)
            out[13 * n + i] = before[i * SUMS + 3] / _at_least(total[3], 1)
            out[14 * n + i] = before[(i + 1) * SUMS + 3] / _at_least(total[3], 1)
            out[15 * n + i] = <float>(<double>i / n)
            out[16 * n + i] = characters[i] / most
            out[17 * n + i] = <float>min(depth[i] / <double>20, 3)
        _repeats(n, &counts[0, 0], out + 18 * n, <int32_t*>(total + SUMS), slots)
        _fill(out + 19 * n, n, _at_least(total[2], 1) / _at_least(total[0], 1))
        _fill(out + 20 * n, n, _at_least(total[3], 1) / _at_least(total[0], 1))
        for i in range(n):
            out[21 * n + i] = counts[i, ENDS]
            out[22 * n + i] = veils[i] & 1
            out[23 * n + i] = veils[i] >> 1
            titled = common = 0
            if words[i] <= 25 and bits[i] & title:
                common = count_bits(bits[i] & title)
                titled = common / <float>count_bits(bits[i])
            out[24 * n + i] = titled
            out[25 * n + i] = titled * common / of_title
            headed += group[i] == H1
            out[26 * n + i] = min(headed, 2)
        _fill(out + 27 * n, n, min(headed, 3))
    logarithms = result[:logs]
    np.log(logarithms, out=logarithms)
    return result


# --- the network's steps -----------------------------------------------------------------------------

cdef inline int _list_set(uint64_t mask, int32_t first, int32_t* rows) noexcept nogil:
    """Write down the rows of the bits that are set. How many they are."""
    cdef int count = 0
    while mask:
        rows[count] = first + lowest_bit(mask)
        count += 1
        mask &= mask - 1
    return count


cdef void _add_rows(float* out, const float* weights, const int32_t* rows, int count, Py_ssize_t size) noexcept nogil:
    """Add these rows of the weights: eight channels at a time, which stay in registers."""
    cdef float total[8]
    cdef Py_ssize_t k = 0
    cdef const float* row
    cdef int r, c
    while k + 8 <= size:
        for c in range(8):
            total[c] = out[k + c]
        for r in range(count):
            row = weights + rows[r] * size + k
            for c in range(8):
                total[c] += row[c]
        for c in range(8):
            out[k + c] = total[c]
        k += 8
    while k < size:
        for r in range(count):
            out[k] += weights[rows[r] * size + k]
        k += 1


cdef const float** _room_for(Py_ssize_t count) except NULL:
    """Room for the addresses of so many rows; to be freed."""
    cdef void* room = malloc(max(count, 1) * sizeof(float*))
    if room == NULL:
        raise MemoryError
    return <const float**>room


cdef void _add_positive(Py_ssize_t count, const float* z, float* new) noexcept nogil:
    """Of what is new keep what is positive, and add it to z."""
    cdef Py_ssize_t i
    for i in range(count):
        new[i] = z[i] + (new[i] if new[i] > 0 else 0)


cdef void _list_rows(const float* z, Py_ssize_t n, Py_ssize_t size, const float** rows) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(n):
        rows[i] = z + i * size


def page_inputs(const float[::1] habits not None, sheet not None):
    """What was asked for, then the hints of the whole page as zeros and ones."""
    cdef Py_ssize_t count = habits.shape[0], i
    cdef uint64_t hints = sheet.page
    result = np.empty(count + 64, dtype=np.float32)
    cdef float[::1] out = result
    for i in range(count):
        out[i] = habits[i]
    for i in range(64):
        out[count + i] = hints >> i & 1
    return result


cdef void _weigh_flags(const uint64_t[:, ::1] masks, const uint8_t[::1] group, const int32_t[:, ::1] counts, const float* weights, const float* bias, float* around, float[:, ::1] z) noexcept nogil:
    """For each block the bias, and what its bits and choices weigh. `around` has room for one row."""
    cdef Py_ssize_t n = z.shape[0], size = z.shape[1], i, k
    cdef int32_t rows[CHOICES + 3]
    cdef int count
    cdef uint64_t families = 0, hints = 0
    memcpy(around, bias, size * sizeof(float))
    for i in range(n):
        # Neighbours often have the same elements around them.
        if (masks[i, 0] & AROUND) != families or masks[i, 1] != hints:
            families, hints = masks[i, 0] & AROUND, masks[i, 1]
            count = _list_set(families, 0, rows)
            count += _list_set(hints, FAMILIES, rows + count)
            memcpy(around, bias, size * sizeof(float))
            _add_rows(around, weights, rows, count, size)
        count = 0
        for k in range(2, MASKS):
            count += _list_set(masks[i, k], <int32_t>(FAMILIES + 64 * (k - 1)), rows + count)
        rows[count] = CHOICES + group[i]
        count += 1
        if counts[i, FIRST] >= 0:
            rows[count] = CHOICES + GROUPS + counts[i, FIRST]
            rows[count + 1] = CHOICES + GROUPS + SHAPES + counts[i, LAST]
            count += 2
        memcpy(&z[i, 0], around, size * sizeof(float))
        _add_rows(&z[i, 0], weights, rows, count, size)


def begin(const float[:, ::1] measured not None, sheet not None, const float[:, ::1] weights not None, const float[::1] bias not None):
    """The first layer: what is positive of the features, weighed, and the bias. Most of the bits are zero."""
    cdef Py_ssize_t n = measured.shape[1], inputs = measured.shape[0], size = weights.shape[1], i
    result = np.empty((n, size), dtype=np.float32)
    if n == 0 or size == 0:
        return result
    cdef const uint64_t[:, ::1] masks = sheet.masks
    cdef const uint8_t[::1] group = sheet.group
    cdef const int32_t[:, ::1] counts = sheet.counts
    cdef float[::1] around = np.empty(size, dtype=np.float32)
    cdef float[:, ::1] z = result
    cdef float* out = &z[0, 0]
    cdef const float** rows = _room_for(n)
    with nogil:
        _weigh_flags(masks, group, counts, &weights[inputs, 0], &bias[0], &around[0], z)
        # Features stand below each other, the numbers of one block far apart.
        _list_rows(&measured[0, 0], n, 1, rows)
        multiply(n, rows, 1, inputs, n, &weights[0, 0], size, out, size, out)
        free(rows)
        for i in range(n * size):
            out[i] = _at_least(out[i], 0)
    return result


def refine(const float[:, ::1] z not None, const float[:, ::1] weights not None, const float[::1] bias not None):
    """Add to z what is positive of z, weighed, and the bias."""
    cdef Py_ssize_t n = z.shape[0], size = z.shape[1]
    result = np.empty((n, size), dtype=np.float32)
    if n == 0 or size == 0:
        return result
    cdef float[:, ::1] new = result
    cdef const float** rows = _room_for(n)
    with nogil:
        _list_rows(&z[0, 0], n, size, rows)
        multiply(n, rows, 1, size, 1, &weights[0, 0], size, &bias[0], 0, &new[0, 0])
        _add_positive(n * size, &z[0, 0], &new[0, 0])
        free(rows)
    return result


def convolve(const float[:, ::1] z not None, Py_ssize_t step, const float[:, ::1] weights not None, const float[::1] bias not None):
    """Refine z by each block's neighbours: two on either side, so many blocks apart."""
    cdef Py_ssize_t n = z.shape[0], size = z.shape[1], i, k, at
    result = np.empty((n, size), dtype=np.float32)
    if n == 0 or size == 0:
        return result
    cdef float[:, ::1] new = result
    # Beyond the ends of the page there is nothing.
    cdef float[::1] nothing = np.zeros(size, dtype=np.float32)
    cdef const float** rows = _room_for(WIDTH * n)
    with nogil:
        for i in range(n):
            for k in range(WIDTH):
                at = i + (k - WIDTH // 2) * step
                rows[WIDTH * i + k] = &z[at, 0] if 0 <= at < n else &nothing[0]
        multiply(n, rows, WIDTH, size, 1, &weights[0, 0], size, &bias[0], 0, &new[0, 0])
        _add_positive(n * size, &z[0, 0], &new[0, 0])
        free(rows)
    return result


cdef void _sum_rows(const float[:, ::1] z, double[:, ::1] before) noexcept nogil:
    cdef Py_ssize_t n = z.shape[0], size = z.shape[1], i, k
    cdef const float* row
    cdef const double* a
    cdef double* b
    memset(&before[0, 0], 0, size * sizeof(double))
    for i in range(n):
        row, a, b = &z[i, 0], &before[i, 0], &before[i + 1, 0]
        for k in range(size):
            b[k] = a[k] + row[k]


cdef Py_ssize_t _average_level(const int32_t[:] low, const int32_t[:] high, const double[:, ::1] before, float[:, ::1] means, int32_t* which) noexcept nogil:
    """The means over the elements of one level, each once for neighbours that share it, and which one each block has. How many."""
    cdef Py_ssize_t size = before.shape[1], count = 0, i, k
    cdef const double* a
    cdef const double* b
    cdef float* out
    cdef double share
    for i in range(low.shape[0]):
        if i == 0 or low[i] != low[i - 1] or high[i] != high[i - 1]:
            a, b, out = &before[low[i], 0], &before[high[i], 0], &means[count, 0]
            share = 1 / <double>(high[i] - low[i])
            for k in range(size):
                out[k] = <float>((b[k] - a[k]) * share)
            count += 1
        which[i] = <int32_t>(count - 1)
    return count


def average(const float[:, ::1] z not None, const int32_t[:, :] low not None, const int32_t[:, :] high not None, const float[:, ::1] weights not None, const float[::1] bias not None):
    """Refine z by the means over the elements around each block, of which there is one a level."""
    cdef Py_ssize_t n = z.shape[0], size = z.shape[1], level, count, i, k
    result = np.empty((n, size), dtype=np.float32)
    if n == 0 or size == 0:
        return result
    cdef float[:, ::1] new = result, means = np.empty((n, size), dtype=np.float32), weighed = np.empty((n, size), dtype=np.float32)
    cdef double[:, ::1] before = np.empty((n + 1, size), dtype=np.float64)
    cdef float[::1] nothing = np.zeros(size, dtype=np.float32)
    cdef int32_t[::1] which = np.empty(n, dtype=np.int32)
    cdef const float** rows = _room_for(n)
    cdef float* out
    cdef const float* more
    with nogil:
        _sum_rows(z, before)
        _list_rows(&z[0, 0], n, size, rows)
        multiply(n, rows, 1, size, 1, &weights[0, 0], size, &bias[0], 0, &new[0, 0])
        _list_rows(&means[0, 0], n, size, rows)
        for level in range(low.shape[0]):
            count = _average_level(low[level], high[level], before, means, &which[0])
            multiply(count, rows, 1, size, 1, &weights[(level + 1) * size, 0], size, &nothing[0], 0, &weighed[0, 0])
            for i in range(n):
                out, more = &new[i, 0], &weighed[which[i], 0]
                for k in range(size):
                    out[k] += more[k]
        _add_positive(n * size, &z[0, 0], &new[0, 0])
        free(rows)
    return result


cdef void _sum_up_page(const float[:, ::1] z, const int32_t[::1] words, double* plain, double* weighted, float* out) noexcept nogil:
    """Of each channel: the mean over the blocks, the mean over the words, and the greatest value."""
    cdef Py_ssize_t n = z.shape[0], size = z.shape[1], i, k
    cdef double count, all_words = 0
    cdef float* most = out + 2 * size
    cdef const float* row
    # What is known of a block is never negative.
    for i in range(n):
        row = &z[i, 0]
        count = words[i]
        all_words += count
        for k in range(size):
            plain[k] += row[k]
            weighted[k] += row[k] * count
        for k in range(size):
            most[k] = row[k] if row[k] > most[k] else most[k]
    for k in range(size):
        out[k] = <float>(plain[k] / n)
        out[size + k] = <float>(weighted[k] / max(all_words, 1))


def overview(const float[:, ::1] z not None, const int32_t[::1] words not None, const float[::1] page not None, const float[:, ::1] weights not None, const float[::1] bias not None):
    """What is known of the page: what is positive of the summary of z and of what was asked for, weighed, and the bias."""
    cdef Py_ssize_t size = z.shape[1], inputs = weights.shape[0], out = weights.shape[1], k, c
    if inputs != 3 * size + page.shape[0] or out != bias.shape[0]:
        raise ValueError("the weights are not those of such a page")
    result = np.array(bias)
    if out == 0 or z.shape[0] == 0 or size == 0:
        return np.maximum(result, 0, out=result)
    cdef double[::1] sums = np.zeros(2 * size, dtype=np.float64)
    cdef float[::1] seen = np.zeros(inputs, dtype=np.float32), known = result
    with nogil:
        _sum_up_page(z, words, &sums[0], &sums[size], &seen[0])
        for k in range(3 * size, inputs):
            seen[k] = page[k - 3 * size]
        for k in range(inputs):
            # most of what can be asked for, and most hints, are zero
            if seen[k]:
                for c in range(out):
                    known[c] += seen[k] * weights[k, c]
        for c in range(out):
            known[c] = _at_least(known[c], 0)
    return result


def end(const float[:, ::1] z not None, const float[:, ::1] hidden not None, const float[::1] bias not None, const float[:, ::1] weights not None, float last):
    """The logit of each block: of a hidden layer what is positive, weighed."""
    cdef Py_ssize_t n = z.shape[0], size = hidden.shape[1], i, k
    result = np.empty(n, dtype=np.float32)
    if n == 0 or z.shape[1] == 0 or size == 0:
        result.fill(last)
        return result
    cdef float[::1] out = result
    cdef float[:, ::1] y = np.empty((n, size), dtype=np.float32)
    cdef const float** rows = _room_for(n)
    cdef float total
    with nogil:
        _list_rows(&z[0, 0], n, z.shape[1], rows)
        multiply(n, rows, 1, z.shape[1], 1, &hidden[0, 0], size, &bias[0], 0, &y[0, 0])
        free(rows)
        for i in range(n):
            total = last
            for k in range(size):
                total += weights[k, 0] * (y[i, k] if y[i, k] > 0 else 0)
            out[i] = total
    return result


# --- choosing ----------------------------------------------------------------------------------------

def keep_likeliest(const double[::1] probability not None, const int32_t[::1] words not None, double much, double least):
    """The blocks with the highest expected F, the F1 expected of them, and the least probability of one."""
    cdef Py_ssize_t n = probability.shape[0], i
    result = np.zeros(n, dtype=np.bool_)
    cdef uint8_t[::1] kept = result.view(np.uint8)
    cdef double content = 0, bound = -1, rising = 0, held = 0, taken = 0, most = 0, lowest = 1
    for i in range(n):
        content += probability[i] * words[i]
        most = max(most, probability[i])
    if n == 0 or most < least:
        return result, 0.0, least
    while rising > bound:
        bound = rising
        held = taken = 0
        for i in range(n):
            if probability[i] > bound:
                held += probability[i] * words[i]
                taken += words[i]
        rising = held / (taken + much * content)
    for i in range(n):
        if probability[i] > bound:
            kept[i] = 1
            lowest = min(lowest, probability[i])
    return result, 2 * held / (taken + content), lowest


cdef inline bint _is_box(Py_ssize_t i, const int32_t[::1] characters, const int32_t[::1] linked, const uint64_t[:, ::1] masks, double links) noexcept nogil:
    """Whether a block is a box: by its tags or names, or if more than this share of it is links."""
    return masks[i, 0] & ASIDE or masks[i, 2] & BOXES or linked[i] > links * characters[i]


cdef void _fill_gaps(Py_ssize_t n, const uint8_t* kept, const double* said, const int32_t[::1] characters, const int32_t[::1] linked, const uint64_t[:, ::1] masks, const int32_t[:, :, ::1] ranges, uint8_t* mended) noexcept nogil:
    """Single blocks between two kept ones, all three children of one element, that are no boxes."""
    cdef Py_ssize_t i
    cdef const int32_t* parent
    cdef Py_ssize_t step = ranges.shape[1] * ranges.shape[2]
    for i in range(1, n - 1):
        if kept[i] or not kept[i - 1] or not kept[i + 1]:
            continue
        if not said[i] >= GAP or _is_box(i, characters, linked, masks, MOSTLY_LINKS):
            continue
        parent = &ranges[i, 1, 0]
        if parent[0] == parent[-step] == parent[step] and parent[1] == parent[1 - step] == parent[1 + step]:
            mended[i] = 1


cdef inline bint _is_heading(uint8_t group) noexcept nogil:
    return H1 <= group <= H6


cdef void _fill_sections(Py_ssize_t n, const uint8_t* group, const int32_t* words, const double* said, const int32_t[:, :, ::1] ranges, uint8_t* mended) noexcept nogil:
    """Texts that are not unlikely below headings that are kept, up to the next one or the end of the element around."""
    cdef Py_ssize_t first = 0, i, end = 0
    while not mended[first]:
        first += 1
    for i in range(first + 1, n):
        if _is_heading(group[i]):
            end = ranges[i, 1, 1] if mended[i] else 0
        elif i < end and words[i] >= TEXT and said[i] >= UNLIKELY:
            mended[i] = 1


cdef inline bint _is_part_of_list(uint8_t group, uint64_t families, int32_t words) noexcept nogil:
    if group == LI or group == DD or group == DT or families & ITEM:
        return True
    return (group == TD or group == TH or families & CELL) and words <= LONGEST_CELL


cdef bint _is_any_set(const uint8_t[::1] flags) noexcept nogil:
    """What `any` says, sooner."""
    return flags.shape[0] > 0 and memchr(&flags[0], 1, flags.shape[0]) != NULL


cdef struct Before:
    # What stands before a block: items and cells, and of all blocks the kept words, the words, the words that are likely,
    # and the characters in links and in all.
    double parts
    double held
    double words
    double likely
    double linked
    double characters


cdef bint _add_up(Py_ssize_t n, const uint8_t* group, const int32_t[::1] words, const int32_t[::1] characters, const int32_t[::1] linked, const uint64_t[:, ::1] masks, const double* said, const uint8_t* kept, Before* before) noexcept nogil:
    """Fill `before`, which has room for one more than there are blocks. Whether any part of a list is missing."""
    cdef Py_ssize_t i
    cdef bint is_part, missing = False
    memset(before, 0, sizeof(Before))
    for i in range(n):
        is_part = _is_part_of_list(group[i], masks[i, 0], words[i])
        missing |= is_part and not kept[i]
        before[i + 1].parts = before[i].parts + is_part
        before[i + 1].held = before[i].held + (words[i] if kept[i] else 0)
        before[i + 1].words = before[i].words + words[i]
        before[i + 1].likely = before[i].likely + words[i] * said[i]
        before[i + 1].linked = before[i].linked + linked[i]
        before[i + 1].characters = before[i].characters + characters[i]
    return missing


cdef bint _list_stays(const Before* low, const Before* high, const Before* first, const Before* end) noexcept nogil:
    """Whether a list is mostly kept, or stands inside a text. first, end: of the element around it."""
    cdef double words = high.words - low.words
    if high.held - low.held >= MOST_OF_A_LIST * max(words, 1):
        return True
    cdef double over = low.held - first.held, under = end.held - high.held
    if over <= 0 or under <= 0 or over + under < ALL_AROUND * (low.words - first.words + end.words - high.words):
        return False
    if high.likely - low.likely < HOPELESS * words:
        return False
    return high.linked - low.linked <= MOSTLY_LINKS * (high.characters - low.characters)


cdef void _make_lists_whole(Py_ssize_t n, const Before* before, const int32_t[:, :, ::1] ranges, uint8_t* mended) noexcept nogil:
    """Lists and tables that are mostly kept or stand inside a text are kept whole, and others not at all."""
    cdef Py_ssize_t i, level, found
    cdef int32_t low, high
    for i in range(n):
        if before[i + 1].parts == before[i].parts:
            continue
        found = 0
        for level in range(1, LIST_LEVELS + 1):
            low, high = ranges[i, level, 0], ranges[i, level, 1]
            # As long as an element holds nothing but items and cells, it is the list, or a part of it.
            if before[high].parts - before[low].parts != high - low:
                break
            found = level
        if found:
            low, high = ranges[i, found, 0], ranges[i, found, 1]
            mended[i] = _list_stays(&before[low], &before[high], &before[ranges[i, found + 1, 0]], &before[ranges[i, found + 1, 1]])


cdef void _drop_lonely(Py_ssize_t first, Py_ssize_t n, const uint8_t* group, const int32_t* words, const double* said, const int32_t[:, :, ::1] ranges, uint8_t* mended) noexcept nogil:
    """Leave out headings of which all text was left out, but not what heads deeper ones that are kept, or may be a lead."""
    cdef Py_ssize_t end = n, i
    cdef bint some = False, deeper
    for i in range(n - 1, first, -1):
        if not _is_heading(group[i]):
            some |= mended[i]
            continue
        deeper = end < n and group[end] > group[i]
        if not some and not (deeper and mended[end]) and (deeper or min(end, <Py_ssize_t>ranges[i, 1, 1]) - i > 1):
            if said[i] < SURE or words[i] < TEXT:
                mended[i] = 0
        end, some = i, False


cdef void _fit_headings(Py_ssize_t n, const uint8_t* group, const int32_t* words, const double* said, const int32_t[::1] characters, const int32_t[::1] linked, const uint64_t[:, ::1] masks, const int32_t[:, :, ::1] ranges, bint titles, uint8_t* mended) noexcept nogil:
    """Headings with kept text right behind them are kept; the last block is none, unless it is the first.

    titles: whether headings may be links, and others may stand alone.
    """
    cdef Py_ssize_t first = 0, last = n - 1, i
    while not mended[first]:
        first += 1
    for i in range(first + 1, n - 1):
        if not _is_heading(group[i]) or not mended[i + 1] or not said[i] >= HEADING:
            continue
        if titles or not _is_box(i, characters, linked, masks, ALL_LINKS):
            mended[i] = 1
    if not titles:
        _drop_lonely(first, n, group, words, said, ranges, mended)
    while not mended[last]:
        last -= 1
    if last > first and _is_heading(group[last]):
        mended[last] = 0


def make_lists_whole(kept not None, const double[::1] said not None, sheet not None):
    """The kept blocks, with lists and tables that are mostly kept or inside a text, and without others."""
    cdef const uint8_t[::1] old = kept.view(np.uint8)
    cdef const uint8_t[::1] group = sheet.group
    cdef Py_ssize_t n = old.shape[0]
    if n == 0:
        return kept
    cdef double[:, ::1] room = np.empty((n + 1, sizeof(Before) // sizeof(double)))
    cdef Before* before = <Before*>&room[0, 0]
    if not _add_up(n, &group[0], sheet.words, sheet.characters, sheet.linked, sheet.masks, &said[0], &old[0], before):
        return kept
    result = kept.copy()
    cdef uint8_t[::1] mended = result.view(np.uint8)
    _make_lists_whole(n, before, sheet.ranges, &mended[0])
    # A page is not emptied because it is a list of which little is likely.
    return result if _is_any_set(mended) else kept


def mend(kept not None, const double[::1] said not None, sheet not None, *, bint sections, bint titles):
    """The kept blocks, with gaps filled, lists whole, and headings with their text."""
    cdef const uint8_t[::1] old = kept.view(np.uint8)
    if not _is_any_set(old):
        return kept
    result = kept.copy()
    cdef uint8_t[::1] mended = result.view(np.uint8)
    cdef const uint8_t[::1] group = sheet.group
    cdef const int32_t[::1] words = sheet.words
    cdef const int32_t[:, :, ::1] ranges = sheet.ranges
    cdef Py_ssize_t n = old.shape[0]
    _fill_gaps(n, &old[0], &said[0], sheet.characters, sheet.linked, sheet.masks, ranges, &mended[0])
    if sections:
        _fill_sections(n, &group[0], &words[0], &said[0], ranges, &mended[0])
    result = make_lists_whole(result, said, sheet)
    mended = result.view(np.uint8)
    _fit_headings(n, &group[0], &words[0], &said[0], sheet.characters, sheet.linked, sheet.masks, ranges, titles, &mended[0])
    return result


cdef inline bint _has(uint64_t mask, uint64_t bits) noexcept nogil:
    return (mask & bits) != 0


cdef _list_flagged(const uint8_t[::1] flags):
    """The places of those flags that are set."""
    cdef Py_ssize_t count = 0, i
    for i in range(flags.shape[0]):
        count += flags[i]
    result = np.empty(count, dtype=np.intp)
    cdef Py_ssize_t[::1] places = result
    count = 0
    for i in range(flags.shape[0]):
        if flags[i]:
            places[count] = i
            count += 1
    return result


def find_copies(kept not None, sheet not None):
    """The long texts that are kept more than once, all copies of them; digits make no difference here."""
    cdef const uint8_t[::1] flags = kept.view(np.uint8)
    cdef const int32_t[::1] words = sheet.words
    cdef const int32_t[:, ::1] counts = sheet.counts
    cdef Py_ssize_t n = flags.shape[0], size = _slots(n), i
    cdef int32_t[::1] slots = np.empty(n, dtype=np.int32), table = np.zeros(2 * size, dtype=np.int32)
    cdef uint8_t[::1] copies = np.zeros(n, dtype=np.uint8)
    for i in range(n):
        if flags[i] and words[i] >= COPY:
            slots[i] = <int32_t>_note(counts[i, MARK], &table[0], size)
    for i in range(n):
        copies[i] = flags[i] and words[i] >= COPY and table[2 * slots[i] + 1] > 1
    return _list_flagged(copies)


cdef int64_t[:, ::1] _count_marked(const uint8_t[::1] flags, const Py_ssize_t[::1] marked, const int32_t[::1] words):
    """Before each block, and after the last: the words of those with a flag, and of those that are marked."""
    cdef Py_ssize_t n = flags.shape[0], i
    cdef int64_t[:, ::1] before = np.zeros((n + 1, 2), dtype=np.int64)
    for i in range(marked.shape[0]):
        before[marked[i] + 1, 1] = words[marked[i]]
    for i in range(n):
        before[i + 1, 0] = before[i, 0] + (words[i] if flags[i] else 0)
        before[i + 1, 1] += before[i, 1]
    return before


def share_a_list(const Py_ssize_t[::1] copies not None, kept not None, sheet not None):
    """Which copies are items of a list that is mostly no copy."""
    cdef const uint8_t[::1] group = sheet.group
    cdef const int32_t[::1] words = sheet.words
    cdef const uint64_t[:, ::1] masks = sheet.masks
    cdef const int32_t[:, :, ::1] ranges = sheet.ranges
    cdef int64_t[:, ::1] before
    cdef Py_ssize_t i, block, low, high
    result = np.zeros(copies.shape[0], dtype=np.bool_)
    cdef uint8_t[::1] shares = result.view(np.uint8)
    for i in range(copies.shape[0]):
        block = copies[i]
        shares[i] = _is_part_of_list(group[block], masks[block, 0], words[block])
    if not _is_any_set(shares):
        return result
    before = _count_marked(kept.view(np.uint8), copies, words)
    for i in range(copies.shape[0]):
        low, high = ranges[copies[i], 1, 0], ranges[copies[i], 1, 1]
        shares[i] &= before[high, 1] - before[low, 1] < LIST_OF_ITS_OWN * (before[high, 0] - before[low, 0])
    return result


def drop_remains(kept not None, whole not None, const Py_ssize_t[::1] gone not None, sheet not None):
    """The kept blocks without those of elements of which, but for short texts, all went as copies."""
    cdef const int32_t[:, :, ::1] ranges = sheet.ranges
    cdef int64_t[:, ::1] before = _count_marked(whole.view(np.uint8), gone, sheet.words)
    cdef Py_ssize_t n = before.shape[0] - 1, i, level, low, high
    cdef int64_t held, inside = 0
    cdef int64_t[::1] borders = np.zeros(n + 1, dtype=np.int64)
    for i in range(gone.shape[0]):
        for level in range(COPIED_FIRST, COPIED_END):
            low, high = ranges[gone[i], level, 0], ranges[gone[i], level, 1]
            held = before[high, 0] - before[low, 0]
            if before[high, 1] - before[low, 1] >= MOST_OF_AN_ELEMENT * held and held < HALF * before[n, 0]:
                borders[low] += 1
                borders[high] -= 1
    left = kept.copy()
    cdef uint8_t[::1] flags = left.view(np.uint8)
    for i in range(n):
        inside += borders[i]
        if inside:
            flags[i] = 0
    return left if _is_any_set(flags) else kept


cdef Py_ssize_t _opening(const uint8_t[::1] kept, const int32_t[::1] words) noexcept nogil:
    """The first long text that is kept, or -1."""
    cdef Py_ssize_t i
    for i in range(kept.shape[0]):
        if kept[i] and words[i] >= LONG:
            return i
    return -1


cdef bint _is_headline(uint64_t words, uint64_t title, uint8_t group) noexcept nogil:
    cdef int shared = count_bits(words & title), own = count_bits(words)
    if group == H1:
        return shared > 0
    return own >= FEWEST and shared >= LIKE_TITLE * own


def find_headline(sheet not None, content not None):
    """The block that is the headline of this content, or -1."""
    cdef const int32_t[::1] words = sheet.words
    cdef const uint8_t[::1] group = sheet.group
    cdef const uint64_t[::1] bits = sheet.bits
    cdef uint64_t title = sheet.title
    cdef Py_ssize_t end = _opening(content.view(np.uint8), words) + 1, i
    cdef bint has_heading = False
    for i in range(end):
        has_heading |= H1 <= group[i] <= LAST_HEADING and words[i] <= MOST
    for i in range(end - 1, -1, -1):
        if words[i] > MOST or (not H1 <= group[i] <= LAST_HEADING if has_heading else group[i] == LI):
            continue
        if _is_headline(bits[i], title, group[i]):
            return i
    return -1


cdef inline bint _is_quoted(uint64_t families) noexcept nogil:
    return _has(families, FIGURE) and _has(families, QUOTED)


cdef inline bint _is_caption(uint64_t families) noexcept nogil:
    return _has(families, CAPTION) and (_has(families, FIGURE) or not _has(families, TABLE))


def find_captions(sheet not None, kept not None, bint asked=False):
    """The captions of pictures between the first and the last block that is kept."""
    cdef const uint64_t[:, ::1] masks = sheet.masks
    cdef const int32_t[:, ::1] counts = sheet.counts
    cdef const int32_t[::1] words = sheet.words
    cdef const uint8_t[::1] group = sheet.group
    cdef const uint8_t[::1] flags = kept.view(np.uint8)
    cdef Py_ssize_t first = 0, last = flags.shape[0] - 1, i
    cdef uint8_t[::1] captions = np.zeros(last + 1, dtype=np.uint8)
    while first <= last and not flags[first]:
        first += 1
    while last > first and not flags[last]:
        last -= 1
    for i in range(first + 1, last):
        if _has(masks[i, 0], FIGURE) and (_is_quoted(masks[i - 1, 0]) or _is_quoted(masks[i + 1, 0])):
            continue
        captions[i] = _is_caption(masks[i, 0])
        if _has(masks[i, 2], NAMED_CAPTION) and words[i] <= LONGEST_CAPTION and not _is_heading(group[i]):
            captions[i] |= asked or counts[i, IMAGES] > 0 or counts[i - 1, IMAGES] > 0
    return _list_flagged(captions)


def find_byline(sheet not None, kept not None, Py_ssize_t behind=0):
    """The short blocks where the text begins that their authors call something of author or date."""
    cdef const uint64_t[:, ::1] masks = sheet.masks
    cdef const int32_t[::1] words = sheet.words
    cdef Py_ssize_t n = words.shape[0], start = _opening(kept.view(np.uint8), words), i
    cdef const int32_t[:, ::1] counts = sheet.counts
    cdef uint8_t[::1] byline = np.zeros(min(start + behind + 1, n) if start >= 0 else 0, dtype=np.uint8)
    for i in range(max(start - NEAR, 0), byline.shape[0]):
        if i == start or words[i] > MOST_WORDS or (counts[i, ENDS] > 0 and words[i] >= LEAD):
            continue
        byline[i] = _has(masks[i, 2] | masks[i, 3], AUTHOR_OR_DATE)
    return _list_flagged(byline)


cdef bint _is_comment(Py_ssize_t block, const uint64_t[:, ::1] masks, const int32_t[:, :, ::1] ranges, const int64_t[::1] before) noexcept nogil:
    """Whether an element around a block is called something of comments, and is not the whole page."""
    cdef Py_ssize_t level
    cdef int64_t inside
    for level in range(ranges.shape[1]):
        if _has(masks[block, 2 + level], COMMENT):
            inside = before[ranges[block, level, 1]] - before[ranges[block, level, 0]]
            if inside < WHOLE * before[before.shape[0] - 1]:
                return True
    return False


def find_comments(sheet not None):
    """The blocks in elements that their authors call something of comments."""
    cdef const uint64_t[:, ::1] masks = sheet.masks
    cdef const int32_t[::1] words = sheet.words
    cdef const int32_t[:, :, ::1] ranges = sheet.ranges
    cdef Py_ssize_t n = words.shape[0], i
    cdef int64_t[::1] before = np.zeros(n + 1, dtype=np.int64)
    cdef uint8_t[::1] comments = np.zeros(n, dtype=np.uint8)
    for i in range(n):
        before[i + 1] = before[i] + words[i]
    for i in range(n):
        comments[i] = _has(masks[i, 1], COMMENT) and _is_comment(i, masks, ranges, before)
    return _list_flagged(comments)


def doubt_menus(said not None, sheet not None):
    """How likely blocks are content if menus are not, as long as anything else is likelier than they are."""
    cdef const double[::1] likely = said
    cdef const uint64_t[:, ::1] masks = sheet.masks
    cdef Py_ssize_t n = likely.shape[0], i
    cdef double menu = -1, other = 0
    if masks.shape[0] != n:
        raise ValueError("probabilities and sheet are not of the same page")
    for i in range(n):
        if masks[i, 0] & MENU:
            menu = max(menu, likely[i])
        else:
            other = max(other, likely[i])
    if menu < 0 or menu >= other:
        return said
    doubted = said.copy()
    cdef double[::1] out = doubted
    for i in range(n):
        if masks[i, 0] & MENU:
            out[i] = 0
    return doubted
