"""A page's tree in lines: figures in columns, then the elements, further to the right the deeper they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from mainspan.algorithms import RatioTree
from mainspan.cli.explanation_lines import MAX_TEXT_WIDTH, MIN_TEXT_WIDTH, beginning
from mainspan.cli.tree_folding import Folding, Line
from mainspan.page import tags
from mainspan.page.kinds import TEXT
from mainspan.render.pieces import without_controls

# On a narrower terminal, columns are closer to each other.
MIN_WIDTH_WITH_SPACE: Final = 100
# no rule: layout, in columns of the terminal
_INDENT: Final = 2
_MIN_NAME_WIDTH: Final = 5
_MIN_PREVIEW_WIDTH: Final = 8
# no rule: the share of a line that names may take from the text
_NAMES_SHARE: Final = 0.6
# no rule: more names and texts than a line has room for
_MAX_NAMES: Final = 20
_MAX_TEXTS: Final = 60

_ELLIPSIS: Final = "…"
_NONE: Final = "-"
# Titles of columns where room is short.
_SHORT: Final = {"characters": "chars", "relevance": "relev."}


def print_tree(console: Console, folding: Folding, lines: Iterable[Line]) -> None:
    """Print lines of a tree, with a heading."""
    writer = _Writer(folding, console.width)
    console.print(Text(writer.heading, style="bold"), soft_wrap=True)
    for line in lines:
        text = writer.line(line)
        if console.color_system is None:
            # All nodes of a large page are hundreds of thousands of lines: without colours, this is faster.
            console.file.write(f"{text.plain}\n")
        else:
            console.print(text, soft_wrap=True)


@dataclass(frozen=True, slots=True)
class _Figures:
    """What a line has in its columns; None where a figure has no meaning."""

    amount: int
    leaves: int | None
    nodes: int
    ratio: float | None
    weight: float | None
    relevance: float

    @classmethod
    def of(cls, tree: RatioTree, line: Line) -> _Figures:
        """The figures of the first node; of siblings, their sums and the highest weight and relevance."""
        amount = getattr(tree, tree.method.amount)
        nodes = np.array(line.nodes if line.are_siblings else line.nodes[:1])
        first = int(nodes[0])
        inside = slice(first, int(nodes[-1] + tree.nodes[nodes[-1]])) if line.are_siblings else first
        initial = tree.is_initial[inside].any()
        return cls(
            amount=int(amount[nodes].sum()),
            leaves=None if line.are_siblings else int(tree.leaves[first]),
            nodes=int(tree.nodes[nodes].sum()),
            ratio=None if line.are_siblings else float(tree.ratio[first]),
            weight=float(np.max(tree.weight[inside])) if initial else None,
            relevance=float(np.max(tree.relevance[inside])),
        )

    def texts(self) -> tuple[str, ...]:
        return (
            f"{self.amount:,}",
            "" if self.leaves is None else f"{self.leaves:,}",
            f"{self.nodes:,}",
            "" if self.ratio is None else f"{self.ratio:,.1f}",
            _NONE if self.weight is None else f"{self.weight:.2f}",
            percent(self.relevance),
        )


class _Writer:
    """Makes lines that fit."""

    def __init__(self, folding: Folding, width: int) -> None:
        self.folding = folding
        self.tree = tree = folding.tree
        is_wide = width >= MIN_WIDTH_WITH_SPACE
        titles = (tree.method.amount, "leaves", "nodes", "ratio", "weight", "relevance")
        self.titles = titles if is_wide else tuple(_SHORT.get(title, title) for title in titles)
        # The first node has the largest counts of all.
        largest = _Figures.of(tree, Line([0], 0)).texts()
        highest = f"{tree.ratio.max():,.1f}"
        needed = (*largest[:3], highest, "0.00", "100%")
        self.widths = [max(len(title), len(text)) for title, text in zip(self.titles, needed, strict=True)]
        self.space = "  " if is_wide else " "
        used = 2 + sum(self.widths) + len(self.space) * len(self.widths)
        self.room = max(MIN_TEXT_WIDTH, min(MAX_TEXT_WIDTH, width - used))

    @property
    def heading(self) -> str:
        return "  " + self._columns(self.titles) + "element"

    def _columns(self, texts: Sequence[str]) -> str:
        return "".join(f"{text:>{width}}{self.space}" for text, width in zip(texts, self.widths, strict=True))

    def line(self, line: Line) -> Text:
        """A line: its mark, its figures, its elements, and how its text begins if they are not open."""
        tree, first = self.tree, line.nodes[0]
        best = tree.best if tree.best is not None else -1
        is_best, is_kept = first == best, best <= first < best + tree.nodes[best]
        figures = _Figures.of(tree, line)
        is_wanted = any(self.folding.holds_wanted(node) for node in line.nodes) and not line.is_open
        style = "bold green" if is_best else "green" if is_kept else "" if figures.relevance else "dim"
        text = Text("*" if is_best else "+" if is_kept else " ", style=style)
        text.append(">" if is_wanted else " ", style="bold")
        text.append(self._columns(figures.texts()), style="" if is_best else "dim")
        name, preview = self._named(line)
        text.append(name, style=style)
        if preview:
            text.append(f"  {preview}", style="bold" if is_wanted else "dim")
        text.rstrip()
        return text

    def _named(self, line: Line) -> tuple[str, str]:
        """The elements of a line, further to the right the deeper they are, and how their text begins."""
        indent = self._indent(line)
        room = self.room - cell_len(indent)
        name = self._names(line, room if line.is_open else int(room * _NAMES_SHARE))
        left = room - cell_len(name) - 2
        if line.is_open or left < _MIN_PREVIEW_WIDTH:
            return indent + name, ""
        nodes = line.nodes if line.are_siblings else line.nodes[:1]
        texts = [self._text(node, 4 * left) for node in nodes[: left // 2]]
        return indent + name, beginning(" / ".join(texts), left)

    def _indent(self, line: Line) -> str:
        """The space before the elements; where there is no room for all of it, the depth in figures."""
        indent, most = _INDENT * line.level, self.room // 2
        if indent <= most:
            return " " * indent
        depth = f"{self.tree.depth[line.nodes[0]]}: "
        return " " * (most - len(depth)) + depth

    def _names(self, line: Line, room: int) -> str:
        if line.are_siblings:
            return _cut(self._count(line.nodes), room)
        nodes = line.nodes
        if len(nodes) > 1 and self.tree.name(nodes[-1]) == "#text":
            # The text itself follows.
            nodes = nodes[:-1]
        return self._chain(nodes, room)

    def _chain(self, nodes: Sequence[int], room: int) -> str:
        """The names of a chain: as many of the outermost as there is room for, and the innermost.

        Where only one has room it is the innermost, unless the outermost is the best node.
        """
        outer = [self._name(node) for node in nodes[:-1][:_MAX_NAMES]]
        last = self._name(nodes[-1])
        if len(outer) == len(nodes) - 1 and cell_len(whole := " > ".join([*outer, last])) <= room:
            return whole
        for count in range(len(outer) - 1, 0, -1):
            if cell_len(part := " > ".join([*outer[:count], _ELLIPSIS, last])) <= room:
                return part
        if not outer:
            return _cut(last, room)
        inner = f"{f' > {_ELLIPSIS}' if len(nodes) > 2 else ''} > {last}"
        if (left := room - cell_len(inner)) >= _MIN_NAME_WIDTH:
            return _cut(outer[0], left) + inner
        if nodes[0] == self.tree.best:
            rest = f" > {_ELLIPSIS}"
            return _cut(outer[0], room - cell_len(rest)) + rest
        return _cut(f"{_ELLIPSIS} > {last}", room)

    def _count(self, nodes: Sequence[int]) -> str:
        """How many siblings share a line, and their names."""
        names = list(dict.fromkeys(self.tree.name(node) for node in nodes))
        what = names[0] if len(names) == 1 else f"nodes: {', '.join(names)}"
        return f"{len(nodes):,} {without_controls(what)}"

    def _name(self, node: int) -> str:
        return _cut(without_controls(self.tree.element(node)), self.room // 2)

    def _text(self, node: int, most: int) -> str:
        """How the text of a subtree begins: whole texts, up to about this number of characters."""
        tree, page = self.tree, self.tree.page
        tokens = tree.token[node : node + int(tree.nodes[node])]
        found, last = "", 0
        for token in tokens[page.tokens.kind[tokens] == TEXT][:_MAX_TEXTS].tolist():
            apart = bool(tags.IS_STRUCTURAL[page.tokens.tag[last + 1 : token]].any()) if last else False
            found += " " * apart + page.text_of(token)[:most]
            if len(found) >= most:
                break
            last = token
        return found


def _cut(text: str, room: int) -> str:
    return text if cell_len(text) <= room else set_cell_size(text, max(room - 1, 1)).rstrip() + _ELLIPSIS


def percent(share: float) -> str:
    """A share in percent, which is never rounded to nothing."""
    if not share:
        return _NONE
    return "<1%" if share < 0.01 else f"{share:.0%}"
