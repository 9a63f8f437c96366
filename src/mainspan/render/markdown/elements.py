"""Inline elements, and what is written for them."""

from __future__ import annotations

from typing import Final

from mainspan.render.events import Attributes
from mainspan.render.markdown.links import link_end
from mainspan.render.markdown.marks import ATOM, CLOSE, LINK, LINK_END, NOTE, OPEN, TAG, Mark


class Element:
    """An element that has begun, with what is written for its beginning and its end."""

    __slots__ = ("begin", "end", "is_written")

    def __init__(self, begin: Mark, end: Mark) -> None:
        self.begin = begin
        self.end = end
        self.is_written = False


# These have no marks of their own: their content is written in one piece, or not at all.
CODE: Final = Element((ATOM, ""), (ATOM, ""))
REFERENCE: Final = Element((NOTE, ""), (NOTE, ""))
BACK: Final = Element((NOTE, ""), (NOTE, ""))

_EMPHASIS: Final = {
    **dict.fromkeys(["em", "i", "cite", "dfn", "var"], "*"),
    **dict.fromkeys(["strong", "b"], "**"),
}
# What would mean something else without them: x<sup>2</sup>, <del>not</del>.
_TAGS: Final = frozenset(["sub", "sup", "del", "s"])
_CODE: Final = frozenset(["code", "samp"])


def make_element(name: str) -> Element | None:
    """What an element other than a link is written as; None if only its text is."""
    if mark := _EMPHASIS.get(name):
        return Element((OPEN, mark), (CLOSE, mark))
    if name in _TAGS:
        return Element((TAG, f"<{name}>"), (TAG, f"</{name}>"))
    return CODE if name in _CODE else None


def make_link(attributes: Attributes) -> Element | None:
    """A link; None if it leads nowhere."""
    end = link_end(attributes)
    return Element((LINK, "["), (LINK_END, end)) if end else None
