"""The tree of a words-leaves method as plain data: columns, with a value for each node in document order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from mainspan.algorithms import DEFAULT, RatioTree, ratio_tree
from mainspan.extraction import Extraction, extract
from mainspan.fetch import Fetched
from mainspan.output import json_line
from mainspan.plot.curves import Values
from mainspan.render.pieces import without_controls
from mainspan.sources import to_page

# The first characters of an element's name with its classes, and of a text.
_NAME: Final = 80  # no rule: layout
_TEXT: Final = 60  # no rule: layout
_DECIMALS: Final = 4  # no rule: layout


@dataclass(frozen=True, slots=True)
class TreeJob:
    """The tree of a page with the figures of each node."""

    page: Fetched
    algorithm: str = DEFAULT

    def __call__(self) -> bytes:
        """Do it."""
        found = extract(to_page(self.page), algorithm=self.algorithm)
        return json_line(tree_of(found)).encode()


def tree_of(found: Extraction) -> dict[str, Any]:
    """The tree with its nodes as columns, which are much shorter than a record for each.

    The subtree of a node are the `size` nodes from itself on. `text` is empty for elements. Without a tree,
    `reason` says why.
    """
    tree = ratio_tree(found.page, found.algorithm)
    if tree.best is None or found.origin != "page":
        reason = found.reason or f"the text is from the page's data ({found.origin})"
        return {"best": None, "reason": reason, "nodes": None}
    return {
        "best": tree.best,
        "reason": "",
        "amount": tree.method.amount,
        "unit": tree.method.unit,
        "threshold": round(tree.threshold, _DECIMALS),
        "nodes": _columns(tree),
    }


def _columns(tree: RatioTree) -> dict[str, list[Any]]:
    tokens, nodes = tree.page.tokens, range(len(tree))
    return {
        "depth": tree.depth.tolist(),
        "size": tree.nodes.tolist(),
        "start": tokens.start[tree.token].tolist(),
        "end": tokens.end[tokens.partner[tree.token]].tolist(),
        "element": [without_controls(tree.element(i))[:_NAME] for i in nodes],
        "text": [without_controls(tree.text(i))[:_TEXT] for i in nodes],
        "words": tree.words.tolist(),
        "characters": tree.characters.tolist(),
        "leaves": tree.leaves.tolist(),
        "initial": tree.is_initial.astype(int).tolist(),
        **{name: _rounded(getattr(tree, name)) for name in ("ratio", "weight", "relevance")},
    }


def _rounded(values: Values) -> list[float]:
    found: list[float] = np.round(values, _DECIMALS).tolist()
    return found
