"""Parents from depths, and valid UTF-8: small Python twins of functions of the compiled scanner."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mainspan.page.kinds import OPEN, Column


def find_parents(kind: NDArray[np.uint8], depth: Column, places: Column) -> Column:
    """For each of these tokens the open tag of the element around it, or -1."""
    opens = np.flatnonzero(kind == OPEN)
    # Sorted by depth, then by place, a parent is found by bisection among those one level above.
    width = np.int64(len(kind) + 1)
    keys = depth[opens] * width + opens
    order = np.argsort(keys, kind="stable")
    levels = depth[places]
    found = np.searchsorted(keys[order], (levels - 1) * width + places) - 1
    parents = np.full(len(places), -1, dtype=np.int32)
    inside = levels > 0
    parents[inside] = opens[order[found[inside]]]
    return parents


def is_utf8(page: bytes) -> bool:
    """Whether bytes are valid UTF-8."""
    try:
        page.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
