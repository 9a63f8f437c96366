"""HTML without the line breaks between its blocks, for tests that look at its elements."""

from __future__ import annotations

import re

from mainspan import Page, Spans
from mainspan.render.flow import RenderOptions, make_flow
from mainspan.render.html import write_safe_html

_PRE = re.compile(r"(<pre.*?</pre>)", re.DOTALL)
_BREAK = re.compile(r"(?:(?<=>)|^)\n|\n(?=<)")


def compact(html: str) -> str:
    """The same on one line, but for what is preformatted."""
    parts = _PRE.split(html.removesuffix("\n"))
    parts[::2] = [_BREAK.sub("", part) for part in parts[::2]]
    return "".join(parts) + "\n" if html else ""


def render_html(page: Page, spans: Spans, options: RenderOptions | None = None) -> str:
    """The HTML of what the spans keep."""
    return write_safe_html(make_flow(page, spans, options))
