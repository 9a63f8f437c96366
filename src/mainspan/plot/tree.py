"""The element tree as a picture, coloured by ratio: the depth downwards, the words from left to right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LogNorm, to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle
from matplotlib.ticker import LogLocator

from mainspan.plot.curves import Curves, Flags, Numbers, Values
from mainspan.plot.names import label_of
from mainspan.plot.style import (
    COLUMNS,
    EMPTY,
    MEDIUM,
    OTHER,
    SMALL,
    WIDTH,
    Legend,
    number,
    plain,
    style,
)

# The most levels, names and outlines; and the levels up to which there is room for names and white lines.
_LEVELS: Final = 120
_NAMES: Final = 200
_OUTLINES: Final = 100
_ROOMY: Final = 40
# The rows of the picture for one level; the last of them is white.
_ROWS: Final = 12


class Box(NamedTuple):
    """A subtree: its element, the words it spans, and its first and last level."""

    element: int
    left: int
    right: int
    top: int
    bottom: int


@dataclass(frozen=True, eq=False)
class Tree:
    """The positions of a tree method's units; each is an element of the page."""

    curves: Curves
    element: Numbers
    depth: Numbers
    left: Numbers
    right: Numbers

    @classmethod
    def of(cls, curves: Curves) -> Tree:
        """The tree of the elements that begin where the curves' units do."""
        page = curves.page
        opens = page.tokens.start[page.elements.open]
        element = np.searchsorted(opens, curves.start)
        left = np.searchsorted(page.words.start, curves.start)
        right = left + page.elements.words[element]
        return cls(curves, element, curves.values["depth"].astype(np.int64), left, right)

    def levels(self, most: int) -> Numbers:
        """The depths of elements with text; of too many, some at equal distances."""
        found = np.unique(self.depth[self.right > self.left])
        return found[np.unique(np.linspace(0, len(found) - 1, min(len(found), most)).astype(np.int64))]

    def cells(self, levels: Numbers, columns: int) -> Numbers:
        """For each level and column its unit, or -1. All columns are equally wide."""
        cells = np.full((len(levels), columns), -1, dtype=np.int64)
        middle = (np.arange(columns) + 0.5) * len(self.curves.page.words) / columns
        seen = np.flatnonzero(self.right > self.left)
        seen = seen[np.argsort(self.depth[seen], kind="stable")]
        first = np.searchsorted(self.depth[seen], levels, side="left")
        last = np.searchsorted(self.depth[seen], levels, side="right")
        for row, (begin, end) in enumerate(zip(first.tolist(), last.tolist(), strict=True)):
            units = seen[begin:end]
            place = np.searchsorted(self.left[units], middle, side="right") - 1
            inside = (place >= 0) & (middle < self.right[units[place]])
            cells[row, inside] = units[place[inside]]
        return cells

    def kept(self, most: int) -> list[Box]:
        """The largest subtrees of which every word was kept, from left to right."""
        before = np.append(0, np.cumsum(self.curves.found.kept_words))
        count = before[self.right] - before[self.left]
        whole = (count > 0) & (count == self.right - self.left)
        chosen = self._best(whole & (count == before[-1]))
        if not len(chosen):
            chosen = self._outermost(whole)
        chosen = np.sort(chosen[np.argsort(-count[chosen], kind="stable")[:most]])
        return [self._box(int(unit)) for unit in chosen]

    def _best(self, candidates: Flags) -> Numbers:
        """Of several elements around the same words, the one that the method found most relevant."""
        units = np.flatnonzero(candidates)
        relevance = self.curves.values.get("relevance")
        if not len(units) or relevance is None:
            return units[:1]
        return units[[int(np.argmax(relevance[units]))]]

    def _outermost(self, chosen: Flags) -> Numbers:
        """The chosen units that are in no other chosen one."""
        units = np.flatnonzero(chosen)
        reach = np.maximum.accumulate(np.append(-1, self.right[units]))[:-1]
        return units[self.left[units] >= reach]

    def _box(self, unit: int) -> Box:
        inside = (self.left >= self.left[unit]) & (self.right <= self.right[unit]) & (self.right > self.left)
        deepest = int(self.depth[inside].max())
        columns = (self.element, self.left, self.right, self.depth)
        return Box._make([*(int(column[unit]) for column in columns), deepest])


def draw_tree(figure: Figure, curves: Curves) -> Legend:
    """The element tree from the root downwards, coloured by ratio, with the kept subtree outlined."""
    tree = Tree.of(curves)
    levels = tree.levels(_LEVELS)
    cells = tree.cells(levels, COLUMNS)
    figure.set_size_inches(WIDTH, 1.6 + min(7.5, max(2.0, 0.28 * len(levels))))
    axes = figure.subplots()
    style(axes)
    scale = ScalarMappable(_scale(curves.values["ratio"]), "viridis")
    _draw_cells(axes, tree, cells, scale)
    for box in tree.kept(_OUTLINES):
        _outline(axes, box, levels)
    step = -(-len(levels) // 12)
    axes.set_yticks(np.arange(0, len(levels), step) + 0.5, [f"{depth:,}" for depth in levels[::step]])
    axes.set_xlabel("word number", fontsize=MEDIUM)
    axes.set_ylabel("depth in the tree", fontsize=MEDIUM)
    bar = figure.colorbar(scale, ax=axes, pad=0.01, aspect=30, ticks=LogLocator(subs=(1, 2, 5)))
    bar.set_label(label_of(curves.method, "ratio"), fontsize=MEDIUM)
    bar.ax.tick_params(labelsize=SMALL)
    bar.ax.yaxis.set_major_formatter(number)
    bar.ax.minorticks_off()
    return [Patch(facecolor="white", edgecolor=OTHER, lw=2, label="kept subtree")]


def _scale(ratio: Values) -> LogNorm:
    positive = ratio[ratio > 0]
    low, high = (float(positive.min()), float(positive.max())) if len(positive) else (1.0, 1.0)
    return LogNorm(low, max(high, low * 1.1), clip=True)


def _draw_cells(axes: Axes, tree: Tree, cells: Numbers, scale: ScalarMappable) -> None:
    """The elements as rectangles, one row for each level, in the colour of their ratios."""
    ratio, words = tree.curves.values["ratio"], len(tree.curves.page.words)
    values = ratio[cells]
    picture = scale.to_rgba(np.maximum(values, ratio[ratio > 0].min(initial=1.0)))
    picture[values <= 0] = to_rgba(EMPTY)
    picture[cells < 0] = to_rgba("white")
    if len(cells) <= _ROOMY:
        _name_elements(axes, tree, cells, picture)
        picture = _part(picture, cells, (tree.right - tree.left) * COLUMNS >= 6 * words)
    axes.imshow(picture, extent=(0, words, len(cells), 0), aspect="auto", interpolation="none")


def _part(picture: Values, cells: Numbers, wide: Flags) -> Values:
    """White lines between levels and, where there is room, between neighbours."""
    picture = picture.copy()
    picture[:, 1:][(cells[:, 1:] != cells[:, :-1]) & wide[cells[:, 1:]] & (cells[:, 1:] >= 0)] = 1.0
    picture = picture.repeat(_ROWS, axis=0)
    picture[_ROWS - 1 :: _ROWS] = 1.0
    return picture


def _name_elements(axes: Axes, tree: Tree, cells: Numbers, picture: Values) -> None:
    """The names of the elements that have room for it, the widest first."""
    page = tree.curves.page
    column = len(page.words) / COLUMNS
    rows = {int(unit): row for row, level in enumerate(cells) for unit in np.unique(level[level >= 0])}
    widest = sorted(rows, key=lambda unit: (int(tree.left[unit] - tree.right[unit]), unit))[:_NAMES]
    for unit in widest:
        left, right = int(tree.left[unit]), int(tree.right[unit])
        name = plain(page.name_of(int(tree.element[unit])))
        if (right - left) / column > 12 * (len(name) + 1):
            middle = (left + right) / 2
            red, green, blue, _ = picture[rows[unit], min(int(middle / column), COLUMNS - 1)]
            colour = "black" if 0.3 * red + 0.6 * green + 0.1 * blue > 0.5 else "white"
            axes.text(
                middle, rows[unit] + 0.47, name,
                ha="center", va="center", fontsize=7, color=colour, parse_math=False,
            )  # fmt: skip


def _outline(axes: Axes, box: Box, levels: Numbers) -> None:
    top = int(np.searchsorted(levels, box.top))
    bottom = int(np.searchsorted(levels, box.bottom, side="right"))
    corner, width = (box.left, top), box.right - box.left
    axes.add_patch(Rectangle(corner, width, bottom - top, fill=False, edgecolor=OTHER, lw=2, clip_on=False))
