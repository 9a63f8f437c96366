"""What the study runs: contestants and measures."""

from __future__ import annotations

from typing import Final

from mainspan.algorithms import ALGORITHMS, DEFAULT, algorithm
from mainspan.algorithms.wlr import WLR
from mainspan.parameters import parameters_of

# The readings of "as soon as the values start to settle" (2008, section 3.2), each as a parameter.
BLURS: Final = ("epsilon=0.1", "epsilon=0.01")
# The readings of definition 4.6 (2013): all that the methods offer.
RELEVANCES: Final = tuple(f"relevance={each}" for each in parameters_of(WLR)["relevance"].choices)
RATIOS: Final = ("wlr", "clr", "wnr", "cnr")

PEERS: Final = ("trafilatura", "resiliparse", "readability-lxml", "justext", "boilerpy3")
# The measures of 2007 (words, chars, bag, set) and of 2009 (longest common substring and subsequence of
# characters, without whitespace).
MEASURES_2007: Final = ("chars", "words", "bag", "set")
MEASURES: Final = (*MEASURES_2007, "substring", "subsequence")


def canonical(written: str) -> str:
    """The name of a method in tables: parameters that have their default are left out.

    >>> canonical("lqf:ratio=0.5")
    'lqf'
    """
    return repr(algorithm(written))


def with_reading(name: str, reading: str) -> str:
    """The name of a method in one of its readings."""
    return canonical(f"{name}:{reading}")


def methods() -> list[str]:
    """All methods but the default, whose weights were trained on these packages; and the papers' variants."""
    variants = [
        *(f"{name}:{reading}" for name in ("ccb", "accb", "tccb") for reading in BLURS),
        *(f"{name}:{reading}" for name in RATIOS for reading in RELEVANCES),
        *("tccb:range=18", "dana:gap=160", "density:smooth=8"),
    ]
    named = [name for name in ALGORITHMS if name != DEFAULT]
    return list(dict.fromkeys([*named, *map(canonical, variants)]))
