"""The methods: one file for each paper, and the registry of their names."""

from __future__ import annotations

import inspect
from typing import Any, Final

from mainspan.algorithms.base import Algorithm
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
from mainspan.algorithms.ratio_tree import RatioNode, RatioTree, ratio_tree
from mainspan.algorithms.relevance import RankedBlock, blocks_by_relevance, menus
from mainspan.algorithms.ttr import TTR
from mainspan.algorithms.wlr import CLR, CNR, WLR, WNR
from mainspan.errors import ParameterError, UnknownAlgorithmError
from mainspan.parameters import make, parameters_of

__all__ = [
    "ALGORITHMS",
    "DEFAULT",
    "Algorithm",
    "RankedBlock",
    "RatioNode",
    "RatioTree",
    "algorithm",
    "blocks_by_relevance",
    "describe",
    "menus",
    "ratio_tree",
]

# The default; the baseline; methods on the sequence of characters or tokens; methods on the tree; and one
# that improves the answer of another.
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
    """Make a method from its name, with parameters as keywords or written after the name.

    >>> algorithm("accb", range=60) == algorithm("accb:range=60")
    True
    """
    if isinstance(name, Algorithm):
        if parameters:
            raise ParameterError(f"{name!r} has its parameters already: give them with the name instead")
        return name
    if not isinstance(name, str):
        raise TypeError(f"a method is given by its name, not by {type(name).__name__}")
    return make(ALGORITHMS, name, noun="method", error=UnknownAlgorithmError, **parameters)


def describe(method: type[Algorithm]) -> dict[str, Any]:
    """A method as plain data: its paper, its idea, and its parameters with types, ranges and defaults."""
    return {
        "name": method.name,
        "default": method.name == DEFAULT,
        "paper": method.paper,
        "about": inspect.getdoc(method) or "",
        "figure": method.figure,
        "parameters": [each.to_dict() for each in parameters_of(method).values()],
    }
