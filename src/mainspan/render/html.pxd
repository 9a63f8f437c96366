# cython: language_level=3
# The types of html.py's names, for the compiler: it is compiled as it is.

cdef class _Writer:
    cdef public list parts
    cdef bint in_code
    cdef bint is_pre_fresh
    cdef bint ends_line
    cdef set referred

    cpdef text(self, str text)
    cpdef add(self, str html)
    cpdef add_void(self, str name, attributes)
    cpdef begin(self, str name, attributes)
    cpdef end(self, str name)
    cdef begin_line(self)
    cdef _begin_pre(self, attributes)
    cdef str _attributes(self, str name, attributes)

cdef str _written(attributes)
cdef str _escape(str value)
