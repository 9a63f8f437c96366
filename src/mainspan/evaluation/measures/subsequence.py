"""The exact length of the longest common subsequence.

The bit-parallel algorithm of rapidfuzz treats 64 items of one sequence at once. Its table of the shorter
sequence has at most 64 bytes an item, and nothing else grows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from mainspan.extras import extra

# First only 1/32, then 1/8 of the shorter sequence may be missing. It changes the time, not the result.
_MISSING_SHARES: Final = (32, 8)  # no rule: speed


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
    """Whether nearly all characters are among the first 256, so that numbering would not help."""
    return isinstance(items, str) and len(items.encode("latin-1", "ignore")) > 0.9 * len(items)


def _number(one: Sequence[str], other: Sequence[str]) -> tuple[str, str]:
    """Both sequences as texts, with one character for each item.

    Items that only one sequence has cannot be common, and are left out. The most frequent items get the
    lowest characters: rapidfuzz looks up those below 256 in a table, which is ten times as fast.
    """
    counts = Counter(one)
    shared = counts.keys() & set(other)
    order = sorted(shared, key=lambda item: (-counts[item], item))
    characters = {item: chr(i) for i, item in enumerate(order)}
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
    with extra("eval", "measurements, such as those of mainspan evaluate,"):
        from rapidfuzz import process
        from rapidfuzz.distance import LCSseq
    if not shorter:
        return 0
    # As a query, the shorter sequence is the one that rapidfuzz makes its table of. LCSseq.similarity alone
    # would use the longer one: 20 million characters against a hundred then take a gigabyte.
    # With a cutoff, the search keeps to a band around the diagonal, and finds nothing if more is missing.
    # Similar texts then take a third of the time or less.
    for least in (*(len(shorter) - len(shorter) // each for each in _MISSING_SHARES), 0):
        found = process.extractOne(shorter, [longer], scorer=LCSseq.similarity, score_cutoff=least)
        if found is not None:
            return int(found[1])
    return 0
