"""mainspan explain with a words-leaves method: the tree of a page, with the figures of each node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from mainspan.algorithms import RatioTree, ratio_tree
from mainspan.cli import options
from mainspan.cli.app import print_json, results_console
from mainspan.cli.tree_folding import Folding, Line
from mainspan.cli.tree_lines import print_tree
from mainspan.explain import explain_tree
from mainspan.extraction import Extraction
from mainspan.page.kinds import Flags
from mainspan.render.pieces import without_controls
from mainspan.render.text import block_texts
from mainspan.text_search import holding, why_not_found


@dataclass(frozen=True, slots=True)
class Choice:
    """What to show of a tree: the options of the command."""

    around: str | None = None
    kept: bool | None = None
    every: bool = False
    depth: int | None = None


def show_tree(name: str, found: Extraction, choice: Choice, form: options.Format) -> None:
    """Print the tree of a page, as lines or as JSON."""
    tree = ratio_tree(found.carrier, found.algorithm)
    wanted = None if choice.around is None else _texts_with(tree, choice.around)
    if wanted is not None and not wanted:
        message = why_not_found(tree.page, choice.around or "", "no element holds this text")
        raise options.failure(f"{name}: {message}")
    if form is options.Format.json:
        shown = _shown(tree, choice, wanted)
        print_json({"source": name, **explain_tree(found, tree, shown=shown)})
        return
    console = results_console()
    console.print(_summary(name, found, tree), markup=False, soft_wrap=True)
    if len(tree):
        console.print()
        folding = Folding(tree, choice.every, choice.depth, wanted)
        print_tree(console, folding, _lines(folding, choice.kept))


def _lines(folding: Folding, kept: bool | None) -> Iterator[Line]:
    """The lines of a tree, or only those in the best node's subtree, or only the others."""
    is_kept = _kept(folding.tree)
    outer = None
    for line in folding.lines():
        if kept is None or is_kept[line.nodes[0]] == kept:
            outer = line.level if outer is None else outer
            yield replace(line, level=line.level - outer)


def _summary(name: str, found: Extraction, tree: RatioTree) -> str:
    """One line on the whole page."""
    words = len(tree.page.words)
    if tree.best is None:
        return f"{name}: kept 0 of {words:,} words; {found.reason}"
    method, initial = tree.method, int(tree.is_initial.sum())
    ratio = f"{tree.threshold:,.1f} {method.amount} for each {'leaf' if method.unit == 'leaves' else 'node'}"
    parts = [
        f"kept {without_controls(tree.element(tree.best))}, {tree.words[tree.best]:,} of {words:,} words",
        f"{initial:,} of {len(tree):,} nodes are initial: at least {ratio}",
    ]
    if found.origin != "page":
        parts.append(f"mainspan extract finds more in the page's data ({found.origin})")
    return f"{name}: {'; '.join(parts)}"


def _texts_with(tree: RatioTree, text: str) -> set[int]:
    """The texts of the tree that belong to a block with this text."""
    holds = np.zeros(len(tree.page.blocks), dtype=np.bool_)
    holds[list(holding(block_texts(tree.page), text))] = True
    # A node without others below it is a text, and each text belongs to the block that begins last before it.
    texts = np.flatnonzero(tree.nodes == 1)
    block = np.searchsorted(tree.page.blocks.first, tree.token[texts], side="right") - 1
    return set(texts[holds[block]].tolist())


def _kept(tree: RatioTree) -> Flags:
    """Which nodes are in the subtree of the best one."""
    kept = np.zeros(len(tree), dtype=np.bool_)
    if tree.best is not None:
        kept[tree.best : tree.best + tree.nodes[tree.best]] = True
    return kept


def _shown(tree: RatioTree, choice: Choice, wanted: set[int] | None) -> Flags:
    """Which nodes the options ask for."""
    shown = np.ones(len(tree), dtype=np.bool_) if choice.kept is None else _kept(tree) == choice.kept
    if choice.depth is not None:
        shown &= tree.depth <= choice.depth
    if wanted is not None:
        folding = Folding(tree, wanted=wanted)
        shown &= [folding.holds_wanted(node) for node in range(len(tree))]
    return shown
