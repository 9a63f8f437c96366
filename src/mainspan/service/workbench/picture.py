"""A method's own picture as plain data: its curves over the page, at the resolution of a screen."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mainspan.extraction import Extraction
from mainspan.plot.curves import Bins, kept_units

# The columns of a picture: more than a wide screen has room for would be of no use.
COLUMNS: Final = 1600  # no rule: layout
# Curves that are drawn as lines over the others.
_LINES: Final = ("threshold", "smooth", "smoothed")


def picture_of(found: Extraction) -> dict[str, Any] | None:
    """The curves that a method decided by; None if it has none, or nothing to judge.

    `at` is the offset in the source where each column begins, and `kept` the share of its units that were
    kept. Each series has the mean of its values in each column, and the highest where columns have several.
    """
    method, page = found.algorithm, found.page
    if not method.figure or found.origin != "page":
        return None
    values = method.signals(page)
    start = values.pop("start", np.zeros(0)).astype(np.int64)
    if not len(start):
        return None
    bins = Bins.of(0, len(start), COLUMNS)
    return {
        "kind": method.figure,
        "units": len(start),
        "at": start[bins.edges[:-1]].tolist(),
        "end": len(page.source),
        "kept": _rounded(bins.mean(kept_units(found, start))),
        "series": [
            {
                "name": name,
                "line": name in _LINES,
                "values": _rounded(bins.mean(curve)),
                "high": _rounded(bins.highest(curve)) if bins.most > 1 else None,
            }
            for name, curve in values.items()
        ],
    }


def _rounded(values: Any) -> list[float]:
    found: list[float] = np.round(np.nan_to_num(values), 4).tolist()
    return found
