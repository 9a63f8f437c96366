"""Text that a page carries in its data and does not show: for pages whose scripts would write it.

Two origins: structured data (JSON-LD), and the data that the page's own scripts start with ("hydration").
"""

from __future__ import annotations

from html import escape
from typing import Final, Literal, NamedTuple

import numpy as np

from mainspan.embedded.prose import without_tags
from mainspan.embedded.react import read_stream, write_stream
from mainspan.embedded.scripts import Script, read_scripts, read_values
from mainspan.embedded.search import Found, find_article
from mainspan.embedded.structured import find_structured
from mainspan.page import Page, tags, unescape_source

__all__ = ["Embedded", "find_embedded", "find_instead", "lacks_text"]

# Fewer words than this are no article.
LEAST_WORDS: Final = 60
# A page that shows its content has so many words of it at least; its data must have so many times as many.
LITTLE, TIMES = 80, 3
# Data from scripts is preferred to structured data if it has so many times its words.
_FULLER: Final = 1.3
# What is streamed to be shown is worth so many times its words: as much as what has the page's title.
_SHOWN: Final = 4.0
_KEPT_TAGS: Final = frozenset(f"{tags.HEADINGS} li pre blockquote".split())
_TITLE: Final = tags.NUMBERS["title"]
_H1: Final = tags.NUMBERS["h1"]


class Embedded(NamedTuple):
    """A text from a page's data: a small HTML document, where it comes from, and how many words it has."""

    html: str
    origin: Literal["json-ld", "hydration"]
    path: str
    words: int


def find_embedded(page: Page) -> Embedded | None:
    """The article among a page's data, if there is one; whether it is needed is another question."""
    scripts = read_scripts(page)
    if not scripts and " data-page=" not in page.source:
        return None
    structured = find_structured(script.text for script in scripts if script.is_linked_data)
    hydration = _find_hydration(page, scripts)
    if hydration and structured and hydration.words < _FULLER * structured.words:
        hydration = None
    if hydration and hydration.words >= LEAST_WORDS:
        return _document(hydration, "hydration")
    if structured and structured.words >= LEAST_WORDS:
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
    """The main content of what a page would show: menus and footers are streamed with it."""
    # The methods need this module's caller, not this module.
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
    return Found("".join(parts), words, "stream", _SHOWN * words) if words else None


def _block(name: str, text: str) -> str:
    tag = name if name in _KEPT_TAGS else "p"
    return f"<{tag}>{escape(text, quote=False)}</{tag}>"


def _title_of(page: Page) -> str:
    """The page's title, and what stands in it as a headline."""
    elements, tokens = page.elements, page.tokens
    found = np.flatnonzero((elements.tag == _TITLE) | (elements.tag == _H1))[:3]
    ranges = ((int(elements.open[each]), int(elements.close[each])) for each in found.tolist())
    texts = (page.source[tokens.end[first] : tokens.start[last]] for first, last in ranges)
    return " ".join(without_tags(unescape_source(text[:1000])) for text in texts)


def lacks_text(words: int) -> bool:
    """Whether a page shows so little that its data should be looked at: `words` were found to be content."""
    return words < LITTLE


def find_instead(page: Page, words: int) -> Embedded | None:
    """What a page's data says if the page itself, of which `words` were found to be content, says little.

    The data must have many times as many words, and no fewer than the page has in all.
    """
    found = find_embedded(page) if lacks_text(words) else None
    return found if found and found.words >= max(TIMES * words, len(page.words)) else None
