"""All blocks of a page by relevance, and its menus: future work in the paper of the words-leaves ratio.

David Insa, Josep Silva, Salvador Tamarit: Using the words/leafs ratio in the DOM tree for content
extraction. Journal of Logic and Algebraic Programming 82, 2013, section 7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from mainspan.algorithms.tree import below, describe_node, opening, sums_before
from mainspan.algorithms.wlr import (
    ContentTree,
    Numbers,
    best_node,
    content_column,
    joined_tokens,
    relevance,
)
from mainspan.errors import ParameterError
from mainspan.page import Page, tags
from mainspan.page.kinds import LINK, Column, Flags
from mainspan.spans import Spans

_A: Final = tags.NUMBERS["a"]

# Each search reads all that is left of the page. All searches together read at most this number of nodes, so
# that the time is linear. The second number of searches is always allowed.
# no rule: these bound the time
_MAX_NODES: Final = 2_000_000
_MIN_SEARCHES: Final = 50

# A menu has at least 3 short links. A short link has at most 2 words, or at most 8 characters.
_MIN_LINKS: Final = 3
_MAX_WORDS: Final = 2
_MAX_CHARACTERS: Final = 8


@dataclass(frozen=True, slots=True)
class RankedBlock:
    """The text of a subtree, without the blocks that were found before it.

    `rank` is 1 for the most relevant. `element` names the root of the subtree: `div#content.article`, or
    `#text`. `share` is the share of the page's words, `link_share` the share of the block's characters that
    are in links. `ratio` is what the search maximised.
    """

    rank: int
    element: str
    spans: Spans
    words: int
    share: float
    links: int
    link_share: float
    ratio: float

    @property
    def start(self) -> int:
        """Where in the page's source the text begins."""
        return int(self.spans.pairs[0, 0])

    @property
    def end(self) -> int:
        """Where in the page's source the text ends."""
        return int(self.spans.pairs[-1, 1])


def blocks_by_relevance(page: Page, *, most: int | None = None) -> list[RankedBlock]:
    """All blocks of a page, the most relevant first: what `wlr` finds, then what it finds in the rest.

    "We could detect the most relevant block; then, remove from the DOM tree all its nodes, and detect the
    next relevant block in the remaining DOM tree. This process would identify all blocks in relevant
    order." No text is in two blocks. `ratio` is the number of words for each leaf.

    most: the largest number of blocks. The last one is then all that is left of the page. Pages with more
        than 40,000 nodes have at most 50 blocks, so that the time is linear.
    """
    rest = _Rest(page)
    limit = _limit(rest, most)
    found: list[RankedBlock] = []
    while len(tree := rest.tree("words")):
        ratio = tree.amount / tree.leaves()
        node = best_node(relevance(tree, ratio)) if len(found) + 1 < limit else 0
        found.append(rest.take(int(tree.token[node]), len(found) + 1, float(ratio[node])))
    return found


def menus(page: Page, *, most: int | None = None) -> list[RankedBlock]:
    """The menus of a page, the most relevant first: subtrees that are mostly links of one or two words.

    "Instead of using a ratio based on words, we could use a ratio based on hyperlinks to discover big
    concentrations of links in the DOM tree. If we collect those concentrations of links where the links
    contain one or two words, we will find the menus of the webpage."

    Choices that the paper leaves open. `ratio` is the share of a subtree's characters that are in links of
    one or two words; relevance is that of `wlr`, with this ratio. A menu has at least three such links. They
    are more than half of its links, and more than half of its characters are in links of any length. The most
    relevant menu is taken and removed, until none is left. A link is an `a` with an address and a text. In
    scripts without spaces a word is a piece of fixed length, so a text of at most eight characters counts as
    one or two words too.

    most: the largest number of menus. Pages with more than 40,000 nodes have at most 50.
    """
    rest = _Rest(page)
    limit = _limit(rest, most)
    found: list[RankedBlock] = []
    while len(found) < limit and len(tree := rest.tree("characters")):
        is_menu = np.flatnonzero(rest.is_menu(tree))
        if not len(is_menu):
            break
        ratio = rest.below(tree, "short_characters") / tree.amount
        node = is_menu[best_node(relevance(tree, ratio)[is_menu])]
        found.append(rest.take(int(tree.token[node]), len(found) + 1, float(ratio[node])))
    return found


def _limit(rest: _Rest, most: int | None) -> int:
    if most is not None and most < 1:
        raise ParameterError(f"most must be a whole number of at least 1, not {most}")
    limit = max(_MIN_SEARCHES, _MAX_NODES // max(len(rest.tree("words")), 1))
    return limit if most is None else min(limit, most)


class _Rest:
    """What is left of a page: columns of its tokens, which are 0 where a block was removed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._joins = joined_tokens(page)
        words, characters = content_column(page, "words"), content_column(page, "characters")
        links, short = _links(page, words, characters)
        self._columns: dict[str, Column] = {
            "seen_words": page.tokens.words.copy(),
            "words": words.copy(),
            "characters": characters.copy(),
            "linked_characters": characters * below(page, links),
            "short_characters": characters * below(page, short),
            "links": opening(page, links).astype(np.int32),
            "short_links": opening(page, short).astype(np.int32),
        }

    def tree(self, column: str) -> ContentTree:
        """The nodes that are left, with what they have of a column."""
        return ContentTree.of(self.page, self._columns[column], self._joins)

    def below(self, tree: ContentTree, column: str) -> Numbers:
        """The sum of a column over each subtree."""
        before = sums_before(self._columns[column])
        return before[self.page.tokens.partner[tree.token] + 1] - before[tree.token]

    def is_menu(self, tree: ContentTree) -> Flags:
        """Which nodes are menus."""
        short = self.below(tree, "short_links")
        among_links = 2 * short > self.below(tree, "links")
        in_links = 2 * self.below(tree, "linked_characters") > tree.amount
        menu: Flags = (short >= _MIN_LINKS) & among_links & in_links
        return menu

    def take(self, token: int, rank: int, ratio: float) -> RankedBlock:
        """Make a block of what is left of a subtree, and remove it."""
        tokens = self.page.tokens
        subtree = slice(token, int(tokens.partner[token]) + 1)
        texts = np.flatnonzero(self._columns["seen_words"][subtree]) + token
        characters, in_links = tokens.characters[texts], (tokens.marks[texts] & LINK) > 0
        words = int(tokens.words[texts].sum())
        links = int(self._columns["links"][subtree].sum())
        for column in self._columns.values():
            column[subtree] = 0
        return RankedBlock(
            rank=rank,
            element=describe_node(self.page, token),
            spans=Spans(np.stack([tokens.start[texts], tokens.end[texts]], axis=1)),
            words=words,
            share=words / len(self.page.words),
            links=links,
            link_share=float(characters[in_links].sum() / characters.sum()),
            ratio=ratio,
        )


def _links(page: Page, words: Column, characters: Column) -> tuple[Flags, Flags]:
    """The elements that are links with a text, and those of them that are short."""
    elements = page.elements
    many, long = (
        before[elements.close] - before[elements.open]
        for before in (sums_before(words), sums_before(characters))
    )
    links = (elements.tag == _A) & ((elements.marks & LINK) > 0) & (many > 0)
    return links, links & ((many <= _MAX_WORDS) | (long <= _MAX_CHARACTERS))
