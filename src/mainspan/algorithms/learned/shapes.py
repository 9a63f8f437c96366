"""The shapes of characters: capitals, digits, commas, full stops and other signs of every script."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page.classes import CLASS, PLANES

LETTER, SPACE, CAPITAL, DIGIT, COMMA, STOP, PUNCTUATION, SYMBOL, IDEOGRAPH = range(9)

# Commas and full stops of all scripts.
_COMMAS: Final = ",;،؛、，；﹐﹑﹔､՝፣፥߸᠂"
_STOPS: Final = ".!?…。！？．｡؟۔।॥։။។៕᠃᠉።፧﹒﹖﹗‼⁇⁈⁉"
# Between the links of a menu, or before the items of a list: symbols, whatever their Unicode category.
_DIVIDERS: Final = "|/\\•·»«›‹‣◦*_#@&%"


@cache
def shapes() -> NDArray[np.uint8]:
    """The shape of each character of the first two planes."""
    by_category = {"Lu": CAPITAL, "Lt": CAPITAL, "Nd": DIGIT, "Nl": DIGIT, "No": DIGIT}
    by_group = {"P": PUNCTUATION, "S": SYMBOL, "Z": SPACE, "C": SPACE}
    # Unassigned code points count as letters.
    by_category |= {"Cn": LETTER, "Co": LETTER, "Cs": LETTER, "Cf": LETTER}
    table = np.zeros(PLANES, dtype=np.uint8)
    for code, category in enumerate(map(unicodedata.category, map(chr, range(PLANES)))):
        table[code] = by_category.get(category, by_group.get(category[0], LETTER))
    # In scripts without spaces between words each character counts as a word.
    table[(table == LETTER) & (CLASS > 1)] = IDEOGRAPH
    for signs, shape in ((_COMMAS, COMMA), (_STOPS, STOP), (_DIVIDERS, SYMBOL)):
        table[[ord(sign) for sign in signs]] = shape
    return table
