"""Why a block was kept or dropped, in words.

What a signal contributed is what would be missing without it: the network is asked again with the signal replaced, on
the whole page, by its mean over many pages, and the difference of the two answers is the signal's share.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.learned.features import MEASURED, Sheet, features
from mainspan.algorithms.learned.network import Network
from mainspan.page.hints import HINTS

Floats = NDArray[np.float32]

_FAMILIES: Final = range(MEASURED, MEASURED + 32)
_NAMES: Final = range(MEASURED + 32, MEASURED + 288)
_GROUP: Final = range(MEASURED + 288, MEASURED + 312)
_FIRST: Final = range(MEASURED + 312, MEASURED + 321)
_LAST: Final = range(MEASURED + 321, MEASURED + 330)

# The signals that people have words for, with the columns of the features that they are made of.
SIGNALS: Final[dict[str, tuple[int, ...]]] = {
    "its length": (0, 1, 44, 50),
    "its links": (10, 36),
    "its punctuation": (6, 7, 8, 39, 40, 41, 55, *_FIRST, *_LAST),
    "its digits and symbols": (5, 9, 38, 42),
    "its capitals": (3, 4, 37, 43),
    "the tags before and inside it": (2, 11, 12, 13, 14, 15, 34, 35, 45),
    "its place on the page": (46, 47, 48, 49, 60, 61),
    "its likeness to others": (16, 27, 28, 29, 30, 31, 52),
    "being hidden": (56, 57),
    "the words it shares with the title": (58, 59),
    "the blocks around it": tuple(range(62, 74)),
    "the elements around it": (*range(17, 27), 51, *range(74, 109)),
    "the kind of page": (32, 33, 53, 54),
    "its tags": (*_FAMILIES, *_GROUP),
    "the names around it": tuple(_NAMES),
}

# A share of the logit smaller than this is not worth a word, and at most so many are told.
_LEAST, _MOST = 0.3, 3


def explain(
    sheet: Sheet, network: Network, ask: Callable[[Floats], Floats], kept: NDArray[np.bool_]
) -> list[str]:
    """For each block, the signals that spoke for it and against it, the strongest first."""
    if not len(sheet):
        return []
    x = features(sheet)
    mean = network.weights["mean"]
    whole = ask(x)
    shares = np.empty((len(SIGNALS), len(sheet)), dtype=np.float32)
    for row, columns in enumerate(SIGNALS.values()):
        without = x.copy()
        without[:, list(columns)] = mean[list(columns)]
        shares[row] = whole - ask(without)
    return [_tell(sheet, i, shares[:, i], bool(kept[i])) for i in range(len(sheet))]


def _tell(sheet: Sheet, block: int, shares: Floats, kept: bool) -> str:
    names = list(SIGNALS)
    order = np.argsort(-np.abs(shares), kind="stable")
    told: dict[bool, list[str]] = {True: [], False: []}
    for signal in order:
        side = told[bool(shares[signal] > 0)]
        if abs(shares[signal]) >= _LEAST and len(side) < _MOST:
            side.append(f"{_name(sheet, block, names[signal])} ({shares[signal]:+.1f})")
    sides = [("for it", told[True]), ("against it", told[False])]
    words = [f"{side}: {', '.join(signals)}" for side, signals in (sides if kept else sides[::-1]) if signals]
    return "; ".join(words) or "nothing speaks strongly for it or against it"


def _name(sheet: Sheet, block: int, signal: str) -> str:
    """A signal, with what it saw where that can be said in a word."""
    if signal == "its links":
        share = sheet.linked[block] / max(int(sheet.characters[block]), 1)
        return f"its links ({min(share, 1):.0%})"
    if signal == "its length":
        return f"its length ({sheet.words[block]} words)"
    if signal == "the names around it":
        mask = int(np.bitwise_or.reduce(sheet.masks[block, 1:5]))
        found = [line.split()[0].strip("-") for i, line in enumerate(HINTS) if mask >> i & 1]
        return f"the names around it ({', '.join(found[:4])})" if found else "having no names around it"
    return signal
