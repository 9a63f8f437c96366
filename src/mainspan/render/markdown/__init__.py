"""Markdown: CommonMark with GFM's tables, footnotes, and formulas between dollars.

What is written reads back as what was meant: the same words, headings, lists, tables, code and links. Where
Markdown has no form for something, its text stays: items in the cells of a table become lines, terms are
bold, and emphasis is left out where CommonMark would not read it. Nothing of a page's text becomes a tag or
a link.
"""

from __future__ import annotations

from mainspan.render.events import Flow
from mainspan.render.markdown.blocks import Writer

__all__ = ["write_markdown"]


def write_markdown(flow: Flow) -> str:
    """A flow of events as Markdown. Ends with a line break unless empty."""
    text = Writer(flow).write()
    return text + "\n" if text else ""
