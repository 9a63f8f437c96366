"""The scanner in Python: the specification of `scan.pyx`, and what runs where that could not be built.

Both have `cut`, which reads a normalised source and fills the token columns, and `find_words`, which
finds the words of its text tokens. A property test holds the two equal on any input. Python is slow
in loops over tokens, so here a regular expression cuts and numpy does the rest.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mainspan.page import tags
from mainspan.page.kinds import (
    ARIA_HIDDEN,
    CLOSE,
    CODE,
    HIDDEN,
    INVISIBLE,
    LINK,
    OPEN,
    RAW,
    SPACE_AFTER,
    SPACE_BEFORE,
    TEXT,
    UNSEEN,
    VISIBLE,
    VOID,
    Column,
    Cut,
)

Flags = NDArray[np.bool_]
Bytes = NDArray[np.uint8]

# A script ends at its end tag, except after `<script` inside `<!--` (the standard's double-escaped
# state). Each alternative begins with a character of its own, so nothing is read twice. A script that
# the page did not end, in that state, runs to the end: its end tag is the last one.
_END = r"[\t\n\f\x20/>]"
_DOUBLE_ESCAPED = rf"<script{_END}(?:[^<-]++|<(?!/script{_END})|-(?!->))*+(?:</script{_END})?+"
_ESCAPED = rf"<!--(?!-?>)(?:[^<-]++|{_DOUBLE_ESCAPED}|<(?!/?script{_END})|-(?!->))*+"
_SCRIPT = rf"(?ai:(?:[^<]++|{_ESCAPED}|<(?!/script{_END}|!--(?!-?>)))*+)"

# One tag (or comment), the raw content of its element, and the text up to the next tag. In a
# normalised source a tag ends at its first `>`, whatever quotes stand in it, and a raw-text element
# has its end tag, so each character is read a bounded number of times.
_TOKEN: Final = re.compile(
    rf"""<(?:
      (!--(?s:.*?)--|[!?][^>]*)>
    | (?:(?=(script)[\x20>])|(?=(style|xmp|iframe|noembed|noframes)[\x20>])|(?=(plaintext)[\x20>])|)
      (/?[^\x20/>]+)([^>]*)>
      ((?(2)(?:{_SCRIPT}(?=</script>)|(?s:.*)(?=</script>)))(?(3)(?s:.*?)(?=</\3>))(?(4)(?s:.*)(?=</plaintext>)))
    )([^<]*)""",
    re.VERBOSE,
)
_ATTRIBUTE: Final = re.compile(r' ([^\x20/>][^\x20/>=]*)="([^"]*)"')

_NUMBERS: Final = {slash + name: n for name, n in tags.NUMBERS.items() if n for slash in ("", "/")}
_SVG, _MATH, _A = tags.NUMBERS["svg"], tags.NUMBERS["math"], tags.NUMBERS["a"]
_AREA, _ANNOTATION_XML = tags.NUMBERS["area"], tags.NUMBERS["annotation-xml"]
_LOWER: Final = {letter: letter + 32 for letter in range(ord("A"), ord("Z") + 1)}
# Style declarations are compared in lower case and without white space.
_TIGHT: Final = _LOWER | dict.fromkeys(map(ord, " \t\n\f\r"))


def _is(family: frozenset[int]) -> Flags:
    found = np.zeros(len(tags.NAMES), dtype=np.bool_)
    found[list(family)] = True
    return found


_IS_VOID: Final = _is(tags.VOID)
_IS_RAW: Final = _is(tags.RAW)


def cut(source: str) -> Cut:
    """Cut a normalised source into tokens that tile it exactly."""
    rows = _read(source)
    if int(rows.lengths.sum()) != len(source):
        return unbalanced()
    lengths = rows.lengths.reshape(-1)
    place = np.flatnonzero(lengths)
    end = np.cumsum(lengths, dtype=np.int32)[place]
    start = end - lengths[place]
    row, column = np.divmod(place, 3)
    is_tag = (column == 0) & ~rows.is_code[row]
    tag = np.where(is_tag, rows.numbers[row], 0).astype(np.int16)
    kind = np.where(rows.is_close[row], CLOSE, np.where(_IS_VOID[tag], VOID, OPEN)).astype(np.uint8)
    kind[~is_tag] = TEXT
    foreign = _foreign(kind, tag, rows.attributes, row)
    nest = _nest(kind, rows.names, row)
    if nest is None:
        return unbalanced()
    partner, depth = nest
    marks = _marks(kind, tag, rows.attributes, row)
    effect = _effects(kind, tag, partner, marks, foreign)
    other = ~is_tag
    kind[other] = np.array([TEXT, UNSEEN, CODE], dtype=np.uint8)[effect[other]]
    kind[(column == 0) & other] = CODE
    raw = column == 1
    words, characters, edges = _count(source, start, end, np.flatnonzero(kind == TEXT), raw)
    foreign_raw = bool(np.any(_IS_RAW[tag] & foreign & (kind == OPEN)))
    marks |= edges
    marks[raw] |= RAW
    return Cut(start, end, kind, tag, partner, depth, words, characters, marks, True, foreign_raw)


def unbalanced() -> Cut:
    """The answer for a source that is no normalised document."""
    none = np.zeros(0, dtype=np.int32)
    small = np.zeros(0, dtype=np.uint8)
    return Cut(none, none, small, none.astype(np.int16), none, none, none, none, small, False, False)


class _Rows(NamedTuple):
    """What the regular expression found: a row is a tag, its raw content, and the text after it."""

    names: Sequence[str]
    attributes: Sequence[str]
    lengths: Column
    numbers: NDArray[np.int16]
    is_code: Flags
    is_close: Flags


def _read(source: str) -> _Rows:
    found = _TOKEN.findall(source)
    count = len(found)
    codes, _, _, _, names, attributes, contents, texts = zip(*found, strict=True) if found else ((),) * 8

    def lengths(strings: Sequence[str]) -> Column:
        return np.fromiter(map(len, strings), dtype=np.int32, count=count)

    code = lengths(codes)
    tag = code + lengths(names) + lengths(attributes) + 2
    numbers = np.fromiter((_NUMBERS.get(name, 0) for name in names), dtype=np.int16, count=count)
    is_close = np.fromiter((name[:1] == "/" for name in names), dtype=np.bool_, count=count)
    columns = np.stack([tag, lengths(contents), lengths(texts)], axis=1)
    return _Rows(names, attributes, columns, numbers, code > 0, is_close)


def _foreign(kind: Bytes, tag: NDArray[np.int16], attributes: Sequence[str], row: NDArray[np.intp]) -> Flags:
    """Which tags belong to svg or math. There, names such as `link` are no void elements.

    Walks through the svg and math elements alone, since few tags of a page are inside them.
    """
    foreign = np.zeros(len(kind), dtype=np.bool_)
    done = 0
    for root in np.flatnonzero((kind == OPEN) & ((tag == _SVG) | (tag == _MATH))).tolist():
        if root < done:
            continue
        stack: list[tuple[bool, int]] = []  # is it foreign itself, and the world of its children
        for i in range(root, len(kind)):
            if kind[i] == CLOSE:
                foreign[i] = stack.pop()[0]
            elif kind[i] != TEXT:
                number = int(tag[i])
                world = _world(stack[-1][1] if stack else 0, number)
                foreign[i] = world != 0
                if kind[i] == OPEN or world:
                    kind[i] = OPEN
                    stack.append((world != 0, _world_inside(world, number, attributes[row[i]])))
            done = i
            if not stack:
                break
    return foreign


def _world(around: int, number: int) -> int:
    """The world of an element: 0 for HTML, else svg's or math's number."""
    if around == 0:
        return number if number in (_SVG, _MATH) else 0
    return number if around == -_MATH and number == _SVG else abs(around)


def _world_inside(world: int, number: int, attributes: str) -> int:
    """The world of an element's children. -math stands for math in which svg is svg."""
    if world == _SVG:
        return 0 if number in tags.HTML_IN_SVG else _SVG
    if world == _MATH and number == _ANNOTATION_XML:
        encoding = dict(reversed(_ATTRIBUTE.findall(attributes))).get("encoding", "").translate(_LOWER)
        return 0 if encoding in ("text/html", "application/xhtml+xml") else -_MATH
    return 0 if number in tags.HTML_IN_MATH else world


def _nest(kind: Bytes, names: Sequence[str], row: NDArray[np.intp]) -> tuple[Column, Column] | None:
    """Partners and depths of the tags; None if they do not nest."""
    opens, closes = kind == OPEN, kind == CLOSE
    step = opens.astype(np.int32) - closes
    depth = np.cumsum(step, dtype=np.int32) - opens
    if int(step.sum()) != 0 or int(depth.min(initial=0)) < 0:
        return None
    # Among the tags of one depth, each open tag is followed at once by its close tag.
    paired = np.flatnonzero(opens | closes)
    paired = paired[np.argsort(depth[paired], kind="stable")]
    first, second = paired[0::2], paired[1::2]
    for a, b in zip(row[first].tolist(), row[second].tolist(), strict=True):
        if names[b] != "/" + names[a]:
            return None
    partner = np.arange(len(kind), dtype=np.int32)
    partner[first], partner[second] = second, first
    return partner, depth


def _marks(kind: Bytes, tag: NDArray[np.int16], attributes: Sequence[str], row: NDArray[np.intp]) -> Bytes:
    """What the attributes of each open or void tag say."""
    marks = np.zeros(len(kind), dtype=np.uint8)
    tagged = np.flatnonzero((kind == OPEN) | (kind == VOID))
    for i, r in zip(tagged.tolist(), row[tagged].tolist(), strict=True):
        text = attributes[r]
        if text and ("hidden" in text or "style=" in text or ("href=" in text and tag[i] in (_A, _AREA))):
            marks[i] = _mark(int(tag[i]), text)
    return marks


def _mark(tag: int, attributes: str) -> int:
    mark = 0
    for name, value in _ATTRIBUTE.findall(attributes):
        if name == "hidden":
            mark |= HIDDEN
        elif name == "aria-hidden" and value.translate(_LOWER) == "true":
            mark |= ARIA_HIDDEN
        elif name == "href" and tag in (_A, _AREA):
            mark |= LINK
        elif name == "style":
            mark |= _mark_of_style(value)
    return mark


def _mark_of_style(style: str) -> int:
    """The marks of an inline style; of several declarations the last one counts."""
    hidden = seen = 0
    for declaration in style.translate(_TIGHT).split(";"):
        name, _, value = declaration.partition(":")
        value = value.removesuffix("!important")
        if name == "display":
            hidden = HIDDEN if value == "none" else 0
        elif name == "visibility":
            seen = {"hidden": INVISIBLE, "collapse": INVISIBLE, "visible": VISIBLE}.get(value, 0)
    return hidden | seen


def _effects(kind: Bytes, tag: NDArray[np.int16], partner: Column, marks: Bytes, foreign: Flags) -> Bytes:
    """What the elements around each token make of its text: 0 text, 1 unseen, 2 code."""
    opens = kind == OPEN
    own = np.where(opens, tags.EFFECT[foreign.astype(np.intp), tag], 0)
    own[opens & ((marks & HIDDEN) > 0) & (own == 0)] = 1
    effect = np.zeros(len(kind), dtype=np.uint8)
    # Visibility is inherited, and an element inside can be visible again: the inner ones paint last.
    for i in np.flatnonzero(opens & ((marks & (INVISIBLE | VISIBLE)) > 0)).tolist():
        effect[i : partner[i]] = 1 if marks[i] & INVISIBLE else 0
    for level in (1, 2):
        around = np.zeros(len(kind) + 1, dtype=np.int32)
        elements = np.flatnonzero(own == level)
        around[elements] += 1
        around[partner[elements]] -= 1
        effect[np.cumsum(around)[:-1] > 0] = level
    return effect


# --- words ----------------------------------------------------------------------------------------

# Classes of characters. Han and kana, and the scripts of South East Asia, are written without spaces.
_OTHER, _SPACE, _IDEOGRAPH, _SYLLABLE, _REST = range(5)
# So a word is at most this many characters there: about the mean length of their words.
_UNITS: Final = np.array([0x7FFFFFFF, 1, 2, 4, 1], dtype=np.int64)


def _classes() -> Bytes:
    """The class of each character of the first two planes; the third has Han and the rest others."""
    table = np.zeros(0x20000, dtype=np.uint8)
    for first, last in tags.IDEOGRAPHS:
        table[first : last + 1] = _IDEOGRAPH
    for first, last in tags.SYLLABLES:
        table[first : last + 1] = _SYLLABLE
    table[list(tags.SPACES)] = _SPACE
    return table


_CLASS: Final = _classes()


class _Characters(NamedTuple):
    """The characters of some text tokens, with a space before each token and after the last."""

    klass: Bytes  # with references folded: the first character stands for all, the rest is _REST
    token: NDArray[np.intp]  # which of the tokens
    offset: NDArray[np.int64]  # where in the source


def _read_characters(
    source: str, start: Column, end: Column, texts: NDArray[np.intp], raw: Flags
) -> _Characters:
    starts, ends = start[texts].tolist(), end[texts].tolist()
    joined = " ".join(["", *(source[a:b] for a, b in zip(starts, ends, strict=True))])
    codes = np.frombuffer((joined + " ").encode("utf-32-le"), dtype=np.uint32)
    high = codes >= 0x20000
    klass = _CLASS[np.where(high, 0, codes)]
    klass[high & (codes < 0x40000)] = _IDEOGRAPH
    length = end[texts].astype(np.int64) - start[texts] + 1
    length[-1] += 1
    token = np.repeat(np.arange(len(texts)), length)
    offset = np.arange(len(token)) - np.repeat(np.cumsum(length) - length, length) - 1
    offset += np.repeat(start[texts].astype(np.int64), length)
    references = np.flatnonzero(codes == ord("&"))
    references = references[~raw[texts][token[references]]]
    second = codes[references + 1]
    for letter, size in (("n", 6), ("a", 5), ("l", 4), ("g", 4)):
        at = references[second == ord(letter)]
        for step in range(1, size):
            klass[at + step] = _SPACE if letter == "n" else _REST
        klass[at] = _SPACE if letter == "n" else _OTHER
    return _Characters(klass, token, offset)


def _count(
    source: str, start: Column, end: Column, texts: NDArray[np.intp], raw: Flags
) -> tuple[Column, Column, Bytes]:
    """Words and characters of each text token, and the white space at its edges."""
    words, characters = np.zeros((2, len(start)), dtype=np.int32)
    edges = np.zeros(len(start), dtype=np.uint8)
    if not len(texts):
        return words, characters, edges
    read = _read_characters(source, start, end, texts, raw)
    space = read.klass == _SPACE
    run = ~space & np.roll(space, 1)
    runs = np.bincount(read.token[run], minlength=len(texts))
    signs = np.bincount(read.token[~space & (read.klass != _REST)], minlength=len(texts))
    words[texts] = np.bincount(read.token[_word_starts(read.klass)], minlength=len(texts))
    characters[texts] = signs + np.maximum(runs - 1, 0)
    first = np.flatnonzero(np.diff(read.token, prepend=-1)) + 1
    last = np.append(first[1:], len(space)) - 2
    edges[texts] = space[first] * np.uint8(SPACE_BEFORE) | space[last] * np.uint8(SPACE_AFTER)
    return words, characters, edges


def _word_starts(klass: Bytes) -> Flags:
    """Where words begin: after white space, where the class changes, and after each full unit."""
    solid = np.where(klass == _REST, _OTHER, klass)
    before = np.roll(solid, 1)
    inside = solid != _SPACE
    segment = inside & (solid != before)
    place = np.arange(len(klass))
    since = place - np.maximum.accumulate(np.where(segment, place, 0))
    starts: Flags = inside & (since % _UNITS[solid] == 0)
    return starts


def find_words(
    source: str, start: Column, end: Column, words: Column, marks: Bytes
) -> tuple[Column, Column, Column]:
    """Start, end and token of each word, from the columns of the tokens."""
    texts = np.flatnonzero(words)
    if not len(texts):
        none = np.zeros(0, dtype=np.int32)
        return none, none, none
    read = _read_characters(source, start, end, texts, (marks & RAW) > 0)
    begins = _word_starts(read.klass)
    solid = read.klass != _SPACE
    # A word ends before the next one begins or white space follows.
    following = np.append(begins[1:] | ~solid[1:], True)
    first, last = np.flatnonzero(begins), np.flatnonzero(solid & following)
    token = texts[read.token[first]].astype(np.int32)
    return read.offset[first].astype(np.int32), (read.offset[last] + 1).astype(np.int32), token
