"""What the attributes of tags say, for the Python scanner.

A serialised attribute is written ` name="value"`, and no value holds a quotation mark. So numpy finds
the few tags in which a name that matters may stand, and only those are read exactly.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from mainspan.page import tags
from mainspan.page.kinds import ARIA_HIDDEN, HIDDEN, INVISIBLE, LINK, VISIBLE
from tests.page.scan_fallback.markup import Bytes, Flags, Places, word
from tests.page.scan_fallback.tag_tokens import Found, Letters

_ATTRIBUTE: Final = re.compile(rb' ([^\x20/>][^\x20/>=]*)="([^"]*)"')
# Style declarations are compared in lower case and without white space.
_SPACES: Final = b" \t\n\f\r"
_LOWER: Final = bytes(range(65)) + bytes(range(97, 123)) + bytes(range(91, 256))
_VISIBILITY: Final = {b"hidden": INVISIBLE, b"collapse": INVISIBLE, b"visible": VISIBLE}

_HIDDEN, _ARIA_HIDDEN, _STYLE = word(b" hidden="), word(b"-hidden="), word(b' style="')
_HREF, _SEVEN_BYTES = word(b' href="'), word(b"\xff" * 7)
_MAY_LINK: Final = tags.table("a area")


def attributes_of(letters: Letters, found: Found, k: int) -> dict[bytes, bytes]:
    """The attributes of the k-th tag; of several with one name the first counts."""
    return dict(reversed(_ATTRIBUTE.findall(letters.padded, found.name[k], found.end[k])))


def marks_of(letters: Letters, found: Found, begins: Flags) -> Bytes:
    """The marks of the tags that begin an element."""
    marks = np.zeros(len(found.start), dtype=np.uint8)
    for k in _with_hiding_names(letters, found, begins).tolist():
        marks[k] = _hiding_mark(letters.padded, int(found.name[k]), int(found.end[k]))
    links = np.flatnonzero(begins & _MAY_LINK[found.number])
    # In most links `href` comes first.
    first = letters.eights[found.name[links] + found.length[links]] & _SEVEN_BYTES == _HREF
    marks[links[first]] |= LINK
    for k in links[~first].tolist():
        if _has_href(letters.padded, int(found.name[k]), int(found.end[k])):
            marks[k] |= LINK
    return marks


def _with_hiding_names(letters: Letters, found: Found, begins: Flags) -> Places:
    """The tags in which an attribute that hides may stand."""
    equals = np.flatnonzero(letters.narrow == ord("="))
    equals = equals[np.searchsorted(equals, 8) :]
    before = letters.eights[equals - 7]
    style = letters.eights[equals - 6] == _STYLE
    equals = equals[style | (before == _HIDDEN) | (before == _ARIA_HIDDEN)]
    tag = np.searchsorted(found.start, equals) - 1
    tag = tag[equals < found.end[tag]]
    return np.unique(tag[begins[tag]])


def _has_href(padded: bytes, name: int, end: int) -> bool:
    place = padded.find(b' href="', name, end)
    if place < 0:
        return False
    # After a quotation mark it is an attribute, unless that mark begins a value (or a value ends with `=`).
    if padded[place - 1] == ord('"') and padded[place - 2] != ord("="):
        return True
    return any(match[1] == b"href" for match in _ATTRIBUTE.finditer(padded, name, end))


def _hiding_mark(padded: bytes, name: int, end: int) -> int:
    mark = 0
    for key, value in _ATTRIBUTE.findall(padded, name, end):
        if key == b"hidden":
            mark |= HIDDEN
        elif key == b"aria-hidden" and value.translate(_LOWER) == b"true":
            mark |= ARIA_HIDDEN
        elif key == b"style":
            mark |= _mark_of_style(value)
    return mark


def _mark_of_style(style: bytes) -> int:
    """The marks of an inline style; of several declarations the last one counts."""
    hidden = seen = 0
    style = style.translate(_LOWER, _SPACES)
    if b"display" not in style and b"visibility" not in style:
        return 0
    for declaration in style.split(b";"):
        name, _, value = declaration.partition(b":")
        value = value.removesuffix(b"!important")
        if name == b"display":
            hidden = HIDDEN if value == b"none" else 0
        elif name == b"visibility":
            seen = _VISIBILITY.get(value, 0)
    return hidden | seen
