"""The words-leaves ratio and its three relatives: the subtree that has much text for its leaves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.base import Algorithm, Signals, parameter
from mainspan.algorithms.tree import below, sums_before
from mainspan.page import Page, tags
from mainspan.page.kinds import TEXT, Column, Flags
from mainspan.spans import Spans

_BODY: Final = tags.NUMBERS["body"]
_DIV: Final = tags.NUMBERS["div"]
_NOT_VALID: Final = tags.table("meta title head link style script select noscript")
_JOINED: Final = tags.table("p a u b i em span sub sup strong div")
# no rule: the shortest tag that takes a div out of the flow of the text
_MIN_TAG_LENGTH: Final = len('<div style="position:fixed">')
# no rule: a rounding error; fractions that are equal can differ in their last digits
_EQUAL: Final = 1 - 1e-9
_NO_SPACES: Final = str.maketrans("", "", " \t\n\f\r")

Values = NDArray[np.float64]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, repr=False)
class WLR(Algorithm):
    """The subtree with the most words for its leaves is content, the sooner in the page the better.

    Nodes are the body, its elements and its texts; those that are not seen or have no words below them
    are removed (definition 4.1). WLR(n) is the number of words below n divided by its leaves, where
    neighbouring texts that only differ in format are one leaf (figure 5). Initial nodes have
    WLR(n) >= sqrt(highest WLR x WLR(body)). Their weight is W(n) = rpos(n) x rWLR(n): the place, from 1
    for the first initial node to 0 for the last, times the ratio, from 0 for the lowest of all nodes to 1
    for the highest; all others weigh 0. The relevance R adds the weights up towards the body, and the
    answer is the subtree of the node with the highest one, the first such node on a tie.

    David Insa, Josep Silva, Salvador Tamarit: Using the words/leafs ratio in the DOM tree for content
    extraction. Journal of Logic and Algebraic Programming 82, 2013.

    The relevance cannot be as printed. Definition 4.6 has R(n) = WLR(n) x M(n), where M(n) is the larger one
    of W(n) and the sum of the children's R. No words-leaves ratio is below 1, so R never falls on the way to
    the body, and the answer is always the body: against example 4.8, against all tables, and against the
    sentence that WLR(n) is there "to stop going up". `relevance` chooses one of three readings.

    Combined, the default: R(n) = WLR(n) x M(n), where M(n) is the larger one of W(n) and the sum of the
    children's M. It changes one letter, R to M in the sum, in the formula (definition 4.6, algorithm 1)
    and in the sentence that repeats it, "the sum of the relevances of its children". All that section 4
    says about the formula holds: "M(n) increases bottom-up", M(n) >= M(n') for each n' below n, M goes up
    and WLR stops where "the ancestor of a node introduces subtrees with a low density of text". An
    element that only holds another one is at least as relevant as that one; where they are equal, the
    rule for ties decides.

    Normalised: R(n) = rWLR(n) x M(n), where M(n) is the larger one of W(n) and the sum of the children's
    R. It keeps the sum and changes the factor, in the same places. But M(n) >= M(n') does not hold, and R
    can fall at an element that only holds another one, although the density stays the same. Deep nodes
    win.

    Printed: the formula as it is. A words-nodes ratio can be below 1, so `wnr` may answer with less than
    the body.

    The text of example 4.8 is the answer of both repairs. The example's node is the table. Normalised
    finds the tbody in it; combined finds the outermost element with this text, which is the table, or in
    a page without a doctype the p around it. Combined keeps more of the paper's sentences, so it is the
    default. The tables did not decide, because their result, that leaves are better than nodes, is a
    claim to be tested.

    Words-F1 with combined, normalised and printed relevance, by `mainspan evaluate l3s-gn1 dragnet cleaneval
    -m words -a wlr -a wlr:relevance=normalised -a wlr:relevance=printed -a clr ... -a plain`:

    |           | wlr            | clr            | wnr            | cnr            | plain |
    |-----------|----------------|----------------|----------------|----------------|-------|
    | l3s-gn1   | .884 .866 .707 | .886 .874 .707 | .723 .388 .725 | .732 .386 .707 | .707  |
    | dragnet   | .752 .721 .548 | .757 .722 .548 | .415 .299 .560 | .424 .297 .548 | .548  |
    | cleaneval | .688 .614 .903 | .686 .611 .903 | .460 .203 .908 | .464 .200 .903 | .903  |

    The paper has .738 .738 .369 .309 on 27 pages of its own. Leaves instead of nodes gave it 41 points of
    recall and 3.5 of precision, in words. Combined gives 43 and -2 on dragnet, 25 and -3 on cleaneval, but
    only 21 and -5 on l3s-gn1, where wnr and cnr are far above the paper's. Normalised gives 51 and -2, 44 and
    -4, 57 and -6. That wnr is better than cnr holds only with normalised relevance, and by .003 at most.

    Choices that the paper leaves open. Words are those of the page's columns: text that is not seen has none.
    Style sheets are not read: what hides an element or moves it out of the flow (`position`) is its own
    attributes. All below a hidden element is removed, even if it is visible again. Identifiers count
    the nodes that are left. rpos is 1 if there is one initial node, rWLR is 1 if all ratios are equal.
    Values that differ by less than a billionth are equal. HTML's parser puts a `tbody` into each table.
    """

    name: ClassVar[str] = "wlr"
    paper: ClassVar[str] = "Insa, Silva and Tamarit 2013"
    figure: ClassVar[str] = "tree"
    amount: ClassVar[str] = "words"
    unit: ClassVar[str] = "leaves"

    relevance: str = parameter(
        "combined", "how weights are added up towards the body", choices=("combined", "normalised", "printed")
    )

    def __call__(self, page: Page) -> Spans:
        """Take the subtree of the best node."""
        tree = self.content_tree(page)
        if not len(tree):
            return Spans(reason="the page's text is hidden" if len(page.words) else "the page has no text")
        best = tree.token[best_node(self._relevance(tree))]
        return Spans.of_tokens(page, np.arange(best, page.tokens.partner[best] + 1))

    def signals(self, page: Page) -> Signals:
        """The ratio of each element that has text, and its relevance as a share of the best node's."""
        tree = self.content_tree(page)
        shown = page.tokens.is_tag[tree.token]
        return {
            "start": page.tokens.start[tree.token[shown]].astype(np.float64),
            "depth": (tree.depth - tree.depth[:1])[shown].astype(np.float64),
            "ratio": self.ratio(tree)[shown],
            "relevance": self._relevance(tree)[shown],
        }

    def content_tree(self, page: Page) -> ContentTree:
        """The nodes of a page that have text."""
        return ContentTree.of(page, content_column(page, self.amount), joined_tokens(page))

    def ratio(self, tree: ContentTree) -> Values:
        """Definition 4.4: the words or characters of each node for its leaves or nodes."""
        ratio: Values = tree.amount / (tree.leaves() if self.unit == "leaves" else tree.nodes)
        return ratio

    def _relevance(self, tree: ContentTree) -> Values:
        return relevance(tree, self.ratio(tree), self.relevance)


@dataclass(frozen=True, repr=False)
class CLR(WLR):
    """The subtree with the most characters for its leaves is content.

    As `wlr`, with characters for words (Insa, Silva and Tamarit 2013): decoded, whitespace collapsed.
    Over leaves, the paper says, "using either characters or words have no influence".
    """

    name: ClassVar[str] = "clr"
    amount: ClassVar[str] = "characters"


@dataclass(frozen=True, repr=False)
class WNR(WLR):
    """The subtree with the most words for its nodes is content.

    As `wlr`, with all nodes for leaves (Insa, Silva and Tamarit 2013). Each element around a text lowers the
    ratio, so the best node is often one long text "in the middle of the main content". On dragnet recall is
    .344 and precision .824, against .769 and .806 with leaves; the paper has .325 and .803 against .735 and
    .838. See `wlr` for the scores.
    """

    name: ClassVar[str] = "wnr"
    unit: ClassVar[str] = "nodes"


@dataclass(frozen=True, repr=False)
class CNR(WLR):
    """The subtree with the most characters for its nodes is content.

    As `wlr`, with characters for words and all nodes for leaves (Insa, Silva and Tamarit 2013). Its recall is
    low for the same reason as that of `wnr`. See `wlr` for the scores.
    """

    name: ClassVar[str] = "cnr"
    amount: ClassVar[str] = "characters"
    unit: ClassVar[str] = "nodes"


class _Generation(NamedTuple):
    """The nodes of one depth and their parents, as places in the order of depth.

    The children of one parent are neighbours; `starts` says where those of each parent begin.
    """

    children: slice
    starts: Numbers
    parents: Numbers


@dataclass(frozen=True, eq=False)
class ContentTree:
    """The content nodes of definition 4.1 in document order: a node's place is its identifier.

    `token` is a node's text or open tag; `amount` and `nodes` count its whole subtree. Where `joins`
    is true, a node can be joined with its neighbours to one leaf.
    """

    token: Numbers
    depth: NDArray[np.int16]
    amount: Numbers
    nodes: Numbers
    joins: Flags

    @classmethod
    def of(cls, page: Page, column: Column, joins: Flags) -> ContentTree:
        """The body's nodes that have anything of this column of the tokens in their subtree."""
        tokens, elements = page.tokens, page.elements
        is_body = elements.tag == _BODY
        root = int(np.argmax(is_body)) if is_body.any() else len(elements)
        opens = elements.open[root:]
        before = sums_before(column)
        is_node = column > 0
        is_node[: opens[0] if len(opens) else None] = False
        is_node[opens] = before[tokens.partner[opens]] > before[opens]
        token = np.flatnonzero(is_node)
        last = tokens.partner[token]
        number = sums_before(is_node)
        return cls(
            token=token,
            depth=tokens.depth[token].astype(np.int16),
            amount=before[last + 1] - before[token],
            nodes=number[last + 1] - number[token],
            joins=joins[token],
        )

    def __len__(self) -> int:
        return len(self.token)

    def leaves(self) -> Numbers:
        """Figure 5: the leaves of each subtree, where neighbours that only format a text are one."""
        count = np.ones(len(self), dtype=np.int64)
        joins = self.joins[self._order]
        after = np.append(False, joins[1:] & joins[:-1]) & ~self._is_first[self._order]
        for children, starts, parents in self._generations:
            adds = count[children].copy()
            is_one = adds == 1
            # A joined child adds nothing after another one of the same parent.
            adds[1:] -= after[children][1:] & is_one[1:] & is_one[:-1]
            count[parents] = np.add.reduceat(adds, starts)
        return count[self._places]

    def gather(self, factor: Values, weight: Values, times: np.ufunc, plus: np.ufunc) -> Values:
        """Definition 4.6: R(n) = factor(n) times max(weight(n), R(children) plus each other)."""
        factor, found = factor[self._order], weight[self._order]
        for children, starts, parents in self._generations:
            times(factor[children], found[children], out=found[children])
            found[parents] = np.maximum(found[parents], plus.reduceat(found[children], starts))
        times(factor[:1], found[:1], out=found[:1])
        return found[self._places]

    @cached_property
    def _order(self) -> Numbers:
        """The nodes by depth, those of one depth in document order."""
        return np.argsort(self.depth, kind="stable")

    @cached_property
    def _places(self) -> Numbers:
        """The place of each node in that order."""
        places = np.empty_like(self._order)
        places[self._order] = np.arange(len(self))
        return places

    @cached_property
    def _is_first(self) -> Flags:
        """First children: a node deeper than the one before it is the first child of that one."""
        first: Flags = np.diff(self.depth, prepend=self.depth[:1]) > 0
        return first

    @cached_property
    def _generations(self) -> list[_Generation]:
        """The deepest nodes first, the children of the body last."""
        depth = self.depth[self._order]
        starts = np.flatnonzero(self._is_first[self._order])
        # In the order of depth, parents come in the same order as their first children.
        parents = np.flatnonzero(np.append(self._is_first[1:], False)[self._order])
        border = np.append(np.flatnonzero(np.diff(depth)) + 1, len(depth)).tolist()
        family = np.searchsorted(starts, border).tolist()
        return [
            _Generation(slice(first, end), starts[one:other] - first, parents[one:other])
            for first, end, one, other in zip(border, border[1:], family, family[1:], strict=False)
        ][::-1]


def threshold(ratio: Values) -> float:
    """The lowest ratio of an initial node; 0 if there is no node at all."""
    return float(np.sqrt(ratio.max() * ratio[0])) if len(ratio) else 0.0


def initial_nodes(ratio: Values) -> Flags:
    """Definition 4.5: the nodes with the most text for their leaves."""
    initial: Flags = ratio >= threshold(ratio) * _EQUAL
    return initial


def weights(ratio: Values) -> Values:
    """Definition 4.6, first half: the weight of each node, 0 for all that are not initial."""
    if not len(ratio):
        return ratio
    initial = np.flatnonzero(initial_nodes(ratio))
    place = 1 - (initial - initial[0]) / max(initial[-1] - initial[0], 1)
    weight = np.zeros(len(ratio))
    weight[initial] = place * _normalised(ratio)[initial]
    return weight


def relevance(tree: ContentTree, ratio: Values, kind: str = "combined") -> Values:
    """Definition 4.6, second half: the relevance of each node, as a share of the highest."""
    if not len(ratio):
        return ratio
    weight = weights(ratio)
    if kind == "printed":
        # The product of ratios over hundreds of levels is too large for a number, its logarithm is not.
        with np.errstate(divide="ignore"):
            weight = np.log(weight)
        found = tree.gather(np.log(ratio), weight, np.add, np.logaddexp)
        found -= found.max()
        return np.exp(found)
    if kind == "normalised":
        found = tree.gather(_normalised(ratio), weight, np.multiply, np.add)
    else:
        found = ratio * tree.gather(np.ones(len(ratio)), weight, np.multiply, np.add)
    found /= found.max()
    return found


def _normalised(ratio: Values) -> Values:
    """The ratio, from 0 for the lowest of all nodes to 1 for the highest."""
    low, high = ratio.min(), ratio.max()
    return (ratio - low) / (high - low) if high > low else np.ones(len(ratio))


def best_node(relevances: Values) -> int:
    """Definition 4.7: the node with the highest relevance, the first one on a tie."""
    return int(np.argmax(relevances >= relevances.max() * _EQUAL))


def content_column(page: Page, amount: str) -> Column:
    """The words or characters of each token, none where definition 4.1 removes a subtree."""
    column: Column = getattr(page.tokens, amount)
    elements = page.elements
    removed = (elements.is_hidden | _NOT_VALID[elements.tag]) & (elements.words > 0)
    if not removed.any():
        return column
    return column * ~below(page, removed)


def joined_tokens(page: Page) -> Flags:
    """The nodes that figure 5 joins if they are one leaf: by their tags, and in the flow of the text."""
    tokens = page.tokens
    joined: Flags = (tokens.kind == TEXT) | _JOINED[tokens.tag]
    size = tokens.end - tokens.start
    for token in np.flatnonzero((tokens.tag == _DIV) & (size >= _MIN_TAG_LENGTH)).tolist():
        if not _is_static(page.attribute(token, "style") or ""):
            joined[token] = False
    return joined


def _is_static(style: str) -> bool:
    """Whether an inline style leaves its element in the flow; of several declarations the last one counts."""
    position = ""
    for declaration in style.lower().translate(_NO_SPACES).split(";"):
        name, _, value = declaration.partition(":")
        if name == "position":
            position = value.removesuffix("!important")
    return position not in ("absolute", "fixed")
