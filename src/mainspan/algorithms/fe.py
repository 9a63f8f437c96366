"""FeatureExtractor and K-FeatureExtractor: blocks that have more of one feature than of the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.base import Algorithm, Signals, parameter
from mainspan.page import Page, tags
from mainspan.page.kinds import LINK, OPEN, VOID, Column, Flags
from mainspan.spans import Spans

# A row for each feature, a column for each block.
Matrix = NDArray[np.float64]
Numbers = NDArray[np.int64]

FEATURES: Final = ("text", "images", "links", "tables", "lists", "forms", "scripts", "styles", "objects")
# Text is counted in characters and links by their address; all others by these tags.
_TAGS: Final = {
    "images": "img svg",
    "tables": "table caption tr td th",
    "lists": "ul ol dl dir menu li dt dd",
    "forms": "form input select textarea button",
    "scripts": "script",
    "styles": "style",
    "objects": "object applet embed iframe frame video audio canvas",
}
_FEATURE_OF: Final = np.zeros(len(tags.NAMES), dtype=np.int8)
for _feature, _names in _TAGS.items():
    _FEATURE_OF[list(tags.numbers(_names))] = FEATURES.index(_feature)
_LINKS: Final = np.int8(FEATURES.index("links"))
_IS_BORDER: Final = tags.table(
    "table tr p hr ul div ol dl dir menu article section main header footer nav aside body"
)
# no rule: bounds the time; k-means mostly settles after two or three rounds
_ROUNDS: Final = 30


class _Blocks(NamedTuple):
    """Where each block begins, its share of each feature, and the block of each token: -1 for none."""

    start: NDArray[np.float64]
    shares: Matrix
    of_token: Column


@dataclass(frozen=True, repr=False)
class FE(Algorithm):
    """The block with the most text, of those with a larger share of the page's text than of all else.

    This is FeatureExtractor. The page is split into blocks at block tags. A block's share of a feature is its
    amount of the feature, divided by the page's. A block is a candidate if its share of the wanted `feature`
    is larger than its share of any other. The candidate with the largest share is the answer.

    Sandip Debnath, Prasenjit Mitra, C. Lee Giles: Identifying content blocks from web documents. ISMIS 2005.
    Sandip Debnath, Prasenjit Mitra, Nirmal Pal, C. Lee Giles: Automatic identification of informative
    sections of web pages. IEEE TKDE 17(9), 2005.

    These papers were not available to us, so the method could not be checked against them. It follows what
    Gottron 2008 and Mohammadzadeh and others 2011 say of it.

    Choices of ours. Block tags are table, tr, p, hr, ul, div, their counterparts in
    today's HTML (ol, dl, dir, menu; article, section, main, header, footer, nav, aside), and body. Each of
    them ends a block, whether it opens or closes, so blocks do not nest. A part without any feature is not a
    block. Text is counted in characters. Links are `a` with an address. The other features are counted by
    tags: images (img, svg), tables (with rows and cells), lists (with items), forms (with controls), scripts,
    styles, objects (with frames, video, audio). Shares are of the page's total, because amounts of different
    features cannot be compared. Of equal blocks the first is taken.

    Words-F1 on l3s-gn1 and dragnet is .374 and .342, that of all text (`plain`) .707 and .547. An article is
    seldom one block, so recall is .29 and .26 (`mainspan evaluate PACKAGE... -m words -a fe -a kfe -a
    plain`). The 2011 paper of DANA reports .00 to .81 for its sites, mostly below .25. If the best block is
    the one with the highest probability of text (see `kfe`), the figures are .080 and .057: it is often a
    block of one or two words.
    """

    name: ClassVar[str] = "fe"
    paper: ClassVar[str] = "Debnath and others 2005"
    figure: ClassVar[str] = "bars"

    feature: str = parameter("text", "the wanted feature", choices=FEATURES)

    def __call__(self, page: Page) -> Spans:
        """Take the text of the best block."""
        if not page.tokens.words.any():
            return Spans(reason="the page has no text")
        blocks = _split(page)
        if not blocks.shares[self._wanted].any():
            return Spans(reason=f"the page has no {self.feature}")
        chosen = self._choose(blocks.shares)
        if not chosen.any():
            return Spans(reason=f"no block has more of the page's {self.feature} than of all else")
        # Tokens outside all blocks have number -1: the place after the last block is theirs.
        spans = Spans.of_tokens(page, np.append(chosen, False)[blocks.of_token])
        return spans if spans else Spans(reason=f"what is richest in {self.feature} has no text")

    def signals(self, page: Page) -> Signals:
        """Each block's share of each feature."""
        blocks = _split(page)
        return {"start": blocks.start, **dict(zip(FEATURES, blocks.shares, strict=True))}

    @property
    def _wanted(self) -> int:
        return FEATURES.index(self.feature)

    def _choose(self, shares: Matrix) -> Flags:
        """Which blocks are the answer."""
        share = shares[self._wanted]
        kept: Flags = share > np.delete(shares, self._wanted, axis=0).max(axis=0)
        best = np.argmax(np.where(kept, share, 0.0))
        kept[:best] = kept[best + 1 :] = False
        return kept


@dataclass(frozen=True, repr=False)
class KFE(FE):
    """Blocks that are mostly text: of three clusters of blocks, the one richest in text.

    This is K-FeatureExtractor. The page is split into blocks as for `fe`. A block's vector holds its shares
    of the page's features, scaled to add up to 1: the probability of each feature in the block. k-means makes
    `k` clusters of the blocks, and the one with the highest mean of the wanted `feature` is the answer.

    Sandip Debnath, Prasenjit Mitra, C. Lee Giles: Identifying content blocks from web documents. ISMIS 2005.
    Sandip Debnath, Prasenjit Mitra, Nirmal Pal, C. Lee Giles: Automatic identification of informative
    sections of web pages. IEEE TKDE 17(9), 2005.

    These papers were not available to us: see `fe`. Choices of ours. Blocks and features are those of
    `fe`. Vectors are scaled, so that
    clusters group blocks by kind and not by size: unscaled, short paragraphs are lost (words-F1 .562 and .385
    on l3s-gn1 and dragnet). All blocks are clustered; the candidates of `fe` alone give .878 and .580. The
    first centres are blocks, evenly spread from the most of the wanted feature to the least: for each place
    the nearest free block, the first on a tie. Distance is Euclidean; on a tie a block joins the cluster
    whose first centre has more of the feature. Clustering ends when no block moves, or after 30 rounds. A
    cluster without blocks keeps its centre. With fewer blocks than `k`, each block is a first centre.

    Words-F1 on l3s-gn1 and dragnet is .854 and .662, that of all text (`plain`) .707 and .547 (command as for
    `fe`). Lists of links, forms and pictures are dropped. Copyright lines and teasers are pure text too, and
    stay. The 2011 paper of DANA reports .62 to .83.
    """

    name: ClassVar[str] = "kfe"

    k: int = parameter(3, "the number of clusters", low=1, high=100)

    def signals(self, page: Page) -> Signals:
        """The probability of each feature in each block, and the block's cluster."""
        blocks = _split(page)
        vectors = _probabilities(blocks.shares)
        cluster = self._cluster(vectors).astype(np.float64)
        return {"start": blocks.start, **dict(zip(FEATURES, vectors, strict=True)), "cluster": cluster}

    def _choose(self, shares: Matrix) -> Flags:
        vectors = _probabilities(shares)
        cluster = self._cluster(vectors)
        size = np.bincount(cluster)
        wanted = np.bincount(cluster, weights=vectors[self._wanted]) / np.maximum(size, 1)
        chosen: Flags = cluster == np.argmax(wanted)
        return chosen

    def _cluster(self, vectors: Matrix) -> Numbers:
        """The number of each block's cluster."""
        centres = vectors[:, _seeds(vectors[self._wanted], self.k)]
        cluster = _nearest(vectors, centres)
        for _ in range(_ROUNDS):
            centres = _means(vectors, cluster, centres)
            before, cluster = cluster, _nearest(vectors, centres)
            if np.array_equal(before, cluster):
                break
        return cluster


def _split(page: Page) -> _Blocks:
    """Split the page into blocks, and count their features."""
    tokens = page.tokens
    run = np.cumsum(tokens.is_tag & _IS_BORDER[tokens.tag], dtype=np.int32)
    begins = (tokens.kind == OPEN) | (tokens.kind == VOID)
    feature = np.where((tokens.marks & LINK) > 0, _LINKS, _FEATURE_OF[tokens.tag])
    texts, features = np.flatnonzero(tokens.characters), np.flatnonzero(begins & (feature > 0))

    used = np.zeros(int(run.max(initial=-1)) + 1, dtype=np.bool_)
    used[run[texts]] = used[run[features]] = True
    count = int(used.sum())
    block = np.where(used, np.cumsum(used, dtype=np.int32) - 1, -1)[run]

    places = feature[features].astype(np.int64) * count + block[features]
    amounts = np.bincount(places, minlength=len(FEATURES) * count).astype(np.float64)
    amounts[:count] = np.bincount(block[texts], weights=tokens.characters[texts], minlength=count)
    shares = amounts.reshape(len(FEATURES), count)
    shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1.0)
    first = np.searchsorted(run, np.flatnonzero(used))
    return _Blocks(tokens.start[first].astype(np.float64), shares, block)


def _probabilities(shares: Matrix) -> Matrix:
    """The shares of each block, scaled to add up to 1."""
    scaled: Matrix = shares / shares.sum(axis=0)
    return scaled


def _seeds(wanted: NDArray[np.float64], k: int) -> list[int]:
    """Blocks spread evenly from the one with the most of the wanted feature to the one with the least."""
    most, least = wanted.max(initial=0.0), wanted.min(initial=1.0)
    seeds: list[int] = []
    for step in range(min(k, len(wanted))):
        distance = np.abs(wanted - (most - (most - least) * step / max(k - 1, 1)))
        distance[seeds] = np.inf
        seeds.append(int(np.argmin(distance)))
    return seeds


def _nearest(vectors: Matrix, centres: Matrix) -> Numbers:
    """For each block the number of the nearest centre."""
    number = np.zeros(vectors.shape[1], dtype=np.int64)
    least = np.full(vectors.shape[1], np.inf)
    for n, centre in enumerate(centres.T):
        distance = ((vectors - centre[:, None]) ** 2).sum(axis=0)
        nearer = distance < least
        number[nearer] = n
        least[nearer] = distance[nearer]
    return number


def _means(vectors: Matrix, cluster: Numbers, centres: Matrix) -> Matrix:
    """The mean of each cluster's vectors; the old centre where a cluster has no block."""
    features, k = centres.shape
    size = np.bincount(cluster, minlength=k)
    places = (np.arange(features)[:, None] * k + cluster).ravel()
    total = np.bincount(places, weights=vectors.ravel(), minlength=features * k).reshape(features, k)
    return np.where(size > 0, total / np.maximum(size, 1), centres)
