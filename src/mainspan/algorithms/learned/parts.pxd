from libc.stdint cimport int64_t, uint8_t, uint64_t

from mainspan.algorithms.learned.view cimport SheetView

cdef uint64_t CAPTION, FIGURE, TABLE, QUOTED, CAPTION_NAME, AUTHOR_OR_DATE, MENU, COMMENT, CODE
cdef int MAX_CAPTION_WORDS, MAX_BYLINE_WORDS, BYLINE_BLOCKS, MIN_LEAD_WORDS, MIN_SHARED_WORDS
cdef double MAX_COMMENTS_SHARE
cdef int H1, H6, IMAGES, ENDS

cpdef list find_captions(SheetView sheet, const uint8_t[::1] kept, bint requested=*)
cdef bint _is_caption(SheetView sheet, Py_ssize_t block, bint requested)
cdef bint _is_quoted(SheetView sheet, Py_ssize_t block)
cpdef list _find_byline(SheetView sheet, list near)
cpdef list _short_blocks(SheetView sheet, Py_ssize_t start, Py_ssize_t after)
cpdef list find_comments(SheetView sheet)
cdef void _sum_up(SheetView sheet, int64_t[:, ::1] before)
cdef bint _is_title(SheetView sheet, Py_ssize_t block)
cdef bint _is_comment(SheetView sheet, Py_ssize_t block, const int64_t[:, ::1] before)
cpdef list find_menus(SheetView sheet)
cdef void _silence_menus(SheetView sheet, double[::1] doubted)
cpdef bint are_menus_doubtful(const double[::1] raw_scores, SheetView sheet)
