"""A method's own picture as plain data: its curves over the page, at the resolution of a screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from mainspan.algorithms import DEFAULT, Algorithm
from mainspan.algorithms.base import Signals
from mainspan.extraction import Extraction, extract
from mainspan.fetch import Fetched
from mainspan.output import json_line
from mainspan.plot.curves import LINES, Bins, Values, bar_names, curve_names, kept_units
from mainspan.plot.names import label_of, unit_of
from mainspan.sources import to_page

# The columns of a picture: more than a wide screen has room for would be of no use.
COLUMNS: Final = 1600  # no rule: layout


@dataclass(frozen=True, slots=True)
class PictureJob:
    """The picture of a part of a page, in more detail than that of the whole.

    The part are the method's units from `first` to before `last`; if that is 0, to the end of the page. With
    `steps` it is shown after each step, if the method has steps.
    """

    page: Fetched
    algorithm: str = DEFAULT
    first: int = 0
    last: int = 0
    steps: bool = False

    def __call__(self) -> bytes:
        """Do it."""
        found = extract(to_page(self.page), algorithm=self.algorithm)
        return json_line({"picture": picture_of(found, self.first, self.last, steps=self.steps)}).encode()


def picture_of(
    found: Extraction, first: int = 0, last: int = 0, *, steps: bool = False
) -> dict[str, Any] | None:
    """The curves that a method decided by; None if it has none, or nothing to judge.

    `units`, `kept_units` and `regions`, the runs of kept units, are those of the whole page. `at` is the
    offset in the source where each column begins, and `kept` the share of its units that were kept. Each
    series has a panel, a style (shade, bar, below, line or point), and the mean of its values in each column;
    the lowest and the highest too, where columns have several units.
    """
    method, page = found.algorithm, found.page
    if not method.figure or found.origin != "page":
        return None
    values = (method.steps(page) if steps else {}) or method.signals(page)
    start = values.pop("start", np.zeros(0)).astype(np.int64)
    if not len(start):
        return None
    last = min(last or len(start), len(start))
    bins = Bins.of(min(first, last - 1), last, COLUMNS)
    kept = kept_units(found, start)
    return {
        "kind": method.figure,
        "unit": unit_of(method),
        "units": len(start),
        "first": int(bins.edges[0]),
        "last": last,
        "kept_units": int(kept.sum()),
        "regions": int((np.diff(kept.astype(np.int8), prepend=0) > 0).sum()),
        "at": start[bins.edges[:-1]].tolist(),
        "kept": _rounded(bins.mean(kept)),
        "series": [
            {
                "name": name,
                "label": label_of(method, name),
                "panel": panel,
                "style": style,
                **_values(bins, values[name], style),
            }
            for name, panel, style in _layout(method, values)
        ],
    }


def _layout(method: Algorithm, values: Signals) -> list[tuple[str, int, str]]:
    """The curves to show, each with the number of its panel and its style."""
    match method.figure:
        case "strip":
            return [(name, i, "shade") for i, name in enumerate(values)]
        case "columns":
            return [("t1", 0, "bar"), ("t2", 0, "below"), ("diff", 1, "bar")]
        case "curve":
            return [(name, i, "line") for i, name in enumerate(curve_names(values))]
        case "tree":
            return [("ratio", 0, "bar"), ("relevance", 1, "bar")]
    bars = enumerate(bar_names(method, values))
    return [
        *((name, i, "point" if name == "cluster" else "bar") for i, name in bars),
        *((name, 0, "line") for name in LINES if name in values),
    ]


def _values(bins: Bins, curve: Values, style: str) -> dict[str, list[float]]:
    found = {"values": _rounded(bins.mean(curve))}
    if bins.most > 1 and style != "shade":
        found |= {"low": _rounded(bins.lowest(curve)), "high": _rounded(bins.highest(curve))}
    return found


def _rounded(values: Any) -> list[float]:
    found: list[float] = np.round(np.nan_to_num(values), 4).tolist()
    return found
