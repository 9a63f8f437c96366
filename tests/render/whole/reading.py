"""Reads what the whole-page forms give, as a browser would."""

from __future__ import annotations

import numpy as np
from selectolax.lexbor import LexborHTMLParser, LexborNode

from benchmarks.reference import words_of_html
from mainspan import Page, Spans

RENAMED = {"xmp": "pre", "plaintext": "pre", "noscript": "span"}
NOTHING_LEFT_OUT = "no-such-element"


def words(page: Page, *chosen: int) -> Spans:
    """The spans of these words."""
    return Spans.of_words(page, np.array(chosen, dtype=np.intp))


def everything(page: Page) -> Spans:
    return Spans.of_tokens(page, page.tokens.is_text)


def body_of(html: str) -> str:
    """What stands in the body of a document, as it is written."""
    return html.partition("<body")[2].partition(">")[2].rpartition("</body>")[0]


def names_of_page(page: Page) -> list[str]:
    """The names that a page's elements go by, without scripts and what templates hold."""
    names, template = [], -1
    for element, (first, last) in enumerate(
        zip(page.elements.open.tolist(), page.elements.close.tolist(), strict=True)
    ):
        name = page.name_of(element)
        if first > template and name != "script":
            names.append(_plain(name))
            template = last if name == "template" else template
    return names


def names_in(html: str) -> list[str]:
    """The names of a document's elements, without ours."""
    root = LexborHTMLParser(html).root
    nodes = root.traverse() if root else ()
    return [_plain(node.tag or "") for node in nodes if node.is_element_node and not is_ours(node)]


def _plain(name: str) -> str:
    name = name.lower().removeprefix("mainspan-")
    return RENAMED.get(name, name)


def is_ours(node: LexborNode) -> bool:
    attributes = node.attributes
    if node.tag in ("mark", "tspan", "mtext") and attributes.get("class") == "mainspan":
        return True
    return attributes.get("data-mainspan") in ("rest", "head")


def shown(html: str) -> list[str]:
    """The words that are not hidden in a page."""
    tree = LexborHTMLParser(html)
    for node in tree.css('head, [data-mainspan="hidden"], [data-mainspan="rest"]'):
        node.decompose()
    return words_of_html(tree.html or "", NOTHING_LEFT_OUT)


def marked(html: str) -> list[str]:
    """The texts that are marked in a page."""
    return [node.text() for node in LexborHTMLParser(html).css(".mainspan")]
