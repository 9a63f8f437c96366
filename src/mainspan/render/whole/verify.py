"""A page that is written again is read again: what a parser makes of it must be the page.

A few trees cannot be written as HTML, though broken pages give them: a paragraph in a paragraph, a link in a
link. An element that a parser would move is written under a name that means nothing to it, and all is read
once more. If that happens too often, as in salvaged pages, all elements with rules of their own are renamed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.decode import encode
from mainspan.page.kinds import OPEN, VOID, Flags, Tokens
from mainspan.page.parse import parse
from mainspan.render.layout import Places
from mainspan.render.whole.collapsing import COLLAPSED_TEXT
from mainspan.render.whole.head import doctype, head
from mainspan.render.whole.kept import Kept
from mainspan.render.whole.wrapping import HIDDEN_TEXT, LOCATED_TEXT, MARKED_TEXT
from mainspan.render.whole.writing import Draft, Names, new_names

# Changes a draft into one of the forms, and gives the style that it needs.
Form = Callable[[Draft, Kept], str]

# How often a page is written with more elements renamed: one at first, then all like it.
_MAX_ATTEMPTS: Final = 8
_MAX_SINGLE_ATTEMPTS: Final = 3
_PREFIX: Final = "mainspan-"
# Elements that parsers move, close, or read in ways of their own.
_FRAGILE: Final = tags.table(
    "p h1 h2 h3 h4 h5 h6 pre listing form li dd dt a b big code em font i s small strike strong tt u "
    "nobr button applet marquee object table caption colgroup col tbody thead tfoot tr td th select "
    "option optgroup ruby rb rt rp rtc svg math title textarea iframe noembed noframes noscript "
    "frameset frame plaintext xmp image keygen isindex link script style"
)
_WRAPPERS: Final = ("mark", "span", "tspan", "mtext")
_LOCATED: Final = ("mainspan-text", "tspan", "mtext")
_IN_HEAD: Final = ("meta", "base", "style", "script")
_OURS: Final = (
    *(f"<{name}{mark}>" for name in _WRAPPERS for mark in (HIDDEN_TEXT, COLLAPSED_TEXT, MARKED_TEXT)),
    *(f"<{name}{LOCATED_TEXT}" for name in _LOCATED),
    *(f'<{name} data-mainspan="head"' for name in _IN_HEAD),
)
_MAY_BE_OURS: Final = tags.table(" ".join([*_WRAPPERS, *_IN_HEAD]))
# Names that HTML does not have share the number 0.
_MAY_BE_OURS[0] = True


def write_faithfully(
    page: Page, kept_elements: Kept, form: Form, *, scripts: bool = False, own: str = ""
) -> str:
    """The page in a form, such that a parser finds the page's elements in it, and ours.

    own: elements for the head, each with the attribute `data-mainspan="head"` first.
    """
    names = new_names(page, kept_elements.holds)
    for attempt in range(1 if page.salvaged else _MAX_ATTEMPTS):
        written, text = _write(page, kept_elements, form, names, scripts, own)
        strange = _first_difference(page, written, names, text)
        if strange < 0:
            return text
        if strange == len(page.elements) or strange in names:
            break
        moved = [strange] if attempt < _MAX_SINGLE_ATTEMPTS else _alike(page, strange)
        names |= {element: _PREFIX + _plain_name(page, element) for element in moved}
    return _write(page, kept_elements, form, names | _rename_all(page), scripts, own)[1]


def _write(
    page: Page, kept_elements: Kept, form: Form, names: Names, scripts: bool, own: str
) -> tuple[Places, str]:
    """The elements that are written, and all that is written."""
    draft = Draft.of(page, names, scripts=scripts)
    style = form(draft, kept_elements)
    elements = page.elements
    heads = np.flatnonzero(elements.tag == tags.NUMBERS["head"])
    if len(heads):
        draft.parts[elements.open[heads[0]]] += head(page, style, scripts=scripts, own=own)
    return np.flatnonzero(~draft.is_out[elements.open]), doctype(page) + draft.finish()


def _first_difference(page: Page, written: Places, names: Names, text: str) -> int:
    """The first element that a parser does not find in the text as it is in the page, or -1.

    Their number if a parser finds more than there are, or does not read the text at all.
    """
    again = parse(encode(text))
    if again.salvaged:
        return len(page.elements)
    elements = page.elements
    renamed = elements.tag.copy()
    for element, name in names.items():
        renamed[element] = tags.NUMBERS.get(name, 0)
    written = written[~_is_ours(page.source, page.tokens, elements.open[written], MARKED_TEXT)]
    tokens = again.scan.tokens
    found = np.flatnonzero((tokens.kind == OPEN) | (tokens.kind == VOID))
    found = found[~_is_ours(again.source, tokens, found, "")]
    ours = np.stack([renamed[written], elements.depth[written]])
    theirs = np.stack([tokens.tag[found], tokens.depth[found]])
    common = min(ours.shape[1], theirs.shape[1])
    differs = np.flatnonzero((ours[:, :common] != theirs[:, :common]).any(axis=0))
    if len(differs):
        return int(written[differs[0]])
    if ours.shape[1] == theirs.shape[1]:
        return -1
    return int(written[common]) if common < len(written) else len(elements)


def _alike(page: Page, element: int) -> list[int]:
    """The elements of the same name in an element of the same name as this one's parent."""
    tag = page.elements.tag
    around = tag[page.elements.parent]
    found: list[int] = np.flatnonzero((tag == tag[element]) & (around == around[element])).tolist()
    return found


def _is_ours(source: str, tokens: Tokens, places: NDArray[np.integer], mark: str) -> Flags:
    """Which of these tags are ours, or, given a mark, as ours with that mark are."""
    prefixes = tuple(prefix for prefix in _OURS if mark in prefix)
    found: Flags = _MAY_BE_OURS[tokens.tag[places]]
    candidates = np.flatnonzero(found)
    starts = tokens.start[places[candidates]].tolist()
    found[candidates] = [source.startswith(prefixes, start) for start in starts]
    return found


def _plain_name(page: Page, element: int) -> str:
    """The letters of an element's name that are allowed in any name."""
    return "".join(c for c in page.name_of(element).lower() if "a" <= c <= "z" or "0" <= c <= "9")


def _rename_all(page: Page) -> Names:
    """New names for all fragile elements of the body."""
    elements = page.elements
    bodies = np.flatnonzero(elements.tag == tags.NUMBERS["body"])
    start = int(bodies[0]) + 1 if len(bodies) else len(elements)
    fragile = np.flatnonzero(_FRAGILE[elements.tag[start:]]) + start
    return {element: _PREFIX + _plain_name(page, element) for element in fragile.tolist()}
