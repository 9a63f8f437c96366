"""The methods: one file for each paper, and the registry of their names."""

from __future__ import annotations

from dataclasses import fields
from difflib import get_close_matches
from typing import Any, Final

from mainspan.algorithms.base import Algorithm, kinds_of, read_value
from mainspan.algorithms.bte import BTE
from mainspan.algorithms.ccb import ACCB, CCB, TCCB
from mainspan.algorithms.crunch import Crunch
from mainspan.algorithms.cues import Cues
from mainspan.algorithms.dana import DANA, DANAG
from mainspan.algorithms.density import Density
from mainspan.algorithms.dsc import DSC
from mainspan.algorithms.fe import FE, KFE
from mainspan.algorithms.learned import Learned
from mainspan.algorithms.lqf import LQF, LQF25, LQF50, LQF75
from mainspan.algorithms.plain import Plain
from mainspan.algorithms.relevance import RankedBlock, blocks_by_relevance, menus
from mainspan.algorithms.ttr import TTR
from mainspan.algorithms.wlr import CLR, CNR, WLR, WNR
from mainspan.errors import ParameterError, UnknownAlgorithmError

__all__ = ["ALGORITHMS", "DEFAULT", "Algorithm", "RankedBlock", "algorithm", "blocks_by_relevance", "menus"]

# The default; the baseline; methods on the sequence of characters or tokens; on the tree; and what mends
# others.
_METHODS: Final[tuple[type[Algorithm], ...]] = (
    *(Learned,),
    *(Plain,),
    *(BTE, DSC, CCB, ACCB, TCCB, DANA, DANAG, TTR),
    *(LQF, LQF25, LQF50, LQF75, Crunch, FE, KFE, Density, WLR, CLR, WNR, CNR),
    *(Cues,),
)
ALGORITHMS: Final[dict[str, type[Algorithm]]] = {cls.name: cls for cls in _METHODS}
DEFAULT: Final = "mainspan"


def algorithm(name: str | Algorithm = DEFAULT, /, **parameters: Any) -> Algorithm:
    """Make a method from its name, with parameters as keywords or written behind the name.

    >>> algorithm("accb", range=60) == algorithm("accb:range=60")
    True
    """
    if isinstance(name, Algorithm):
        if parameters:
            raise ParameterError(f"{name!r} has its parameters already: give them with the name instead")
        return name
    if not isinstance(name, str):
        raise TypeError(f"a method is given by its name, not by {type(name).__name__}")
    bare, _, written = name.partition(":")
    cls = _look_up(bare.strip())
    values = _read(cls, written) | parameters
    known = {each.name for each in fields(cls)}
    for each in values:
        if each not in known:
            raise ParameterError(_unknown_parameter(cls, each, known))
    return cls(**values)


def _look_up(name: str) -> type[Algorithm]:
    found = ALGORITHMS.get(name.lower())
    if found:
        return found
    near = get_close_matches(name.lower(), ALGORITHMS, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}? The" if near else "the"
    names = ", ".join(sorted(ALGORITHMS))
    raise UnknownAlgorithmError(f"no method is called {name!r}: {hint} methods are {names}")


def _read(cls: type[Algorithm], written: str) -> dict[str, Any]:
    """Parameters written as name=value,name=value."""
    kinds, rules = kinds_of(cls), {each.name: each.metadata for each in fields(cls)}
    values: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in written.split(","))):
        name, sign, text = (each.strip() for each in part.partition("="))
        if not sign or not name:
            raise ParameterError(f"{cls.name}: write parameters as name=value, not {part!r}")
        if name in values:
            raise ParameterError(f"{cls.name}: {name} is given twice")
        # A name that is not known is refused later, with all others.
        values[name] = read_value(cls.name, name, kinds[name], text, rules[name]) if name in kinds else text
    return values


def _unknown_parameter(cls: type[Algorithm], name: str, known: set[str]) -> str:
    if not known:
        return f"{cls.name} has no parameters, so not {name!r} either"
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}? It" if near else "it"
    return f"{cls.name} has no parameter {name!r}: {hint} has {', '.join(sorted(known))}"
