"""HTML of the kept text: the elements that hold it, without style, scripts and handlers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape
from typing import Final
from urllib.parse import urljoin, urlsplit

import numpy as np
from numpy.typing import NDArray

from mainspan.page import Page, tags
from mainspan.page.kinds import CLOSE, OPEN, RAW, VOID, Flags
from mainspan.page.scanner import find_parents
from mainspan.render.layout import Layout
from mainspan.render.pieces import Pieces, without_controls
from mainspan.spans import Spans

_KEPT: Final = tags.table(
    "p h1 h2 h3 h4 h5 h6 ul ol menu li dl dt dd table caption thead tbody tfoot tr th td pre listing xmp "
    "plaintext code kbd samp var blockquote q cite figure figcaption em strong b i u s del ins mark small "
    "sub sup abbr dfn time ruby rt rp a br hr div section article details summary"
)
_RENAMED: Final = {"listing": "pre", "xmp": "pre", "plaintext": "pre", "menu": "ul"}
_IS_FRAME: Final = tags.table("html head body frameset")
# Tags between which a word goes on.
_IS_THIN: Final = tags.IS_INLINE & ~tags.IS_INLINE_BOX
_IS_CELL: Final = tags.table("td th")
_BASE: Final = tags.NUMBERS["base"]
_ATTRIBUTES: Final = {
    "a": ("href",),
    "td": ("colspan", "rowspan"),
    "th": ("colspan", "rowspan"),
    "ol": ("start",),
    "time": ("datetime",),
}
_ATTRIBUTE: Final = re.compile(r' ([^\s/>][^\s/>=]*)="([^"]*)"')
_SCHEMES: Final = frozenset(["", "http", "https", "mailto", "tel"])
_CONTROLS: Final = re.compile(r"[\x00-\x20\x7f-\xa0]")


def render_html(page: Page, spans: Spans) -> str:
    """A well-formed fragment: each element that holds kept text, and the text."""
    pieces = Pieces.of(page, spans)
    if not len(pieces):
        return ""
    in_sight = _tags_in_sight(pieces.layout)
    kept = _kept_tags(page, pieces, in_sight)
    texts: dict[int, list[tuple[int, int]]] = {}
    rows = zip(pieces.token.tolist(), pieces.start.tolist(), pieces.end.tolist(), strict=True)
    for token, start, end in rows:
        texts.setdefault(token, []).append((start, end))
    base = _base(page)
    writer = _Writer()
    written = np.flatnonzero(kept | _parts_words(page, pieces, in_sight))
    exact = pieces.layout.preformatted(written) >= 0
    for token, is_exact in zip(written.tolist(), exact.tolist(), strict=True):
        if kept[token]:
            writer.tag(_tag(page, token, base), bool(tags.IS_STRUCTURAL[page.tokens.tag[token]]))
        else:
            _write_text(page, token, texts.get(token, []), is_exact, writer)
    return without_controls("".join(writer.parts).strip()) + "\n"


class _Writer:
    """Puts tags and texts together; white space only where it parts words or lines."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.fresh = True  # at the beginning of a block, where white space would not show
        self.spaced = True  # white space was written last

    def tag(self, tag: str, structural: bool) -> None:
        if structural:
            if self.parts[-1:] == [" "]:
                self.parts.pop()
            self.fresh, self.spaced = True, False
        self.parts.append(tag)

    def text(self, text: str) -> None:
        self.parts.append(text)
        self.fresh, self.spaced = False, text[-1:].isspace()

    def space(self, text: str, exact: bool) -> None:
        if not exact:
            if self.spaced or (self.fresh and "\n" not in text):
                return
            text = "\n" if "\n" in text else " "
        self.parts.append(text)
        self.spaced = True


def _tags_in_sight(layout: Layout) -> Flags:
    """Which tokens are tags that a reader sees the effect of."""
    found = layout.tokens.is_tag
    for first, stop in layout.out_of_sight():
        found[first:stop] = False
    return found


def _parts_words(page: Page, pieces: Pieces, in_sight: Flags) -> NDArray[np.bool_]:
    """All texts from the first piece to the last, and the tags between whose neighbours are two words."""
    tokens = page.tokens
    found = tokens.is_text | (in_sight & ~_IS_THIN[tokens.tag])
    found[: pieces.token[0]] = False
    found[pieces.token[-1] + 1 :] = False
    return found


def _kept_tags(page: Page, pieces: Pieces, in_sight: Flags) -> NDArray[np.bool_]:
    """The tags of elements that hold a kept piece, and the breaks between the pieces."""
    tokens = page.tokens
    holds = np.zeros(len(tokens) + 1, dtype=np.int64)
    np.add.at(holds, pieces.token + 1, 1)
    before = np.cumsum(holds)
    index = np.arange(len(tokens))
    opens = (tokens.kind == OPEN) & (before[np.maximum(tokens.partner, index)] > before[index])
    opens |= _empty_cells(page, opens)
    known = _KEPT[tokens.tag] | (tags.IS_STRUCTURAL[tokens.tag] & ~_IS_FRAME[tokens.tag])
    kept: NDArray[np.bool_] = known & (opens | ((tokens.kind == CLOSE) & opens[tokens.partner]))
    breaks = (tokens.kind == VOID) & _KEPT[tokens.tag] & in_sight
    kept |= breaks & (index > pieces.token[0]) & (index < pieces.token[-1])
    return kept


def _empty_cells(page: Page, kept: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The cells of kept rows that hold nothing: without them the others would change their column."""
    tokens = page.tokens
    cells = np.flatnonzero((tokens.kind == OPEN) & _IS_CELL[tokens.tag]).astype(np.int32)
    rows = find_parents(tokens.kind, tokens.depth, cells)
    found = np.zeros(len(tokens), dtype=np.bool_)
    found[cells[kept[rows]]] = True
    return found


def _write_text(page: Page, token: int, pieces: list[tuple[int, int]], exact: bool, writer: _Writer) -> None:
    """The kept pieces of a token, with white space for what is left out of it."""
    raw = bool(page.tokens.marks[token] & RAW)
    begin, stop = int(page.tokens.start[token]), int(page.tokens.end[token])
    for start, end in pieces:
        if start > begin:
            writer.space(_blank(page.source[begin:start]), exact)
        text = page.source[start:end]
        writer.text(escape(text, quote=False) if raw else text)
        begin = end
    if begin < stop:
        writer.space(_blank(page.source[begin:stop]), exact)


def _blank(text: str) -> str:
    """White space as it is; for anything else a line break if it has one, or a space."""
    if text.isspace():
        return text
    return "\n" if "\n" in text else " "


def _tag(page: Page, token: int, base: str) -> str:
    tokens = page.tokens
    name = tags.NAMES[tokens.tag[token]]
    written = _RENAMED.get(name, name) if _KEPT[tokens.tag[token]] else "div"
    if tokens.kind[token] == CLOSE:
        return f"</{written}>"
    source = page.source[tokens.start[token] : tokens.end[token]]
    # A parser takes the first line break of preformatted text for a matter of style, and drops it.
    spare = "\n" if written == "pre" and page.source[tokens.end[token]] == "\n" else ""
    return f"<{written}{''.join(_attributes(source, _ATTRIBUTES.get(name, ()), base))}>{spare}"


def _base(page: Page) -> str:
    """The address that links are relative to: the page's own, or what its base element says."""
    elements = page.elements
    for token in elements.open[elements.tag == _BASE].tolist():
        source = page.source[page.tokens.start[token] : page.tokens.end[token]]
        address = dict(_ATTRIBUTE.findall(source)).get("href")
        if address:
            return _join(page.url or "", unescape(address))
    return page.url or ""


def _attributes(tag: str, wanted: tuple[str, ...], base: str) -> Iterator[str]:
    for key, value in _ATTRIBUTE.findall(tag) if wanted else ():
        if key in wanted:
            text = unescape(value)
            text = _join(base, text) if key == "href" else text
            if text:
                yield f' {key}="{escape(text)}"'


def _join(base: str, address: str) -> str:
    """An absolute address where the base is known; nothing for schemes that run code."""
    address = address.strip()
    try:
        scheme = urlsplit(_CONTROLS.sub("", address)).scheme
        return "" if scheme not in _SCHEMES else urljoin(base, address)
    except ValueError:
        return ""
