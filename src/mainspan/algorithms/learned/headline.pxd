from libc.stdint cimport uint8_t

from mainspan.algorithms.learned.view cimport SheetView

cdef int MAX_HEADLINE_WORDS, MIN_TITLE_WORDS, PROSE_WORDS, MIN_OWN_WORDS
cdef double MIN_TITLE_SHARE, MIN_OF_TITLE, MAX_PREFACE, MAX_OTHER_SCORE
cdef int H1, H4, LI
cdef Py_ssize_t FINGERPRINT

cpdef Py_ssize_t find_opening(const uint8_t[::1] kept, SheetView sheet)
cpdef Py_ssize_t find_headline(SheetView sheet, const uint8_t[::1] kept)
cdef Py_ssize_t _title_above(SheetView sheet, Py_ssize_t found)
cdef bint _is_same(SheetView sheet, Py_ssize_t block, Py_ssize_t other)
cpdef list find_repeated_headlines(SheetView sheet, const uint8_t[::1] kept, Py_ssize_t headline)
cpdef list find_other_articles(SheetView sheet, const uint8_t[::1] kept, const double[::1] raw_scores, Py_ssize_t headline)
cdef bint _have_one_parent(SheetView sheet, Py_ssize_t one, Py_ssize_t other)
cdef Py_ssize_t _first_kept(const uint8_t[::1] kept)
cdef bint _is_headline(SheetView sheet, Py_ssize_t block)
cdef bint _is_short_heading(SheetView sheet, Py_ssize_t block)
cpdef bint is_title(SheetView sheet, Py_ssize_t block)
cpdef list find_preface(SheetView sheet, const uint8_t[::1] kept, Py_ssize_t headline)
cpdef Py_ssize_t find_late_headline(SheetView sheet, const uint8_t[::1] kept)
