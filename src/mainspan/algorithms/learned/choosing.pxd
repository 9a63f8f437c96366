from libc.stdint cimport int32_t, int64_t, uint8_t

from mainspan.algorithms.learned.view cimport SheetView

cdef double MIN_LIKELIEST

cpdef int64_t count_words(const uint8_t[::1] kept, SheetView sheet)
cpdef tuple find_bound(const double[::1] raw_scores, const int32_t[::1] words, double recall)
