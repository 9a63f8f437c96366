from libc.stdint cimport int32_t

cdef double MIN_LIKELIEST

cpdef tuple find_bound(const double[::1] raw_scores, const int32_t[::1] words, double recall)
