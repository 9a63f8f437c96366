"""The classes of characters that decide where words begin and end."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

# Han and kana, and the scripts of South East Asia, are written without spaces between words. A word of the
# first is at most two characters, one of the second at most four: about the mean length of their words.
OTHER, SPACE, IDEOGRAPH, SYLLABLE = range(4)

# Characters of the first two planes; there are hardly any but Han beyond.
PLANES: Final = 0x20000  # no rule: size of the table

# Han, kana and bopomofo with their punctuation and full-width forms; Hangul is not among them.
_IDEOGRAPHS: Final = ((0x2E80, 0x2FFF), (0x3001, 0x312F), (0x3190, 0x4DBF), (0x4E00, 0x9FFF),
                      (0xF900, 0xFAFF), (0xFE30, 0xFE4F), (0xFF01, 0xFF9F))  # fmt: skip
# Thai, Lao, Tibetan, Burmese and Khmer.
_SYLLABLES: Final = ((0x0E00, 0x0FFF), (0x1000, 0x109F), (0x1780, 0x17FF))
# Whitespace as `str.isspace` knows it.
_SPACES: Final = (9, 10, 11, 12, 13, 28, 29, 30, 31, 32, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B),
                 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)  # fmt: skip


def _classes() -> NDArray[np.uint8]:
    """The class of each character of the first two planes. Of the others, those below 0x40000 are Han."""
    table = np.zeros(PLANES, dtype=np.uint8)
    for first, last in _IDEOGRAPHS:
        table[first : last + 1] = IDEOGRAPH
    for first, last in _SYLLABLES:
        table[first : last + 1] = SYLLABLE
    table[list(_SPACES)] = SPACE
    return table


CLASS: Final = _classes()
