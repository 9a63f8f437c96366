# cython: language_level=3
# The types of builder.py's names, for the compiler: it is compiled as it is.

cdef class Builder:
    cdef public list flow
    cdef public bint in_pre
    cdef list _texts
    cdef list _blocks
    cdef list _tokens
    cdef list _around
    cdef list _names
    cdef int _begun
    cdef int _breaks
    cdef bint _is_fresh
    cdef bint _goes_on
    cdef bint _has_rule
    cdef bint _follows_rule
    cdef bint _has_joined
    cdef bint _has_blanks
    cdef bint _ends_line
    cdef bint _separates_lines

    cpdef begin_block(self, str name, int token, attributes=*)
    cpdef end_block(self, int token)
    cpdef begin_inline(self, str name, int token, attributes=*)
    cpdef end_inline(self, int token)
    cpdef text(self, str text, int separator)
    cpdef exact(self, str text)
    cpdef break_line(self)
    cdef _add(self, int kind, str value, attributes=*)
    cdef _flush(self)
    cdef tuple _last(self)
    cdef bint _can_begin(self)
    cdef _push(self, str name, int token, attributes=*)
    cdef _pop(self)
    cdef str _make_room(self, str name)
    cdef bint _fits(self, str name)
    cdef bint _reopen_item(self)
    cdef str _reach(self, int separator)
    cdef bint _begin_paragraph(self, int separator)
    cdef _begin_around(self)
    cdef _end_inline(self)
    cdef _draw_rule(self)
