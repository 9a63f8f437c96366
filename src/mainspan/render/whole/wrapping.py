"""Hide and mark: our elements around pieces of text, our attribute on elements of the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from mainspan.page import Page, kinds, tags
from mainspan.page.attributes import ATTRIBUTE
from mainspan.page.blocks import find_parents
from mainspan.page.kinds import Flags
from mainspan.render.whole.kept import Kept, Pair
from mainspan.render.whole.namespaces import Namespaces
from mainspan.render.whole.writing import Draft

# Important rules of the first layer win over all others of a page, and a long chain of ids over most where
# layers are unknown. Inside what is hidden all is, even if the page makes it `visible`.
_HIDE: Final = (
    "[data-mainspan]{0},[data-mainspan]{0} *,[data-mainspan] *::before,[data-mainspan] *::after"
    "{{visibility:hidden!important}}"
)
HIDE_STYLE: Final = f"@layer mainspan{{{_HIDE.format('')}}}{_HIDE.format(':not(#a):not(#b):not(#c)')}"
MARK_STYLE: Final = (
    "mark.mainspan{background:#ffe066!important;color:#000!important}"
    "tspan.mainspan{fill:#b35900!important}mtext.mainspan{background:#ffe066!important}"
)
HIDDEN_TEXT: Final = ' data-mainspan="rest"'
MARKED_TEXT: Final = ' class="mainspan"'
LOCATED_TEXT: Final = ' data-mainspan="text"'
HIDDEN: Final = 'data-mainspan="hidden"'
_SHOW: Final = "display:revert!important;visibility:visible!important"
# A style that could leave a bracket or a string open would take what follows with it.
_RISKY: Final = re.compile(r"[{}()\[\]\\*'&]")
SHOWS_NOTHING: Final = tags.table("script style template link meta base title br wbr param source track")
# What can be put around text in svg and math: at HTML's elements they would end.
_WRAPPERS: Final = {"svg": "tspan", "math": "mtext"}


def hide_rest(draft: Draft, kept_elements: Kept) -> str:
    """Hide each element that is not shown and each text beside kept ones; gives the style that does it."""
    page, roots = draft.page, kept_elements.roots()
    for element in roots[~SHOWS_NOTHING[page.elements.tag[roots]]].tolist():
        draft.add_attribute(int(page.elements.open[element]), HIDDEN)
    for token, name in wrappers(page, kept_elements.loose.tolist(), "span"):
        rest = list(rest_of(page, token, kept_elements.pieces.get(token, [])))
        _wrap(draft, token, rest, f"<{name}{HIDDEN_TEXT}>", f"</{name}>")
    if page.hidden:
        show_hidden(draft, kept_elements)
    return HIDE_STYLE


def mark_kept(draft: Draft, kept_elements: Kept) -> str:
    """Mark each piece of kept text; gives the style that shows the marks."""
    for token, name in wrappers(draft.page, list(kept_elements.pieces), "mark"):
        _wrap(draft, token, kept_elements.pieces[token], f"<{name}{MARKED_TEXT}>", f"</{name}>")
    return MARK_STYLE


def rest_of(page: Page, token: int, pieces: list[Pair]) -> Iterator[Pair]:
    """The parts of a text between its kept pieces, without whitespace at their edges; none is empty."""
    done, stop = int(page.tokens.start[token]), int(page.tokens.end[token])
    for start, end in [*pieces, (stop, stop)]:
        rest = page.source[done:start]
        if rest.strip():
            yield done + len(rest) - len(rest.lstrip()), start - len(rest) + len(rest.rstrip())
        done = end


def _wrap(draft: Draft, token: int, pieces: list[Pair], opened: str, closed: str) -> None:
    """Put tags around these pieces of a text."""
    done, stop = int(draft.page.tokens.start[token]), int(draft.page.tokens.end[token])
    if pieces == [(done, stop)]:
        draft.parts[token] = f"{opened}{draft.parts[token]}{closed}"
        return
    parts: list[str] = []
    for start, end in pieces:
        parts += (draft.text(done, start, token), opened, draft.text(start, end, token), closed)
        done = end
    draft.parts[token] = "".join([*parts, draft.text(done, stop, token)])


def wrappers(page: Page, texts: list[int], name: str) -> Iterator[tuple[int, str]]:
    """Each text with the name of an element that can be put into it."""
    tokens = page.tokens
    places = np.array(texts, dtype=np.int32)
    parents = page.elements.open.searchsorted(find_parents(tokens.kind, tokens.depth, places))
    namespaces = Namespaces(page)
    for token, parent in zip(texts, parents.tolist(), strict=True):
        yield token, _WRAPPERS.get(namespaces.inside(parent), name)


def show_hidden(draft: Draft, kept_elements: Kept) -> None:
    """Show the elements with kept text that their own attributes hide."""
    elements = draft.page.elements
    is_hidden: Flags = kept_elements.holds & ((elements.marks & (kinds.HIDDEN | kinds.INVISIBLE)) > 0)
    for token in elements.open[is_hidden].tolist():
        draft.parts[token] = _shown(draft.parts[token])


def _shown(tag: str) -> str:
    """A tag with a style that shows its element, whatever its style was."""
    style = next((value for key, value in ATTRIBUTE.findall(tag) if key == "style"), "")
    style = "" if _RISKY.search(style) else f"{style};"
    tag = ATTRIBUTE.sub(lambda match: "" if match[1] in ("style", "hidden") else match[0], tag)
    return f'{tag[:-1]} style="{style}{_SHOW}">'
