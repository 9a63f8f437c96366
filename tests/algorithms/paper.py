"""What literal transcriptions of the papers share: pages, words, and a tree of plain objects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from mainspan import Page, Spans
from mainspan.page.kinds import CLOSE, OPEN, TEXT, VOID

CORPUS = Path(__file__).parent.parent.parent / "corpus"


@cache
def our_pages() -> dict[str, Page]:
    """All pages of the packages that were written for this project, by name."""
    return {path.stem: Page(path.read_bytes()) for path in sorted(CORPUS.rglob("*.html"))}


def kept_words(page: Page, spans: Spans) -> list[bool]:
    """For each word of the page, whether the spans hold it."""
    held = {place for start, end in spans for place in range(start, end)}
    return [int(start) in held for start in page.words.start]


def kept_tokens(page: Page, spans: Spans) -> list[int]:
    """The tokens of the page that the spans touch."""
    starts = {start for start, _ in spans}
    return [
        i
        for i in range(len(page.tokens))
        if starts & set(range(int(page.tokens.start[i]), int(page.tokens.end[i])))
    ]


@dataclass(eq=False)
class Node:
    """An element, or a text that a reader sees. `number` is its element's or its token's."""

    name: str
    number: int
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)
    text: str = ""
    attributes: str = ""

    def walk(self) -> Iterator[Node]:
        """This node and all below it, in document order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def texts(self) -> list[Node]:
        """The texts below this node."""
        return [node for node in self.walk() if node.name == "#text"]


def tree_of(page: Page) -> Node:
    """The page as a tree: elements, and the texts that have words. Code and unseen text are left out."""
    root = Node("#document", -1)
    here, element = root, -1
    for i, kind in enumerate(page.tokens.kind.tolist()):
        if kind in (OPEN, VOID):
            element += 1
            source = page.source[page.tokens.start[i] : page.tokens.end[i]]
            node = Node(page.name_of(element), element, here, attributes=source)
            here.children.append(node)
            here = node if kind == OPEN else here
        elif kind == CLOSE:
            assert here.parent is not None
            here = here.parent
        elif kind == TEXT and page.tokens.words[i]:
            here.children.append(Node("#text", i, here, text=page.text_of(i)))
    return root
