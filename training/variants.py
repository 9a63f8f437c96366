"""Data augmentation: variants of pages, with the same content in other templates.

There are a few hundred sites to train on, and a network could memorise their templates. So it also sees each
page with some or most of its elements removed, with parts of other pages inserted, with fewer class names and
other tags, and without its title. All this is done on sheets, before features are computed.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any, Final

import numpy as np

from mainspan.algorithms.learned.sheet import Sheet
from mainspan.algorithms.learned.table import GROUPS, H1, H6
from training.rows import LABELS, Column, Row

Random = np.random.Generator

# The columns of a sheet with one row a block that do not depend on other blocks.
COLUMNS: Final = "words characters linked gap depth group hidden counts word_bits masks roles labels".split()
# The probability of each change, and the share of names and tags that it removes.
SHRUNK, PLANTED, PRUNED, RENAMED, RETAGGED, UNTITLED = 0.15, 0.5, 0.5, 0.5, 0.4, 0.1
_NAMES_GONE, _TAGS_GONE = 0.2, 0.15
_MAX_PLANTED, _MAX_PRUNED = 3, 4
# The largest inserted part in blocks, and the probability that it is inserted between blocks of the content.
_MAX_PART_BLOCKS, _AMONG_CONTENT = 40, 0.5
# The least share of the content that stays on a pruned page, and on a small one.
_MIN_CONTENT, _MIN_SMALL_CONTENT = 0.4, 0.1
# The share of blocks that stays on a small page is between these two; at least this number of blocks stays.
_SMALL, _MIN_BLOCKS = (0.05, 0.5), 3
_TRIES, _SHRINKING_TRIES = 6, 60
# Containers by their number in a sheet. Headings are never changed.
_DIV, _HEADINGS = GROUPS.index("div"), range(H1, H6 + 1)


def variant_of(rows: list[Row], seed: int) -> list[Row]:
    """All pages, each changed in some ways. The same seed gives the same pages."""
    kin = defaultdict(list)
    for row in rows:
        kin[_kind_of(row)].append(row)
    return [
        vary(row, kin[_kind_of(row)], np.random.default_rng((seed, number)))
        for number, row in enumerate(rows)
    ]


def _kind_of(row: Row) -> tuple[Any, ...]:
    """Parts move between pages of the same package, fold and language only, so that no split mixes them."""
    return row.about["package"], row.about["fold"], row.about["language"]


def vary(row: Row, others: list[Row], rng: Random) -> Row:
    """A page changed in some ways."""
    if rng.random() < SHRUNK:
        row = shrink(row, rng)
    if rng.random() < PLANTED:
        for _ in range(rng.integers(1, _MAX_PLANTED + 1)):
            part = find_part(others[rng.integers(len(others))], rng)
            row = plant(row, part, rng) if part else row
    if rng.random() < PRUNED:
        row = prune(row, rng)
    if rng.random() < RENAMED:
        row = rename(row, rng)
    if rng.random() < RETAGGED:
        row = retag(row, rng)
    return replace(row, sheet=replace(row.sheet, title_bits=0)) if rng.random() < UNTITLED else row


def keep_blocks(row: Row, kept: Column) -> Row:
    """The page with these blocks alone."""
    places = np.flatnonzero(kept)
    before = np.concatenate([[0], np.cumsum(kept)]).astype(np.int32)
    sheet = row.sheet
    ranges = sheet.ranges[places]
    ranges[:, :, :2] = before[ranges[:, :, :2]]
    columns = {name: getattr(sheet, name)[places] for name in COLUMNS}
    columns["roles"] = renumber(columns["roles"])
    labels: dict[str, Any] = {name: getattr(row, name)[places] for name in LABELS}
    return replace(
        row,
        sheet=replace(sheet, **columns, ranges=ranges),
        **labels,
        gold=row.gold - _lost(row.held, kept),
        gold_comments=row.gold_comments - (_lost(row.held_comments, kept) if row.gold_comments >= 0 else 0),
        headline=int(before[row.headline]) if row.headline >= 0 and kept[row.headline] else -1,
    )


def renumber(roles: Column) -> Column:
    """The numbers of roles from zero on, without gaps."""
    numbers = [np.unique(column, return_inverse=True)[1] for column in roles.T]
    return np.stack(numbers, axis=1).astype(roles.dtype).reshape(roles.shape)


def _lost(held: Column, kept: Column) -> int:
    return int(held[~kept].sum())


def prune(row: Row, rng: Random) -> Row:
    """The page without some of its elements, but with much of its content."""
    return take_out(row, rng, int(rng.integers(1, _MAX_PRUNED + 1)), len(row.sheet) / 2, _MIN_CONTENT)


def shrink(row: Row, rng: Random) -> Row:
    """A small page: some of its content, and some of what is around it."""
    return take_out(row, rng, _SHRINKING_TRIES, len(row.sheet) * rng.uniform(*_SMALL), _MIN_SMALL_CONTENT)


def take_out(row: Row, rng: Random, tries: int, goal: float, content: float) -> Row:
    """The page without some random elements.

    tries: the number of elements that are tried. goal: the number of blocks to stop at. content: the share
    of the content that stays. The headline stays too.
    """
    ranges, kept = row.sheet.ranges, np.ones(len(row.sheet), dtype=np.bool_)
    for _ in range(tries):
        low, high = ranges[rng.integers(len(ranges)), rng.integers(ranges.shape[1]), :2]
        left = kept.copy()
        left[low:high] = False
        if low <= row.headline < high or left.sum() < min(_MIN_BLOCKS, goal):
            continue
        if row.held[left].sum() >= content * row.held.sum():
            kept = left
        if kept.sum() <= goal:
            break
    return keep_blocks(row, kept)


def find_part(row: Row, rng: Random) -> Row | None:
    """A random element without content, or None if none was found."""
    ranges = row.sheet.ranges
    for _ in range(_TRIES):
        low, high = ranges[rng.integers(len(ranges)), rng.integers(1, ranges.shape[1] - 1), :2]
        if (
            high - low <= _MAX_PART_BLOCKS
            and not row.held[low:high].any()
            and not row.held_comments[low:high].any()
        ):
            kept = np.zeros(len(ranges), dtype=np.bool_)
            kept[low:high] = True
            return keep_blocks(row, kept)
    return None


def plant(row: Row, part: Row, rng: Random) -> Row:
    """The page with a part of another one inserted after a random element.

    Often it is an element of the content: boxes in the middle of an article are the hardest to recognise.
    """
    sheet, size = row.sheet, len(part.sheet)
    content = np.flatnonzero(row.held)
    if len(content) and rng.random() < _AMONG_CONTENT:
        block, level = rng.choice(content), 0
    else:
        block, level = rng.integers(len(sheet)), rng.integers(sheet.ranges.shape[1] - 2)
    place, around = sheet.ranges[block, level, 1], sheet.ranges[block, level + 1, :2]
    ranges = make_room(sheet.ranges, place, around, size)
    planted_ranges, planted_masks = settle(part.sheet, sheet.masks[block], ranges[block], place, level + 1)
    new = {name: getattr(part.sheet, name) for name in COLUMNS}
    new |= {"masks": planted_masks, "ranges": planted_ranges}
    new["depth"] = new["depth"] - new["depth"].min() + sheet.depth[block]
    # The part has roles of its own.
    new["roles"] = new["roles"] + sheet.roles.max(axis=0, initial=-1) + 1
    old = {name: getattr(sheet, name) for name in COLUMNS} | {"ranges": ranges}

    def joined(one: Column, other: Column) -> Column:
        return np.concatenate([one[:place], other, one[place:]], dtype=one.dtype)

    labels: dict[str, Any] = {name: joined(getattr(row, name), getattr(part, name)) for name in LABELS}
    columns: dict[str, Any] = {name: joined(column, new[name]) for name, column in old.items()}
    return replace(
        row,
        sheet=replace(sheet, **columns),
        **labels,
        headline=row.headline + (size if row.headline >= place else 0),
    )


def make_room(ranges: Column, place: int, around: Column, size: int) -> Column:
    """The ranges of elements after `size` blocks were inserted at a place inside the element `around`."""
    low, high = ranges[:, :, 0], ranges[:, :, 1]
    grown = ((low < place) & (high > place)) | ((low <= around[0]) & (high >= around[1]))
    moved = (low >= place) & ~grown
    wider = ranges.copy()
    wider[:, :, 0] += size * moved
    wider[:, :, 1] += size * (moved | grown)
    return wider


def settle(part: Sheet, masks: Column, ranges: Column, place: int, level: int) -> tuple[Column, Column]:
    """Ranges and masks of blocks at their new place: the inner levels stay, the outer ones are the page's.

    masks, ranges: of the block next to the part. Both share what is around them from this level on.
    """
    sizes = part.ranges[:, :, 1] - part.ranges[:, :, 0]
    inner = (sizes < len(part)).sum(axis=1, keepdims=True) + 1
    levels = np.arange(sizes.shape[1])[None]
    outer = np.minimum(np.maximum(levels - inner, 0) + level, sizes.shape[1] - 1)
    own = part.ranges.copy()
    own[:, :, :2] += place
    is_inner = levels < inner
    new_masks = part.masks.copy()
    new_masks[:, 2:] = np.where(is_inner, part.masks[:, 2:], masks[2:][outer])
    new_masks[:, 1] = np.bitwise_or.reduce(new_masks[:, 2:], axis=1)
    return np.where(is_inner[:, :, None], own, ranges[outer]), new_masks


def rename(row: Row, rng: Random) -> Row:
    """The page without some of the hints in class names, ids and roles."""
    gone = _some_bits(rng, _NAMES_GONE)
    masks = row.sheet.masks.copy()
    masks[:, 1:] &= ~gone
    return replace(row, sheet=replace(row.sheet, masks=masks, page_hints=row.sheet.page_hints & ~int(gone)))


def retag(row: Row, rng: Random) -> Row:
    """The page with divisions for some kinds of elements."""
    masks, group = row.sheet.masks.copy(), row.sheet.group.copy()
    masks[:, 0] &= ~_some_bits(rng, _TAGS_GONE)
    for container in np.flatnonzero(rng.random(256) < _TAGS_GONE).tolist():
        if container not in _HEADINGS:
            group[group == container] = _DIV
    return replace(row, sheet=replace(row.sheet, masks=masks, group=group))


def _some_bits(rng: Random, share: float) -> np.uint64:
    """A mask of which about this share of the bits is set."""
    chosen = np.packbits(rng.random(64) < share, bitorder="little")
    return np.uint64(chosen.view(np.uint64)[0])
