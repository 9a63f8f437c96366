"""What the kernels share: kinds and marks of tokens, and reading characters, names and attributes.

All of it is inlined into each kernel. A table is declared here too; each kernel that reads it fills its own copy.
"""

from cpython.unicode cimport PyUnicode_DATA, PyUnicode_GET_LENGTH, PyUnicode_KIND
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memchr

cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    #define mainspan_prefetch(place) __builtin_prefetch(place)
    #define MAINSPAN_UNUSED __attribute__((unused))
    #else
    #define mainspan_prefetch(place)
    #define MAINSPAN_UNUSED
    #endif
    /* The class of each character of the first two planes. */
    static MAINSPAN_UNUSED uint8_t mainspan_classes[0x20000];
    """
    void prefetch "mainspan_prefetch" (const void* place) nogil
    uint8_t classes "mainspan_classes"[0x20000]

cdef enum:
    AHEAD = 12            # tokens or elements whose characters are fetched before they are read
    PLANES = 0x20000      # characters of the first two planes
    NAMES = 512           # room for the numbers of tag names

# The characters of a Python string take one, two or four bytes each.
ctypedef fused Char:
    uint8_t
    uint16_t
    uint32_t

# As in `kinds`.
cdef enum:
    TEXT = 0
    OPEN = 1
    CLOSE = 2
    VOID = 3
    CODE = 4
    UNSEEN = 5
    HIDDEN = 1
    INVISIBLE = 2
    VISIBLE = 4
    ARIA_HIDDEN = 8
    LINK = 16
    SPACE_BEFORE = 32
    SPACE_AFTER = 64
    RAW = 128

cdef enum:
    # The classes of characters, as in `classes`.
    OTHER = 0
    SPACE = 1
    IDEOGRAPH = 2
    SYLLABLE = 3


cdef inline Py_ssize_t find(const Char* s, Py_ssize_t i, Py_ssize_t n, int letter) noexcept nogil:
    """The next place of an ASCII letter, or n.

    memchr reads bytes, many at a time. In wide strings it may stop at a byte of another character:
    then the search goes on after it.
    """
    cdef const uint8_t* here = <const uint8_t*>(s + i)
    cdef const uint8_t* end = <const uint8_t*>(s + n)
    if i < n and s[i] == <Char>letter:
        return i  # as often as not, since tags follow each other
    while here < end:
        here = <const uint8_t*>memchr(here, letter, end - here)
        if here == NULL:
            return n
        i = (here - <const uint8_t*>s) // <Py_ssize_t>sizeof(Char)
        if s[i] == <Char>letter:
            return i
        here += 1
    return n


cdef inline bint is_at(const Char* s, Py_ssize_t i, Py_ssize_t n, const char* word, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t k
    if i + size > n:
        return False
    for k in range(size):
        if s[i + k] != <Char>(<uint8_t>word[k]):
            return False
    return True


cdef inline int class_of(Char c) noexcept nogil:
    if Char is uint32_t:
        if c >= PLANES:
            return IDEOGRAPH if c < 0x40000 else OTHER
    return classes[c]


cdef inline Py_ssize_t reference(const Char* s, Py_ssize_t i, Py_ssize_t end) noexcept nogil:
    """The length of the character reference that begins here."""
    if i + 1 >= end:
        return 1
    if s[i + 1] == c'n':
        return 6
    if s[i + 1] == c'a':
        return 5
    return 4 if s[i + 1] == c'l' or s[i + 1] == c'g' else 1


cdef struct Attribute:
    Py_ssize_t name       # where the name begins
    Py_ssize_t size       # its length
    Py_ssize_t value      # where the value begins
    Py_ssize_t stop       # and where it ends


cdef inline bint next_attribute(const Char* s, Py_ssize_t* place, Py_ssize_t end, Attribute* found) noexcept nogil:
    """Read the next attribute of a tag, between a place and the tag's end. They are written ` name="value"`."""
    cdef Py_ssize_t i = place[0]
    while i < end and (s[i] != c' ' or i + 1 >= end):
        i += 1
    if i >= end:
        return False
    found.name = i + 1
    i += 2
    while i < end and s[i] != c'=':
        i += 1
    if i + 1 >= end or s[i + 1] != c'"':
        return False
    found.size = i - found.name
    found.value = i + 2
    found.stop = find(s, found.value, end, c'"')
    place[0] = found.stop + 1
    return True

