"""Markup as arrays, for the Python scanner: where angle brackets stand and which names follow them.

Python is slow in loops over tags, so names are read eight bytes at a time, as one number for each tag.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

Flags = NDArray[np.bool_]
Bytes = NDArray[np.uint8]
Places = NDArray[np.intp]
Eights = NDArray[np.uint64]

# Zeros after the last byte, so that eight bytes can be read at any place.
PADDING: Final = bytes(16)

_ONES: Final = np.uint64(0x0101010101010101)
_HIGHS: Final = np.uint64(0x8080808080808080)
_ONE, _SEVEN, _TOP = np.uint64(1), np.uint64(7), np.uint64(56)
# The exponent of a double stands above 52 bits of fraction; three more are the factor of eight bits a byte.
_EXPONENT, _BIAS = 52 + 3, 1023 >> 3


def eights(padded: bytes) -> Eights:
    """The eight bytes from each place on, the first one lowest; `padded` ends with PADDING."""
    return np.ndarray((len(padded) - 8,), dtype="<u8", buffer=padded, strides=(1,))


def word(text: bytes) -> np.uint64:
    """At most eight bytes as they stand in `eights`, zeros after them."""
    return np.uint64(int.from_bytes(text, "little"))


def angles(letters: Bytes) -> tuple[Places, Places, Places]:
    """Where `<` and where `>` stand, and for each `<` the number of the next `>` after it."""
    places = np.flatnonzero((letters | 2) == ord(">"))  # the two differ in this bit alone
    is_less = letters[places] == ord("<")
    return places[is_less], places[~is_less], np.cumsum(~is_less)[is_less]


def short_names(words: Eights, ends: Iterable[int]) -> tuple[Eights, Places]:
    """The names at the beginning of these words, as numbers, and their lengths.

    A name ends before any of the bytes `ends`. One that is longer than seven has the length 8 and the
    number 0; the numbers of others hold their bytes and above them their length.
    """
    found = np.zeros_like(words)
    for letter in ends:
        differs = words ^ (_ONES * np.uint64(letter))
        # Sets the highest bit of each byte that is zero, and of none below the first such byte.
        found |= (differs - _ONES) & ~differs
    found &= _HIGHS
    first = (found & (~found + _ONE)) >> _SEVEN
    length = (first.astype(np.float64).view(np.int64) >> _EXPONENT) - _BIAS
    # Less one, the lowest bit of the first end is a mask of all bytes below it.
    names = (words & (first - _ONE)) | (length.astype(np.uint64) << _TOP)
    is_long = found == 0
    names[is_long], length[is_long] = 0, 8
    return names, length.astype(np.intp, copy=False)


def lower_case(words: Eights) -> Eights:
    """The same words with each ASCII letter in lower case."""
    low = words & ~_HIGHS
    # Adding carries each byte from `A` on, and each one after `Z`, into its highest bit.
    upper = (low + _ONES * np.uint64(128 - 65)) & ~(low + _ONES * np.uint64(128 - 91)) & ~words & _HIGHS
    return words | (upper >> np.uint64(2))


def spell(name: int) -> bytes:
    """The bytes of a name, from the number that `short_names` gave it."""
    return name.to_bytes(8, "little")[: name >> 56]


class ShortNames:
    """A table of names with at most seven letters."""

    def __init__(self, numbers: dict[bytes, int]) -> None:
        """`numbers` gives each name a number above zero; longer names are left out."""
        words = {
            int.from_bytes(name, "little") | len(name) << 56: number
            for name, number in numbers.items()
            if len(name) < 8
        }
        # No name is all ones, so a search never ends outside the table.
        words |= {0: 0, 2**64 - 1: 0}
        self._words = np.array(sorted(words), dtype=np.uint64)
        self._numbers = np.array([words[int(word)] for word in self._words], dtype=np.int16)

    def look_up(self, names: Eights) -> NDArray[np.int16]:
        """The number of each name that `short_names` read, 0 for those that are not in the table."""
        place = np.searchsorted(self._words, names)
        found: NDArray[np.int16] = self._numbers[place] * (self._words[place] == names)
        return found
