"""The tree that the words-leaves methods choose from, with all their figures.

The paper's tool "can show the DOM tree and produce information about the WLR of each node" (Insa, Silva and
Tamarit 2013, section 5). This is the data of such a view: `mainspan explain` prints it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from mainspan.algorithms.base import Algorithm
from mainspan.algorithms.tree import describe_node, name_of, sums_before
from mainspan.algorithms.wlr import (
    WLR,
    Numbers,
    Values,
    best_node,
    content_column,
    initial_nodes,
    relevance,
    threshold,
    weights,
)
from mainspan.errors import ParameterError
from mainspan.page import Page
from mainspan.page.kinds import TEXT, Flags

# In JSON, figures have this number of decimals.
_DECIMALS = 4  # no rule: layout


@dataclass(frozen=True, slots=True)
class RatioNode:
    """An element or a text of the tree, and its figures.

    `id` is its place in document order, the body has 0. `parent` is the id of the element around it, None
    for the body. `depth` counts the elements around it. `element` is its name with id and classes
    (`div#content.article`), or `#text`; `text` is the text of a text. `start` and `end` are offsets in the
    page's source. `words`, `characters`, `leaves` and `nodes` count the whole subtree, the node included.
    `ratio`, `is_initial` and `weight` are those of the paper's definitions. `relevance` is a share of the
    highest one.
    """

    id: int
    parent: int | None
    depth: int
    element: str
    text: str
    start: int
    end: int
    words: int
    characters: int
    leaves: int
    nodes: int
    ratio: float
    is_initial: bool
    weight: float
    relevance: float

    def to_dict(self) -> dict[str, Any]:
        """The node as plain data, ready for JSON."""
        record = asdict(self)
        return record | {name: round(record[name], _DECIMALS) for name in ("ratio", "weight", "relevance")}


@dataclass(frozen=True, eq=False)
class RatioTree:
    """All nodes of a page that have text, in document order, as columns: one value for each node.

    The subtree of node `i` are the nodes from `i` up to `i + nodes[i]`. `token` is a node's text or open tag.
    `threshold` is the lowest ratio of an initial node; `best` is the node that the method answers with, None
    if the page has no text. Iterating gives the nodes one by one.
    """

    page: Page
    method: WLR
    token: Numbers
    depth: Numbers
    words: Numbers
    characters: Numbers
    leaves: Numbers
    nodes: Numbers
    ratio: Values
    is_initial: Flags
    weight: Values
    relevance: Values
    threshold: float
    best: int | None

    def __len__(self) -> int:
        return len(self.token)

    def __iter__(self) -> Iterator[RatioNode]:
        around: list[int] = []
        for i, depth in enumerate(self.depth.tolist()):
            del around[depth:]
            yield self._node(i, around[-1] if around else None)
            around.append(i)

    def _node(self, i: int, parent: int | None) -> RatioNode:
        token, tokens = int(self.token[i]), self.page.tokens
        return RatioNode(
            id=i,
            parent=parent,
            depth=int(self.depth[i]),
            element=self.element(i),
            text=self.text(i),
            start=int(tokens.start[token]),
            end=int(tokens.end[tokens.partner[token]]),
            words=int(self.words[i]),
            characters=int(self.characters[i]),
            leaves=int(self.leaves[i]),
            nodes=int(self.nodes[i]),
            ratio=float(self.ratio[i]),
            is_initial=bool(self.is_initial[i]),
            weight=float(self.weight[i]),
            relevance=float(self.relevance[i]),
        )

    def name(self, i: int) -> str:
        """The name of a node: `div`, or `#text`."""
        return name_of(self.page, int(self.token[i]))

    def element(self, i: int) -> str:
        """The name of a node with its id and classes: `div#content.article`, or `#text`."""
        return describe_node(self.page, int(self.token[i]))

    def text(self, i: int) -> str:
        """The text of a text, with whitespace collapsed; empty for an element."""
        token = int(self.token[i])
        if self.page.tokens.kind[token] != TEXT:
            return ""
        return " ".join(self.page.text_of(token).split())

    def to_dict(self, shown: Flags | None = None) -> dict[str, Any]:
        """The tree as plain data, ready for JSON. `shown` says which nodes to include; without it, all."""
        return {
            "algorithm": repr(self.method),
            "amount": self.method.amount,
            "unit": self.method.unit,
            "threshold": round(self.threshold, _DECIMALS),
            "best": self.best,
            "nodes": [node.to_dict() for node in self if shown is None or shown[node.id]],
        }


def ratio_tree(page: Page, algorithm: Algorithm) -> RatioTree:
    """The tree of a page with the figures by which `wlr`, `clr`, `wnr` or `cnr` chooses a node.

    >>> from mainspan.algorithms import algorithm
    >>> tree = ratio_tree(Page("<h1>One</h1><p>Two three <b>four</b></p>"), algorithm("wlr"))
    >>> [(node.element, node.words, node.leaves) for node in tree if not node.text]
    [('body', 4, 2), ('h1', 1, 1), ('p', 3, 1), ('b', 1, 1)]
    """
    if not isinstance(algorithm, WLR):
        raise ParameterError(f"{algorithm.name} has no tree of ratios: wlr, clr, wnr and cnr have one")
    tree = algorithm.content_tree(page)
    ratio = algorithm.ratio(tree)
    first, end = tree.token, page.tokens.partner[tree.token] + 1

    def below(amount: str) -> Numbers:
        before = sums_before(content_column(page, amount))
        return before[end] - before[first]

    weight = weights(ratio)
    found = relevance(tree, ratio, algorithm.relevance)
    return RatioTree(
        page=page,
        method=algorithm,
        token=tree.token,
        depth=(tree.depth - tree.depth[:1]).astype(np.int64),
        words=below("words"),
        characters=below("characters"),
        leaves=tree.leaves(),
        nodes=tree.nodes,
        ratio=ratio,
        is_initial=initial_nodes(ratio),
        weight=weight,
        relevance=found,
        threshold=threshold(ratio),
        best=best_node(found) if len(tree) else None,
    )
