"""Words that kernels search for in parts of a source, in any case. All of it is inlined into each kernel."""

from libc.stdint cimport UINT8_MAX, uint8_t
from libc.string cimport memset

from mainspan.page.characters cimport Char

cdef enum:
    WORDS = 16            # room for words
    PAIRS = 1024          # for two characters, the lower five bits of each

cdef struct Words:
    int count
    const char* letters[WORDS]
    Py_ssize_t size[WORDS]
    Py_ssize_t shortest     # the length of their beginnings that are searched for
    uint8_t steps[PAIRS]    # how far after two characters a beginning can end


cdef inline int take_words(Words* words, tuple given) except -1:
    """Take the words; the bytes must outlive this. As Wu and Manber search for them: most characters are skipped."""
    cdef bytes word
    cdef const uint8_t* letters
    cdef Py_ssize_t i, k, left
    cdef int pair
    if len(given) > WORDS:
        raise ValueError(f"{len(given)} words, but there is room for {WORDS}")
    words.count = <int>len(given)
    # of longer words, their beginnings
    words.shortest = UINT8_MAX if words.count else 2
    for i in range(words.count):
        word = given[i]
        words.letters[i], words.size[i] = word, len(word)
        if words.size[i] < 2:
            raise ValueError(f"a word of two characters at least, not {word!r}")
        words.shortest = min(words.shortest, words.size[i])
    memset(words.steps, <int>words.shortest - 1, PAIRS)
    for i in range(words.count):
        letters = <const uint8_t*>words.letters[i]
        for k in range(1, words.shortest):
            pair = (letters[k - 1] & 31) << 5 | letters[k] & 31
            left = words.shortest - 1 - k
            words.steps[pair] = min(words.steps[pair], <uint8_t>left)
    return 0


cdef inline bint is_word_at(const Char* s, Py_ssize_t i, Py_ssize_t end, const char* word, Py_ssize_t size) noexcept nogil:
    cdef Py_ssize_t k
    if i + size > end:
        return False
    for k in range(size):
        if (s[i + k] + 32 if c'A' <= s[i + k] <= c'Z' else s[i + k]) != <Char>(<uint8_t>word[k]):
            return False
    return True


cdef inline bint holds_word(const Char* s, Py_ssize_t i, Py_ssize_t end, const Words* words) noexcept nogil:
    cdef Py_ssize_t reach = words.shortest - 1
    cdef int step, k
    i += reach
    while i < end:
        step = words.steps[(s[i - 1] & 31) << 5 | s[i] & 31]
        if step == 0:
            for k in range(words.count):
                if is_word_at(s, i - reach, end, words.letters[k], words.size[k]):
                    return True
            step = 1
        i += step
    return False
