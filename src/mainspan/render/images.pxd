# cython: language_level=3
# The types of images.py's names, for the compiler: it is compiled as it is.

cdef dict _image(page, int token, dict attributes, str base)
cdef bint _is_sign(dict attributes, int width, int height, bint may_be_named) except -1
cdef bint _has_icon_file(dict attributes) except -1
cdef bint _is_small(int width, int height) except -1
cdef bint _shares(page, int token) except -1
cdef int _side(str written) except? -1
cdef bint _is_placeholder(str source) except -1
cdef dict _shown(dict attributes)
cdef bint _is_blurred(str address) except -1
cdef bint _is_smallest(str address, str sizes) except -1
cdef bint _is_copy(page, int token, int last) except -1
cdef bint _holds(str text, tuple words) except -1
