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
    LABEL_WORDS = 12
    TITLE_WORDS = 6
    H1 = 6
    H6 = 11

cdef struct Outline:
    uint32_t above        # the labels of the heading above
    uint32_t ranks[8]     # of the headings of each rank around; the last ones only look like headings


cdef inline int rank_of(SheetView sheet, Py_ssize_t i) noexcept nogil:
    """The rank of a heading, 7 for what looks like one, or 0."""
    if sheet.words[i] > LABEL_WORDS:
        return 0
    if H1 <= sheet.group[i] <= H6:
        return sheet.group[i] - H1 + 1
    if sheet.masks[i, 0] & <uint64_t>0xA0F0900000000000ULL:
        return 7
    # A short text with a label, if it is no link.
    return 7 if sheet.labels[i] and sheet.words[i] <= TITLE_WORDS and sheet.linked[i] == 0 else 0


cdef inline void see_labels(SheetView sheet, Py_ssize_t i, Outline* outline, uint32_t* labels) noexcept nogil:
    """The labels that block i sees. The outline is that before the block; afterwards, that before the next one."""
    cdef Py_ssize_t level, first
    cdef int rank = rank_of(sheet, i), k
    labels[0], labels[1], labels[2] = sheet.labels[i], outline.above, 0
    for k in range(2, 8):
        labels[2] |= outline.ranks[k]
    for level in range(LABEL_LEVELS):
        first = sheet.ranges[i, 1 + level, 0]
        labels[3 + level] = sheet.labels[first] if sheet.words[first] <= LABEL_WORDS else 0
    if rank:
        outline.above = sheet.labels[i]
        for k in range(rank, 8):
            outline.ranks[k] = 0
        outline.ranks[rank] = sheet.labels[i]
