# cython: language_level=3
# The types of emphasis.py's names, for the compiler: it is compiled as it is.

cpdef settle_emphasis(list texts, list marks)
cdef _free_pair(list texts, int start, int end)
cdef bint _settle_open(list texts, list marks, int place, int outer)
cdef bint _settle_close(list texts, list marks, int place, int outer)
cdef bint _opens(list texts, list marks, int place, int outer)
cdef bint _closes(list texts, list marks, int place, int outer)
cdef bint _leans(int outside, int inside, bint is_strict)
cdef int _before(list texts, list marks, int place)
cdef int _after(list texts, list marks, int place)
cdef int _class(str character)
cdef str _without_lead(str text)
