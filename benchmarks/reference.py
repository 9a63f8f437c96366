"""What a rendering must hold, found in the simplest way there is: slowly, and from the page alone.

A word is a run of characters without whitespace. It ends at tags of blocks and boxes, and where text was
left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from mainspan import Page, Spans
from mainspan.page import tags, unescape_source
from mainspan.page.kinds import CLOSE, HIDDEN, OPEN, RAW, TEXT, VOID

_BORDERS: Final = {
    name for name, number in tags.NUMBERS.items() if tags.IS_STRUCTURAL[number] or tags.IS_INLINE_BOX[number]
}
_BORDERS.discard("title")  # of a drawing: the page's own has no text around it
_LINES: Final = frozenset("p h1 h2 h3 h4 h5 h6".split())
_NO_TEXT: Final = {tags.NAMES[number] for number in tags.UNSEEN | tags.CODE}
_NO_TEXT_IN_SVG: Final = {tags.NAMES[number] for number in tags.FOREIGN_UNSEEN}
# What no renderer writes: a terminal would obey it, or it has no shape.
_CONTROLS: Final = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\xad\u200b\u2060\ufeff\ue000-\uf8ff]")
_DRAWN: Final = re.compile(
    r"(?:^|[\s_-])(?:badge|btn|button|chip|label|pill|price|rating|score|date|time|side-?note|margin-?note)s?(?:$|[\s_-])"
    r"|(?:^|[\s_-])(?:sr-only|visually-?hidden|screen-?reader|a11y)(?:$|[\s_-])",
    re.I,
)
_CODES: Final = frozenset("code kbd samp".split())
# What is between two links or boxes: a space if words are on both sides.
_APART: Final = "\ue000"
_BETWEEN_WORDS: Final = re.compile(f"(?<=[^\\W_]){_APART}+(?=[^\\W_])")
# The names that elements get in whole pages: see `mainspan.render.whole`.
_RENAMED: Final = {"xmp": "pre", "plaintext": "pre", "noscript": "span"}


class Instead(NamedTuple):
    """What is read in place of the tokens up to `last`."""

    last: int
    text: str


def words_of_spans(page: Page, spans: Spans, instead: Mapping[int, Instead] | None = None) -> list[str]:
    """The words that the spans hold, in order; `instead` goes by the first token, for formulas."""
    text = "".join(_kept_text(page, spans, instead or {}))
    return split(_BETWEEN_WORDS.sub(" ", text).replace(_APART, ""))


def split(text: str) -> list[str]:
    """The words of a text, without control characters."""
    return _CONTROLS.sub("", " ".join(text.split())).split()


def _kept_text(page: Page, spans: Spans, instead: Mapping[int, Instead]) -> Iterator[str]:
    """Kept text, with whitespace for each tag that separates words and for what was left out."""
    kept = bytearray(len(page.source))
    for start, end in spans:
        kept[start:end] = b"\1" * (end - start)
    tokens, done, lines = page.tokens, 0, 0
    before = -1
    ended: list[int] = []
    for token, kind in enumerate(tokens.kind.tolist()):
        if token < done:
            continue
        if token in instead:
            yield instead[token].text
            done = instead[token].last + 1
            before, ended = -1, []
        elif kind == TEXT:
            parts = list(_kept_parts(page, token, kept))
            if "".join(parts).strip():
                yield _APART if before >= 0 and _are_apart(page, before, token) else ""
                before, ended = token, []
            yield from parts
        elif kind == OPEN and not page.hidden and tokens.marks[token] & HIDDEN:
            # Nobody sees where it begins and ends either.
            done = int(tokens.partner[token]) + 1
        elif kind in (OPEN, CLOSE, VOID):
            name = _name(page, token)
            lines += {OPEN: 1, CLOSE: -1, VOID: 0}[kind] if name in _LINES else 0
            # In a line of text, elements of unknown names are a part of the line.
            is_known = tags.NAMES[tokens.tag[token]] != ""
            yield " " if name in _BORDERS and (is_known or not lines) else ""
            if kind != VOID and _is_drawn(page, token if kind == OPEN else int(tokens.partner[token])):
                yield _APART
            if kind == CLOSE:
                ended.append(int(tokens.partner[token]))
            elif kind == OPEN and any(_are_two(page, each, token) for each in ended):
                yield _APART
            done = int(tokens.partner[token]) if kind == OPEN and _hides(page, token) else 0


def _are_two(page: Page, ended: int, begun: int) -> bool:
    """Whether these elements are two links to different places, or two codes."""
    names = {_name(page, ended), _name(page, begun)}
    if names == {"a"}:
        return page.attribute(ended, "href") != page.attribute(begun, "href")
    return len(names) == 1 and names <= _CODES


def _are_apart(page: Page, before: int, after: int) -> bool:
    """Whether one of two texts is hidden, or they are phrases in elements side by side."""
    tokens = page.tokens
    if (tokens.marks[before] ^ tokens.marks[after]) & HIDDEN:
        return True
    kinds = tokens.kind[before:after].tolist()
    if CLOSE not in kinds or OPEN not in kinds[kinds.index(CLOSE) :]:
        return False
    ours, theirs = page.text_of(before), page.text_of(after)
    last, first = ours[-1:], theirs[:1]
    if len(theirs.split()) > 1 and first.isdecimal() and last.isalpha():
        return True
    are_phrases = max(len(ours.split()), len(theirs.split())) > 1
    return are_phrases and first.isupper() and (last.islower() or last.isdecimal())


def _is_drawn(page: Page, token: int) -> bool:
    """Whether a span is drawn as a box."""
    return _name(page, token) == "span" and bool(_DRAWN.search(page.attribute(token, "class") or ""))


def _kept_parts(page: Page, token: int, kept: bytearray) -> Iterator[str]:
    """The kept characters of a text; where some are left out, a space."""
    start, end = int(page.tokens.start[token]), int(page.tokens.end[token])
    while start < end:
        change = kept.find(1 - kept[start], start, end)
        stop = end if change < 0 else change
        part = page.source[start:stop] if kept[start] else " "
        yield part if page.tokens.marks[token] & RAW else unescape_source(part)
        start = stop


def _name(page: Page, token: int) -> str:
    # An unknown element is taken for a block, as everywhere.
    return tags.NAMES[page.tokens.tag[token]] or "div"


def _hides(page: Page, token: int) -> bool:
    """Whether an element and its content are invisible."""
    name = _name(page, token)
    return name in _NO_TEXT and not (page.hidden and name == "noscript")


def words_of_html(html: str, without: str = "math") -> list[str]:
    """The words of a rendering in HTML, but for those of elements that a selector names."""
    tree = LexborHTMLParser(html)
    for node in tree.css(without):
        node.insert_before(" ")
        node.decompose()
    root = tree.body
    return split("".join(_text_of(root))) if root is not None else []


def _text_of(root: LexborNode) -> Iterator[str]:
    """All text below a node, in order, with whitespace where a block or a box begins or ends."""
    waiting: list[tuple[LexborNode | str, bool]] = [(root, False)]
    while waiting:
        node, is_drawn = waiting.pop()
        if isinstance(node, str):
            yield node
        elif node.is_text_node:
            yield node.text_content or ""
        elif node.is_element_node:
            border = " " if (node.tag in _BORDERS or node.tag not in tags.NUMBERS) else ""
            yield border
            waiting.append((border, False))
            is_drawn = is_drawn or node.tag in ("svg", "math")
            if node.tag not in (_NO_TEXT | _NO_TEXT_IN_SVG if is_drawn else _NO_TEXT):
                waiting += [(child, is_drawn) for child in reversed(list(node.iter(include_text=True)))]


def words_shown(html: str) -> list[str]:
    """The words of a whole page that are not hidden in it."""
    tree = LexborHTMLParser(html)
    for node in tree.css('head, [data-mainspan="hidden"], [data-mainspan="rest"]'):
        node.decompose()
    return words_of_html(tree.html or "", "no-such-element")


def names_of_page(page: Page) -> list[str]:
    """The names of a page's elements, as whole pages have them: without scripts and what templates hold."""
    names, template = [], -1
    columns = (page.elements.open.tolist(), page.elements.close.tolist())
    for element, (first, last) in enumerate(zip(*columns, strict=True)):
        name = page.name_of(element)
        if first > template and name != "script":
            names.append(_plain(name))
            template = last if name == "template" else template
    return names


def names_in(html: str) -> list[str]:
    """The names of the elements that a parser finds in a document, without ours and what templates hold."""
    root = LexborHTMLParser(html).root
    nodes = root.traverse() if root else ()
    return [_plain(node.tag or "") for node in nodes if node.is_element_node and not _is_ours(node)]


def _plain(name: str) -> str:
    name = name.lower().removeprefix("mainspan-")
    return _RENAMED.get(name, name)


def _is_ours(node: LexborNode) -> bool:
    attributes = node.attributes
    if node.tag in ("mark", "tspan", "mtext") and attributes.get("class") == "mainspan":
        return True
    return attributes.get("data-mainspan") in ("rest", "head", "text")
