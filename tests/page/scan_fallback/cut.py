"""The scanner in Python: the specification of `scan.pyx`, and what runs where that could not be built.

Both have `cut`, which reads a normalised source and fills the token columns, and `find_words`, which
finds the words of its text tokens. A property test holds the two equal on any input. Python is slow
in loops over tokens, so here numpy works on whole columns: `tag_tokens` finds the tags, `marks`
reads their attributes, `texts` counts words.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.page import tags
from mainspan.page.kinds import (
    CLOSE,
    CODE,
    HIDDEN,
    INVISIBLE,
    LINK,
    OPEN,
    RAW,
    TEXT,
    UNSEEN,
    VISIBLE,
    VOID,
    Column,
    Scan,
    Tokens,
)
from tests.page.scan_fallback.marks import attributes_of, marks_of
from tests.page.scan_fallback.markup import Bytes, Flags, Places
from tests.page.scan_fallback.tag_tokens import Found, Letters, find_tags, letters_of
from tests.page.scan_fallback.texts import count

_SVG, _MATH, _ANNOTATION_XML, _NOSCRIPT, _IFRAME = (
    tags.NUMBERS[name] for name in ("svg", "math", "annotation-xml", "noscript", "iframe")
)
_NAME: Final = re.compile(r"[^\x20/>]+")
_LOWER: Final = bytes(range(65)) + bytes(range(97, 123)) + bytes(range(91, 256))


def _is(family: frozenset[int]) -> Flags:
    found = np.zeros(len(tags.NAMES), dtype=np.bool_)
    found[list(family)] = True
    return found


_IS_VOID: Final = _is(tags.VOID)
_IS_RAW: Final = _is(tags.RAW)
# What an element makes of its text, as in the table of effects.
_HIDES, _MAKES_CODE = 1, 2


def cut(source: str, reveal: bool = False) -> Scan:
    """Cut a normalised source into tokens that tile it exactly.

    If `reveal` is true, text that attributes hide and text in noscript elements is text like any other, with
    marks that say so. What stands in a head, or in a control or a video, is no text of the page even then.
    """
    if not source:
        return unbalanced()._replace(balanced=True)
    letters = letters_of(source)
    found = find_tags(letters)
    if found is None:
        return unbalanced()
    kind = np.where(found.is_close, CLOSE, np.where(_IS_VOID[found.number], VOID, OPEN)).astype(np.uint8)
    kind[found.is_code] = CODE
    foreign = _foreign(kind, letters, found)
    nest = _nest(kind, source, found)
    if nest is None:
        return unbalanced()
    partner, depth = nest
    marks = marks_of(letters, found, (kind == OPEN) | (kind == VOID))
    own = np.where(kind == OPEN, tags.EFFECT[foreign.astype(np.intp), found.number], 0)
    inside, marks_inside = _inside(_Elements(kind, found.number, partner, marks, own), reveal)
    tokens = _tokens(letters, found, _Tags(kind, partner, depth, marks, inside, marks_inside))
    foreign_raw = bool(np.any(_IS_RAW[found.number] & foreign & (kind == OPEN)))
    full_frame = bool(found.raw[found.number == _IFRAME].any())
    return Scan(tokens, True, foreign_raw, full_frame, _names(tokens.tag))


def unbalanced() -> Scan:
    """The answer for a source that is no normalised document."""
    none = np.zeros(0, dtype=np.int32)
    small = np.zeros(0, dtype=np.uint8)
    tag = none.astype(np.int16)
    tokens = Tokens(none, none, small, tag, none, none, none, none, small)
    return Scan(tokens, False, False, False, _names(tag))


def _names(tag: NDArray[np.int16]) -> Flags:
    """For each name whether it occurs."""
    found: Flags = np.zeros(len(tags.NAMES), dtype=np.bool_)
    found[tag] = True
    # Texts have no name, and neither have comments.
    found[0] = False
    return found


class _Tags(NamedTuple):
    """What is known of each tag; `inside` and `marks_inside` are what the text that follows it is."""

    kind: Bytes
    partner: Places
    depth: Column
    marks: Bytes
    inside: Bytes
    marks_inside: Bytes


def _tokens(letters: Letters, found: Found, known: _Tags) -> Tokens:
    """The token columns: each tag, the raw content after it, and the text up to the next tag."""
    size = len(letters.narrow)
    lengths = np.empty((len(found.start), 3), dtype=np.int32)
    lengths[:, 0] = found.end - found.start
    lengths[:, 1] = found.raw
    lengths[:, 2] = np.append(found.start[1:], size) - found.end - found.raw
    flat = lengths.reshape(-1)
    place = np.flatnonzero(flat)
    end = np.cumsum(flat, dtype=np.int32)[place]
    start = end - flat[place]
    row = place // 3
    tags_at = np.flatnonzero(place == 3 * row)  # of each tag, its token
    raw = place == 3 * row + 1
    kind = known.inside[row]
    kind[tags_at] = known.kind
    tag = np.zeros(len(place), dtype=np.int16)
    tag[tags_at] = found.number
    partner = np.arange(len(place), dtype=np.int32)
    partner[tags_at] = tags_at[known.partner]
    depth = (known.depth + (known.kind == OPEN))[row]
    depth[tags_at] = known.depth
    marks = known.marks_inside[row]
    marks[raw] |= RAW
    marks[tags_at] = known.marks
    words, characters = np.zeros((2, len(place)), dtype=np.int32)
    texts = np.flatnonzero(kind == TEXT)
    words[texts], characters[texts], edges = count(letters.codes, start[texts], end[texts], raw[texts])
    marks[texts] |= edges
    return Tokens(start, end, kind, tag, partner, depth, words, characters, marks)


def _foreign(kind: Bytes, letters: Letters, found: Found) -> Flags:
    """Which tags belong to svg or math. There, names such as `link` are no void elements.

    Walks through the svg and math elements alone, since few tags of a page are inside them.
    """
    foreign = np.zeros(len(kind), dtype=np.bool_)
    roots = np.flatnonzero((kind == OPEN) & ((found.number == _SVG) | (found.number == _MATH)))
    if not len(roots):
        return foreign
    kinds, numbers = kind.tolist(), found.number.tolist()
    done = 0
    for root in roots.tolist():
        if root < done:
            continue
        stack: list[tuple[bool, int]] = []  # is it foreign itself, and the world of its children
        for k in range(root, len(kinds)):
            if kinds[k] == CLOSE:
                foreign[k] = stack.pop()[0]
            elif kinds[k] != CODE:
                number = numbers[k]
                world = _world(stack[-1][1] if stack else 0, number)
                foreign[k] = world != 0
                if kinds[k] == OPEN or world:
                    kind[k] = OPEN
                    inside = _world_inside(world, number)
                    if inside == -_MATH and _holds_html(letters, found, k):
                        inside = 0
                    stack.append((world != 0, inside))
            done = k
            if not stack:
                break
    return foreign


def _world(around: int, number: int) -> int:
    """The world of an element: 0 for HTML, else svg's or math's number."""
    if around == 0:
        return number if number in (_SVG, _MATH) else 0
    return number if around == -_MATH and number == _SVG else abs(around)


def _world_inside(world: int, number: int) -> int:
    """The world of an element's children. -math stands for annotation-xml, in which svg is svg."""
    if world == _SVG:
        return 0 if number in tags.HTML_IN_SVG else _SVG
    if world == _MATH and number == _ANNOTATION_XML:
        return -_MATH
    return 0 if number in tags.HTML_IN_MATH else world


def _holds_html(letters: Letters, found: Found, k: int) -> bool:
    """Whether an annotation-xml says that HTML stands in it."""
    encoding = attributes_of(letters, found, k).get(b"encoding", b"").translate(_LOWER)
    return encoding in (b"text/html", b"application/xhtml+xml")


def _nest(kind: Bytes, source: str, found: Found) -> tuple[Places, Column] | None:
    """Partners and depths of the tags; None if they do not nest."""
    opens, closes = kind == OPEN, kind == CLOSE
    step = opens.astype(np.int32) - closes
    after = np.cumsum(step, dtype=np.int32)
    depth = after - opens
    if after[-1] != 0 or int(depth.min()) < 0:
        return None
    # Among the tags of one depth, each open tag is followed at once by its close tag.
    paired = np.flatnonzero(opens | closes)
    level = depth[paired]
    if int(level.max(initial=0)) < 2**15:
        level = level.astype(np.int16)  # sorted in linear time
    paired = paired[np.argsort(level, kind="stable")]
    first, second = paired[0::2], paired[1::2]
    if np.any(found.number[first] != found.number[second]):
        return None
    unknown = found.number[first] == 0
    for a, b in zip(found.name[first[unknown]].tolist(), found.name[second[unknown]].tolist(), strict=True):
        if _spell(source, a) != _spell(source, b):
            return None
    partner = np.arange(len(kind), dtype=np.intp)
    partner[first], partner[second] = second, first
    return partner, depth


def _spell(source: str, place: int) -> str:
    match = _NAME.match(source, place)
    return match.group() if match else ""


class _Elements(NamedTuple):
    """What is known of each tag before its texts are; `own` is the effect of the element that it opens."""

    kind: Bytes
    tag: NDArray[np.int16]
    partner: Places
    marks: Bytes
    own: Bytes


def _inside(elements: _Elements, reveal: bool) -> tuple[Bytes, Bytes]:
    """The kind and the marks of the text that follows each tag, from the elements around it."""
    kind, tag, partner, marks, own = elements
    opens = kind == OPEN
    veiled = _stand_in(opens & (own == 0) & ((marks & HIDDEN) > 0), partner) | _invisible(
        opens, partner, marks
    )
    inside = np.where(_stand_in(opens & ((marks & LINK) > 0), partner), LINK, 0).astype(np.uint8)
    hiding = own == _HIDES
    if reveal:
        noscript = hiding & (tag == _NOSCRIPT)
        inside[veiled] |= HIDDEN
        inside[_stand_in(noscript, partner)] |= INVISIBLE
        unseen = _stand_in(hiding & ~noscript, partner)
    else:
        unseen = _stand_in(hiding, partner) | veiled
    kinds = np.where(unseen, UNSEEN, TEXT).astype(np.uint8)
    kinds[_stand_in(own == _MAKES_CODE, partner)] = CODE
    return kinds, inside


def _stand_in(elements: Flags, partner: Places) -> Flags:
    """Whether what follows each tag stands in one of these elements, which are given by their open tags."""
    step = elements.astype(np.int32)
    step[partner[np.flatnonzero(elements)]] -= 1
    found: Flags = np.cumsum(step) > 0
    return found


def _invisible(opens: Flags, partner: Places, marks: Bytes) -> Flags:
    """Visibility is inherited, and an element inside can be visible again: the inner ones paint last."""
    found = np.zeros(len(opens), dtype=np.bool_)
    for i in np.flatnonzero(opens & ((marks & (INVISIBLE | VISIBLE)) > 0)).tolist():
        found[i : partner[i]] = (marks[i] & INVISIBLE) > 0
    return found
