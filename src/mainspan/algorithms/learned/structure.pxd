from libc.stdint cimport uint8_t, uint64_t

from mainspan.algorithms.learned.view cimport SheetView

cdef double MIN_GAP_SCORE, MIN_HEADING_SCORE, MIN_SECTION_SCORE, MIN_LEAD_SCORE, MIN_LIST_SCORE, MIN_LABEL_SCORE, MIN_LAST_SCORE
cdef double MAX_LINKS, MAX_HEADING_LINKS, MIN_LIST_KEPT, MIN_AROUND_KEPT, MIN_HEADED_SCORE, MAX_HEADED_LINKS, MIN_LIKELY_SCORE, MIN_AROUND_LIKELY, MIN_LIKELY_HEADING_SCORE, MIN_LINKS_SCORE
cdef int MIN_TEXT_WORDS, MAX_CELL_WORDS, MAX_LIST_LEVEL, MAX_LABEL_WORDS
cdef uint64_t ASIDE, BOX_NAMES, ITEM, CELL, ELSEWHERE
cdef int LI, DD, DT, TD, TH, H1, H6
cdef int PARTS, KEPT, WORDS, LIKELY, LINKED, CHARACTERS, SUMS

cdef void _fill_gaps(const uint8_t[::1] kept, const double[::1] raw_scores, SheetView sheet, uint8_t[::1] mended)
cdef bint _same_parent(SheetView sheet, Py_ssize_t one, Py_ssize_t other)
cdef bint _is_box(SheetView sheet, Py_ssize_t block, double max_links)
cdef bint _is_heading(SheetView sheet, Py_ssize_t block)
cdef void _fill_sections(const double[::1] raw_scores, SheetView sheet, uint8_t[::1] mended)
cdef bint _sum_up(const uint8_t[::1] kept, const double[::1] raw_scores, SheetView sheet, bint cells, double[:, ::1] before)
cpdef bint is_list_part(SheetView sheet, Py_ssize_t block)
cpdef bint is_any_cell(SheetView sheet, Py_ssize_t block)
cpdef bint is_cell(SheetView sheet, Py_ssize_t block)
cdef void _mend_lists(const double[:, ::1] before, SheetView sheet, uint8_t[::1] mended, bint links)
cdef Py_ssize_t _level_of_list(const double[:, ::1] before, SheetView sheet, Py_ssize_t block)
cdef bint _list_stays(const double[:, ::1] before, SheetView sheet, Py_ssize_t block, Py_ssize_t level, bint links)
cdef bint _is_likely_heading(const double[:, ::1] before, SheetView sheet, Py_ssize_t heading)
cdef bint _is_headed(const double[:, ::1] before, SheetView sheet, Py_ssize_t low, Py_ssize_t block, Py_ssize_t level)
cdef void _keep_labels(const double[::1] raw_scores, SheetView sheet, uint8_t[::1] mended)
cdef void _fit_headings(const double[::1] raw_scores, SheetView sheet, bint titles, uint8_t[::1] mended)
cdef void _drop_lonely_headings(Py_ssize_t first, const double[::1] raw_scores, SheetView sheet, uint8_t[::1] mended)
cdef Py_ssize_t _first(const uint8_t[::1] flags)
cdef Py_ssize_t _last(const uint8_t[::1] flags)
