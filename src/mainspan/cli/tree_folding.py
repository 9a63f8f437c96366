"""Which lines of a page's tree are shown: what says little about a method's choice is folded.

- A chain of elements that have nothing but each other is one line.
- A subtree without initial nodes, which has no weight, is one line; three or more such siblings in a row
  share one.
- What a method counts as a single leaf is one line.
- Of many siblings in a row with the same name, the first are shown, and the others share a line. So do the
  last children of a node that has very many.

The best node always begins a line, and so does all that leads to it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms import RatioTree

# Siblings without weight in a row share a line, if there are enough of them.
MIN_SHARING: Final = 3
# Of more siblings in a row with the same name than the first number, only the second number is shown.
MAX_ALIKE: Final = 6
SHOWN_ALIKE: Final = 3
# The children of one node have at most this number of lines; those beyond it share one.
MAX_LINES: Final = 40

Sums = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the tree.

    `nodes` are the members of a chain, the outermost first, or siblings that share the line. `level` is the
    number of lines around it. `is_open` is true if the lines below it show its children.
    """

    nodes: Sequence[int]
    level: int
    is_open: bool = False
    are_siblings: bool = False


@dataclass(frozen=True, eq=False)
class Folding:
    """What is shown of a tree.

    `every`: all nodes, each on its own line. `depth`: only nodes up to this depth, and all that leads to the
    best node. `wanted`: only the texts with these numbers, and all that leads to them and to the best node.
    """

    tree: RatioTree
    every: bool = False
    depth: int | None = None
    wanted: Collection[int] | None = None

    def lines(self) -> Iterator[Line]:
        """The lines, from the body downwards."""
        # Each entry is a line that begins with a node, or one that is shared by siblings.
        waiting = [Line([0], 0)] if len(self.tree) else []
        while waiting:
            line = waiting.pop()
            if line.are_siblings:
                yield line
                continue
            chain = self._chain(line.nodes[0])
            is_open = self._opens(chain[-1])
            yield Line(chain, line.level, is_open)
            if is_open:
                waiting += reversed(self._below(chain[-1], line.level + 1))

    def holds_wanted(self, node: int) -> bool:
        """Whether a node is wanted, or has a wanted text in its subtree."""
        return self._count(self._wanted_before, node, node)

    def _chain(self, node: int) -> list[int]:
        """A node, and the only child of each one, as long as their figures are the same."""
        tree, chain = self.tree, [node]
        while not self.every and tree.nodes[node] > 1 and tree.nodes[node] == tree.nodes[node + 1] + 1:
            is_alike = tree.is_initial[node] == tree.is_initial[node + 1]
            if node + 1 == tree.best or not is_alike or not self._opens(node, through=True):
                break
            node += 1
            chain.append(node)
        return chain

    def _opens(self, node: int, *, through: bool = False) -> bool:
        """Whether the children of a node are shown; `through`: as members of the same line."""
        tree = self.tree
        if tree.nodes[node] == 1:
            return False
        if self._leads_to_best(node):
            return True
        if self.depth is not None and tree.depth[node] >= self.depth:
            return False
        if self.every or through:
            return True
        if tree.method.unit == "leaves" and tree.leaves[node] == 1:
            return False
        sums = self._initial_before if self.wanted is None else self._wanted_before
        return self._count(sums, node + 1, node)

    def _below(self, node: int, level: int) -> list[Line]:
        """The lines that the children of a node begin."""
        if self.every:
            return [Line([child], level) for child in self._children(node)]
        lines: list[Line] = []
        left = MAX_LINES
        for is_needed, group in groupby(self._children(node), key=self._is_needed):
            if is_needed:
                lines += [Line([child], level) for child in group]
                continue
            shared = list(self._share(group, level))
            lines += shared[:left]
            if rest := [child for line in shared[left:] for child in line.nodes]:
                lines.append(Line(rest, level, are_siblings=len(rest) > 1))
            left = max(left - len(shared), 0)
        return lines

    def _share(self, children: Iterable[int], level: int) -> Iterator[Line]:
        """The lines of siblings, of which those that are alike share one."""
        for has_initial, group in groupby(children, key=self._has_initial):
            if not has_initial:
                members = list(group)
                yield from self._first(members, level, 0 if len(members) >= MIN_SHARING else len(members))
                continue
            for _, alike in groupby(group, key=self.tree.name):
                members = list(alike)
                yield from self._first(
                    members, level, SHOWN_ALIKE if len(members) > MAX_ALIKE else len(members)
                )

    def _first(self, members: list[int], level: int, shown: int) -> Iterator[Line]:
        """Lines for the first siblings, and one for all others."""
        yield from (Line([child], level) for child in members[:shown])
        if members[shown:]:
            yield Line(members[shown:], level, are_siblings=True)

    def _is_needed(self, node: int) -> bool:
        """Whether a node must be seen: the best node, a wanted one, or what leads there."""
        return self._is_best_inside(node) or self.holds_wanted(node)

    def _has_initial(self, node: int) -> bool:
        return self._count(self._initial_before, node, node)

    def _children(self, node: int) -> Iterator[int]:
        child, end = node + 1, node + int(self.tree.nodes[node])
        while child < end:
            yield child
            child += int(self.tree.nodes[child])

    def _leads_to_best(self, node: int) -> bool:
        return self._is_best_inside(node) and node != self.tree.best

    def _is_best_inside(self, node: int) -> bool:
        best = self.tree.best
        return best is not None and node <= best < node + self.tree.nodes[node]

    def _count(self, sums: Sums, first: int, node: int) -> bool:
        """Whether a column has anything from the first node up to the end of another one's subtree."""
        return bool(sums[node + self.tree.nodes[node]] > sums[first])

    @cached_property
    def _initial_before(self) -> Sums:
        return np.append(0, np.cumsum(self.tree.is_initial))

    @cached_property
    def _wanted_before(self) -> Sums:
        is_wanted = np.zeros(len(self.tree), dtype=np.int64)
        is_wanted[list(self.wanted or ())] = 1
        return np.append(0, np.cumsum(is_wanted))
