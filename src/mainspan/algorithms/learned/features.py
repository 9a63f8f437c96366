"""What the network sees of each block: the signals of the classic methods, and where the block stands.

Everything is arithmetic on a sheet of columns with one row a block, without a loop over blocks. An element is
a range of blocks, so what stands below it is a difference of two prefix sums.

This file needs nothing but numpy, so that networks can be trained where the rest of the library is missing.
`kernels` computes the same, faster.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Blocks on either side that a blur reaches.
REACHES: Final = (1, 4, 12)
# A text of so many words without many links is prose, most likely.
LONG, LINKED = 15, 0.3
# A text of so many words that stands twice on a page is a copy of itself.
COPY: Final = 8
MEASURED: Final = 109


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The blocks of a page as numbers, one row a block.

    `counts` has what a block is made of (`describe_blocks`), `ranges` for each level around it the first and
    the last block (excluded) and the number of twins, `masks` the families and hints around it, then its
    hints level by level; the upper half of the families is of the elements that hold nothing else. `page` is
    the mask of hints of the whole page.
    """

    words: NDArray[np.int32]
    characters: NDArray[np.int32]
    linked: NDArray[np.int32]
    gap: NDArray[np.int32]
    depth: NDArray[np.int32]
    group: NDArray[np.uint8]
    veils: NDArray[np.uint8]
    counts: NDArray[np.int32]
    bits: NDArray[np.uint64]
    ranges: NDArray[np.int32]
    masks: NDArray[np.uint64]
    page: int
    title: int

    def __len__(self) -> int:
        return len(self.words)


# Fields of the counts.
INITIALS, ENDS, CAPITAL, DIGIT, COMMA, STOP, PUNCTUATION, SYMBOL = range(8)
FIRST, LAST, MARK, LINKS, EMPHASES, INLINES, OPENS, CLOSES, IMAGES, CONTROLS, BREAKS = range(9, 20)


def dense(sheet: Sheet) -> Floats:
    """The measured features, one row each: lengths as logarithms, shares, blurs, and the levels around."""
    n = len(sheet)
    size = np.empty((3, n), dtype=np.float32)
    size[0], size[1], size[2] = sheet.characters, sheet.words, sheet.linked
    characters, words, linked = size
    gap = sheet.gap.astype(np.float32)
    counts = sheet.counts.T.astype(np.float32)
    at_least_one = np.maximum(characters, 1)
    link_share = np.minimum(linked / at_least_one, 1)
    long = np.where((words >= LONG) & (link_share < LINKED), characters, 0)

    # Prefix sums of: characters, words, linked, long, gap, stops, commas, one.
    before = np.zeros((8, n + 1), dtype=np.float32)
    before[0, 1:], before[1, 1:], before[2, 1:], before[3, 1:] = characters, words, linked, long
    before[4, 1:], before[5, 1:], before[6, 1:], before[7, 1:] = gap, counts[STOP], counts[COMMA], 1
    np.cumsum(before, axis=1, out=before)
    total = np.maximum(before[:, -1:], 1)

    low, high, twins = sheet.ranges[:, :, 0].T, sheet.ranges[:, :, 1].T, sheet.ranges[:, :, 2].T
    below = before[:, high[1:]] - before[:, low[1:]]  # (8, levels - 1, n)
    in_level = np.maximum(below[0], 1)
    levels = below.shape[1]

    place = np.arange(n)
    blurs = []
    for reach in REACHES:
        around = before[:5, np.minimum(place + reach + 1, n)] - before[:5, np.maximum(place - reach, 0)]
        near = np.maximum(around[0], 1)
        blurs += [
            near / (near + around[4]),
            around[2] / near,
            around[3] / near,
            near / np.maximum(around[1], 1),
        ]

    logarithms = np.empty((3 + 7 + 6 + 1 + 3 * levels + 2, n), dtype=np.float32)
    logarithms[0], logarithms[1], logarithms[2] = characters, words, gap
    logarithms[3] = counts[INITIALS]
    logarithms[4:10] = counts[CAPITAL : SYMBOL + 1]
    logarithms[10:16] = counts[LINKS : IMAGES + 1]
    logarithms[16] = twins[0]
    logarithms[17 : 17 + levels] = below[0]
    logarithms[17 + levels : 17 + 2 * levels] = below[7]
    logarithms[17 + 2 * levels : 17 + 3 * levels] = twins[1:]
    logarithms[-2], logarithms[-1] = total[0], n
    logarithms += 1
    np.log(logarithms, out=logarithms)

    own, common = count_bits(sheet.bits), count_bits(sheet.bits & np.uint64(sheet.title))
    titled = np.where(words <= 25, common / np.maximum(own, 1).astype(np.float32), 0)
    headed = np.cumsum(sheet.group == H1)
    rows = [
        logarithms,
        np.minimum(counts[CONTROLS : BREAKS + 1], 4),
        link_share[None],
        counts[CAPITAL : SYMBOL + 1] / at_least_one * 10,
        (counts[INITIALS] / np.maximum(words, 1))[None],
        np.minimum(characters / np.maximum(words, 1) / 6, 5)[None],
        (characters / (characters + gap + 1))[None],
        (before[0, :-1] / total[0])[None],
        (before[3, :-1] / total[3])[None],
        (before[3, 1:] / total[3])[None],
        (place / n)[None].astype(np.float32),
        (characters / characters.max())[None],
        np.minimum(sheet.depth / np.float32(20), 3)[None],
        repeats(sheet.counts[:, MARK])[None],
        np.broadcast_to(total[2] / total[0], (1, n)),
        np.broadcast_to(total[3] / total[0], (1, n)),
        counts[ENDS : ENDS + 1],
        (sheet.veils & 1)[None],
        (sheet.veils >> 1)[None],
        titled[None],
        (titled * common / max(int(sheet.title).bit_count(), 1))[None],
        np.minimum(headed, 2)[None],
        np.broadcast_to(np.minimum(headed[-1], 3), (1, n)),
        *(each[None] for each in blurs),
        below[2] / in_level,
        below[3] / in_level,
        below[0] / total[0],
        below[5] / np.maximum(below[1], 1) * 10,
        below[6] / np.maximum(below[1], 1) * 10,
        below[0] / (below[0] + below[4]),
        (place - low[1:]) / np.maximum(high[1:] - low[1:], 1).astype(np.float32),
    ]
    return np.concatenate(rows, dtype=np.float32)


def count_bits(masks: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """How many bits of each mask are set: `np.bitwise_count`, which is new in numpy 2."""
    octets = np.ascontiguousarray(masks).view(np.uint8).reshape(len(masks), 8)
    count: NDArray[np.uint8] = np.unpackbits(octets, axis=1).sum(axis=1, dtype=np.uint8)
    return count


def repeats(marks: NDArray[np.int32]) -> Floats:
    """How often each block's text stands on the page, as a logarithm: 0 for once."""
    order = np.argsort(marks)
    sorted_marks = marks[order]
    new = np.empty(len(marks), dtype=np.bool_)
    new[:1] = True
    np.not_equal(sorted_marks[1:], sorted_marks[:-1], out=new[1:])
    first = np.flatnonzero(new)
    times = np.diff(first, append=len(marks))
    result = np.empty(len(marks), dtype=np.float32)
    result[order] = np.log(np.repeat(times, times))
    return result


# Bits of each mask: families, hints around, then the hints of the levels.
LEVELS_WITH_HINTS: Final = 3


def bits(sheet: Sheet) -> NDArray[np.uint8]:
    """The masks as zeros and ones, one row a block."""
    masks = sheet.masks[:, : 2 + LEVELS_WITH_HINTS]
    octets = np.ascontiguousarray(masks).view(np.uint8).reshape(len(sheet), -1)
    # Of the families only those around are features.
    return np.unpackbits(np.delete(octets, slice(4, 8), axis=1), axis=1, bitorder="little")


def page_bits(sheet: Sheet) -> NDArray[np.uint8]:
    """The hints of the whole page as zeros and ones."""
    return np.unpackbits(np.array([sheet.page], dtype=np.uint64).view(np.uint8), bitorder="little")


GROUPS: Final = 24
# Groups that are asked for by name.
LI, TD, TH, H1, H6, DD, DT = 2, 4, 5, 6, 11, 15, 16
SHAPES: Final = 9


def choices(sheet: Sheet) -> Floats:
    """The container's tag and the shapes at the ends as zeros with a single one."""
    n = len(sheet)
    row = np.zeros((n, GROUPS + 2 * SHAPES), dtype=np.float32)
    place = np.arange(n)
    row[place, sheet.group] = 1
    # A text of control characters alone has no first sign.
    place = np.flatnonzero(sheet.counts[:, FIRST] >= 0)
    row[place, GROUPS + sheet.counts[place, FIRST]] = 1
    row[place, GROUPS + SHAPES + sheet.counts[place, LAST]] = 1
    return row


def features(sheet: Sheet) -> Floats:
    """All features, one row a block."""
    return np.concatenate([dense(sheet).T, bits(sheet), choices(sheet)], axis=1, dtype=np.float32)
