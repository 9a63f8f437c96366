# cython: language_level=3
# The types of escape.py's names, for the compiler: it is compiled as it is.

cpdef bint is_plain(str text)
