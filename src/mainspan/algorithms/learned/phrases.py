"""The signals that people have words for, and what each of them saw in a block."""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Final

from mainspan.algorithms.learned.families import FAMILIES
from mainspan.algorithms.learned.hints import HINTS
from mainspan.algorithms.learned.labels import LABELS
from mainspan.algorithms.learned.sheet import Sheet
from mainspan.algorithms.learned.table import Count, row_of, rows_of_signal

# From this share on there are many links, and a text is mostly something.
_MIN_MANY: Final = 0.3
_MIN_MOST: Final = 0.5
# A text with fewer different words than this cannot be compared with the title.
_MIN_TITLE_WORDS: Final = 2
# From this number of characters between two texts on there is much markup.
_MIN_MARKUP: Final = 100
# At most this number of names or tags is reported.
_MAX_NAMES: Final = 3
# Phrases on the blocks around a block read the four on either side, those on its part the second element
# around it that holds more than the block.
_NEIGHBOURS: Final = 4
_PART_LEVEL: Final = 2


def _measured(sheet: Sheet, feature: str, block: int, level: int = 1) -> float:
    return float(sheet.measured[row_of(feature, level), block])


def _length(sheet: Sheet, block: int) -> str:
    words = int(sheet.words[block])
    return f"{words:,} words" if words > 1 else "a single word"


def _links(sheet: Sheet, block: int) -> str:
    share = min(int(sheet.linked[block]) / max(int(sheet.characters[block]), 1), 1)
    if share in (0, 1):
        return "nothing but links" if share else "no links"
    return f"{'many' if share >= _MIN_MANY else 'few'} links ({share:.0%})"


def _punctuation(sheet: Sheet, block: int) -> str:
    counts = sheet.counts[block]
    if counts[Count.ENDS]:
        return "ends like a sentence"
    return (
        "no stop at its end"
        if counts[[Count.STOPS, Count.COMMAS, Count.PUNCTUATION]].any()
        else "no punctuation"
    )


def _digits(sheet: Sheet, block: int) -> str:
    counts, characters = sheet.counts[block], max(int(sheet.characters[block]), 1)
    digits, symbols = int(counts[Count.DIGITS]), int(counts[Count.SYMBOLS])
    if not digits and not symbols:
        return "no digits or symbols"
    names = " and ".join(name for name, count in (("digits", digits), ("symbols", symbols)) if count)
    return f"{names} ({min((digits + symbols) / characters, 1):.0%})"


def _capitals(sheet: Sheet, block: int) -> str:
    counts, words = sheet.counts[block], int(sheet.words[block])
    initials = int(counts[Count.INITIALS])
    if counts[Count.CAPITALS] > sheet.characters[block] * _MIN_MOST:
        return "written in capitals"
    if not initials:
        return "no capitals"
    return f"{initials} of {words} words capitalised" if initials < words else "all words capitalised"


def _markup(sheet: Sheet, block: int) -> str:
    counts, gap = sheet.counts[block], int(sheet.gap[block])
    if counts[Count.CONTROLS]:
        return "a field or button beside it"
    if counts[Count.IMAGES]:
        return "a picture beside it"
    return f"{gap:,} characters of markup before it" if gap >= _MIN_MARKUP else "little markup before it"


def _place(sheet: Sheet, block: int) -> str:
    if _measured(sheet, "h1 on page", block) and not _measured(sheet, "h1 so far", block):
        return "before the first h1"
    return f"{_measured(sheet, 'place', block):.0%} down the page"


def _likeness(sheet: Sheet, block: int) -> str:
    times = round(exp(_measured(sheet, "log repeats", block)))
    if times > 1:
        # Texts that differ in a date or a price are taken for the same.
        where = "but for digits" if sheet.counts[block, Count.DIGITS] else "on the page"
        return f"appears {times:,} times {where}"
    twins = int(sheet.ranges[block, :2, 2].max())
    return f"one of {twins:,} alike" if twins > 1 else "none alike beside it"


def _hidden(sheet: Sheet, block: int) -> str:
    hidden = int(sheet.hidden[block])
    return "in noscript" if hidden & 2 else "hidden at first" if hidden else "not hidden"


def _title(sheet: Sheet, block: int) -> str:
    share = _measured(sheet, "words in title", block)
    if share > 0 and int(sheet.word_bits[block]).bit_count() < _MIN_TITLE_WORDS:
        # Words are compared by one of 64 bits each: one alone may be like another by chance.
        return "may share a word with the title"
    if share >= _MIN_MOST:
        return "like the page's title"
    return "shares words with the title" if share > 0 else "unlike the page's title"


def _neighbours(sheet: Sheet, block: int) -> str:
    links, prose = (_measured(sheet, f"{what} within {_NEIGHBOURS}", block) for what in ("links", "prose"))
    if prose >= _MIN_MOST:
        return f"among long texts ({prose:.0%})"
    return f"among links ({links:.0%})" if links >= _MIN_MOST else "among short texts"


def _part(sheet: Sheet, block: int) -> str:
    links, prose, share = (
        _measured(sheet, f"level {what}", block, _PART_LEVEL) for what in ("links", "prose", "text")
    )
    if links >= _MIN_MOST:
        return f"in a part of links ({links:.0%})"
    if prose >= _MIN_MOST:
        return f"in a part of long texts ({prose:.0%})"
    return f"in a part with {share:.0%} of the page's text"


def _page(sheet: Sheet, block: int) -> str:
    links, prose = (_measured(sheet, f"page {what}", block) for what in ("links", "prose"))
    if prose >= _MIN_MOST:
        return f"on a page of long texts ({prose:.0%})"
    return f"on a page of links ({links:.0%})" if links >= _MIN_MOST else "on a page of short texts"


# Where the first name of a family would mislead.
_CALLED: Final = {
    "ul ol menu": "list",
    "h4 h5 h6": "h4-h6",
    "strong b em i": "emphasis",
    "address time": "address",
}
_FAMILY_NAMES: Final = tuple(_CALLED.get(names, names.split()[0]) for names in FAMILIES)


def _tags(sheet: Sheet, block: int) -> str:
    mask = int(sheet.masks[block, 0])
    found = [name for bit, name in enumerate(_FAMILY_NAMES) if mask >> bit & 1]
    return f"in {'/'.join(found[:_MAX_NAMES])}" if found else "in no telling tag"


# Stems that are no words, and names that say little: these come after the others.
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


def _names(sheet: Sheet, block: int) -> str:
    around, *levels = (int(mask) for mask in sheet.masks[block, 1:5])
    found: dict[str, None] = {}
    # The nearest names first, and the bland ones last.
    for those in (_TELLING, ~_TELLING):
        for mask in (*levels, around):
            found |= dict.fromkeys(name for bit, name in enumerate(_HINT_NAMES) if (mask & those) >> bit & 1)
    return f"names like {'/'.join(list(found)[:_MAX_NAMES])}" if found else "no telling names"


# Labels whose names do not say what they are on pages.
_LABEL_NAMES: Final = {
    "policy": "delivery and payment",
    "related": "related pages",
    "facts": "specifications",
    "variant": "size and colour",
    "stock": "availability",
    "buy": "buying",
    "filter": "filters",
    "share": "sharing",
    "more": "reading on",
    "advert": "advertising",
    "about": "the company",
}


def _labels(sheet: Sheet, block: int) -> str:
    own, *above = (_names_of_labels(mask) for mask in sheet.seen_labels[block].tolist())
    if own:
        return f"a label of {own}"
    nearest = next(filter(None, above), "")
    return f"below a label of {nearest}" if nearest else "no label"


def _names_of_labels(mask: int) -> str:
    names = [_LABEL_NAMES.get(name, name) for bit, name in enumerate(LABELS) if mask >> bit & 1]
    return "/".join(names[:_MAX_NAMES])


# Each signal: the columns of the features that it is made of, and what it saw.
_PHRASES: Final[dict[str, Callable[[Sheet, int], str]]] = {
    "length": _length,
    "links": _links,
    "punctuation": _punctuation,
    "digits": _digits,
    "capitals": _capitals,
    "markup": _markup,
    "place": _place,
    "likeness": _likeness,
    "hidden": _hidden,
    "title": _title,
    "neighbours": _neighbours,
    "part": _part,
    "page": _page,
    "tags": _tags,
    "names": _names,
    "labels": _labels,
}
SIGNALS: Final = tuple((rows_of_signal(signal), phrase) for signal, phrase in _PHRASES.items())
