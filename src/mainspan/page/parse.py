"""A page's text to its normalised source: parsed by an HTML5 parser and serialised at once.

The source can be split into tokens from left to right without knowing the standard's many states. It
is an internal form, never parsed again and never served as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode, SelectolaxError

from mainspan.errors import SelectorError
from mainspan.page import limits, tags
from mainspan.page.kinds import OPEN, VOID, Scan
from mainspan.page.salvage import salvage
from mainspan.page.survey import survey
from mainspan.page.tokenise import tokenise

_MARKUP: Final = re.compile(rb"<[A-Za-z/!?]")
_TEMPLATE: Final = tags.NUMBERS["template"]
_PRE: Final = tags.NUMBERS["pre"]
# The end of a line of code before the next one, as highlighters write them where style sheets divide them.
_LINE_END: Final = re.compile(
    r"</span>(?=<span(?: [^<>]{0,500})? (?:"
    r'class="(?:[^"<>]{0,500} )?(?:[\w-]{1,40}-)?line[" ]'
    r'|style="[^"<>]{0,500}?display: ?(?:block|flex|grid|table-row)\b))'
)
_IFRAME: Final = tags.NUMBERS["iframe"]
# Bounded, so that each place is read a bounded number of times.
_OPEN_FRAME: Final = re.compile(rb"(<iframe[^<>]{0,2000}>\s{0,20})(?=</noscript)", re.IGNORECASE)


class Parsed(NamedTuple):
    """A normalised source, its scan, and why it was salvaged if it was."""

    source: str
    scan: Scan
    salvaged: str


def parse(page: bytes, *, include_hidden: bool = False) -> Parsed:
    """Normalise a page given as UTF-8, and tokenise it. Any bytes give a source.

    With `include_hidden`, hidden text is text like any other.
    """
    page = _with_markup(page)
    reason = survey(page)
    if not reason:
        source, scan = _serialise(_parse(page), include_hidden=include_hidden)
        if _has_open_frame(source, scan) and (closed := _with_closed_frames(page)) != page:
            source, scan = _serialise(_parse(closed), include_hidden=include_hidden)
        if not scan.balanced:
            reason = "unbalanced"
        elif len(source) > limits.MAX_GROWTH * len(page) + limits.FRAME_CHARACTERS:
            reason = "growth"
        elif scan.names[_PRE] and (with_breaks := _with_lines(source, scan)) is not source:
            return Parsed(with_breaks, tokenise(with_breaks, include_hidden), "")
        else:
            return Parsed(source, scan, "")
    source = salvage(page.decode("utf-8", "replace"))
    return Parsed(source, tokenise(source, include_hidden), reason)


def _parse(page: bytes) -> LexborHTMLParser:
    # Without mutation events: they copy the chosen option of a select, and take quadratic time for it.
    return LexborHTMLParser(page, options=LexborDocumentOptions.WO_EVENTS)


def _with_markup(page: bytes) -> bytes:
    """Pure text becomes preformatted text: shown as it is, as browsers show it."""
    return page if _MARKUP.search(page) else b"<pre>\n" + page


def _has_open_frame(source: str, scan: Scan) -> bool:
    """Whether an iframe that is not closed in its noscript element has swallowed what follows.

    Browsers with scripts take a noscript element as a whole, so the mistake does not show.
    """
    if not scan.full_frame:
        return False
    tokens = scan.tokens
    frames = np.flatnonzero((tokens.tag == _IFRAME) & (tokens.kind == OPEN))
    ends = zip(tokens.end[frames].tolist(), tokens.start[tokens.partner[frames]].tolist(), strict=True)
    return any(source.find("</noscript", first, last) >= 0 for first, last in ends)


def _with_closed_frames(page: bytes) -> bytes:
    return _OPEN_FRAME.sub(rb"\1</iframe>", page)


def _with_lines(source: str, scan: Scan) -> str:
    """The source with a break between lines of code that have none, but are elements each.

    Without such lines it is the very same.
    """
    tokens = scan.tokens
    opens = np.flatnonzero((tokens.tag == _PRE) & (tokens.kind == OPEN))
    ends = zip(tokens.end[opens].tolist(), tokens.start[tokens.partner[opens]].tolist(), strict=True)
    parts, last, seen = [], 0, 0
    for first, end in ends:
        # Those inside another one were seen with it.
        if first < seen or source.find("\n", first, end) >= 0 or source.find("<br", first, end) >= 0:
            seen = max(seen, end)
            continue
        seen = end
        code, breaks = _LINE_END.subn("</span>\n", source[first:end])
        if breaks:
            parts += [source[last:first], code]
            last = end
    return "".join([*parts, source[last:]]) if parts else source


def select(page: bytes, selector: str) -> NDArray[np.bool_]:
    """For each element of a page that was not salvaged, whether a CSS selector matches it.

    The parser knows no offsets, so the matching elements are marked with an attribute in a second
    parse, and found again by it in the scan.
    """
    tree = _parse(_with_markup(page))
    if _has_open_frame(*_serialise(tree)):
        tree = _parse(_with_closed_frames(page))
    try:
        nodes = tree.css(selector)
    except SelectolaxError as error:
        raise SelectorError(f"not a CSS selector: {selector!r}") from error
    # A name that the page cannot have written itself.
    mark = next(name for name in (f"data-m{i}" for i in count()) if name.encode() not in page)
    for node in nodes:
        node.attrs[mark] = ""
    source, scan = _serialise(tree)
    tokens = scan.tokens
    opens = (tokens.kind == OPEN) | (tokens.kind == VOID)
    ranges = zip(tokens.start[opens].tolist(), tokens.end[opens].tolist(), strict=True)
    return np.array([source.find(mark, start, end) >= 0 for start, end in ranges], dtype=np.bool_)


def _serialise(tree: LexborHTMLParser, *, include_hidden: bool = False) -> tuple[str, Scan]:
    source = tree.html or ""
    scan = tokenise(source, include_hidden)
    if _has_foreign_markup(tree, scan) and _empty_foreign_raw(tree):
        source = tree.html or ""
        scan = tokenise(source, include_hidden)
    return source, scan


def _has_foreign_markup(tree: LexborHTMLParser, scan: Scan) -> bool:
    """Whether raw-text elements inside svg and math may have content that would read as markup.

    They were parsed as markup, but the serialiser writes their content unescaped. The first of them is
    among the tokens, whatever was made of the source after it, so only names that are there are looked for.
    """
    if not scan.foreign_raw or not scan.balanced:
        return not scan.balanced
    seen = [number for number in tags.RAW if scan.names[number]]
    nodes = _foreign_raw(tree, seen, has_templates=bool(scan.names[_TEMPLATE]))
    return any(_reads_as_markup(node) for node in nodes)


def _empty_foreign_raw(tree: LexborHTMLParser) -> bool:
    """Empty all such elements; whether there were any."""
    changed = False
    for node in _foreign_raw(tree, tags.RAW):
        if not _reads_as_markup(node):
            continue
        changed = True
        if node.tag == "plaintext":
            node.decompose()
        else:
            for child in list(node.iter(include_text=True)):
                child.decompose()
    return changed


def _reads_as_markup(node: LexborNode) -> bool:
    return node.tag == "plaintext" or "<" in (node.html or "")[1:].removesuffix(f"</{node.tag}>")


def _foreign_raw(
    tree: LexborHTMLParser, names: Iterable[int], *, has_templates: bool = True
) -> Iterator[LexborNode]:
    """The raw-text elements of these names inside svg and math, in the content of templates too."""
    selector = ",".join(f"{root} {tags.NAMES[number]}" for root in ("svg", "math") for number in names)
    parts: list[LexborHTMLParser | LexborNode] = [tree]
    for part in parts:
        yield from part.css(selector)
        parts.extend(part.template_fragments() if has_templates else ())
