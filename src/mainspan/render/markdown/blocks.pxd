# cython: language_level=3
# The types of blocks.py's names, for the compiler: it is compiled as it is.

from mainspan.render.markdown.run cimport Run

cdef class Writer:
    cdef dict _unwritten
    cdef Run _run
    cdef object _blocks
    cdef list _outer
    cdef list _lists
    cdef object _table
    cdef object _cell
    cdef list _noted
    cdef object _events

    cdef _add(self, int kind, str value, attributes)
    cdef _begin(self, str name, attributes)
    cdef _end(self, str name)
    cdef _flush(self)
    cdef _open(self, blocks)
    cdef _close(self)
    cdef bint _begin_note(self, attributes)
