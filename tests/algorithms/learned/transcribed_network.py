"""The compiled loops as their definitions say, block by block, slowly."""

from __future__ import annotations

from collections.abc import Iterator
from math import log

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.sheet import Sheet, alone
from mainspan.algorithms.learned.table import H1, H6, REACHES, Count

Floats = NDArray[np.float32]

# What looks like a heading, if it is all of a block.
TITLES = alone("h1", "h2", "h3", "h4 h5 h6", "dt", "thead th", "summary", "strong b em i")


def measure(sheet: Sheet) -> Floats:
    """The measured features, one row each."""
    rows = [list(_features(sheet, block)) for block in range(len(sheet))]
    return np.array(rows, dtype=np.float32).T


def _sums(sheet: Sheet, low: int, high: int) -> tuple[int, int, int, int, int, int, int]:
    """Characters, words, linked characters, characters of prose, gap, stops and commas of some blocks."""
    part = slice(low, high)
    size, words, linked = sheet.characters[part], sheet.words[part], sheet.linked[part]
    prose = size[(words >= 15) & (linked / np.maximum(size, 1) < 0.3)]
    stops, commas = sheet.counts[part, Count.STOPS], sheet.counts[part, Count.COMMAS]
    return (
        int(size.sum()), int(words.sum()), int(linked.sum()), int(prose.sum()),
        int(sheet.gap[part].sum()), int(stops.sum()), int(commas.sum()),
    )  # fmt: skip


def _features(sheet: Sheet, block: int) -> Iterator[float]:
    """The measured features of a block, in the order of the table."""
    n = len(sheet)
    counts = sheet.counts[block].tolist()
    characters, words, gap = (int(x[block]) for x in (sheet.characters, sheet.words, sheet.gap))
    linked = int(sheet.linked[block])
    all_characters, _, all_linked, all_prose, *_ = (max(each, 1) for each in _sums(sheet, 0, n))
    levels = [tuple(map(int, level)) for level in sheet.ranges[block, 1:]]
    inside = [_sums(sheet, low, high) for low, high, _ in levels]
    shapes = counts[Count.CAPITALS : Count.SYMBOLS + 1]

    yield from (log(each + 1) for each in (characters, words, gap, counts[Count.INITIALS], *shapes))
    yield from (log(each + 1) for each in counts[Count.LINKS : Count.IMAGES + 1])
    yield log(sheet.ranges[block, 0, 2] + 1)
    yield from (log(sums[0] + 1) for sums in inside)
    yield from (log(high - low + 1) for low, high, _ in levels)
    yield from (log(twins + 1) for *_, twins in levels)
    roles = [np.flatnonzero(sheet.roles[:, k] == sheet.roles[block, k]) for k in range(2)]
    yield from (log(len(role) + 1) for role in roles)
    yield from (log(all_characters + 1), log(n + 1))

    yield from (min(counts[Count.CONTROLS], 4), min(counts[Count.BREAKS], 4))
    yield min(linked / max(characters, 1), 1)
    yield from (each / max(characters, 1) * 10 for each in shapes)
    yield counts[Count.INITIALS] / max(words, 1)
    yield min(characters / max(words, 1) / 6, 5)
    yield characters / (characters + gap + 1)
    yield _sums(sheet, 0, block)[0] / all_characters
    yield _sums(sheet, 0, block)[3] / all_prose
    yield _sums(sheet, 0, block + 1)[3] / all_prose
    yield block / n
    yield characters / int(sheet.characters.max())
    yield min(int(sheet.depth[block]) / 20, 3)
    texts = sheet.counts[:, Count.FINGERPRINT].tolist()
    yield log(texts.count(texts[block]))
    yield from (all_linked / all_characters, all_prose / all_characters)
    yield counts[Count.ENDS]
    yield from (int(sheet.hidden[block]) & 1, int(sheet.hidden[block]) >> 1)
    yield from _title(sheet, block)
    yield min(int((sheet.group[: block + 1] == H1).sum()), 2)
    yield min(int((sheet.group == H1).sum()), 3)
    for reach in REACHES:
        size, count, links, prose, between, *_ = _sums(sheet, max(block - reach, 0), block + reach + 1)
        size = max(size, 1)
        yield from (size / (size + between), links / size, prose / size, size / max(count, 1))
    yield from (sums[2] / max(sums[0], 1) for sums in inside)
    yield from (sums[3] / max(sums[0], 1) for sums in inside)
    yield from (sums[0] / all_characters for sums in inside)
    yield from (sums[5] / max(sums[1], 1) * 10 for sums in inside)
    yield from (sums[6] / max(sums[1], 1) * 10 for sums in inside)
    yield from (sums[0] / (sums[0] + sums[4]) for sums in inside)
    yield from ((block - low) / max(high - low, 1) for low, high, _ in levels)
    yield from (int(sheet.characters[role].sum()) / all_characters for role in roles)
    yield from (int(sheet.linked[role].sum()) / max(int(sheet.characters[role].sum()), 1) for role in roles)
    yield from (int((role < block).sum()) / len(role) for role in roles)
    yield from ((int(role[-1]) - int(role[0])) / n for role in roles)


def _title(sheet: Sheet, block: int) -> tuple[float, float]:
    """The share of a short text's words that are in the title, and that times the share of the title."""
    own, title = int(sheet.word_bits[block]), int(sheet.title_bits)
    if sheet.words[block] > 25 or not own & title:
        return 0, 0
    shared = (own & title).bit_count()
    share = shared / own.bit_count()
    return share, share * shared / title.bit_count()


def flags(sheet: Sheet) -> NDArray[np.uint8]:
    """The features that are zero or one, one row a block."""
    return np.array([list(map(int, _flags(sheet, i))) for i in range(len(sheet))], dtype=np.uint8)


def _flags(sheet: Sheet, block: int) -> Iterator[bool]:
    yield from (int(sheet.masks[block, 0]) >> bit & 1 == 1 for bit in range(32))
    for mask in sheet.masks[block, 1:5].tolist():
        yield from (mask >> bit & 1 == 1 for bit in range(64))
    yield from (sheet.group[block] == number for number in range(24))
    yield from (sheet.counts[block, Count.FIRST_SHAPE] == shape for shape in range(9))
    last = sheet.counts[block, Count.LAST_SHAPE] if sheet.counts[block, Count.FIRST_SHAPE] >= 0 else -1
    yield from (last == shape for shape in range(9))
    for mask in _labels(sheet, block):
        yield from (mask >> bit & 1 == 1 for bit in range(27))


def _labels(sheet: Sheet, block: int) -> Iterator[int]:
    """The labels of a block, the heading above, its section, and the first texts of the elements around."""
    headings = [(rank, i) for i in range(block) if (rank := _rank(sheet, i))]
    yield int(sheet.labels[block])
    yield int(sheet.labels[headings[-1][1]]) if headings else 0
    section, highest = 0, 8
    for rank, i in reversed(headings):
        if rank < highest:
            highest = rank
            section |= int(sheet.labels[i]) if rank > 1 else 0
    yield section
    for low in sheet.ranges[block, 1:, 0].tolist():
        yield int(sheet.labels[low]) if sheet.words[low] <= 12 else 0


def _rank(sheet: Sheet, block: int) -> int:
    """The rank of a heading, 7 for what looks like one, 0 for other blocks."""
    words = int(sheet.words[block])
    if words > 12:
        return 0
    if H1 <= sheet.group[block] <= H6:
        return int(sheet.group[block]) - H1 + 1
    if sheet.masks[block, 0] & TITLES or (words <= 6 and sheet.linked[block] == 0 and sheet.labels[block]):
        return 7
    return 0


def features(sheet: Sheet) -> Floats:
    """All features, one row a block."""
    return np.concatenate([measure(sheet).T, flags(sheet)], axis=1, dtype=np.float32)


def positive(x: Floats) -> Floats:
    """What a layer lets through."""
    return np.maximum(x, 0)


def convolve(z: Floats, step: int, weights: Floats, bias: Floats) -> Floats:
    """Add what each block's neighbours weigh; beyond the ends of the page there is nothing."""
    n, channels = z.shape
    new = np.empty_like(z)
    for block in range(n):
        places = [block + k * step for k in range(-2, 3)]
        seen = [z[place] if 0 <= place < n else np.zeros(channels) for place in places]
        new[block] = np.concatenate(seen) @ weights + bias
    return z + positive(new)


def average(z: Floats, sheet: Sheet, weights: Floats, bias: Floats) -> Floats:
    """Add what the means over the four elements around each block weigh, and those over its two roles."""
    new = np.empty_like(z)
    for block in range(len(z)):
        means = [z[low:high].mean(axis=0) for low, high, _ in sheet.ranges[block, 1:5]]
        means += [z[sheet.roles[:, k] == sheet.roles[block, k]].mean(axis=0) for k in range(2)]
        new[block] = np.concatenate([z[block], *means]) @ weights + bias
    return z + positive(new)


def overview(z: Floats, words: NDArray[np.int32], page: Floats, weights: Floats, bias: Floats) -> Floats:
    """What is known of the page: by the means over blocks and over words, the greatest, and the inputs."""
    by_words = words @ z / max(int(words.sum()), 1)
    return positive(np.concatenate([z.mean(axis=0), by_words, z.max(axis=0), page]) @ weights + bias)


def answer(
    weights: dict[str, Floats], layers: tuple[str, ...], x: Floats, sheet: Sheet, page: Floats
) -> tuple[Floats, Floats]:
    """The logit of each block by its features, and what is known of the page."""
    w = weights
    z = positive(x @ w["inp_w"] + w["inp_b"] + page @ w["page_w"])
    known = np.zeros(0, dtype=np.float32)
    for i, layer in enumerate(layers):
        if layer == "p":
            known = overview(z, sheet.words, page, w[f"u{i}_w"], w[f"u{i}_b"])
            z = z + positive(z @ w[f"l{i}_w"] + known @ w[f"l{i}_page"] + w[f"l{i}_b"])
        elif layer == "t":
            z = average(z, sheet, w[f"l{i}_w"], w[f"l{i}_b"])
        else:
            z = convolve(z, int(layer[1:]), w[f"l{i}_w"], w[f"l{i}_b"])
    return (positive(z @ w["hid_w"] + w["hid_b"]) @ w["out_w"])[:, 0] + w["out_b"][0], known
