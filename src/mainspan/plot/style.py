"""What all figures share: colours, sizes, names and the look of the axes."""

from __future__ import annotations

from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from mainspan.plot.curves import Curves

Legend = list[Patch | Line2D]
Style = dict[str, Any]

# Colours that colour-blind readers can distinguish, and that differ in brightness too.
KEPT: Final = "#0072B2"
SHADE: Final = "#D3E6F4"
LEFT: Final = "#A6A6A6"
OTHER: Final = "#D55E00"
EMPTY: Final = "#E4E4E4"
INK: Final = "#222222"

# A figure's width in inches, and the sizes of its letters.
WIDTH: Final = 10.0
MEDIUM: Final = 10
SMALL: Final = 9
TINY: Final = 8
# However large a page is, a figure has no more columns than a screen can show.
COLUMNS: Final = 1400

# What one unit of each method is; what is not listed is called by the kind of figure.
_UNITS: Final = {"strip": "character", "bars": "block", "columns": "line", "curve": "token"}
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


def plain(name: str) -> str:
    """A name in characters that the font has; a long one loses its middle."""
    name = "".join(letter if letter.isprintable() and letter < "\u0250" else "?" for letter in name)
    return name if len(name) <= 60 else f"{name[:28]}...{name[-28:]}"


def label_of(curves: Curves, curve: str) -> str:
    """What a curve is called on its axis."""
    method = curves.found.algorithm.name
    return _LABELS_OF.get((method, curve)) or _LABELS.get(curve) or curve.replace("_", " ")


def unit_of(curves: Curves) -> str:
    """The unit of the curves' values."""
    method = curves.found.algorithm
    return _UNITS_OF.get(method.name) or _UNITS[method.figure]


def number(value: float, place: float) -> str:
    """A number at a tick of an axis."""
    return f"{value:,.10g}".replace("-", "\N{MINUS SIGN}")


def style(axes: Axes) -> None:
    """Give axes the look that all have."""
    axes.tick_params(labelsize=SMALL, colors=INK)
    axes.spines[["top", "right"]].set_visible(False)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(number)
    axes.yaxis.set_major_formatter(number)
