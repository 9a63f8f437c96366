"""What all figures share: colours, sizes and the look of the axes."""

from __future__ import annotations

from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

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


def plain(name: str) -> str:
    """A name in characters that the font has; a long one loses its middle."""
    name = "".join(letter if letter.isprintable() and letter < "\u0250" else "?" for letter in name)
    return name if len(name) <= 60 else f"{name[:28]}...{name[-28:]}"


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
