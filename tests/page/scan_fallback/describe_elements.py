"""The elements around each block, for the Python scanner: what they are called, and which blocks they hold.

An element is a range of blocks. Elements with the same blocks are one: often a text has several wrappers.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.hints import find_hints
from mainspan.page.kinds import CLOSE, OPEN, TEXT, Column
from tests.page.scan_fallback.nesting import find_parents

Masks = NDArray[np.uint64]

# In a normalised source. Nothing is read twice: no name holds a space, and no value a quotation mark.
_ATTRIBUTE: Final = re.compile(r' ([^\x20/>][^\x20/>=]*)="([^"]*)"')
_NAME: Final = re.compile(r"[^\x20>]*")
# The attributes that say what a part of the page is.
_NAMING: Final = frozenset(["class", "id", "role", "itemprop", "itemtype", "data-testid"])


def describe_elements(
    source: str,
    start: Column,
    end: Column,
    opens: Column,
    closes: Column,
    tag: NDArray[np.int16],
    families: Masks,
    places: Column,
    levels: int,
) -> tuple[NDArray[np.int32], Masks, int]:
    """What stands around each of these tokens, the first ones of blocks, level by level.

    source, start, end: the source, and where tokens stand in it.
    opens, closes, tag: of the elements with text, all of them, the tokens and the number of the tag.
    families: the family of each tag, as a mask.

    Level 0 is the block with all elements that hold nothing else, level 1 the innermost elements that hold
    more, and so on; beyond the root the last level is repeated, without hints and twins. Three things come
    back. Of each level the first block, the one after the last, and the most twins that one of its elements
    has: the children of its parent with its name and class, itself among them. Then masks: the families of
    all elements around the block, and in the upper half those of level 0; the hints of all but the outermost
    two (what html and body are called says something of the page, not of its parts); and the hints of each
    level. Last the hints of html and body.
    """
    ranges = np.zeros((len(places), levels, 3), dtype=np.int32)
    masks = np.zeros((len(places), 2 + levels), dtype=np.uint64)
    if not len(opens) or not len(places):
        return ranges, masks, 0
    parent, holder = _nest(opens, closes, places)
    texts = [source[i:j] for i, j in zip(start[opens].tolist(), end[opens].tolist(), strict=True)]
    own, name = _read_tags(texts, tag.tolist())
    low, high = np.searchsorted(places, opens), np.searchsorted(places, closes)
    masks[:, 0] = _alone(families[tag].tolist(), parent.tolist(), (high - low).tolist())[holder]
    masks[:, 0] <<= np.uint64(32)
    masks[:, :2] |= _around(families[tag].tolist(), own, parent.tolist())[holder]
    wrappers = _wrap(low, high, parent, own, _count_twins(parent, name))
    _climb(wrappers, holder, ranges, masks[:, 2:])
    page = own[0]
    if len(own) > 1 and parent[1] == 0:
        page |= own[1]
    return ranges, masks, page


def _nest(opens: Column, closes: Column, places: Column) -> tuple[Column, Column]:
    """The innermost element around each element and around each place, or -1."""
    kind = np.full(max(int(closes.max()), int(places.max())) + 1, TEXT, dtype=np.uint8)
    kind[opens], kind[closes] = OPEN, CLOSE
    is_open = kind == OPEN
    depth = np.cumsum(is_open.astype(np.int32) - (kind == CLOSE), dtype=np.int32) - is_open
    number = np.full(len(kind) + 1, -1, dtype=np.int32)  # the last one for those without a parent
    number[opens] = np.arange(len(opens))
    return number[find_parents(kind, depth, opens)], number[find_parents(kind, depth, places)]


def _read_tags(texts: list[str], tag: list[int]) -> tuple[list[int], NDArray[np.intp]]:
    """The hints of each open tag, and a number that tags with the same name and class share.

    Most tags stand on a page many times, and most classes: each is read once.
    """
    known: dict[str, int] = {}
    names: dict[tuple[int, str, str], int] = {}
    read: dict[str, tuple[int, int]] = {}
    for text, number in dict(zip(texts, tag, strict=True)).items():
        mask, name = _read_tag(text, number, known)
        read[text] = mask, names.setdefault(name, len(names))
    return [read[text][0] for text in texts], np.array([read[text][1] for text in texts])


def _read_tag(text: str, tag: int, known: dict[str, int]) -> tuple[int, tuple[int, str, str]]:
    """The hints of an open tag, and its name and class. What an unknown element is called is a hint too."""
    match = None if tag else _NAME.match(text, 1)
    name = match.group() if match else ""
    mask = _hints(name, known) if name else 0
    classes = ""
    for key, value in _ATTRIBUTE.findall(text):
        if key in _NAMING:
            mask |= _hints(value, known)
            if key == "class":
                classes += f' "{value}"'
    return mask, (tag, name, classes)


def _hints(name: str, known: dict[str, int]) -> int:
    mask = known.get(name)
    if mask is None:
        mask = known[name] = find_hints(name)
    return mask


def _around(families: list[int], own: list[int], parent: list[int]) -> Masks:
    """Families and hints of each element and all around it; the last row, of no element, is empty."""
    # A parent comes before its children.
    depth: list[int] = []
    all_hints: list[int] = []
    for e, around in enumerate(parent):
        depth.append(depth[around] + 1 if around >= 0 else 0)
        if around >= 0:
            families[e] |= families[around]
        all_hints.append(own[e] | all_hints[around] if depth[e] > 1 else 0)
    return np.array([[*families, 0], [*all_hints, 0]], dtype=np.uint64).T


def _alone(families: list[int], parent: list[int], blocks: list[int]) -> Masks:
    """Families of each element that holds one block, and of those around it that hold no other."""
    for e, around in enumerate(parent):
        if blocks[e] != 1:
            families[e] = 0
        elif around >= 0:
            families[e] |= families[around]
    return np.array([*families, 0], dtype=np.uint64)


def _count_twins(parent: Column, name: NDArray[np.intp]) -> list[int]:
    keys = parent.astype(np.int64) * len(name) + name
    _, place, count = np.unique(keys, return_inverse=True, return_counts=True)
    twins: list[int] = count[place].tolist()
    return twins


class _Wrappers(NamedTuple):
    """Elements, those with the same blocks as one: they have the number of the outermost.

    Of each element `wrapper` has that number. Of each such number `outside` has that of the next wrapper, or
    -1; `low` and `high` are the range of blocks; `own` and `twins` have all hints and the most twins.
    """

    wrapper: NDArray[np.intp]
    outside: NDArray[np.intp]
    low: NDArray[np.intp]
    high: NDArray[np.intp]
    own: Masks
    twins: NDArray[np.int32]


def _wrap(
    low: NDArray[np.intp], high: NDArray[np.intp], parent: Column, own: list[int], twins: list[int]
) -> _Wrappers:
    is_same = (parent >= 0) & (low == low[parent]) & (high == high[parent])
    wrapper, outside = list(range(len(own))), [-1] * len(own)
    own, twins = own.copy(), twins.copy()
    for e, (around, same) in enumerate(zip(parent.tolist(), is_same.tolist(), strict=True)):
        if same:
            top = wrapper[e] = wrapper[around]
            own[top] |= own[e]
            twins[top] = max(twins[top], twins[e])
        elif around >= 0:
            outside[e] = wrapper[around]
    return _Wrappers(
        np.array(wrapper),
        np.array(outside),
        low,
        high,
        np.array(own, dtype=np.uint64),
        np.array(twins, dtype=np.int32),
    )


def _climb(wrappers: _Wrappers, holder: Column, ranges: NDArray[np.int32], masks: Masks) -> None:
    """Fill in the levels, from the blocks themselves outwards."""
    low = np.arange(len(holder))
    high = low + 1
    at = np.where(holder < 0, -1, wrappers.wrapper[holder])
    for level in range(ranges.shape[1]):
        here = (at >= 0) & (wrappers.low[at] == low) & (wrappers.high[at] == high)
        ranges[:, level, 0], ranges[:, level, 1] = low, high
        ranges[:, level, 2] = np.where(here, wrappers.twins[at], 0)
        masks[:, level] = np.where(here, wrappers.own[at], np.uint64(0))
        at = np.where(here, wrappers.outside[at], at)
        low = np.where(at >= 0, wrappers.low[at], low)
        high = np.where(at >= 0, wrappers.high[at], high)
