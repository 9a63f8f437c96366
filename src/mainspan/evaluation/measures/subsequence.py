"""The length of the longest common subsequence, exactly: what Hirschberg's algorithm finds, in bits.

The bit-parallel algorithm of rapidfuzz treats 64 items of one sequence at once. Its table of the shorter
sequence has at most 64 bytes an item, and nothing else grows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from mainspan.extras import extra

# The shares of the shorter sequence that are first allowed to be missing, one over each of these.
_ALLOWED: Final = (32, 8)


def common_subsequence(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the longest common subsequence."""
    if not _is_mostly_latin(one) or not _is_mostly_latin(other):
        one, other = _number(one, other)
    shorter, longer = sorted((str(one), str(other)), key=len)
    head = _common_start(shorter, longer)
    shorter, longer = shorter[head:], longer[head:]
    tail = _common_start(shorter[::-1], longer[::-1])
    return head + tail + _search(shorter[: len(shorter) - tail], longer[: len(longer) - tail])


def _is_mostly_latin(items: Sequence[str]) -> bool:
    """Whether hardly a character of a text is beyond the first 256, so that numbers would gain nothing."""
    return isinstance(items, str) and len(items.encode("latin-1", "ignore")) > 0.9 * len(items)


def _number(one: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
    """Both sequences as texts: a character for each item, and nothing for an item that only one has.

    Those items cannot be common. The most frequent items get the lowest characters, since below 256 the
    search looks them up in a table, ten times as fast as elsewhere.
    """
    counts = Counter(one)
    shared = counts.keys() & set(other)
    order = sorted(shared, key=lambda item: (-counts[item], item))
    characters = {item: chr(place) for place, item in enumerate(order)}
    return _translate(one, characters), _translate(other, characters)


def _translate(items: Sequence[str], characters: dict[str, str]) -> str:
    return "".join([characters[item] for item in items if item in characters])


def _common_start(one: str, other: str) -> int:
    """How many characters two texts have in common at their start, by halving."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def _search(shorter: str, longer: str) -> int:
    with extra("eval", "measures"):
        from rapidfuzz import process
        from rapidfuzz.distance import LCSseq
    if not shorter:
        return 0
    # As a query, the first sequence is the one that the table is made of. LCSseq.similarity alone makes it of
    # the longer one, and 20 million characters against a hundred then take a gigabyte instead of nothing.
    # Where only so much may be missing, the search keeps to a band around the diagonal, and finds nothing if
    # more is missing. Of texts that fit, a third of the time or less is left.
    for least in (*(len(shorter) - len(shorter) // each for each in _ALLOWED), 0):
        found = process.extractOne(shorter, [longer], scorer=LCSseq.similarity, score_cutoff=least)
        if found is not None:
            return int(found[1])
    return 0
