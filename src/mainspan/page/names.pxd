"""Hash tables of tag names, filled once and then read for each tag (FNV-1a, open addressing)."""

from libc.stdint cimport uint64_t

cdef enum:
    SLOTS = 2048          # a power of two, several times the number of names

cdef extern from *:
    """
    #define MAINSPAN_HASH_START 14695981039346656037ULL
    """
    const uint64_t HASH_START "MAINSPAN_HASH_START"


cdef inline uint64_t mix(uint64_t hash, uint64_t letter) noexcept nogil:
    return (hash ^ letter) * 1099511628211ULL


cdef inline uint64_t hash_name(bytes name):
    cdef uint64_t hash = HASH_START
    for letter in name:
        hash = mix(hash, letter)
    return hash


cdef inline int slot_of(uint64_t* hashes, uint64_t hash) noexcept nogil:
    """The slot of a hash, or the free slot where it would go."""
    cdef int slot = hash & (SLOTS - 1)
    while hashes[slot] != 0 and hashes[slot] != hash:
        slot = (slot + 1) & (SLOTS - 1)
    return slot
