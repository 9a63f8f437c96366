"""The figures: how each kind of curve is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle, StepPatch
from matplotlib.ticker import MaxNLocator

from mainspan.plot.curves import Bins, Curves, Values, bar_names, curve_names
from mainspan.plot.names import label_of, unit_of
from mainspan.plot.style import (
    COLUMNS,
    INK,
    KEPT,
    LEFT,
    MEDIUM,
    OTHER,
    SHADE,
    SMALL,
    TINY,
    WIDTH,
    Legend,
    Style,
    number,
    plain,
    style,
)
from mainspan.plot.tree import draw_tree

# The most rows of a strip, how many units fill one, and how much code around all content is shown.
_STRIP_ROWS: Final = 8
_STRIP_ROW: Final = 4000
_MARGIN: Final = 100

# Bars much higher than the threshold would hide it: they are cut off at this many times its height.
_TIMES_THRESHOLD: Final = 8

_LINE: Final[Style] = {"color": INK, "lw": 1.4}
# The looks of the lines over the first bars.
_OVER_BARS: Final[dict[str, Style]] = {
    "smooth": {"color": OTHER, "lw": 1.4},
    "smoothed": {"color": OTHER, "lw": 1.4},
    "threshold": {"color": INK, "lw": 1.2, "ls": "--"},
}


def draw(curves: Curves, name: str) -> Figure:
    """The figure of these curves, with the page's name in its title."""
    figure = Figure(dpi=150, layout="constrained", facecolor="white")
    legend = _DRAWINGS[curves.method.figure](figure, curves)
    _entitle(figure, curves, name)
    figure.legend(handles=legend, loc="outside lower center", ncols=4, fontsize=SMALL, frameon=False)
    return figure


def _entitle(figure: Figure, curves: Curves, name: str) -> None:
    found = curves.found
    kept = f"{found.words:,} of {len(curves.page.words):,} words kept"
    parts = [repr(found.algorithm), plain(name), kept if found else f"nothing kept: {found.reason}"]
    # A name may hold dollar signs, which are no formulas.
    figure.suptitle(" \N{MIDDLE DOT} ".join(filter(None, parts)), fontsize=11, color=INK, parse_math=False)


def _panels(figure: Figure, curves: Curves, heights: list[float]) -> list[Axes]:
    """Axes one below the other, with the units from left to right and kept regions shaded."""
    figure.set_size_inches(WIDTH, sum(heights) + 1.0)
    panels = figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)[:, 0]
    bins = Bins.of(0, len(curves), COLUMNS)
    shade = bins.any(curves.kept).astype(np.float64)
    for axes in panels:
        style(axes)
        # Artists that are added leave the limits of the axes alone.
        across = axes.get_xaxis_transform()
        axes.add_artist(StepPatch(shade, bins.edges, fill=True, color=SHADE, lw=0, transform=across))
        axes.set_xlim(0, len(curves))
    # Columns may hide the shading: a band above shows it too.
    band: Style = {"baseline": 1.01, "transform": panels[0].get_xaxis_transform(), "clip_on": False}
    height = 1.01 + 0.02 * bins.mean(curves.kept)
    panels[0].add_artist(StepPatch(height, bins.edges, fill=True, color=KEPT, lw=0, **band))
    merged = f" ({bins.most:,} drawn as one)" if bins.most > 1 else ""
    panels[-1].set_xlabel(f"{unit_of(curves.method)} number{merged}", fontsize=MEDIUM)
    return list(panels)


def _shade(label: str) -> Patch:
    return Patch(facecolor=SHADE, edgecolor=KEPT, label=label)


def _strip(figure: Figure, curves: Curves) -> Legend:
    """The content code vector as a greyscale picture, and below it the blurred ones (2008, figure 2)."""
    first, last = _with_content(curves)
    rows = min(_STRIP_ROWS, -(-(last - first) // _STRIP_ROW))
    width, bands = -(-(last - first) // rows), len(curves.values)
    figure.set_size_inches(WIDTH, 1.1 + rows * 0.3 * (bands + 1))
    panels = figure.subplots(rows, 1, sharex=True, squeeze=False)[:, 0]
    for row, axes in enumerate(panels):
        begin = first + row * width
        _draw_strip(axes, curves, Bins.of(begin, min(last, begin + width), COLUMNS))
        axes.set_title(f"{unit_of(curves.method)} {begin:,}", loc="left", fontsize=TINY, pad=2, color=INK)
    panels[-1].set_xlim(0, width)
    panels[-1].set_xlabel(
        f"{unit_of(curves.method)} of the row (of the code around all content, little is drawn)",
        fontsize=MEDIUM,
    )
    return [
        Patch(facecolor="white", edgecolor=INK, label="content"),
        Patch(facecolor="black", edgecolor=INK, label="code"),
        Patch(facecolor=KEPT, label="kept"),
    ]


def _with_content(curves: Curves) -> tuple[int, int]:
    """The stretch of units that are not code alone, with a little code around it."""
    bright = np.flatnonzero(next(iter(curves.values.values())) > 0)
    if not len(bright):
        return 0, len(curves)
    return max(0, int(bright[0]) - _MARGIN), min(len(curves), int(bright[-1]) + 1 + _MARGIN)


def _draw_strip(axes: Axes, curves: Curves, bins: Bins) -> None:
    """A row of the picture: a band for each curve, and a mark below what was kept."""
    bands, places = len(curves.values), bins.edges - bins.edges[0]
    picture = np.stack([bins.mean(curve) for curve in curves.values.values()])
    extent = (0, int(places[-1]), bands, 0)
    axes.imshow(picture, cmap="gray", vmin=0, vmax=1, aspect="auto", extent=extent, interpolation="none")
    for band in range(bands):
        axes.add_patch(Rectangle((0, band), places[-1], 1, fill=False, edgecolor=LEFT, lw=0.8, clip_on=False))
    base = bands + 0.12
    axes.stairs(base + 0.3 * bins.mean(curves.kept), places, baseline=base, fill=True, color=KEPT, lw=0)
    axes.set_ylim(bands + 0.42, 0)
    style(axes)
    axes.spines[:].set_visible(False)
    axes.set_yticks(np.arange(bands) + 0.5, [label_of(curves.method, name) for name in curves.values])
    axes.tick_params(length=0)


def _bars(figure: Figure, curves: Curves) -> Legend:
    """A bar for each string, line or block (2009, figure 2), under the smoothed curve if there is one."""
    main, *others = bar_names(curves.method, curves.values)
    panels = _panels(figure, curves, [3.2] + [0.9] * len(others))
    for axes, name in zip(panels, [main, *others], strict=True):
        draw_values = _draw_points if name == "cluster" else _draw_bars
        draw_values(axes, curves, curves.values[name])
        axes.set_ylabel(label_of(curves.method, name), fontsize=MEDIUM if name == main else SMALL)
    legend: Legend = [
        Patch(facecolor=KEPT, label=f"{unit_of(curves.method)} with kept text"),
        Patch(facecolor=LEFT, label=f"other {unit_of(curves.method)}"),
        _shade("kept region"),
    ]
    for name, look in _OVER_BARS.items():
        if name in curves.values:
            _draw_line(panels[0], curves.values[name], look)
            legend.append(Line2D([], [], label=label_of(curves.method, name), **look))
    _show_threshold(panels[0], curves)
    return legend


def _show_threshold(axes: Axes, curves: Curves) -> None:
    if "probability" in curves.values:
        # The scale is known, and the same on all pages; some room above shows where it ends.
        axes.set_ylim(0, 1.05)
        return
    threshold = float(curves.values.get("threshold", np.zeros(1)).max())
    bottom, top = axes.get_ylim()
    if 0 < _TIMES_THRESHOLD * threshold < top:
        axes.set_ylim(bottom, _TIMES_THRESHOLD * threshold)
        axes.set_ylabel(f"{axes.get_ylabel()} (cut off)", fontsize=MEDIUM)


def _draw_bars(axes: Axes, curves: Curves, values: Values) -> None:
    bins = Bins.of(0, len(values), COLUMNS)
    for flags, colour in ((~curves.kept, LEFT), (curves.kept, KEPT)):
        shown = np.where(flags, values, 0.0)
        _columns(axes, bins, bins.highest(np.maximum(shown, 0)), colour)
        if (values < 0).any():
            _columns(axes, bins, bins.lowest(np.minimum(shown, 0)), colour)
    if (values < 0).any():
        axes.axhline(0, color=INK, lw=0.8)
    else:
        axes.set_ylim(0, None if values.any() else 1)


def _draw_points(axes: Axes, curves: Curves, values: Values) -> None:
    """A point for each unit, such as the number of its cluster."""
    for flags, colour in ((~curves.kept, LEFT), (curves.kept, KEPT)):
        places = np.flatnonzero(flags)
        axes.plot(places + 0.5, values[places], ".", color=colour, ms=4, rasterized=True)
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylim(-0.5, values.max() + 0.5)


def _columns(axes: Axes, bins: Bins, heights: Values, colour: str) -> None:
    """Columns from the axis, apart from each other where there is room."""
    edges = bins.edges.astype(np.float64)
    if len(heights) <= 200:
        edges = np.stack([edges[:-1] + 0.1, edges[1:] - 0.1], axis=1).ravel()
        heights = np.stack([heights, np.zeros_like(heights)], axis=1).ravel()[:-1]
    axes.stairs(heights, edges, fill=True, color=colour, lw=0)


def _draw_line(axes: Axes, values: Values, look: Style) -> None:
    """A curve through the units; of many in one column the lowest and the highest."""
    bins = Bins.of(0, len(values), COLUMNS)
    middle = (bins.edges[:-1] + bins.edges[1:]) / 2
    places = np.stack([middle, middle], axis=1).ravel()
    axes.plot(places, np.stack([bins.lowest(values), bins.highest(values)], axis=1).ravel(), **look)


def _up_and_down(figure: Figure, curves: Curves) -> Legend:
    """T1 above and T2 below the axis for each line, and their smoothed difference (2011, figures 2 and 3)."""
    above, below = _panels(figure, curves, [2.6, 2.6])
    bins = Bins.of(0, len(curves), COLUMNS)
    _columns(above, bins, bins.highest(curves.values["t1"]), OTHER)
    _columns(above, bins, -bins.highest(curves.values["t2"]), LEFT)
    diff = curves.values["diff"]
    _columns(below, bins, bins.highest(np.maximum(diff, 0)), OTHER)
    _columns(below, bins, bins.lowest(np.minimum(diff, 0)), LEFT)
    above.yaxis.set_major_formatter(lambda value, place: number(abs(value), place))
    above.set_ylabel("characters", fontsize=MEDIUM)
    below.set_ylabel(label_of(curves.method, "diff"), fontsize=MEDIUM)
    for axes in (above, below):
        axes.axhline(0, color=INK, lw=0.8)
    return [
        Patch(facecolor=OTHER, label=label_of(curves.method, "t1")),
        Patch(facecolor=LEFT, label=label_of(curves.method, "t2")),
        _shade("kept"),
    ]


def _curve(figure: Figure, curves: Curves) -> Legend:
    """A curve over the tokens, such as the document slope curve."""
    first, *others = curve_names(curves.values)
    panels = _panels(figure, curves, [3.6] + [1.6] * len(others))
    for axes, name in zip(panels, [first, *others], strict=True):
        _draw_line(axes, curves.values[name], _LINE)
        axes.set_ylabel(label_of(curves.method, name), fontsize=MEDIUM)
    return [Line2D([], [], label=label_of(curves.method, first), **_LINE), _shade("kept")]


_DRAWINGS: Final[dict[str, Callable[[Figure, Curves], Legend]]] = {
    "strip": _strip,
    "bars": _bars,
    "columns": _up_and_down,
    "curve": _curve,
    "tree": draw_tree,
}
