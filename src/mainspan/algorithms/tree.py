"""The page as a tree: a subtree is a range of tokens, so sums over a subtree are arithmetic."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page
from mainspan.page.kinds import TEXT, Flags


def below(page: Page, elements: Flags) -> Flags:
    """For each token, whether it belongs to one of these elements or is below it."""
    reach = np.full(len(page.tokens), -1, dtype=np.int32)
    reach[page.elements.open[elements]] = page.elements.close[elements]
    # Elements nest or are disjoint, so only the one that reaches furthest matters.
    covered: Flags = np.maximum.accumulate(reach) >= np.arange(len(reach))
    return covered


def opening(page: Page, elements: Flags) -> Flags:
    """For each token, whether it opens one of these elements."""
    opens = np.zeros(len(page.tokens), dtype=np.bool_)
    opens[page.elements.open[elements]] = True
    return opens


def sums_before(column: NDArray[np.generic]) -> NDArray[np.int64]:
    """The sum of a column before each place, and of all of it."""
    sums = np.zeros(len(column) + 1, dtype=np.int64)
    np.cumsum(column, out=sums[1:])
    return sums


def name_of(page: Page, token: int) -> str:
    """The name of a node: of its tag, or `#text`."""
    if page.tokens.kind[token] == TEXT:
        return "#text"
    return page.name_of(int(np.searchsorted(page.elements.open, token)))


def describe_node(page: Page, token: int) -> str:
    """The name of a node, with its id and classes: `div#content.article`, or `#text`."""
    name = name_of(page, token)
    if name == "#text":
        return name
    attributes = page.attributes(token)
    marks = [
        sign + each
        for sign, attribute in (("#", "id"), (".", "class"))
        for each in attributes.get(attribute, "").split()
    ]
    return name + "".join(marks)
