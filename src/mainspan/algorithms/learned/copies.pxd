from libc.stdint cimport int64_t, uint8_t

from mainspan.algorithms.learned.view cimport SheetView

cdef double MIN_LIST_COPIED, MIN_ELEMENT_COPIED, MAX_PAGE_SHARE
cdef int COPY_WORDS, FINGERPRINT, LAST_LEVEL

cpdef list find_copies(const uint8_t[::1] kept, SheetView sheet)
cdef void _count_words(const uint8_t[::1] flags, list marked, SheetView sheet, int64_t[:, ::1] before)
cpdef set _share_list(list copies, const uint8_t[::1] kept, SheetView sheet, int64_t[:, ::1] before)
cdef void _drop_remains(list gone, SheetView sheet, const int64_t[:, ::1] before, int64_t[::1] borders, uint8_t[::1] left)
