"""Byline and captions, found by the names and tags that their authors gave them: kept or left out as asked.

The network hears the wishes too, but these are few words among many, and the corpora teach them badly: the
annotators who kept captions had pages of 2006 and 2008.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.features import LONG, Sheet
from mainspan.page.hints import HINTS
from mainspan.page.tags import FAMILIES

Flags = NDArray[np.bool_]
Places = NDArray[np.intp]

_CAPTION: Final = np.uint64(1 << FAMILIES.index("figcaption caption"))
_AUTHOR_OR_DATE: Final = np.uint64(
    sum(1 << number for number, stems in enumerate(HINTS) if stems.split()[0] in ("author", "date"))
)
# A byline has so many words at most, and stands so many blocks before the text.
_MOST_WORDS, _NEAR = 25, 6


def find_captions(sheet: Sheet, kept: Flags) -> Places:
    """The captions between the first and the last block that is kept."""
    captions = np.flatnonzero(sheet.masks[:, 0] & _CAPTION)
    places = np.flatnonzero(kept)
    if not len(captions) or not len(places):
        return captions[:0]
    inside: Places = captions[(captions > places[0]) & (captions < places[-1])]
    return inside


def find_byline(sheet: Sheet, kept: Flags) -> Places:
    """The blocks right before the text that their authors call something of author or date."""
    begins = np.flatnonzero(kept & (sheet.words >= LONG))
    if not len(begins):
        return begins
    end = int(begins[0])
    near = np.arange(max(end - _NEAR, 0), end)
    # The block's own names, and those of the nearest element around several.
    named = (sheet.masks[near, 2] | sheet.masks[near, 3]) & _AUTHOR_OR_DATE
    byline: Places = near[(named > 0) & (sheet.words[near] <= _MOST_WORDS)]
    return byline
