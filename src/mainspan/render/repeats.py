"""Pictures that a page shows more than once: in two sizes, for a dark theme, in a carousel, or as a sign."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.lazy import lazy
from mainspan.page import Page, tags
from mainspan.render.events import Attributes
from mainspan.render.surroundings import MIN_WIDTH
from mainspan.render.tables import find_tables, has_tables

_A: Final = tags.NUMBERS["a"]
_TABLE: Final = tags.NUMBERS["table"]
_FIGURE: Final = tags.NUMBERS["figure"]
# What is in a figure is looked at. The figure is at most this number of elements around its picture.
_MAX_LEVELS: Final = 4
# A picture that is at this number of places of a text is a sign: a button, a bullet, the rank of an author.
_MIN_PLACES: Final = 3
# Photographs have other types of files: the first of them stays.
_DRAWN: Final = re.compile(r"\.(?:gif|png|svg|ico)(?:$|[?#])", re.I)
# What addresses of the same picture in several sizes differ in.
_SIZE_IN_NAME: Final = re.compile(r"-\d{2,5}x\d{2,5}(?=\.\w{1,5}$)")
_SIZE_IN_QUERY: Final = re.compile(
    r"(?:^|&)(?:w|h|width|height|wid|hei|size|resize|fit|crop|zoom|dpr|q|qlt|quality)=[^&]*"
)
# The variant for a dark theme, by the names of the picture, of its file or of the element around it. In the
# names of Tailwind, what is dark:hidden is the other one.
_DARK: Final = re.compile(r"(?:^|[^a-z])dark(?![a-z]|:hidden)", re.I)


class Marks:
    """Knows the pictures that are all that a cell of a table of data holds, such as a tick."""

    def __init__(self, page: Page, kept: NDArray[np.int64]) -> None:
        self.page, self.kept = page, kept

    @lazy
    def _tables(self) -> frozenset[int]:
        return find_tables(self.page, self.kept)

    def has(self, token: int, *, linked: bool = False) -> bool:
        """Whether a picture is one. linked: whether it may lead somewhere."""
        elements, words = self.page.elements, self.page.tokens.words
        element = _around(self.page, token)
        while element >= 0 and tags.IS_INLINE[elements.tag.item(element)]:
            if elements.tag.item(element) == _A and not linked:
                return False
            element = elements.parent.item(element)
        if element < 0 or not tags.IS_CELL[elements.tag.item(element)]:
            return False
        first, last = elements.open.item(element), elements.close.item(element)
        if (words[first:last] > 0).any():
            return False
        while element >= 0 and elements.tag.item(element) != _TABLE:
            element = elements.parent.item(element)
        return element >= 0 and elements.open.item(element) in self._tables


def without_repeats(
    page: Page, kept: NDArray[np.int64], found: dict[int, Attributes], marks: Marks
) -> dict[int, Attributes]:
    """The pictures without the copies of those beside them, and without signs; `found` is in order.

    kept: the number of kept pieces before each token.
    """
    if len(found) < 2:
        return found
    gone = _copies_in_runs(page, kept, found) | _signs(page, kept, found, marks)
    return {token: shown for token, shown in found.items() if token not in gone} if gone else found


def _copies_in_runs(page: Page, kept: NDArray[np.int64], found: dict[int, Attributes]) -> set[int]:
    """The pictures of which another size or theme is beside them, without text or a cell's border between."""
    gone: set[int] = set()
    seen: set[str] = set()
    last, has_cells = -1, has_tables(page)
    for token, shown in found.items():
        is_beside = last >= 0 and kept.item(token) == kept.item(last)
        if not is_beside or (has_cells and tags.IS_CELL[page.tokens.tag[last:token]].any()):
            seen, last = set(), -1
        picture = _without_size(shown["src"])
        if picture in seen:
            gone.add(token)
            continue
        seen.add(picture)
        if last >= 0 and shown.get("alt") == found[last].get("alt"):
            darker = _darker(page, last, token, found)
            if darker >= 0:
                gone.add(darker)
        last = token
    return gone


def _without_size(address: str) -> str:
    """What the addresses of one picture in several sizes have in common."""
    path, _, query = address.partition("?")
    path = _SIZE_IN_NAME.sub("", path)
    rest = _SIZE_IN_QUERY.sub("", query).strip("&")
    return f"{path}?{rest}" if rest else path


def _darker(page: Page, one: int, other: int, found: dict[int, Attributes]) -> int:
    """Which of two pictures is the variant of the other for a dark theme; -1 if none is."""
    first, second = (bool(_DARK.search(_names(page, token, found))) for token in (one, other))
    if first == second:
        return -1
    return one if first else other


def _names(page: Page, token: int, found: dict[int, Attributes]) -> str:
    parent = _around(page, token)
    around = page.attribute(page.elements.open.item(parent), "class") if parent >= 0 else ""
    return f"{page.attribute(token, 'class') or ''} {around or ''} {found[token]['src'].rpartition('/')[2]}"


def _signs(page: Page, kept: NDArray[np.int64], found: dict[int, Attributes], marks: Marks) -> set[int]:
    """The pictures at many places that are not known to be large, in no figures; of photographs, the copies.

    In tables of data they are marks. Where all of them lead to the same page, they are the picture of one
    story in several lists.
    """
    places: dict[str, list[int]] = defaultdict(list)
    for token, shown in found.items():
        if int(shown.get("width", "0")) < MIN_WIDTH:
            places[shown["src"]].append(token)
    gone: set[int] = set()
    for source, tokens in places.items():
        if len(tokens) < _MIN_PLACES or len({kept.item(token) for token in tokens}) < _MIN_PLACES:
            continue
        targets = {_target(page, token) for token in tokens}
        if len(targets) > 1 or "" in targets:
            copies = tokens if _DRAWN.search(source) else tokens[1:]
            gone.update(token for token in copies if not (marks.has(token) or _is_figure(page, token)))
    return gone


def _around(page: Page, token: int) -> int:
    """The element around a picture."""
    elements = page.elements
    return elements.parent.item(elements.open.searchsorted(token, side="right") - 1)


def _is_figure(page: Page, token: int) -> bool:
    elements, element = page.elements, _around(page, token)
    for _ in range(_MAX_LEVELS):
        if element < 0:
            return False
        if elements.tag.item(element) == _FIGURE:
            return True
        element = elements.parent.item(element)
    return False


def _target(page: Page, token: int) -> str:
    """Where the link leads that is around a picture in its line; empty without one."""
    elements, element = page.elements, _around(page, token)
    while element >= 0 and tags.IS_INLINE[elements.tag.item(element)]:
        if elements.tag.item(element) == _A:
            return page.attribute(elements.open.item(element), "href") or ""
        element = elements.parent.item(element)
    return ""
