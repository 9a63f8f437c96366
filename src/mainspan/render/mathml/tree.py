"""A formula as a small tree: from MathML, or from the boxes that MathJax leaves of it.

MathJax 3 writes a formula as elements of its own, `mjx-mi` for `mi` and so on, with helpers between, and with
the characters as classes of empty elements. What is read here has the names and the order of MathML.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from mainspan.page import Page, tags
from mainspan.page.kinds import CLOSE, OPEN, TEXT, UNSEEN

_IS_MATHJAX: Final = tags.table(" ".join(tags.MATHJAX))
# What is nested deeper is plain text.
_MAX_DEPTH: Final = 60
LEAVES: Final = frozenset("mi mn mo ms mtext".split())
# Texts for machines, and what has no text.
_DROPPED: Final = frozenset("annotation annotation-xml script style template title desc metadata".split())
# MathJax's helpers: those that hold struts and lines, and those that hold what belongs around them.
_PROPS: Final = frozenset("line nstrut dstrut tstrut strut surd spacer labels assistive-mml speech".split())
_BOXES: Final = frozenset("frac dbox dtable row box sqrt table itable math".split())
_PREFIXES: Final = ("mjx-", "mml:", "m:")
# Both read a tag once.
_NAME: Final = re.compile(r"<([^\s/>]*)")
_CODED: Final = re.compile(r' class="[^"]*?\bmjx-c([0-9A-F]{2,6})\b')
# Whitespace that markup has for its own sake: a space that does not break is meant to be seen.
_BLANKS: Final = re.compile(r"[ \t\n\r\f]+")


@dataclass(slots=True)
class Node:
    """An element of a formula; `text` is that of a leaf."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)
    text: str = ""


def read_tree(page: Page, first: int, last: int) -> Node:
    """The tree of the tokens from `first` to `last`, both included."""
    root = Node("math")
    reader = _Reader(page, root)
    kinds, partners = (
        page.tokens.kind[first : last + 1].tolist(),
        page.tokens.partner[first : last + 1].tolist(),
    )
    token = first
    while token <= last:
        kind = kinds[token - first]
        if kind == OPEN and reader.passes_over(token):
            token = partners[token - first]
        elif kind == OPEN:
            reader.begin(token)
        elif kind == CLOSE:
            reader.end()
        elif kind in (TEXT, UNSEEN):  # comments are neither
            reader.add_text(page.text_of(token))
        token += 1
    reader.end_all()
    return root


class _Reader:
    """The elements that are open, the innermost last. One that adds no level is its parent once more."""

    def __init__(self, page: Page, root: Node) -> None:
        self.page, self.tokens, self.source = page, page.tokens, page.source
        self.path = [root]
        self.parts: list[str] = []  # of the leaf's text

    def passes_over(self, token: int) -> bool:
        """Whether an element is left out with all inside; a character in place of one is taken."""
        name, prefix = self._name(token)
        if prefix != "mjx-" or name in _PROPS:
            return prefix == "mjx-" or name in _DROPPED
        if name == "c" or name.startswith("stretchy-"):
            coded = _CODED.search(self.source, int(self.tokens.start[token]), int(self.tokens.end[token]))
            if coded and (code := int(coded.group(1), 16)) < 0x110000:
                self.add_text(chr(code))
                return True
        return False

    def begin(self, token: int) -> None:
        """An element begins."""
        name, prefix = self._name(token)
        around = self.path[-1]
        is_box = prefix == "mjx-" and name in _BOXES
        if is_box or around.name in LEAVES or len(self.path) >= _MAX_DEPTH:
            self.path.append(around)
            return
        is_bare = self.tokens.end[token] - self.tokens.start[token] == len(prefix) + len(name) + 2
        node = Node(name, {} if is_bare else self.page.attributes(token))
        if prefix == "mjx-":
            node.attributes["mjx"] = ""
        around.children.append(node)
        self.path.append(node)

    def end(self) -> None:
        """The innermost element ends."""
        if len(self.path) == 1:
            return
        node = self.path.pop()
        if node is self.path[-1]:
            return
        if node.name in LEAVES:
            node.text = _leaf_text(node.name, "".join(self.parts))
            self.parts = []
        elif node.name == "mfenced":
            _write_fences(node)
        elif "mjx" in node.attributes:
            _arrange(node)

    def end_all(self) -> None:
        """The elements that were never closed end."""
        while len(self.path) > 1:
            self.end()

    def add_text(self, text: str) -> None:
        """A text inside a leaf belongs to it, any other is a leaf by itself."""
        if self.path[-1].name in LEAVES:
            self.parts.append(text)
        elif words := _BLANKS.sub(" ", text).strip(" "):
            self.path[-1].children.append(Node("mtext", text=words))

    def _name(self, token: int) -> tuple[str, str]:
        """An element's name, and the prefix that it was written with."""
        number = int(self.tokens.tag[token])
        if number and not _IS_MATHJAX[number]:
            return tags.NAMES[number], ""
        found = _NAME.match(self.source, int(self.tokens.start[token]), int(self.tokens.end[token]))
        name = found.group(1) if found else ""
        for prefix in _PREFIXES:
            if name.startswith(prefix):
                return name.removeprefix(prefix), prefix
        return name, ""


def _leaf_text(name: str, text: str) -> str:
    """A text without whitespace of the markup's own; words keep a space at their ends if it was written."""
    is_words = name == "mtext" and "\n" not in text and bool(text.strip())
    return _BLANKS.sub(" ", text) if is_words else _BLANKS.sub(" ", text).strip(" ")


def _arrange(node: Node) -> None:
    """Bring the parts of a formula from the order of MathJax's boxes to that of MathML."""
    parts = node.children
    names = [part.name for part in parts]
    if node.name == "msubsup" and names[1:] == ["script"]:
        node.children = [parts[0], *reversed(parts[1].children)]
    elif names == ["over", "base"]:
        node.children = [parts[1], parts[0]]
    elif names == ["over", "munder"] and len(parts[1].children) == 2:
        node.children = [*parts[1].children, parts[0]]
    elif names[:1] == ["root"]:
        node.children = [Node("mrow", children=parts[1:]), parts[0]]


def _write_fences(node: Node) -> None:
    """Make a row with operators of an element that has its fences and separators as attributes."""
    get = node.attributes.get
    before, after, between = get("open", "("), get("close", ")"), "".join(get("separators", ",").split())
    row = [Node("mo", text=before.strip())] if before.strip() else []
    for number, child in enumerate(node.children):
        if number and between:
            row.append(Node("mo", text=between[min(number, len(between)) - 1]))
        row.append(child)
    if after.strip():
        row.append(Node("mo", text=after.strip()))
    node.name, node.children = "mrow", row
