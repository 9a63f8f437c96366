# cython: language_level=3
# The types of assembler.py's names, for the compiler: it is compiled as it is.

from mainspan.render.builder cimport Builder

cdef int _DIV, _BLOCK, _TABLE, _PART, _CELL, _PRE, _INLINE, _BREAK, _TEXT, _MEDIA

cdef class Assembler:
    cdef object page
    cdef object pieces
    cdef object formulas
    cdef object images
    cdef object embeds
    cdef object reader
    cdef dict literal
    cdef frozenset bare_readings
    cdef Builder builder
    cdef int piece
    cdef bint in_data
    cdef list texts
    cdef list separators
    cdef list owners

    cdef _take(self, int token, int step, bint is_close, str name, int partner, int start, int end)
    cdef _begin(self, int step, int token, str name, int first, int last)
    cdef _end(self, int step, int token)
    cdef _write_pieces(self, int token)
    cdef _write_exact(self, int token, int first, int last)
    cdef _write_parts(self, list parts)
    cdef _write_media(self, int token)
    cdef _separate_words(self)
    cdef _begin_inline(self, int token, str name, int first, int last)
    cdef _begin_block(self, int token, str name, int first, int last)
    cdef _begin_preformatted(self, int token)
