"""Labels: what short texts such as "Shipping & returns", "You may also like" or "Posted by" announce.

`labels.txt` lists how shops, forums, news sites and companies label things in many languages. Each line has a
kind of label, a language, and stems. A stem is found at the beginning of a word, in scripts without spaces
anywhere; `|` at its end means that the word ends there too. All languages are searched at once, so the
language of a page need not be known.

Labels are inputs of the network that may be missing: they were removed from many of the pages that it was
trained on, so a page in a language without a list is read as well.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib import resources
from typing import Final

import numpy as np
from numpy.typing import NDArray

# The kinds of labels, in the order of their bits.
LABELS: Final = (
    "policy related popular description facts variant reviews price stock buy account comments contact "
    "subscribe legal share filter search byline more navigation tags advert forum media about events"
).split()
# Characters from here on have neither capitals nor accents that matter.
FOLDED: Final = 0x2000  # no rule: size of the table
# Letters that are written in several ways, and one of them: dotless i, and letters of Arabic and Persian.
_ALIKE: Final = dict(zip("ıİیىکأإآة", "iiييكاااه", strict=True))


def label_mask(*labels: str) -> int:
    """The bits of these kinds of labels."""
    return sum(1 << LABELS.index(label) for label in labels)


@cache
def folded() -> NDArray[np.uint16]:
    """The letter that each of the first characters is read as: a small one without accents."""
    return np.array([ord(_fold(chr(code))) for code in range(FOLDED)], dtype=np.uint16)


def _fold(letter: str) -> str:
    letter = unicodedata.normalize("NFD", _ALIKE.get(letter, letter).lower())[0]
    return _ALIKE.get(letter, letter)


@cache
def stems() -> tuple[tuple[str, int], ...]:
    """All stems of the list, folded, with their labels as a mask. `|` ends those that are whole words."""
    lines = (resources.files(__package__) / "labels.txt").read_text("utf-8")
    lines = lines.translate(dict(enumerate(folded().tolist())))
    masks = {label: 1 << number for number, label in enumerate(LABELS)}
    found = []
    for line in lines.splitlines()[1:]:
        label, _, entries = line.split("\t")
        mask = masks[label]
        found += [(entry, mask) for entry in entries.split("; ")]
    return tuple(found)
