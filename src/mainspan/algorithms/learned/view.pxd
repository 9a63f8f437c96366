"""The columns of a sheet as compiled code reads them."""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t


cdef class SheetView:
    cdef const int32_t[::1] words, characters, linked, gap, depth
    cdef const uint8_t[::1] group, hidden
    cdef const int32_t[:, ::1] counts
    cdef const uint64_t[::1] word_bits
    cdef const int32_t[:, :, ::1] ranges
    cdef const uint64_t[:, ::1] masks
    cdef const int32_t[:, ::1] roles
    cdef const uint32_t[::1] labels
    cdef uint64_t page_hints, title_bits, declared


cdef enum:
    # The labels that a block sees: its own, that of the heading above, those of its section, those of the
    # elements around it.
    SEEN_LABELS = 8
    # As in `table`.
    LABEL_LEVELS = 5
    H1 = 6
    H6 = 11
    # A heading, or the first text of an element, says what follows if it has at most this number of words.
    LABEL_WORDS = 12
    # A text with a label that is neither is like a heading if it has at most this number of words.
    TITLE_WORDS = 6
    # The ranks of headings, and that of what only looks like one.
    SEEMING = 7
    RANKS = 8

# The families h1 to h6, dt, th, summary and bold, of elements that hold a text alone.
cdef extern from *:
    """
    #define MAINSPAN_TITLES 0xA0F0900000000000ULL
    """
    uint64_t TITLES "MAINSPAN_TITLES"


cdef struct Outline:
    uint32_t above        # the labels of the heading above
    uint32_t ranks[RANKS] # of the headings of each rank around


cdef inline int rank_of(SheetView sheet, Py_ssize_t i) noexcept nogil:
    """The rank of a heading, or 0: also of what is bold as a whole, a summary, a term or a head of a table, and
    of short texts that are labels but no links.
    """
    if sheet.words[i] > LABEL_WORDS:
        return 0
    if H1 <= sheet.group[i] <= H6:
        return sheet.group[i] - H1 + 1
    if sheet.masks[i, 0] & TITLES:
        return SEEMING
    return SEEMING if sheet.labels[i] and sheet.words[i] <= TITLE_WORDS and sheet.linked[i] == 0 else 0


cdef inline void see_labels(SheetView sheet, Py_ssize_t i, Outline* outline, uint32_t* labels) noexcept nogil:
    """The labels that block i sees. The outline is that before the block; afterwards, that before the next one."""
    cdef Py_ssize_t level, first
    cdef int rank = rank_of(sheet, i), k
    labels[0], labels[1], labels[2] = sheet.labels[i], outline.above, 0
    for k in range(2, RANKS):
        labels[2] |= outline.ranks[k]
    for level in range(LABEL_LEVELS):
        first = sheet.ranges[i, 1 + level, 0]
        labels[3 + level] = sheet.labels[first] if sheet.words[first] <= LABEL_WORDS else 0
    if rank:
        outline.above = sheet.labels[i]
        for k in range(rank, RANKS):
            outline.ranks[k] = 0
        outline.ranks[rank] = sheet.labels[i]
