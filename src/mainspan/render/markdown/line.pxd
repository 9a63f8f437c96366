# cython: language_level=3
# The types of line.py's names, for the compiler: it is compiled as it is.

cdef list _pieces(list texts, list marks, pairs)
cdef str _between(tuple before, str text, tuple after, pairs, bint in_link)
