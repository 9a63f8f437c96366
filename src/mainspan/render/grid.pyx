"""Tables: what is in one, and the tabs that keep their texts in columns.

Specified by tests/render/slow_grid.py, which property tests hold it equal to.
"""

from cpython.mem cimport PyMem_Free, PyMem_Realloc
from cpython.unicode cimport PyUnicode_DATA, PyUnicode_KIND, Py_UNICODE_ISSPACE
from libc.string cimport memset

import numpy as np

from mainspan.page.characters cimport OPEN, Char, find, int16_t, int32_t, int64_t, is_at, uint8_t, uint16_t, uint32_t

from mainspan.page import tags
from mainspan.render import layout as _layout

cdef enum:
    CELL = 2
    LINE = 3
    # What the names of elements say of the table around them.
    IS_CELL = 1
    IS_ROW = 2

assert (_layout.CELL, _layout.LINE) == (CELL, LINE)

cdef int ROW = tags.NUMBERS["tr"], TD = tags.NUMBERS["td"], TH = tags.NUMBERS["th"]

# --- measure_table -----------------------------------------------------------------------------------

def measure_table(elements not None, const int64_t[::1] kept, int32_t table, const uint8_t[::1] groups):
    """Of the table with this open tag: its cells, those with kept pieces, its rows, the words of its longest cell, all
    words, and the groups that occur in it.

    kept: the number of kept pieces before each token. groups: of each name, as bits; the first two are cells and rows.
    """
    cdef const int32_t[::1] open = elements.open, close = elements.close, words = elements.words
    cdef const int16_t[::1] tag = elements.tag
    cdef Py_ssize_t low = 0, high = open.shape[0], e
    cdef int32_t last
    cdef int cells = 0, full = 0, rows = 0, longest = 0, found = 0, group
    while low < high:
        e = (low + high) >> 1
        if open[e] < table:
            low = e + 1
        else:
            high = e
    e, last = low, close[low]
    while e < open.shape[0] and open[e] < last:
        group = groups[tag[e]]
        found |= group
        if group & IS_CELL:
            cells += 1
            full += kept[close[e]] > kept[open[e]]
            longest = max(longest, words[e])
        rows += (group & IS_ROW) != 0
        e += 1
    return cells, full, rows, longest, words[low], found


# --- count_tabs --------------------------------------------------------------------------------------

cdef struct Grid:
    # For each column, the row from which on it is free again.
    int32_t* free_from
    Py_ssize_t room
    int32_t row
    int32_t column


cdef int _take(Grid* grid, Py_ssize_t first, int columns, int rows) except -1:
    """Take some columns for these rows."""
    cdef Py_ssize_t room = grid.room, column
    cdef int32_t* longer
    if first + columns > room:
        room = 2 * (first + columns)
        longer = <int32_t*>PyMem_Realloc(grid.free_from, room * sizeof(int32_t))
        if longer == NULL:
            raise MemoryError
        memset(longer + grid.room, 0, (room - grid.room) * sizeof(int32_t))
        grid.free_from, grid.room = longer, room
    for column in range(first, first + columns):
        grid.free_from[column] = grid.row + rows
    return 0


cdef int _span(const Char* s, Py_ssize_t i, Py_ssize_t end, const char* name, int most) noexcept:
    """How many rows or columns a cell spans, by its attribute; `name` is the beginning of that, of ten characters."""
    cdef int number = 0, digits = 0
    i = find(s, i, end, c' ')
    while i < end and not is_at(s, i, end, name, 10):
        i = find(s, i + 1, end, c' ')
    i += 10
    while i < end and Py_UNICODE_ISSPACE(<Py_UCS4>s[i]):
        i += 1
    while i < end and digits < 4 and c'0' <= s[i] <= c'9':
        number = 10 * number + <int>(s[i] - c'0')
        digits += 1
        i += 1
    return min(max(number, 1), most)


cdef int _place(const Char* s, Py_ssize_t start, Py_ssize_t end, Grid* grid, int most) except -1:
    """The column of the cell with this tag, which is taken."""
    cdef int column, rows = 1, columns = 1
    while grid.column < grid.room and grid.free_from[grid.column] > grid.row:
        grid.column += 1
    column = grid.column
    # A bare tag has no attributes.
    if end - start > 4:
        rows, columns = _span(s, start, end, b' rowspan="', most), _span(s, start, end, b' colspan="', most)
        if rows > 1:
            _take(grid, column, columns, rows)
    grid.column += columns
    return column


cdef int _count(const Char* s, tokens, const int32_t[::1] tables, const Py_ssize_t[::1] token, const uint8_t[::1] separator, int most, int32_t[::1] tabs, Grid* grid) except -1:
    cdef const uint8_t[::1] kind = tokens.kind
    cdef const int16_t[::1] tag = tokens.tag
    cdef const int32_t[::1] start = tokens.start, end = tokens.end, partner = tokens.partner
    cdef Py_ssize_t count = token.shape[0], piece = 0, table, t
    cdef int32_t cell = -1, before = -1
    cdef int column = 0, last = 0
    cdef bint is_new
    for table in range(tables.shape[0]):
        # All columns are free again.
        grid.row += most + 1
        grid.column = 0
        while piece < count and token[piece] < tables[table]:
            piece += 1
            before = -1
        for t in range(tables[table], partner[tables[table]]):
            if kind[t] == OPEN and tag[t] == ROW:
                grid.row += 1
                grid.column = 0
            elif kind[t] == OPEN and (tag[t] == TD or tag[t] == TH):
                column, cell = _place(s, start[t], end[t], grid, most), <int32_t>t
            if piece == count or token[piece] != t:
                continue
            if cell < 0 or partner[cell] < t:
                before = -1
            elif cell != before:
                is_new = separator[piece] >= LINE
                tabs[piece] = min(max(column - (0 if is_new else last), 0 if is_new else 1), most)
                before, last = cell, column
            piece += 1
    return 0


def count_tabs(str source not None, tokens not None, const int32_t[::1] tables, const Py_ssize_t[::1] token, const uint8_t[::1] separator, const int32_t[::1] cells, int most):
    """How many tabs are before each piece: one for each cell that began since the piece before.

    In these tables there is one for all columns between, also for those before the first cell of a line. tables: the open
    tags of tables, in order, none inside another. No cell spans more than `most` rows or columns.
    """
    cdef int width = PyUnicode_KIND(source)
    cdef const void* data = PyUnicode_DATA(source)
    cdef Py_ssize_t piece
    found = np.zeros(token.shape[0], dtype=np.int32)
    cdef int32_t[::1] tabs = found
    cdef Grid grid = Grid(NULL, 0, 0, 0)
    for piece in range(token.shape[0]):
        if separator[piece] == CELL:
            tabs[piece] = min(cells[piece], most)
    try:
        if width == 1:
            _count[uint8_t](<const uint8_t*>data, tokens, tables, token, separator, most, tabs, &grid)
        elif width == 2:
            _count[uint16_t](<const uint16_t*>data, tokens, tables, token, separator, most, tabs, &grid)
        else:
            _count[uint32_t](<const uint32_t*>data, tokens, tables, token, separator, most, tabs, &grid)
    finally:
        PyMem_Free(grid.free_from)
    return found
