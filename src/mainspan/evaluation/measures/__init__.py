"""Measures: how well a found text fits the gold text.

All are exact. The docstring of each defines what it counts, and how. They compare normalised texts
(normalise.py) in lower case.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mainspan.evaluation.measures.bags import Bag, Set, Shingles
from mainspan.evaluation.measures.base import PRODUCT_LIMIT, Case, Measure
from mainspan.evaluation.measures.blocks import Blocks
from mainspan.evaluation.measures.readers import figures_of
from mainspan.evaluation.measures.segments import Segments
from mainspan.evaluation.measures.sequences import Characters, Subsequence, Substring, Words
from mainspan.evaluation.measures.structure import Structure, forms_of
from mainspan.parameters import make

__all__ = [
    "MEASURES",
    "PRODUCT_LIMIT",
    "TEXT_MEASURES",
    "Case",
    "Measure",
    "figures_of",
    "forms_of",
    "measure",
    "measures_of",
]

_ALL: Final[tuple[type[Measure], ...]] = (
    *(Characters, Words, Bag, Set),
    *(Substring, Subsequence, Shingles, Segments, Blocks, Structure),
)
MEASURES: Final[dict[str, type[Measure]]] = {cls.name: cls for cls in _ALL}
# Those of the text: any package can be measured by them. Few have gold with structure.
TEXT_MEASURES: Final = tuple(name for name in MEASURES if name != Structure.name)


def measure(written: str | Measure) -> Measure:
    """Make a measure from its name, with parameters after it if it has any.

    >>> measure("words:stop=en,stem=en")
    words:stop=en,stem=en
    """
    return written if isinstance(written, Measure) else make(MEASURES, written, noun="measure")


def measures_of(written: Iterable[str | Measure] | None) -> tuple[Measure, ...]:
    """The measures with these names, each once, with their parts; those of the text if none is named."""
    named = map(measure, TEXT_MEASURES if written is None else written)
    unique = {repr(part): part for each in named for part in each.parts}
    return tuple(unique.values())
