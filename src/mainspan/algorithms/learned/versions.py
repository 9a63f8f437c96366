"""Parts that a page of a shop, a company or a list has twice: for narrow and wide screens, or in a carousel.

Each of their texts may be short: a price, a name, a property. So what is compared is a run of texts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.copies import CODE, bare, drop_remains
from mainspan.algorithms.learned.sheet import Sheet
from mainspan.algorithms.learned.structure import is_any_cell
from mainspan.algorithms.learned.table import Count

Flags = NDArray[np.bool_]

# A run has at least this number of blocks and of words.
MIN_RUN_BLOCKS: Final = 4
MIN_RUN_WORDS: Final = 12
# This share of a run's words is kept for the first time too.
MIN_KNOWN: Final = 0.5
_FACTOR: Final = 1_000_003  # no rule: of hashes


class Versions(NamedTuple):
    """Blocks that go, since they are those of a second version, and blocks of the first one that come.

    What only the second version had kept is in the first one too.
    """

    gone: list[int]
    come: list[int]


def find_second_versions(kept: Flags, sheet: Sheet, text_of: Callable[[int], str]) -> Versions:
    """The runs of blocks that are kept a second time; `text_of` gives the source of a block.

    A run is what fills whole elements: of two lists that share items, both stay. Rows of tables and lines of
    code repeat each other.
    """
    if len(kept) < 2 * MIN_RUN_BLOCKS:
        return Versions([], [])
    keys = sheet.counts[:, Count.FINGERPRINT].astype(np.int64) * _FACTOR + sheet.words
    earlier = _earlier_runs(keys)
    gone: list[int] = []
    come: set[int] = set()
    end = 0
    for start in np.flatnonzero((earlier >= 0) & kept[: len(earlier)]).tolist():
        if start < end:
            continue
        first = earlier.item(start)
        length = _length(keys, sheet, first, start, text_of)
        run = _whole(kept, sheet, first, start, length)
        if len(run) >= MIN_RUN_BLOCKS and int(sheet.words[run].sum()) >= MIN_RUN_WORDS:
            gone += run
            come.update(first + block - start for block in run)
            end = start + length
    if not gone:
        return Versions([], [])
    left = kept.copy()
    left[gone] = False
    left = drop_remains(left, kept, gone, sheet)
    come -= set(gone)
    return Versions(np.flatnonzero(kept & ~left).tolist(), sorted(each for each in come if not kept[each]))


def _earlier_runs(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each run of MIN_RUN_BLOCKS blocks the first one before it with the same keys, or -1."""
    count = len(keys) - MIN_RUN_BLOCKS + 1
    runs = np.zeros(count, dtype=np.int64)
    for i in range(MIN_RUN_BLOCKS):
        # Numbers wrap around: these are hashes.
        runs = runs * _FACTOR + keys[i : i + count]
    order = runs.argsort(kind="stable")
    is_same = runs[order[1:]] == runs[order[:-1]]
    earlier = np.full(count, -1, dtype=np.int64)
    if is_same.any():
        begins = np.concatenate([[True], ~is_same])
        firsts = order[np.maximum.accumulate(np.where(begins, np.arange(count), 0))]
        earlier[order[1:][is_same]] = firsts[1:][is_same]
    return earlier


def _length(
    keys: NDArray[np.int64], sheet: Sheet, first: int, start: int, text_of: Callable[[int], str]
) -> int:
    """How many blocks from two places on are the same; the first run ends before the second begins."""
    length = 0
    while first + length < start and start + length < len(keys):
        one, other = first + length, start + length
        if keys[one] != keys[other]:
            break
        # What differs in digits alone has the same fingerprint.
        if sheet.counts[one, Count.DIGITS] and bare(text_of(one)) != bare(text_of(other)):
            break
        length += 1
    return length


def _whole(kept: Flags, sheet: Sheet, first: int, start: int, length: int) -> list[int]:
    """The kept blocks of a run whose elements are inside it; none if most of it is kept for the first time.

    first: where the run was before.
    """
    end = start + length
    run, words, known = [], 0, 0
    for block in range(start, end):
        if not kept[block]:
            continue
        if is_any_cell(sheet, block) or int(sheet.masks[block, 0]) & CODE:
            return []
        if sheet.ranges[block, 1, 0] >= start and sheet.ranges[block, 1, 1] <= end:
            run.append(block)
            words += int(sheet.words[block])
            known += int(sheet.words[block]) if kept[first + block - start] else 0
    return run if known >= MIN_KNOWN * words else []
