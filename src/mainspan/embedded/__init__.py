"""Text in a page's data rather than in its HTML: for pages whose scripts write the text in the browser.

There are two origins: structured data (JSON-LD), and the data that the page's own scripts start with
("hydration").
"""

from __future__ import annotations

from html import escape
from typing import Final, Literal, NamedTuple

import numpy as np

from mainspan.embedded.prose import without_tags
from mainspan.embedded.react import read_stream, write_stream
from mainspan.embedded.scripts import Script, read_scripts, read_values
from mainspan.embedded.search import Found, find_article
from mainspan.embedded.structured import find_product, find_structured
from mainspan.page import Page, tags, unescape_source

__all__ = ["Embedded", "find_embedded", "find_instead", "find_supplement", "lacks_text"]

# An article has at least this many words.
MIN_WORDS: Final = 60
# Data are read if fewer words than this were found in the page, and used if they have this many times more.
MIN_PAGE_WORDS: Final = 80
_MIN_TIMES_MORE: Final = 3
# Data from scripts are preferred to structured data if they have this many times their words.
_MIN_TIMES_STRUCTURED: Final = 1.3
# Text that is streamed in order to be shown counts this many times, like text under the page's title.
_STREAM_WEIGHT: Final = 4.0
# A page shows a text if it has at least this share of the text's pieces, each this long in characters.
_MIN_SHOWN_SHARE: Final = 0.5
_PIECE: Final = 20
_KEPT_TAGS: Final = frozenset(f"{tags.HEADINGS} li pre blockquote".split())
_TITLE: Final = tags.NUMBERS["title"]
_H1: Final = tags.NUMBERS["h1"]


class Embedded(NamedTuple):
    """A text from a page's data: as a small HTML document, with its origin and its number of words."""

    html: str
    origin: Literal["json-ld", "hydration"]
    path: str
    words: int


def find_embedded(page: Page) -> Embedded | None:
    """The article in a page's data, if there is one, whether or not it is needed."""
    scripts = read_scripts(page)
    if not scripts and " data-page=" not in page.source:
        return None
    structured = find_structured(script.text for script in scripts if script.is_linked_data)
    hydration = _find_hydration(page, scripts)
    if hydration and structured and hydration.words < _MIN_TIMES_STRUCTURED * structured.words:
        hydration = None
    if hydration and hydration.words >= MIN_WORDS:
        return _document(hydration, "hydration")
    if structured and structured.words >= MIN_WORDS:
        return _document(structured, "json-ld")
    return None


def _document(found: Found, origin: Literal["json-ld", "hydration"]) -> Embedded:
    html = f"<!DOCTYPE html><html><body><article>{found.html}</article></body></html>"
    return Embedded(html, origin, found.path, found.words)


def _find_hydration(page: Page, scripts: list[Script]) -> Found | None:
    rows = read_stream(scripts)
    values = [*read_values(page, scripts), *(("rows", row) for row in rows.values())]
    article = find_article(values, _title_of(page))
    shown = _main_of(write_stream(rows)) if rows else None
    return max((each for each in (article, shown) if each), key=lambda each: each.score, default=None)


def _main_of(html: str) -> Found | None:
    """The main content of a streamed page: menus and footers are streamed too."""
    # Imported here: few pages stream, and a method is heavy.
    from mainspan.algorithms.learned import Learned
    from mainspan.render.text import block_texts

    page = Page(html)
    kept = Learned().judge(page).kept if len(page.blocks) else np.zeros(0, dtype=np.bool_)
    texts = block_texts(page)
    parts, words = [], 0
    for block in np.flatnonzero(kept).tolist():
        name = page.name_of(int(page.blocks.container[block]))
        parts.append(_block(name, texts[block]))
        words += int(page.blocks.words[block])
    return Found("".join(parts), words, "stream", _STREAM_WEIGHT * words) if words else None


def _block(name: str, text: str) -> str:
    tag = name if name in _KEPT_TAGS else "p"
    return f"<{tag}>{escape(text, quote=False)}</{tag}>"


def _title_of(page: Page) -> str:
    """The page's title and its first headlines."""
    elements, tokens = page.elements, page.tokens
    found = np.flatnonzero((elements.tag == _TITLE) | (elements.tag == _H1))[:3]
    ranges = ((int(elements.open[each]), int(elements.close[each])) for each in found.tolist())
    texts = (page.source[tokens.end[first] : tokens.start[last]] for first, last in ranges)
    return " ".join(without_tags(unescape_source(text[:1000])) for text in texts)


def lacks_text(words: int) -> bool:
    """Whether so few words of content were found in a page that its data should be read."""
    return words < MIN_PAGE_WORDS


def find_instead(page: Page, words: int) -> Embedded | None:
    """The text in a page's data, if it should be used instead of the page's own text.

    words: how many words of content were found in the page. The data must have three times that, and at least
    as many words as the whole page.
    """
    found = find_embedded(page) if lacks_text(words) else None
    return found if found and found.words >= max(_MIN_TIMES_MORE * words, len(page.words)) else None


def find_supplement(page: Page) -> Embedded | None:
    """The description of a page's product in its structured data, if the page itself does not show it.

    It is no part of the page's text, so it never replaces that, nor is it added to it.
    """
    scripts = (script.text for script in read_scripts(page) if script.is_linked_data)
    found = find_product(scripts)
    return _document(found, "json-ld") if found and not _shows(page, found.html) else None


def _shows(page: Page, html: str) -> bool:
    """Whether a page shows a text, perhaps in other paragraphs and with gaps."""
    from mainspan.render.text import block_texts

    shown, text = _folded("".join(block_texts(page))), _folded(without_tags(html))
    pieces = [text[start : start + _PIECE] for start in range(0, len(text) - _PIECE + 1, _PIECE)]
    return sum(piece in shown for piece in pieces) >= _MIN_SHOWN_SHARE * len(pieces)


def _folded(text: str) -> str:
    return "".join(text.casefold().split())
