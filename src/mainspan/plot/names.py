"""What the curves of each method are called, and what one of their units is."""

from __future__ import annotations

from typing import Final

from mainspan.algorithms import Algorithm

# What one unit of each method is; what is not listed is called by the kind of figure.
_UNITS: Final = {
    "strip": "character",
    "bars": "block",
    "columns": "line",
    "curve": "token",
    "tree": "element",
}
_UNITS_OF: Final = {"tccb": "token", "density": "string", "ttr": "line"}

_LABELS: Final = {
    "content": "vector", "ratio": "blurred", "length": "characters", "smooth": "smooth curve",
    "share": "share of link text", "tags": "tags so far", "balance": "words minus tags so far",
    "diff": "T1 \N{MINUS SIGN} T2, smoothed", "t1": "T1", "t2": "T2",
}  # fmt: skip
_LABELS_OF: Final = {
    ("dana", "t1"): "T1: characters outside ASCII", ("dana", "t2"): "T2: ASCII characters",
    ("danag", "t1"): "T1: characters of text", ("danag", "t2"): "T2: characters of markup",
    ("ttr", "ratio"): "characters per tag", ("fe", "text"): "text (share of the page's)",
    ("kfe", "text"): "text (probability)", ("cues", "score"): "mean weight of words",
    ("crunch", "ratio"): "links per word", ("wlr", "ratio"): "words per leaf",
    ("clr", "ratio"): "characters per leaf", ("wnr", "ratio"): "words per node",
    ("cnr", "ratio"): "characters per node",
}  # fmt: skip


def label_of(method: Algorithm, curve: str) -> str:
    """What a curve is called on its axis."""
    return _LABELS_OF.get((method.name, curve)) or _LABELS.get(curve) or curve.replace("_", " ")


def unit_of(method: Algorithm) -> str:
    """The unit of the curves' values."""
    return _UNITS_OF.get(method.name) or _UNITS[method.figure]
