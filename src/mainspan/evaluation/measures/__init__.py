"""Measures: how well a found text fits the gold, from several sides.

All are exact. What each counts, and how, stands in its docstring.
"""

from __future__ import annotations

from dataclasses import fields
from difflib import get_close_matches
from typing import Final

from mainspan.errors import ParameterError
from mainspan.evaluation.measures.bags import Bag, Set, Shingles
from mainspan.evaluation.measures.base import PRODUCT_LIMIT, Case, Measure
from mainspan.evaluation.measures.blocks import Blocks
from mainspan.evaluation.measures.readers import figures_of
from mainspan.evaluation.measures.segments import Segments
from mainspan.evaluation.measures.sequences import Characters, Substring, Words

__all__ = ["MEASURES", "PRODUCT_LIMIT", "Case", "Measure", "figures_of", "measure"]

_ALL: Final = (Characters(), Words(), Bag(), Set(), Substring(), Shingles(), Segments(), Blocks())
MEASURES: Final[dict[str, Measure]] = {each.bare_name: each for each in _ALL}


def measure(written: str | Measure) -> Measure:
    """Make a measure from its name, with options behind it if it has any.

    >>> measure("words:stop=en,stem=en").name
    'words:stop=en,stem=en'
    """
    if isinstance(written, Measure):
        return written
    name, _, options = (part.strip() for part in written.partition(":"))
    plain = _look_up(name)
    known = [each.name for each in fields(plain)]
    values: dict[str, str] = {}
    for part in filter(None, map(str.strip, options.split(","))):
        option, sign, value = (each.strip() for each in part.partition("="))
        if not sign or not value:
            raise ParameterError(f"{name}: write options as name=value, not {part!r}")
        if option not in known:
            has = f"it has {' and '.join(known)}" if known else "it has none"
            raise ParameterError(f"the measure {name} has no option {option!r}: {has}")
        values[option] = value
    return type(plain)(**values)


def _look_up(name: str) -> Measure:
    found = MEASURES.get(name.lower())
    if found is not None:
        return found
    near = get_close_matches(name.lower(), MEASURES, n=1, cutoff=0.4)
    hint = f"did you mean {near[0]}? The" if near else "the"
    raise ParameterError(f"no measure is called {name!r}: {hint} measures are {', '.join(MEASURES)}")
