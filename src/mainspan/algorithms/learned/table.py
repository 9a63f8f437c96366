"""What is known of a block, by name: one table for the features, the compiled loops and the reasons."""

from __future__ import annotations

from enum import IntEnum
from itertools import accumulate
from typing import Final, NamedTuple


class Count(IntEnum):
    """The columns of `Sheet.counts`: what a block is made of."""

    INITIALS = 0  # words that begin with a capital letter
    ENDS = 1  # whether it ends like a sentence
    CAPITALS = 2  # from here to IDEOGRAPHS: characters of each shape (`shapes`)
    DIGITS = 3
    COMMAS = 4
    STOPS = 5
    PUNCTUATION = 6
    SYMBOLS = 7
    IDEOGRAPHS = 8
    FIRST_SHAPE = 9  # of its first visible character; -1 if there is none
    LAST_SHAPE = 10
    FINGERPRINT = 11  # a hash of its text without digits
    LINKS = 12  # from here on: tags inside it, or between it and the block before
    EMPHASES = 13
    INLINES = 14
    OPENS = 15
    CLOSES = 16
    IMAGES = 17
    CONTROLS = 18
    BREAKS = 19


# The tags of containers that are distinguished, by their number in `Sheet.group`; 0 is any other tag.
GROUPS: Final = (
    "- p li div td th h1 h2 h3 h4 h5 h6 blockquote pre figcaption dd dt body section article header footer"
).split()
LI, TD, TH, H1, H4, H6, DD, DT = map(GROUPS.index, "li td th h1 h4 h6 dd dt".split())

# The levels of elements around a block that a sheet has; the first is the block itself.
LEVELS: Final = 6
# The kinds of labels (`labels`), and the levels around a block of which the label is known.
N_LABELS: Final = 27
LABEL_LEVELS: Final = LEVELS - 1
# Blocks on either side that a blur reaches.
REACHES: Final = (1, 4, 12)
# Texts of at least this number of words count as prose, unless this share of them or more is links.
MIN_PROSE_WORDS: Final = 15
MAX_PROSE_LINKS: Final = 0.3
# Only texts of at most this number of words are compared with the page's title.
MAX_TITLE_WORDS: Final = 25


class Feature(NamedTuple):
    """A group of columns of the network's input, and the signal that they are reported as."""

    name: str
    signal: str
    rows: int = 1


_OUTER: Final = LEVELS - 1

# Numbers. The first ones, up to "log page blocks", are logarithms of one more than the number.
MEASURED: Final = (
    Feature("log characters", "length"),
    Feature("log words", "length"),
    Feature("log gap", "markup"),
    Feature("log initials", "capitals"),
    Feature("log capitals", "capitals"),
    Feature("log digits", "digits"),
    Feature("log commas", "punctuation"),
    Feature("log stops", "punctuation"),
    Feature("log punctuation", "punctuation"),
    Feature("log symbols", "digits"),
    Feature("log links", "links"),
    Feature("log emphases", "markup"),
    Feature("log inlines", "markup"),
    Feature("log opens", "markup"),
    Feature("log closes", "markup"),
    Feature("log images", "markup"),
    Feature("log twins", "likeness"),
    Feature("log level characters", "part", _OUTER),
    Feature("log level blocks", "part", _OUTER),
    Feature("log level twins", "likeness", _OUTER),
    Feature("log role blocks", "likeness", 2),
    Feature("log page characters", "page"),
    Feature("log page blocks", "page"),
    Feature("controls", "markup"),
    Feature("breaks", "markup"),
    Feature("link share", "links"),
    Feature("capitals share", "capitals"),
    Feature("digits share", "digits"),
    Feature("commas share", "punctuation"),
    Feature("stops share", "punctuation"),
    Feature("punctuation share", "punctuation"),
    Feature("symbols share", "digits"),
    Feature("initials share", "capitals"),
    Feature("word length", "length"),
    Feature("text density", "markup"),
    Feature("text before", "place"),
    Feature("prose before", "place"),
    Feature("prose with it", "place"),
    Feature("place", "place"),
    Feature("length of longest", "length"),
    Feature("depth", "part"),
    Feature("log repeats", "likeness"),
    Feature("page links", "page"),
    Feature("page prose", "page"),
    Feature("ends", "punctuation"),
    Feature("hidden", "hidden"),
    Feature("in noscript", "hidden"),
    Feature("words in title", "title"),
    Feature("title covered", "title"),
    Feature("h1 so far", "place"),
    Feature("h1 on page", "place"),
    *(
        Feature(f"{what} within {reach}", "neighbours")
        for reach in REACHES
        for what in ("density", "links", "prose", "word length")
    ),
    Feature("level links", "part", _OUTER),
    Feature("level prose", "part", _OUTER),
    Feature("level text", "part", _OUTER),
    Feature("level stops", "part", _OUTER),
    Feature("level commas", "part", _OUTER),
    Feature("level density", "part", _OUTER),
    Feature("level place", "part", _OUTER),
    Feature("role text", "likeness", 2),
    Feature("role links", "likeness", 2),
    Feature("role place", "likeness", 2),
    Feature("role spread", "likeness", 2),
)
# Zeros and ones: the masks of a block, bit by bit, then one of each group of choices.
FLAGS: Final = (
    Feature("families", "tags", 32),
    Feature("hints around", "names", 64),
    Feature("hints of levels", "names", 3 * 64),
    Feature("group", "tags", 24),
    Feature("first shape", "punctuation", 9),
    Feature("last shape", "punctuation", 9),
    Feature("label", "labels", N_LABELS),
    Feature("label above", "labels", N_LABELS),
    Feature("labels of section", "labels", N_LABELS),
    Feature("labels of levels", "labels", LABEL_LEVELS * N_LABELS),
)
FEATURES: Final = MEASURED + FLAGS
N_MEASURED: Final = sum(each.rows for each in MEASURED)
N_FEATURES: Final = sum(each.rows for each in FEATURES)

_FIRST: Final = dict(
    zip(
        (each.name for each in FEATURES),
        accumulate((each.rows for each in FEATURES), initial=0),
        strict=False,
    )
)


def row_of(name: str, level: int = 1) -> int:
    """The row of a feature; of those with one row a level, that of a level (1 is the nearest element)."""
    return _FIRST[name] + level - 1


def rows_of(name: str) -> range:
    """All rows of a feature."""
    return range(_FIRST[name], _FIRST[name] + next(each.rows for each in FEATURES if each.name == name))


def rows_of_signal(signal: str) -> list[int]:
    """All rows of the features that are reported as this signal."""
    return [row for each in FEATURES if each.signal == signal for row in rows_of(each.name)]
