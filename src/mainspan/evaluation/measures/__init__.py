"""Measures: how well a found text fits the gold text.

All are exact. The docstring of each defines what it counts, and how. They compare normalised texts
(normalise.py) in lower case.
"""

from __future__ import annotations

from typing import Final

from mainspan.evaluation.measures.bags import Bag, Set, Shingles
from mainspan.evaluation.measures.base import PRODUCT_LIMIT, Case, Measure
from mainspan.evaluation.measures.blocks import Blocks
from mainspan.evaluation.measures.readers import figures_of
from mainspan.evaluation.measures.segments import Segments
from mainspan.evaluation.measures.sequences import Characters, Subsequence, Substring, Words
from mainspan.parameters import make

__all__ = ["MEASURES", "PRODUCT_LIMIT", "Case", "Measure", "figures_of", "measure"]

_ALL: Final[tuple[type[Measure], ...]] = (
    *(Characters, Words, Bag, Set),
    *(Substring, Subsequence, Shingles, Segments, Blocks),
)
MEASURES: Final[dict[str, type[Measure]]] = {cls.name: cls for cls in _ALL}


def measure(written: str | Measure) -> Measure:
    """Make a measure from its name, with parameters after it if it has any.

    >>> measure("words:stop=en,stem=en")
    words:stop=en,stem=en
    """
    return written if isinstance(written, Measure) else make(MEASURES, written, noun="measure")
