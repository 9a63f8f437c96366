"""Pictures: which of them belong to the kept text, and where they are fetched from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.kinds import HIDDEN, INVISIBLE, OPEN, Flags
from mainspan.render.addresses import picture
from mainspan.render.events import Attributes
from mainspan.render.formulas import Formula
from mainspan.render.layout import Places
from mainspan.render.pieces import are_inside

_IMG: Final = tags.NUMBERS["img"]
_SOURCE: Final = tags.NUMBERS["source"]
_PICTURE: Final = tags.NUMBERS["picture"]
_NOSCRIPT: Final = tags.NUMBERS["noscript"]
# Words in these describe the picture, not the text around it.
_IS_FRAME: Final = tags.table("figure picture a span button noscript figcaption")
# Where pages put the address of a picture that a script fetches when it comes into sight.
_LAZY: Final = "data-src data-original data-lazy-src data-lazy data-hi-res-src data-url data-image".split()
_LAZY_SETS: Final = ("data-srcset", "data-lazy-srcset", "data-original-set", "srcset")
# A file with one of these in its name is a placeholder.
_PLACEHOLDERS: Final = ("blank", "spacer", "pixel", "placeholder", "transparent", "clear", "1x1")
_PLACEHOLDER: Final = re.compile(rf"(?:^|[_.-])(?:{'|'.join(_PLACEHOLDERS)})")
# A picture, and how wide or dense it is; an address never holds whitespace, so this reads everything once.
_CANDIDATE: Final = re.compile(r"([^\s,]\S*[^\s,])(?:\s+([0-9]{1,6}(?:\.[0-9]{1,3})?)[wx])?\s*(?:,|$)")
# Pictures of this size count readers.
_TINY: Final = frozenset(f"{side}{unit}" for side in range(3) for unit in ("", "px"))
# A picture of the content is at most this many tokens before the first piece or after the last one.
_MAX_TOKENS_OUTSIDE: Final = 300
# The source or the copy of a picture is at most this many tokens away.
_MAX_TOKENS_APART: Final = 40


def find_images(
    page: Page, kept: NDArray[np.int64], base: str, formulas: Sequence[Formula] = ()
) -> dict[int, Attributes]:
    """The pictures inside the kept text by their tokens; `kept` counts the kept pieces before each token."""
    tokens = page.tokens
    first, last = (kept.searchsorted([1, kept[-1]]) - 1).tolist()
    begin = max(first - _MAX_TOKENS_OUTSIDE + 1, 0)
    places = np.flatnonzero(tokens.tag[begin : last + _MAX_TOKENS_OUTSIDE] == _IMG) + begin
    places = places[(tokens.marks[places] & (HIDDEN | INVISIBLE)) == 0]
    if formulas:
        ends = np.array([(formula.first, formula.last) for formula in formulas])
        places = places[~are_inside(places, ends[:, 0], ends[:, 1])]
    if not len(places):
        return {}
    found: dict[int, Attributes] = {}
    last, source = -1, ""
    for token in places[are_surrounded(page, places, kept)].tolist():
        shown = _image(page, token, base)
        if shown and shown["src"] != source and not (last >= 0 and _is_copy(page, token, last)):
            found[token] = shown
            last, source = token, shown["src"]
    return found


def are_surrounded(page: Page, places: Places, kept: NDArray[np.int64]) -> Flags:
    """Whether at least half of the texts around each of these tokens were kept."""
    elements = page.elements
    inside = elements.parent[elements.open.searchsorted(places, side="right") - 1]
    around = _Surroundings(page, kept)
    return np.fromiter(map(around.are_kept, inside.tolist()), dtype=np.bool_, count=len(places))


class _Surroundings:
    """Finds whether the text around elements was kept; climbs over each element once."""

    def __init__(self, page: Page, kept: NDArray[np.int64]) -> None:
        self.elements = page.elements
        self.kept = kept
        self.texts = np.concatenate([[0], np.cumsum(page.tokens.words > 0)])
        self.known: dict[int, bool] = {-1: False}

    def are_kept(self, element: int) -> bool:
        """Of the first element from this one upwards that has text of its own."""
        elements = self.elements
        way = []
        while element not in self.known:
            way.append(element)
            first, last = elements.open.item(element), elements.close.item(element)
            texts = self.texts.item(last) - self.texts.item(first)
            if texts and not _IS_FRAME[elements.tag.item(element)]:
                self.known[element] = 2 * (self.kept.item(last) - self.kept.item(first)) >= texts
            else:
                element = elements.parent.item(element)
        answer = self.known[element]
        self.known.update(dict.fromkeys(way, answer))
        return answer


def _image(page: Page, token: int, base: str) -> dict[str, str]:
    """The attributes of a picture, its address resolved; empty if there is nothing to look at."""
    attributes = page.attributes(token)
    if attributes.get("width") in _TINY or attributes.get("height") in _TINY:
        return {}
    for address in chain(_addresses(attributes), _sources(page, token)):
        source = picture(base, address)
        if source and not _is_placeholder(source):
            return {"src": source, **_shown(attributes)}
    return {}


def _is_placeholder(source: str) -> bool:
    name = source.partition("?")[0].rpartition("/")[2].lower()
    # Most names have none of the words: this test is faster than the expression.
    return any(word in name for word in _PLACEHOLDERS) and bool(_PLACEHOLDER.search(name))


def _shown(attributes: dict[str, str]) -> dict[str, str]:
    """The description of a picture, and its size."""
    found = {}
    if "alt" in attributes:
        found["alt"] = " ".join(attributes["alt"].split())  # an empty one marks decoration
    title = " ".join(attributes.get("title", "").split())
    if title and title != found.get("alt"):
        found["title"] = title
    for key in ("width", "height"):
        if key in attributes and attributes[key].isascii() and attributes[key].isdecimal():
            found[key] = attributes[key]
    return found


def _addresses(attributes: dict[str, str]) -> Iterator[str]:
    """Where a picture may be fetched, the best first: where a script takes it from, then what it shows."""
    for key in _LAZY:
        if key in attributes:
            yield attributes[key]
    if attributes.get("src") and not any(attributes.get(key) for key in _LAZY_SETS[:-1]):
        yield attributes["src"]
    yield from _largest(attributes[key] for key in _LAZY_SETS if attributes.get(key))
    yield attributes.get("src", "")


def _largest(sets: Iterable[str]) -> Iterator[str]:
    """The largest picture of each set."""
    for text in sets:
        found = [
            (float(size or 1), -i, address) for i, (address, size) in enumerate(_CANDIDATE.findall(text))
        ]
        if found:
            yield max(found)[2]


def _sources(page: Page, token: int) -> Iterator[str]:
    """The largest pictures of the sources before a picture, in the same picture element."""
    tokens = page.tokens
    first = token - 1
    while first > 0 and not (tokens.kind[first] == OPEN and tokens.tag[first] == _PICTURE):
        if token - first > _MAX_TOKENS_APART or tokens.partner[first] > token:
            return
        first -= 1
    sources: Places = np.flatnonzero(tokens.tag[first:token] == _SOURCE) + first
    for place in sources.tolist():
        attributes = page.attributes(place)
        yield from _largest(attributes[key] for key in _LAZY_SETS if attributes.get(key))


def _is_copy(page: Page, token: int, last: int) -> bool:
    """Whether a picture is a copy of the last one, in a noscript right after it."""
    tokens = page.tokens
    first = token - 1
    while first > 0 and token - first < _MAX_TOKENS_APART and tokens.kind[first] != OPEN:
        first -= 1
    if tokens.tag[first] != _NOSCRIPT:
        return False
    return first - last < _MAX_TOKENS_APART and not (tokens.words[last:first] > 0).any()
