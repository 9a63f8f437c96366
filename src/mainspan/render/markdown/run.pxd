# cython: language_level=3
# The types of run.py's names, for the compiler: it is compiled as it is.

cdef class Run:
    cdef public int form
    cdef dict _labels
    cdef list _stack
    cdef list _blocks
    cdef list _texts
    cdef list _marks
    cdef list _parts
    cdef list _code
    cdef list _waiting
    cdef list _written
    cdef list _ending
    cdef int _gap
    cdef int _in_code
    cdef bint _is_muted

    cpdef text(self, str text)
    cpdef br(self)
    cpdef begin(self, str name, attributes)
    cpdef end(self)
    cpdef list finish(self)
    cdef _begin_anew(self)
    cdef _add_code(self, str text)
    cdef _add_atom(self, tuple mark)
    cdef _add_reference(self, str reference)
    cdef _element(self, str name, attributes)
    cdef bint _is_open(self, str mark)
    cdef bint _is_in_link(self)
    cdef _settle(self)
    cdef _write_gap(self)
    cdef _begin_waiting(self)
    cdef _end_emphasis(self)
    cdef _end_code(self)
    cdef _mark(self, tuple mark)
    cdef _end_paragraph(self)
