"""The template of a site: what its pages have in common is not content.

"Methods that perform an analysis of an entire web site could discover the common structure and texts of
all pages of a certain web site. It can be expected that this common structure and texts do not belong to
the main content." Javier Arias, Koen Deschacht, Marie-Francine Moens: Language independent content
extraction from web pages. DIR 2009, section 6.

The paper names this as future work, without details. All of the following is ours. A block is template

- by its text, if the text recurs: on a tenth of the pages, and on at least two. Case, whitespace and digits
  make no difference. The kind of container must be the same, and whether the text is a link. So a headline
  that other pages list as a link does not recur. A recurring text stays where hardly anything else recurs,
  such as the heading "Introduction" among the paragraphs of articles;
- by its place, if at least half of the words at this place, over all pages, recur. This drops today's date,
  the highlighted entry of a menu, and a related headline that no other page has. That a place itself recurs
  means nothing, because the paragraphs of all articles are at the same place.

A place is the path of the containers around a block: their tags, ids and first classes, without digits
(`post-123`). html and body are left out, because many sites give them classes for each page.

Copies of a page must not make its article recur. So pages with the same five longest texts outside links
count as one. At least three different pages are needed.

Words-F1 on one half of the sites with three pages or more, alone and with the site's template
(`benchmarks/sites.py PACKAGE... --sites report`):

                      plain   with site    accb   with site    density   with site
    daniel, 35 sites   .572     .868       .778     .883        .696       .689
    zh-news, 6 sites   .735     .897       .859     .893        .800       .797
    dragnet, 50 sites  .583     .818       .717     .787        .584       .576
    l3s-gn1, 10 sites  .685     .873       .816     .878        .729       .725
    wcxb, 18 sites     .584     .706       .599     .615        .261       .255

A method that keeps little more than the article, such as density, gains little. It loses dates and bylines
that annotators took for content. Collections whose items recur on other pages lose these items.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from mainspan.errors import SiteError
from mainspan.page import Page, tags
from mainspan.page.attributes import read_attributes
from mainspan.page.kinds import Column, Flags

Numbers = NDArray[np.uint64]
_Value = TypeVar("_Value", bound=np.number[Any])

MIN_PAGES: Final = 3
# A text recurs if it is on this share of the pages, and on this number.
_MIN_SHARE: Final = 0.1
_MIN_COUNT: Final = 2
# All blocks at a place are template if this share of the words there recurs; none is below the second share.
_MIN_TEMPLATE_SHARE: Final = 0.5
_MIN_RECURRING_SHARE: Final = 0.1
# Pages are copies if this number of their longest texts is the same.
_LONGEST_TEXTS: Final = 5

_DIGITS: Final = re.compile(r"\d+")
# Odd, so that no power of it vanishes.
_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
_HAS_LABEL: Final = tags.IS_STRUCTURAL & ~tags.table("html body")


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """The fingerprints of the texts and places of a page's blocks.

    An outline is small, has no word of the page, and is the same in every process.
    """

    text: Numbers
    place: Numbers
    words: Column
    # Pages with the same number are copies of each other.
    copy: int

    @classmethod
    def of(cls, page: Page) -> Outline:
        """The outline of a page."""
        blocks = page.blocks
        texts = _numbers(_block_texts(page))
        labels = _labels(page)
        is_link = (blocks.link_share > 0.5).astype(np.uint64)
        unlinked = blocks.words * (1 - blocks.link_share)
        longest = np.lexsort((-blocks.words, -unlinked))[:_LONGEST_TEXTS]
        return cls(
            text=(texts * _FACTOR + labels[blocks.container]) * _FACTOR + is_link,
            place=_paths(page, labels)[blocks.container],
            words=blocks.words,
            copy=int(texts[longest].sum()),
        )

    def __len__(self) -> int:
        return len(self.text)


def _block_texts(page: Page) -> list[str]:
    """The text of each block, without case, whitespace and the digits of its numbers."""
    tokens = page.tokens
    texts = np.flatnonzero(tokens.words)
    source = page.source
    pieces = [
        source[start:end]
        for start, end in zip(tokens.start[texts].tolist(), tokens.end[texts].tolist(), strict=True)
    ]
    first = np.searchsorted(texts, page.blocks.first).tolist()
    last = np.searchsorted(texts, page.blocks.last).tolist()
    return [
        _DIGITS.sub("0", "".join("".join(pieces[i : j + 1]).split()).lower())
        for i, j in zip(first, last, strict=True)
    ]


def _labels(page: Page) -> Numbers:
    """A number for each container for its tag, id and first class; 0 for other elements."""
    elements, tokens, source = page.elements, page.tokens, page.source
    containers = np.flatnonzero(_HAS_LABEL[elements.tag])
    opens = elements.open[containers]
    starts, ends = tokens.start[opens].tolist(), tokens.end[opens].tolist()
    written = [source[start:end] for start, end in zip(starts, ends, strict=True)]
    # Most tags of a page occur many times.
    known = list(dict.fromkeys(written))
    number = dict(zip(known, _numbers(map(_label, known)).tolist(), strict=True))
    labels = np.zeros(len(elements), dtype=np.uint64)
    labels[containers] = np.array([number[tag] for tag in written], dtype=np.uint64)
    return labels


def _label(tag: str) -> str:
    name, attributes = tag[1:-1].partition(" ")[0], read_attributes(tag)
    first_class = next(iter(attributes.get("class", "").split()), "")
    return _DIGITS.sub("0", f"{name}#{attributes.get('id', '')}.{first_class}")


def _paths(page: Page, labels: Numbers) -> Numbers:
    """A number for each element for the labels of all containers around it, and its own."""
    elements, tokens = page.elements, page.tokens
    powers = np.full(int(elements.depth.max(initial=0)) + 1, _FACTOR).cumprod(dtype=np.uint64)
    # A label is added where its tag opens, and subtracted where it closes.
    parts = labels * powers[elements.depth]
    parts[elements.open == elements.close] = 0  # a void element
    steps = np.zeros(len(tokens), dtype=np.uint64)
    steps[elements.open] += parts
    steps[elements.close] -= parts
    paths: Numbers = steps.cumsum(dtype=np.uint64)[elements.open]
    return paths


def _numbers(texts: Iterable[str]) -> Numbers:
    digests = [blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest() for text in texts]
    return np.frombuffer(b"".join(digests), dtype="<u8").astype(np.uint64)


@dataclass(frozen=True, slots=True, eq=False)
class Recurrence:
    """For each block of a page: whether it belongs to the template of its site, and why.

    `count` is the number of pages with its text, if it recurs. `share` is the share of words at its place
    that recur.
    """

    pages: int
    count: NDArray[np.int64]
    share: NDArray[np.float64]
    is_template: Flags

    def reason(self, block: int) -> str:
        """Why a block belongs to the template."""
        if self.count[block]:
            return f"recurs on {self.count[block]} of {self.pages} pages of the site"
        return f"is where {self.share[block]:.0%} of the words recur on other pages of the site"


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """What the pages of a site have in common: texts that recur, and their share of each place's words."""

    pages: int
    texts: Numbers
    counts: NDArray[np.int64]
    places: Numbers
    shares: NDArray[np.float64]

    @classmethod
    def of(cls, outlines: Iterable[Outline]) -> Template:
        """Compare the outlines of a site's pages."""
        # Of copies the first one counts. Pages without text are left out.
        pages = list({page.copy: page for page in reversed(list(outlines)) if len(page)}.values())
        if len(pages) < MIN_PAGES:
            raise SiteError(
                f"a site needs at least {MIN_PAGES} pages that differ, and here are {len(pages)}: "
                "extract() takes single pages"
            )
        texts, counts = np.unique(
            np.concatenate([np.unique(page.text) for page in pages]), return_counts=True
        )
        recurs = counts >= max(_MIN_COUNT, _MIN_SHARE * len(pages))
        texts, counts = texts[recurs], counts[recurs]
        words = np.concatenate([page.words for page in pages])
        recurring = words * (_look_up(texts, counts, np.concatenate([page.text for page in pages])) > 0)
        places, place = np.unique(np.concatenate([page.place for page in pages]), return_inverse=True)
        shares = np.bincount(place, recurring) / np.bincount(place, words)
        return cls(len(pages), texts, counts, places, shares)

    def judge(self, page: Outline) -> Recurrence:
        """Compare a page with the site."""
        count = _look_up(self.texts, self.counts, page.text)
        share = _look_up(self.places, self.shares, page.place)
        is_template = (share >= _MIN_TEMPLATE_SHARE) | ((count > 0) & (share >= _MIN_RECURRING_SHARE))
        return Recurrence(self.pages, count, share, is_template)


def _look_up(keys: Numbers, values: NDArray[_Value], wanted: Numbers) -> NDArray[_Value]:
    """The values of these keys, which are sorted; 0 for one that is not there."""
    found = np.zeros(len(wanted), dtype=values.dtype)
    place = np.searchsorted(keys, wanted)
    hit = np.flatnonzero(place < len(keys))
    hit = hit[keys[place[hit]] == wanted[hit]]
    found[hit] = values[place[hit]]
    return found
