"""The columns of a sheet as compiled code reads them."""

from libc.stdint cimport int32_t, uint8_t, uint64_t


cdef class SheetView:
    cdef const int32_t[::1] words, characters, linked, gap, depth
    cdef const uint8_t[::1] group, hidden
    cdef const int32_t[:, ::1] counts
    cdef const uint64_t[::1] word_bits
    cdef const int32_t[:, :, ::1] ranges
    cdef const uint64_t[:, ::1] masks
    cdef const int32_t[:, ::1] roles
    cdef uint64_t page_hints, title_bits, declared
