"""What a rendering must hold, found in the simplest way there is: slowly, and from the page alone.

A word is a run of characters without white space. It ends at tags of blocks and boxes, and where text was
left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from selectolax.lexbor import LexborHTMLParser, LexborNode

from mainspan import Page, Spans
from mainspan.page import tags, unescape_source
from mainspan.page.kinds import CLOSE, HIDDEN, OPEN, RAW, TEXT, VOID

_BORDERS = {name for name in tags.NAMES if tags.IS_STRUCTURAL[tags.NUMBERS[name]]} | {
    name for name in tags.NAMES if tags.IS_INLINE_BOX[tags.NUMBERS[name]]
}
_NO_TEXT = {tags.NAMES[number] for number in tags.UNSEEN | tags.CODE}


def words_of_spans(page: Page, spans: Spans, without: Collection[int] = ()) -> list[str]:
    """The words that the spans hold, in order; `without` are tokens to pass over, as formulas are."""
    return "".join(_kept_text(page, spans, without)).split()


def _kept_text(page: Page, spans: Spans, without: Collection[int]) -> Iterator[str]:
    """Kept text as it stands, white space for each tag that parts words and for what was left out."""
    kept = bytearray(len(page.source))
    for start, end in spans:
        kept[start:end] = b"\1" * (end - start)
    tokens, done = page.tokens, 0
    for token, kind in enumerate(tokens.kind.tolist()):
        if token < done:
            continue
        if token in without:
            yield " "
        elif kind == TEXT:
            yield from _kept_parts(page, token, kept)
        elif kind == OPEN and not page.hidden and tokens.marks[token] & HIDDEN:
            # Nobody sees where it begins and ends either.
            done = int(tokens.partner[token]) + 1
        elif kind in (OPEN, CLOSE, VOID):
            yield " " if _name(page, token) in _BORDERS else ""
            done = int(tokens.partner[token]) if kind == OPEN and _hides(page, token) else 0


def _kept_parts(page: Page, token: int, kept: bytearray) -> Iterator[str]:
    """The kept characters of a text; where one is left out, a space."""
    start, end = int(page.tokens.start[token]), int(page.tokens.end[token])
    places = [start, *(i for i in range(start + 1, end) if kept[i] != kept[i - 1]), end]
    for first, last in pairwise(places):
        part = page.source[first:last] if kept[first] else " "
        yield part if page.tokens.marks[token] & RAW else unescape_source(part)


def _name(page: Page, token: int) -> str:
    # An unknown element is taken for a block, as everywhere.
    return tags.NAMES[page.tokens.tag[token]] or "div"


def _hides(page: Page, token: int) -> bool:
    """Whether a reader sees nothing of what stands in an element."""
    name = _name(page, token)
    return name in _NO_TEXT and not (page.hidden and name == "noscript")


def words_of_html(html: str, without: str = "math") -> list[str]:
    """The words of a rendering in HTML, but for those of elements that a selector names."""
    tree = LexborHTMLParser(html)
    for node in tree.css(without):
        node.insert_before(" ")
        node.decompose()
    root = tree.body
    return "".join(_text_of(root)).split() if root is not None else []


def _text_of(root: LexborNode) -> Iterator[str]:
    """All text below a node, in order, with white space where a block or a box begins or ends."""
    waiting: list[LexborNode | str] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            yield node
        elif node.is_text_node:
            yield node.text_content or ""
        elif node.is_element_node and node.tag not in _NO_TEXT:
            border = " " if (node.tag in _BORDERS or node.tag not in tags.NUMBERS) else ""
            yield border
            waiting.append(border)
            waiting.extend(reversed(list(node.iter(include_text=True))))


def elements_of(html: str | bytes) -> list[str]:
    """The names of all elements that a parser finds in a document, in order, without those in templates."""
    root = LexborHTMLParser(html).root
    return [] if root is None else [node.tag or "" for node in root.traverse() if node.is_element_node]
