"""The layers of the network: matrix products of the rows that each block sees."""

from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from mainspan.algorithms.learned.bits cimport lowest_bit
from mainspan.algorithms.learned.view cimport Outline, SEEN_LABELS, SheetView, see_labels

import numpy as np

from mainspan.algorithms.learned.table import N_LABELS as _N_LABELS
from mainspan.algorithms.learned.table import Count, row_of

cdef extern from *:
    """
    /* Matrix products of rows at any address: nothing is copied, and a row that several blocks read is stored
       once. Each tile of the result stays in registers until it is done. */
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
    /* With AVX2, which nearly all processors have but which must be enabled, a tile is six rows high, and with
       AVX-512 twelve: as many as the registers hold. Each number is the same sum in the same order. */
    typedef float mainspan_eight __attribute__((vector_size(32), aligned(4)));
    typedef float mainspan_sixteen __attribute__((vector_size(64), aligned(4)));
    #define MAINSPAN_MAX_TALL 12
    #define MAINSPAN_EACH_ROW _Pragma("GCC unroll 12") for (r = 0; r < tall; r++)
    #define MAINSPAN_EACH_PART _Pragma("GCC unroll 2") for (c = 0; c < MAINSPAN_WIDE / lanes; c++)

    #define MAINSPAN_DEFINE_MULTIPLY(level, features, vector, tallest) \\
    __attribute__((target(features), always_inline)) static inline void mainspan_tile_##level(const int tall, const float *const *rows, Py_ssize_t parts, Py_ssize_t channels, Py_ssize_t hop, const float *weights, Py_ssize_t size, const float *start, Py_ssize_t stride, float *out) { \\
        enum { lanes = sizeof(vector) / sizeof(float) }; \\
        vector sum[MAINSPAN_MAX_TALL][MAINSPAN_WIDE / lanes], below[MAINSPAN_WIDE / lanes]; \\
        const float *row[MAINSPAN_MAX_TALL]; \\
        Py_ssize_t part, k; \\
        int r, c; \\
        MAINSPAN_EACH_ROW MAINSPAN_EACH_PART sum[r][c] = *(const vector *)(start + r * stride + c * lanes); \\
        for (part = 0; part < parts; part++) { \\
            MAINSPAN_EACH_ROW row[r] = rows[r * parts + part]; \\
            for (k = 0; k < channels * hop; k += hop, weights += size) { \\
                MAINSPAN_EACH_PART below[c] = *(const vector *)(weights + c * lanes); \\
                MAINSPAN_EACH_ROW MAINSPAN_EACH_PART sum[r][c] += row[r][k] * below[c]; \\
            } \\
        } \\
        MAINSPAN_EACH_ROW MAINSPAN_EACH_PART *(vector *)(out + r * size + c * lanes) = sum[r][c]; \\
    } \\
    __attribute__((target(features))) static void mainspan_multiply_##level(MAINSPAN_ARGUMENTS) { \\
        Py_ssize_t column, i; \\
        for (column = 0; column + MAINSPAN_WIDE <= size; column += MAINSPAN_WIDE) { \\
            for (i = 0; i + tallest <= n; i += tallest) \\
                mainspan_tile_##level(tallest, rows + i * parts, parts, channels, hop, weights + column, size, start + i * stride + column, stride, out + i * size + column); \\
            for (; i + 3 <= n; i += 3) \\
                mainspan_tile_##level(3, rows + i * parts, parts, channels, hop, weights + column, size, start + i * stride + column, stride, out + i * size + column); \\
            for (; i < n; i++) \\
                mainspan_tile_##level(1, rows + i * parts, parts, channels, hop, weights + column, size, start + i * stride + column, stride, out + i * size + column); \\
        } \\
        mainspan_multiply_rest(column, n, rows, parts, channels, hop, weights, size, start, stride, out); \\
    }
    MAINSPAN_DEFINE_MULTIPLY(wide, "avx2,fma", mainspan_eight, 6)
    MAINSPAN_DEFINE_MULTIPLY(widest, "avx512f,fma", mainspan_sixteen, 12)

    static void mainspan_multiply(MAINSPAN_ARGUMENTS) {
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("fma"))
            mainspan_multiply_widest(n, rows, parts, channels, hop, weights, size, start, stride, out);
        else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
            mainspan_multiply_wide(n, rows, parts, channels, hop, weights, size, start, stride, out);
        else
            mainspan_multiply_plain(n, rows, parts, channels, hop, weights, size, start, stride, out);
    }
    #else
    #define mainspan_multiply mainspan_multiply_plain
    #endif
    """
    # For each of n blocks the product of its rows, one for each part, with the weights of the parts, one after the
    # other. `hop` is the distance between the channels of a row, `stride` that between the values that the products
    # are added to (0: the same values for all).
    void multiply "mainspan_multiply" (Py_ssize_t n, const float** rows, Py_ssize_t parts, Py_ssize_t channels, Py_ssize_t hop, const float* weights, Py_ssize_t size, const float* start, Py_ssize_t stride, float* out) nogil

cdef enum:
    # Blocks that a convolution sees.
    WIDTH = 5
    # The masks of a block: families, hints around, hints of three levels. How many bits they have that are features.
    MASKS = 5
    BITS = 32 + 4 * 64

# The lower half of the families is of all elements around a block, the upper one of those that hold nothing else.
cdef uint64_t AROUND = 0xFFFFFFFFULL
# Where the flags begin, and rows among them.
cdef int32_t FLAGS = row_of("families")
cdef int32_t HINTS = row_of("hints around") - FLAGS, LEVEL_HINTS = row_of("hints of levels") - FLAGS
cdef int32_t LABEL = row_of("label") - FLAGS, N_LABELS = _N_LABELS
cdef int32_t GROUP = row_of("group") - FLAGS, FIRST = row_of("first shape") - FLAGS, LAST = row_of("last shape") - FLAGS
cdef Py_ssize_t FIRST_SHAPE = Count.FIRST_SHAPE, LAST_SHAPE = Count.LAST_SHAPE


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
    """Room for the addresses of this number of rows; to be freed."""
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


cdef void _weigh_flags(SheetView sheet, const float* weights, float* around, float[:, ::1] z) noexcept nogil:
    """For each block the sum of the weights of its flags. `around` has room for one row."""
    cdef Py_ssize_t n = z.shape[0], size = z.shape[1], i, k
    cdef int32_t rows[BITS + 3 + 32 * SEEN_LABELS]
    cdef uint32_t labels[SEEN_LABELS]
    cdef Outline outline
    cdef int count
    cdef uint64_t families = 0, hints = 0
    memset(around, 0, size * sizeof(float))
    memset(&outline, 0, sizeof(outline))
    for i in range(n):
        # Neighbours often have the same elements around them.
        if (sheet.masks[i, 0] & AROUND) != families or sheet.masks[i, 1] != hints:
            families, hints = sheet.masks[i, 0] & AROUND, sheet.masks[i, 1]
            count = _list_set(families, 0, rows)
            count += _list_set(hints, HINTS, rows + count)
            memset(around, 0, size * sizeof(float))
            _add_rows(around, weights, rows, count, size)
        count = 0
        for k in range(2, MASKS):
            count += _list_set(sheet.masks[i, k], <int32_t>(LEVEL_HINTS + 64 * (k - 2)), rows + count)
        rows[count] = GROUP + sheet.group[i]
        count += 1
        if sheet.counts[i, FIRST_SHAPE] >= 0:
            rows[count] = FIRST + sheet.counts[i, FIRST_SHAPE]
            rows[count + 1] = LAST + sheet.counts[i, LAST_SHAPE]
            count += 2
        see_labels(sheet, i, &outline, labels)
        for k in range(SEEN_LABELS):
            count += _list_set(labels[k], <int32_t>(LABEL + N_LABELS * k), rows + count)
        memcpy(&z[i, 0], around, size * sizeof(float))
        _add_rows(&z[i, 0], weights, rows, count, size)


def begin(const float[:, ::1] measured not None, SheetView sheet not None, const float[:, ::1] weights not None):
    """The features, weighted: what the first layer is made of, whatever the page's inputs are. Most flags are zero."""
    cdef Py_ssize_t n = measured.shape[1], inputs = measured.shape[0], size = weights.shape[1]
    result = np.empty((n, size), dtype=np.float32)
    if n == 0 or size == 0:
        return result
    cdef float[::1] around = np.empty(size, dtype=np.float32)
    cdef float[:, ::1] z = result
    cdef float* out = &z[0, 0]
    cdef const float** rows = _room_for(n)
    with nogil:
        _weigh_flags(sheet, &weights[inputs, 0], &around[0], z)
        # A feature is a row here, so the numbers of one block are n apart.
        _list_rows(&measured[0, 0], n, 1, rows)
        multiply(n, rows, 1, inputs, n, &weights[0, 0], size, out, size, out)
        free(rows)
    return result


def light(const float[:, ::1] z not None, const float[::1] bias not None):
    """The positive part of each channel and its bias."""
    cdef Py_ssize_t n = z.shape[0], size = z.shape[1], i, k
    cdef float value
    result = np.empty((n, size), dtype=np.float32)
    cdef float[:, ::1] out = result
    with nogil:
        for i in range(n):
            for k in range(size):
                value = z[i, k] + bias[k]
                out[i, k] = value if value > 0 else 0
    return result


def weigh(const float[:, ::1] measured not None, const float[:, ::1] weights not None):
    """The product of features, one row each, with their weights: one row a block."""
    cdef Py_ssize_t n = measured.shape[1], inputs = measured.shape[0], size = weights.shape[1]
    result = np.zeros((n, size), dtype=np.float32)
    if n == 0 or size == 0 or inputs == 0:
        return result
    cdef float[:, ::1] out = result
    cdef const float** rows = _room_for(n)
    with nogil:
        _list_rows(&measured[0, 0], n, 1, rows)
        multiply(n, rows, 1, inputs, n, &weights[0, 0], size, &out[0, 0], size, &out[0, 0])
        free(rows)
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
    """Refine z by each block's neighbours: two on either side, `step` blocks apart."""
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


cdef void _add_chosen(const float[:, ::1] rows, const int32_t* which, float[:, ::1] out) noexcept nogil:
    """Add to each row of a result the row that is chosen for it."""
    cdef Py_ssize_t i, k
    cdef float* to
    cdef const float* more
    for i in range(out.shape[0]):
        to, more = &out[i, 0], &rows[which[i], 0]
        for k in range(out.shape[1]):
            to[k] += more[k]


cdef Py_ssize_t _average_roles(const float[:, ::1] z, const int32_t[:] roles, float[:, ::1] means, int32_t* members) noexcept nogil:
    """The means over the blocks in the same role. How many roles there are."""
    cdef Py_ssize_t n = z.shape[0], size = z.shape[1], count = 0, i, k
    cdef float* out
    cdef const float* row
    for i in range(n):
        if roles[i] >= count:
            memset(&means[count, 0], 0, (roles[i] + 1 - count) * size * sizeof(float))
            memset(members + count, 0, (roles[i] + 1 - count) * sizeof(int32_t))
            count = roles[i] + 1
        members[roles[i]] += 1
        out, row = &means[roles[i], 0], &z[i, 0]
        for k in range(size):
            out[k] += row[k]
    for i in range(count):
        out = &means[i, 0]
        for k in range(size):
            out[k] /= max(members[i], 1)
    return count


def average(const float[:, ::1] z not None, const int32_t[:, :] low not None, const int32_t[:, :] high not None, const int32_t[:, :] roles not None, const float[:, ::1] weights not None, const float[::1] bias not None):
    """Refine z by the means over the elements around each block, of which there is one a level, and those over
    the blocks in its roles."""
    cdef Py_ssize_t n = z.shape[0], size = z.shape[1], level, count, i
    result = np.empty((n, size), dtype=np.float32)
    if n == 0 or size == 0:
        return result
    cdef float[:, ::1] new = result, means = np.empty((n, size), dtype=np.float32), weighed = np.empty((n, size), dtype=np.float32)
    cdef double[:, ::1] before = np.empty((n + 1, size), dtype=np.float64)
    cdef float[::1] nothing = np.zeros(size, dtype=np.float32)
    cdef int32_t[::1] which = np.empty(n, dtype=np.int32)
    cdef const float** rows = _room_for(n)
    with nogil:
        _sum_rows(z, before)
        _list_rows(&z[0, 0], n, size, rows)
        multiply(n, rows, 1, size, 1, &weights[0, 0], size, &bias[0], 0, &new[0, 0])
        _list_rows(&means[0, 0], n, size, rows)
        for level in range(low.shape[0]):
            count = _average_level(low[level], high[level], before, means, &which[0])
            multiply(count, rows, 1, size, 1, &weights[(level + 1) * size, 0], size, &nothing[0], 0, &weighed[0, 0])
            _add_chosen(weighed, &which[0], new)
        for level in range(roles.shape[0]):
            count = _average_roles(z, roles[level], means, &which[0])
            multiply(count, rows, 1, size, 1, &weights[(low.shape[0] + level + 1) * size, 0], size, &nothing[0], 0, &weighed[0, 0])
            for i in range(n):
                which[i] = roles[level, i]
            _add_chosen(weighed, &which[0], new)
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
    """A summary of the page: the positive part of the weighted pools of z and inputs of the page, plus the bias."""
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
            # most settings and hints are zero
            if seen[k]:
                for c in range(out):
                    known[c] += seen[k] * weights[k, c]
        for c in range(out):
            known[c] = known[c] if known[c] > 0 else 0
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
