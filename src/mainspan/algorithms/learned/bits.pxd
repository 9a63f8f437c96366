"""The bits of a mask."""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #if defined(_MSC_VER)
    static int mainspan_lowest(unsigned long long mask) {
        int bit = 0;
        while (!(mask & 1)) { mask >>= 1; bit++; }
        return bit;
    }
    #else
    #define mainspan_lowest(mask) __builtin_ctzll(mask)
    #endif
    """
    int lowest_bit "mainspan_lowest" (uint64_t mask) nogil
