"""The words-leaves paper's definitions 4.1 to 4.7, transcribed with plain objects and exact fractions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from html.parser import HTMLParser

from hypothesis import strategies as st

from mainspan import Page
from tests.algorithms.paper import Node, tree_of

NOT_VALID = {"meta", "title", "head", "link", "style", "script", "select", "noscript", "#comment"}
JOINED = {"#text", "p", "a", "u", "b", "i", "em", "span", "sub", "sup", "strong", "div"}


def body_of(page: Page) -> Node | None:
    return next((node for node in tree_of(page).walk() if node.name == "body"), None)


def content_nodes(page: Page, root: Node | None, removed: Iterable[Node] = ()) -> list[Node]:
    """Definition 4.1: the nodes that are left, in document order. `removed` are subtrees that are gone."""
    if root is None:
        return []
    everything = list(root.walk())
    hidden = page.elements.is_hidden
    not_valid = {n for top in everything if top.name in NOT_VALID for n in top.walk()}
    not_visible = {n for top in everything if top.name != "#text" and hidden[top.number] for n in top.walk()}
    left = set(everything) - not_valid - not_visible - {n for top in removed for n in top.walk()}
    while True:
        # A text of the tree has words, so the leaves without words are elements without children.
        not_words = {n for n in left if n.name != "#text" and not any(child in left for child in n.children)}
        if not not_words:
            return [n for n in everything if n in left]
        left -= not_words


class _Reader(HTMLParser):
    attributes: dict[str, str | None]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes = dict(attrs)


def attributes_of(node: Node) -> dict[str, str | None]:
    reader = _Reader()
    reader.feed(node.attributes)
    return reader.attributes


def is_static(node: Node) -> bool:
    """Definition 4.2: all nodes are, except div nodes whose position is absolute or fixed."""
    if node.name != "div":
        return True
    position = ""
    for declaration in (attributes_of(node).get("style") or "").lower().split(";"):
        name, _, value = declaration.partition(":")
        if name.strip() == "position":
            position = value.replace("!important", "").strip()
    return position not in ("absolute", "fixed")


class Ratios:
    """Definitions 4.2 to 4.4 for a set of content nodes, then 4.5 to 4.7 by `relevance` and `best`."""

    def __init__(self, page: Page, name: str, content: list[Node]) -> None:
        self.content = content
        self.id = {node: number for number, node in enumerate(content)}
        self.counts = page.tokens.words if name[0] == "w" else page.tokens.characters
        self.total: dict[Node, int] = {}
        self.leaves: dict[Node, int] = {}
        self.nodes: dict[Node, int] = {}
        # "take n such that Children(n) are processed": backwards, children come before their parents.
        for n in reversed(content):
            self.count(n)
        units = self.leaves if name[1] == "l" else self.nodes
        self.set_ratio({n: Fraction(self.total[n], units[n]) for n in content})

    def set_ratio(self, ratio: dict[Node, Fraction]) -> None:
        self.ratio = ratio
        self.least, self.most = min(ratio.values()), max(ratio.values())
        threshold = self.most * ratio[self.content[0]]
        self.initial = {n: self.id[n] for n in self.content if ratio[n] ** 2 >= threshold}

    def children(self, n: Node) -> list[Node]:
        return [child for child in n.children if child in self.id]

    def count(self, n: Node) -> None:
        children = self.children(n)
        self.total[n] = sum(self.total[c] for c in children) if children else int(self.counts[n.number])
        self.leaves[n] = self.count_leaves(children) if children else 1
        self.nodes[n] = 1 + sum(self.nodes[c] for c in children)

    def count_leaves(self, children: list[Node]) -> int:
        """Figure 5."""
        leaves, joining = 0, False
        for child in children:
            if child.name in JOINED and is_static(child) and self.leaves[child] == 1:
                joining = True
            else:
                leaves += self.leaves[child]
                if joining:
                    leaves += 1
                    joining = False
        return leaves + 1 if joining else leaves

    def normalised(self, n: Node) -> Fraction:
        if self.most == self.least:
            return Fraction(1)
        return (self.ratio[n] - self.least) / (self.most - self.least)

    def weight(self, n: Node) -> Fraction:
        if n not in self.initial:
            return Fraction(0)
        first, *_, last = [*self.initial.values()] * 2
        place = 1 - Fraction(self.id[n] - first, last - first) if last > first else Fraction(1)
        return place * self.normalised(n)

    def combined(self) -> dict[Node, Fraction]:
        """M(n) = max(W(n), sum of the children's M(n'))."""
        found: dict[Node, Fraction] = {}
        for n in reversed(self.content):
            below = sum((found[child] for child in self.children(n)), Fraction(0))
            found[n] = max(self.weight(n), below)
        return found

    def relevance(self, kind: str) -> dict[Node, Fraction]:
        if kind == "combined":
            return {n: self.ratio[n] * combined for n, combined in self.combined().items()}
        found: dict[Node, Fraction] = {}
        for n in reversed(self.content):
            factor = self.ratio[n] if kind == "printed" else self.normalised(n)
            below = sum((found[child] for child in self.children(n)), Fraction(0))
            found[n] = factor * max(self.weight(n), below)
        return found

    def best(self, relevance: dict[Node, Fraction], among: list[Node] | None = None) -> Node:
        return max(among or self.content, key=lambda n: (relevance[n], -self.id[n]))


# Pages on which relevance is not decided at once: nested boxes with texts of different lengths.
_TAGS = [
    *["div", "p", "b", "a href=x", "td", "ul", "li", "h2", "section", "select", "span"],
    *["div hidden", "span style='visibility:hidden'", "b style='visibility:visible'"],
    *["div style='POSITION : Fixed'", "div style='position:absolute!important;top:0'"],
    *["div style='position:fixed;position:static'", "p style='position:fixed'", "div title=' style='"],
]
_texts = st.integers(1, 9).map(lambda count: "word " * count)
_pieces = _texts | st.sampled_from([" ", "<br>", "<!-- -->", "中文", "|"])


def _box(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    tags = st.sampled_from(_TAGS)
    return st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag.split()[0]}>", tags, st.lists(inner, max_size=5)
    )


boxes = st.lists(st.recursive(_pieces, _box, max_leaves=25), max_size=4).map("".join)
