"""The signals that people have words for, and what each of them saw in a block."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from mainspan.algorithms.learned.families import FAMILIES
from mainspan.algorithms.learned.features import (
    CAPITAL,
    COMMA,
    CONTROLS,
    DIGIT,
    ENDS,
    IMAGES,
    INITIALS,
    MEASURED,
    PUNCTUATION,
    STOP,
    SYMBOL,
    Floats,
    Sheet,
)
from mainspan.algorithms.learned.hints import HINTS

_IN_FAMILIES: Final = range(MEASURED, MEASURED + 32)
_IN_NAMES: Final = range(MEASURED + 32, MEASURED + 288)
_IN_GROUP: Final = range(MEASURED + 288, MEASURED + 312)
_ENDS: Final = range(MEASURED + 312, MEASURED + 330)

# Measured features that phrases read.
_PLACE, _TIMES, _PAGE_LINKS, _PAGE_PROSE, _TITLED, _HEADED, _HEADINGS = 49, 52, 53, 54, 58, 60, 61
# Of the four blocks on either side, and of the second element around that holds more than the block.
_NEAR_LINKS, _NEAR_PROSE, _PART_LINKS, _PART_PROSE, _PART_SHARE = 67, 68, 75, 80, 85

# From this share on something is called many, or most.
_MANY, _MOST = 0.3, 0.5
# So many different words can be compared with those of the title.
_TELLING_WORDS: Final = 2
# So many characters between two texts are much markup.
_MUCH_MARKUP: Final = 100
_FEW_NAMES: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The blocks of a page, and their measured features, a row each."""

    sheet: Sheet
    measured: Floats


def _length(seen: Seen, block: int) -> str:
    words = int(seen.sheet.words[block])
    return f"{words:,} words" if words > 1 else "a single word"


def _links(seen: Seen, block: int) -> str:
    share = min(int(seen.sheet.linked[block]) / max(int(seen.sheet.characters[block]), 1), 1)
    if share in (0, 1):
        return "nothing but links" if share else "no links"
    return f"{'many' if share >= _MANY else 'few'} links ({share:.0%})"


def _punctuation(seen: Seen, block: int) -> str:
    counts = seen.sheet.counts[block]
    if counts[ENDS]:
        return "ends like a sentence"
    return "no stop at its end" if counts[[STOP, COMMA, PUNCTUATION]].any() else "no punctuation"


def _digits(seen: Seen, block: int) -> str:
    counts, characters = seen.sheet.counts[block], max(int(seen.sheet.characters[block]), 1)
    digits, symbols = int(counts[DIGIT]), int(counts[SYMBOL])
    if not digits and not symbols:
        return "no digits or symbols"
    names = " and ".join(name for name, count in (("digits", digits), ("symbols", symbols)) if count)
    return f"{names} ({min((digits + symbols) / characters, 1):.0%})"


def _capitals(seen: Seen, block: int) -> str:
    counts, words = seen.sheet.counts[block], int(seen.sheet.words[block])
    initials = int(counts[INITIALS])
    if counts[CAPITAL] > seen.sheet.characters[block] * _MOST:
        return "written in capitals"
    if not initials:
        return "no capitals"
    return f"{initials} of {words} words capitalised" if initials < words else "all words capitalised"


def _markup(seen: Seen, block: int) -> str:
    counts, gap = seen.sheet.counts[block], int(seen.sheet.gap[block])
    if counts[CONTROLS]:
        return "a field or button beside it"
    if counts[IMAGES]:
        return "a picture beside it"
    return f"{gap:,} characters of markup before it" if gap >= _MUCH_MARKUP else "little markup before it"


def _place(seen: Seen, block: int) -> str:
    if seen.measured[_HEADINGS, block] and not seen.measured[_HEADED, block]:
        return "before the first h1"
    return f"{seen.measured[_PLACE, block]:.0%} down the page"


def _likeness(seen: Seen, block: int) -> str:
    times = round(float(np.exp(seen.measured[_TIMES, block])))
    if times > 1:
        # Texts that differ in a date or a price are taken for the same.
        where = "but for digits" if seen.sheet.counts[block, DIGIT] else "on the page"
        return f"stands {times:,} times {where}"
    twins = int(seen.sheet.ranges[block, :2, 2].max())
    return f"one of {twins:,} alike" if twins > 1 else "none alike beside it"


def _hidden(seen: Seen, block: int) -> str:
    veils = int(seen.sheet.veils[block])
    return "stands in noscript" if veils & 2 else "hidden at first" if veils else "not hidden"


def _title(seen: Seen, block: int) -> str:
    share = seen.measured[_TITLED, block]
    if share > 0 and int(seen.sheet.bits[block]).bit_count() < _TELLING_WORDS:
        # Words are compared by one of 64 bits each: one alone may be like another by chance.
        return "may share a word with the title"
    if share >= _MOST:
        return "like the page's title"
    return "shares words with the title" if share > 0 else "unlike the page's title"


def _neighbours(seen: Seen, block: int) -> str:
    links, prose = seen.measured[_NEAR_LINKS, block], seen.measured[_NEAR_PROSE, block]
    if prose >= _MOST:
        return f"among long texts ({prose:.0%})"
    return f"among links ({links:.0%})" if links >= _MOST else "among short texts"


def _part(seen: Seen, block: int) -> str:
    links, prose, share = (float(seen.measured[k, block]) for k in (_PART_LINKS, _PART_PROSE, _PART_SHARE))
    if links >= _MOST:
        return f"in a part of links ({links:.0%})"
    if prose >= _MOST:
        return f"in a part of long texts ({prose:.0%})"
    return f"in a part with {share:.0%} of the page's text"


def _page(seen: Seen, block: int) -> str:
    links, prose = seen.measured[_PAGE_LINKS, block], seen.measured[_PAGE_PROSE, block]
    if prose >= _MOST:
        return f"on a page of long texts ({prose:.0%})"
    return f"on a page of links ({links:.0%})" if links >= _MOST else "on a page of short texts"


# Where the first name of a family would mislead.
_CALLED: Final = {
    "ul ol menu": "list",
    "h4 h5 h6": "h4-h6",
    "strong b em i": "emphasis",
    "address time": "address",
}
_FAMILY_NAMES: Final = tuple(_CALLED.get(names, names.split()[0]) for names in FAMILIES)


def _tags(seen: Seen, block: int) -> str:
    mask = int(seen.sheet.masks[block, 0])
    found = [name for bit, name in enumerate(_FAMILY_NAMES) if mask >> bit & 1]
    return f"stands in {'/'.join(found[:_FEW_NAMES])}" if found else "stands in no telling tag"


# Stems that are no words, and names that say little: these are told after the others.
_WHOLE: Final = {
    "relat": "related",
    "subscri": "subscribe",
    "galler": "gallery",
    "pagin": "pagination",
    "desc": "description",
    "lang": "language",
    "toc": "contents",
}
_STEMS: Final = tuple(line.split()[0].strip("-") for line in HINTS)
_HINT_NAMES: Final = tuple(_WHOLE.get(stem, stem) for stem in _STEMS)
_BLAND: Final = frozenset("body text list item grid link image section wrap".split())
_TELLING: Final = sum(1 << bit for bit, stem in enumerate(_STEMS) if stem not in _BLAND)


def _names(seen: Seen, block: int) -> str:
    around, *levels = (int(mask) for mask in seen.sheet.masks[block, 1:5])
    found: dict[str, None] = {}
    # The nearest names first, and the bland ones last.
    for those in (_TELLING, ~_TELLING):
        for mask in (*levels, around):
            found |= dict.fromkeys(name for bit, name in enumerate(_HINT_NAMES) if (mask & those) >> bit & 1)
    return f"names like {'/'.join(list(found)[:_FEW_NAMES])}" if found else "no telling names"


# Each signal: the columns of the features that it is made of, and what it saw.
SIGNALS: Final[tuple[tuple[tuple[int, ...], Callable[[Seen, int], str]], ...]] = (
    ((0, 1, 44, 50), _length),
    ((10, 36), _links),
    ((6, 7, 8, 39, 40, 41, 55, *_ENDS), _punctuation),
    ((5, 9, 38, 42), _digits),
    ((3, 4, 37, 43), _capitals),
    ((2, 11, 12, 13, 14, 15, 34, 35, 45), _markup),
    ((46, 47, 48, 49, 60, 61), _place),
    ((16, 27, 28, 29, 30, 31, 52), _likeness),
    ((56, 57), _hidden),
    ((58, 59), _title),
    (tuple(range(62, 74)), _neighbours),
    ((*range(17, 27), 51, *range(74, 109)), _part),
    ((32, 33, 53, 54), _page),
    ((*_IN_FAMILIES, *_IN_GROUP), _tags),
    (tuple(_IN_NAMES), _names),
)
