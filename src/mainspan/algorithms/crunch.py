"""Crunch: a chain of filters, each of which removes one kind of clutter from the page's tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import takewhile
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms.base import Algorithm, Signals, parameter
from mainspan.algorithms.tree import below, opening, sums_before
from mainspan.page import Page, tags
from mainspan.page.kinds import HIDDEN, LINK, OPEN, Flags
from mainspan.spans import Spans

Counts = NDArray[np.int64]

# A filter takes a page and the tokens that are removed already, and returns the elements to remove.
Filter = Callable[[Page, Flags], Flags]

_A, _TABLE = tags.NUMBERS["a"], tags.NUMBERS["table"]
_NOTHING = tags.table("")
_NOT_SHOWN = tags.table(
    "script style template head noscript noembed noframes object applet canvas audio video datalist"
)
_IMAGES = tags.table("img picture")
_CONTROLS = tags.table("input select textarea button")
_FORM = tags.table("form")
_BANNERS = tags.table("img iframe object embed")
_CELLS = tags.table("td")
_LISTS = tags.table("ul ol dl dir menu")
_ITEMS = tags.table("li dt dd")
# A table with one of these is not empty, unless a filter has removed it.
_SUBSTANCE = tags.table("a img iframe input select textarea button")

# Servers of advertisements, of the papers' time and of today: these hosts and all hosts below them.
AD_HOSTS: Final = frozenset(
    """247realmedia.com 2mdn.net adbrite.com adbureau.net adform.net adnxs.com adtech.de adtechus.com
    advertising.com ads.yahoo.com adserver.yahoo.com amazon-adsystem.com atdmt.com bluestreak.com
    burstnet.com casalemedia.com criteo.com criteo.net doubleclick.com doubleclick.net eyewonder.com
    falkag.net fastclick.net googleadservices.com googlesyndication.com kontera.com mediaplex.com
    openx.net outbrain.com pointroll.com pubmatic.com realmedia.com rubiconproject.com serving-sys.com
    smartadserver.com taboola.com tradedoubler.com tribalfusion.com valueclick.com valueclick.net
    yieldmanager.com zedo.com""".split()
)
# The Interactive Advertising Bureau's sizes of banners, buttons, rectangles and skyscrapers.
AD_SIZES: Final = frozenset(
    tuple(size.split("x"))
    for size in """468x60 234x60 728x90 88x31 120x60 120x90 120x240 125x125 120x600 160x600 300x600
    180x150 240x400 250x250 300x250 336x280 720x300""".split()
)

# Linear: what repeats cannot match what follows it.
_HOST: Final = re.compile(r'//([^/"?#:@\s<>]*)')
_ADDRESS: Final = re.compile(r'(?:https?:)?//([^/"?#:@\s<>]*)', re.IGNORECASE)


@dataclass(frozen=True, repr=False)
class Crunch(Algorithm):
    """What is left after filters have removed scripts, images, forms, advertisements and link lists.

    Each filter removes elements with all their content. It sees what the filters before it have left:

    | filter             | what goes                                             | threshold and its source |
    |--------------------|-------------------------------------------------------|--------------------------|
    | scripts and styles | they, and all that a reader does not see              | program                  |
    | images             | images, and the links that are the parent of one      | program                  |
    | forms              | input, select, textarea, button; or the whole form    | settings differ: `forms` |
    | advertisements     | what comes from a server of advertisements or leads   | the program's rule,      |
    |                    | to one, by its src, href or data;                     | a short list of our own  |
    |                    | img, iframe, object, embed of a banner's size         | sizes of the IAB         |
    | link lists         | cells (td) and lists with more than `link_ratio`      | 0.25: program            |
    |                    | links for each word outside links, or only links      |                          |
    |                    | (a word is `word_length` letters)                     | 5: program               |
    | text lists         | lists with fewer than `list_words` words an item      | 5: open, chosen on data  |
    | empty tables       | tables with fewer than `table_characters` characters  | 12: settings             |
    |                    | and no link, inner tables first                       |                          |
    | empty containers   | those without text, which changes no answer           |                          |

    Suhit Gupta, Gail Kaiser, David Neistadt, Peter Grimm: DOM-based content extraction of HTML
    documents. WWW 2003. Suhit Gupta, Gail Kaiser, Peter Grimm, Michael Chiang, Justin Starren:
    Automating content extraction of HTML documents. World Wide Web 8, 2005.

    These papers were not available to us, so the method could not be checked against them. It follows what
    Gottron 2007 says of it, and the authors' program. The thresholds come from the authors' program and its
    settings of 2003 to 2005 (Programming-Systems-Lab/archived-memento and archived-crunch3), not from the
    papers. The program has no filter by size, none for lists outside tables and none for text lists. Gottron
    2007 names link lists, text lists and banners of Crunch 2.0, without thresholds. We chose that lists have
    the ratio of cells, that banners are known by their size, and that text lists have short items. Some of
    the settings remove whole forms. Two defaults were chosen on data: `forms` removes the controls alone, and
    `list_words` is 5, because of the figures below.

    Departures. The program walks the tree once, so it judges a cell before its images and advertisements are
    removed; here they are removed first. A cell or list is judged with all that is nested in it. If it stays,
    those inside it are judged next. The link around an advertisement is removed too. Only text is content, so
    images, frames and controls count only where they keep a table from being empty, and a banner's size only
    through the link or table around it. The words of a text list are the page's words; items without words do
    not count. Whitespace is collapsed. Two things of the program are missing: the switch that drops every
    link, and the guess of the settings from a site's genre.

    Words-F1 on all pages of l3s-gn1 and dragnet: .828 and .662 (plain .707 and .547). Cells alone: .806 and
    .609. Whole forms: .756 and .667, because some sites wrap the page in one. `list_words` 0, 3, 5 and 10:
    .827 .828 .828 .829 and .659 .660 .662 .664; on every fourth page of wcxb and cleaneval .789 .788 .786
    .776 and .925 .925 .923 .913.
    """

    name: ClassVar[str] = "crunch"
    paper: ClassVar[str] = "Gupta and others 2005"
    figure: ClassVar[str] = "bars"

    images: bool = parameter(True, "whether images and the links around them are removed")
    forms: str = parameter("controls", "what is removed of forms", choices=("controls", "whole", "none"))
    ad_hosts: bool = parameter(True, "whether elements from servers of advertisements are removed")
    ad_sizes: bool = parameter(True, "whether elements of a banner's size are removed")
    containers: str = parameter("both", "what is judged by its links", choices=("both", "cells", "lists"))
    link_ratio: float = parameter(
        0.25, "links for each word outside links, above which a cell or list is removed", low=0.0, high=100.0
    )
    word_length: int = parameter(
        5, "the number of letters outside links that count as one word", low=1, high=100
    )
    list_words: float = parameter(5.0, "words an item, below which a list is removed", low=0.0, high=1000.0)
    table_characters: int = parameter(12, "the number of characters below which a table is empty", low=0)

    def __call__(self, page: Page) -> Spans:
        """Take the text that all filters leave."""
        if not len(page.blocks):
            return Spans(reason="the page has no text")
        spans = Spans.of_tokens(page, ~_run(page, self._filters()))
        return spans if spans else Spans(reason="the filters left no text")

    def signals(self, page: Page) -> Signals:
        """For each block, the links for each word of the cell or list around it; 0 without one."""
        gone = _run(page, takewhile(lambda each: each != self._link_lists, self._filters()))
        links, letters = _links_and_letters(page, gone)
        # Where all text is in links, the ratio is that of one word.
        ratio = links * self.word_length / np.maximum(letters, self.word_length)
        return {
            "start": page.blocks.start.astype(np.float64),
            "ratio": _of_container_around(page, self._containers(page), ratio),
            "threshold": np.full(len(page.blocks), self.link_ratio),
        }

    def _filters(self) -> tuple[Filter, ...]:
        # The order matters: a list is judged without its images, and a table after all other filters.
        return (
            self._scripts_and_styles,
            self._images,
            self._forms,
            self._advertisements,
            self._link_lists,
            self._text_lists,
            self._empty_tables,
        )

    def _scripts_and_styles(self, page: Page, gone: Flags) -> Flags:
        # They have no visible text, but may have links, which must not be counted.
        hidden = (page.elements.marks & HIDDEN) > 0
        unseen: Flags = (hidden | _NOT_SHOWN[page.elements.tag]) & (page.elements.words == 0)
        return unseen

    def _images(self, page: Page, gone: Flags) -> Flags:
        images: Flags = _IMAGES[page.elements.tag] & self.images
        return images | _links_around(page, images)

    def _forms(self, page: Page, gone: Flags) -> Flags:
        what = {"controls": _CONTROLS, "whole": _CONTROLS | _FORM, "none": _NOTHING}[self.forms]
        return what[page.elements.tag]

    def _advertisements(self, page: Page, gone: Flags) -> Flags:
        found = _NOTHING[page.elements.tag]
        if self.ad_hosts:
            found |= _from_ad_hosts(page)
        if self.ad_sizes:
            found |= _of_ad_sizes(page)
        return found | _links_around(page, found)

    def _link_lists(self, page: Page, gone: Flags) -> Flags:
        links, letters = _links_and_letters(page, gone)
        # Without a letter outside links, one link is enough.
        many: Flags = links * self.word_length > self.link_ratio * letters
        return many & self._containers(page)

    def _containers(self, page: Page) -> Flags:
        what = {"cells": _CELLS, "lists": _LISTS, "both": _CELLS | _LISTS}[self.containers]
        return what[page.elements.tag]

    def _text_lists(self, page: Page, gone: Flags) -> Flags:
        tag = page.elements.tag
        words = _left_below(page, gone, page.tokens.words)
        items = _left_below(page, gone, opening(page, _ITEMS[tag] & (words > 0)))
        short: Flags = words < self.list_words * items
        return _LISTS[tag] & short

    def _empty_tables(self, page: Page, gone: Flags) -> Flags:
        elements = page.elements
        characters = _left_below(page, gone, page.tokens.characters)
        substance = _left_below(page, gone, opening(page, _SUBSTANCE[elements.tag]))
        tables = np.flatnonzero((elements.tag == _TABLE) & (substance == 0))
        empty = _NOTHING[elements.tag]
        empty[tables] = _are_empty(
            elements.open[tables].tolist(),
            elements.close[tables].tolist(),
            characters[tables].tolist(),
            self.table_characters,
        )
        return empty


def _run(page: Page, filters: Iterable[Filter]) -> Flags:
    """The tokens that these filters remove, one filter after the other."""
    gone = np.zeros(len(page.tokens), dtype=np.bool_)
    for each in filters:
        gone |= below(page, each(page, gone))
    return gone


def _of_container_around(page: Page, containers: Flags, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each block the value of the outermost of these elements around it, which is judged first."""
    opens, closes = page.elements.open[containers], page.elements.close[containers]
    is_outer = np.append(True, opens[1:] > np.maximum.accumulate(closes)[:-1])[: len(opens)]
    opens, closes, values = opens[is_outer], closes[is_outer], values[containers][is_outer]
    place = np.searchsorted(opens, page.blocks.first) - 1
    inside = np.flatnonzero(place >= 0)
    inside = inside[closes[place[inside]] > page.blocks.last[inside]]
    found = np.zeros(len(page.blocks))
    found[inside] = values[place[inside]]
    return found


def _links_around(page: Page, elements: Flags) -> Flags:
    """The links that are the parent of one of these elements."""
    around = np.zeros(len(elements) + 1, dtype=np.bool_)
    # The root's parent is -1, the last place.
    around[page.elements.parent[elements]] = True
    is_link: Flags = (page.elements.tag == _A) & ((page.elements.marks & LINK) > 0)
    return around[:-1] & is_link


def _from_ad_hosts(page: Page) -> Flags:
    """The elements with an address on a server of advertisements."""
    source = page.source
    known: dict[str, bool] = {}
    places = []
    for match in _HOST.finditer(source):
        host = match[1]
        if host not in known:
            known[host] = is_ad_host(host)
        if known[host]:
            places.append(match.start())
    # The same characters may be in a text, which opens no element, or in another attribute.
    elements = np.isin(page.elements.open, np.searchsorted(page.tokens.start, places, side="right") - 1)
    for element in np.flatnonzero(elements).tolist():
        elements[element] = _has_ad_address(page, int(page.elements.open[element]))
    return elements


def _has_ad_address(page: Page, token: int) -> bool:
    attributes = page.attributes(token)
    addresses = (_ADDRESS.match(attributes.get(name, "")) for name in ("src", "href", "data"))
    return any(is_ad_host(address[1]) for address in addresses if address)


def is_ad_host(host: str) -> bool:
    """Whether a host, or one above it, is a server of advertisements."""
    # The names in the list have at most three parts.
    parts = host.lower().rsplit(".", 3)[-3:]
    return ".".join(parts) in AD_HOSTS or ".".join(parts[-2:]) in AD_HOSTS


def _of_ad_sizes(page: Page) -> Flags:
    """The images and embedded pages whose width and height are those of a banner."""
    found = np.zeros(len(page.elements), dtype=np.bool_)
    places = np.flatnonzero(_BANNERS[page.elements.tag])
    for i, token in zip(places.tolist(), page.elements.open[places].tolist(), strict=True):
        attributes = page.attributes(token)
        found[i] = (attributes.get("width"), attributes.get("height")) in AD_SIZES
    return found


def _links_and_letters(page: Page, gone: Flags) -> tuple[Counts, Counts]:
    """The number of links that are left in each element, and of characters outside links."""
    tokens = page.tokens
    linked = (tokens.marks & LINK) > 0
    links = _left_below(page, gone, linked & (tokens.kind == OPEN) & (tokens.tag == _A))
    return links, _left_below(page, gone, np.where(linked, 0, tokens.characters))


def _left_below(page: Page, gone: Flags, column: NDArray[np.generic]) -> Counts:
    """The sum of a token column over what is left of each element."""
    before = sums_before(np.where(gone, 0, column))
    sums: Counts = before[page.elements.close + 1] - before[page.elements.open]
    return sums


def _are_empty(opens: list[int], closes: list[int], characters: list[int], min_characters: int) -> list[bool]:
    """Which of these tables, given in document order, have too little text to be kept."""
    empty = [False] * len(opens)
    # Inner tables come first: what they lose, the tables around them lose too. `pending` has the tables whose
    # outer table has not been reached yet: where they open, and the characters that they lost.
    pending: list[tuple[int, int]] = []
    for i in reversed(range(len(opens))):
        lost = 0
        while pending and pending[-1][0] < closes[i]:
            lost += pending.pop()[1]
        empty[i] = characters[i] - lost < min_characters
        pending.append((opens[i], characters[i] if empty[i] else lost))
    return empty
