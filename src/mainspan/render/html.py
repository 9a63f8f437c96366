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
from mainspan.page.kinds import CLOSE, OPEN, RAW, VOID
from mainspan.render.pieces import Pieces
from mainspan.spans import Spans

_KEPT: Final = tags.table(
    "p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table caption thead tbody tfoot tr th td pre listing xmp code kbd "
    "samp var blockquote q cite figure figcaption em strong b i u s del ins mark small sub sup abbr dfn time "
    "ruby rt rp a br hr div section article details summary"
)
_RENAMED: Final = {"listing": "pre", "xmp": "pre"}
_ATTRIBUTES: Final = {
    "a": ("href",),
    "td": ("colspan", "rowspan"),
    "th": ("colspan", "rowspan"),
    "ol": ("start",),
    "time": ("datetime",),
}
_ATTRIBUTE: Final = re.compile(r' ([^\s/>][^\s/>=]*)="([^"]*)"')
_SCHEMES: Final = frozenset(["", "http", "https", "mailto"])
_CONTROLS: Final = re.compile(r"[\x00-\x20\x7f-\xa0]")


def render_html(page: Page, spans: Spans) -> str:
    """A well-formed fragment: each element that holds kept text, and the text."""
    pieces = Pieces.of(page, spans)
    if not len(pieces):
        return ""
    kept = _kept_tags(page, pieces)
    tokens = page.tokens
    texts: dict[int, list[str]] = {}
    for token, start, end in zip(
        pieces.token.tolist(), pieces.start.tolist(), pieces.end.tolist(), strict=True
    ):
        text = page.source[start:end]
        texts.setdefault(token, []).append(escape(text, quote=False) if tokens.marks[token] & RAW else text)
    # White space between kept texts keeps their words apart.
    between = tokens.is_text & (tokens.words == 0)
    first, last = int(pieces.token[0]), int(pieces.token[-1])
    parts = []
    for token in np.flatnonzero(kept | between | _flags(texts, len(tokens))).tolist():
        if token in texts:
            parts.append(_spaced(page, token, " ".join(texts[token])))
        elif kept[token]:
            parts.append(_tag(page, token))
        elif first < token < last:
            parts.append(page.source[tokens.start[token] : tokens.end[token]])
    return "".join(parts).strip() + "\n"


def _flags(places: dict[int, list[str]], count: int) -> NDArray[np.bool_]:
    flags = np.zeros(count, dtype=np.bool_)
    flags[list(places)] = True
    return flags


def _kept_tags(page: Page, pieces: Pieces) -> NDArray[np.bool_]:
    """The tags of known elements that hold a kept piece, and the breaks between the pieces."""
    tokens = page.tokens
    holds = np.zeros(len(tokens) + 1, dtype=np.int64)
    np.add.at(holds, pieces.token + 1, 1)
    before = np.cumsum(holds)
    index = np.arange(len(tokens))
    opens = (tokens.kind == OPEN) & (before[np.maximum(tokens.partner, index)] > before[index])
    kept: NDArray[np.bool_] = _KEPT[tokens.tag] & (opens | ((tokens.kind == CLOSE) & opens[tokens.partner]))
    breaks = (tokens.kind == VOID) & _KEPT[tokens.tag]
    kept |= breaks & (index > pieces.token[0]) & (index < pieces.token[-1])
    return kept


def _spaced(page: Page, token: int, text: str) -> str:
    """A text with the white space that its token has at its edges."""
    whole = page.source[page.tokens.start[token] : page.tokens.end[token]]
    lead = " " if whole[:1].isspace() and not text[:1].isspace() else ""
    tail = " " if whole[-1:].isspace() and not text[-1:].isspace() else ""
    return lead + text + tail


def _tag(page: Page, token: int) -> str:
    tokens = page.tokens
    name = tags.NAMES[tokens.tag[token]]
    written = _RENAMED.get(name, name)
    if tokens.kind[token] == CLOSE:
        return f"</{written}>"
    source = page.source[tokens.start[token] : tokens.end[token]]
    return f"<{written}{''.join(_attributes(page, source, _ATTRIBUTES.get(name, ())))}>"


def _attributes(page: Page, tag: str, wanted: tuple[str, ...]) -> Iterator[str]:
    for key, value in _ATTRIBUTE.findall(tag) if wanted else ():
        if key in wanted:
            text = unescape(value)
            text = _link(page, text) if key == "href" else text
            if text:
                yield f' {key}="{escape(text)}"'


def _link(page: Page, address: str) -> str:
    """An absolute address where the page's own is known; nothing for schemes that run code."""
    address = address.strip()
    try:
        scheme = urlsplit(_CONTROLS.sub("", address)).scheme
        return "" if scheme not in _SCHEMES else urljoin(page.url or "", address)
    except ValueError:
        return ""
