"""HTML without the line breaks between its blocks, for tests that look at its elements."""

from __future__ import annotations

import re

_ENDS = """p h[1-6] ul ol li dl dt dd table caption thead tbody tfoot tr pre blockquote div figure figcaption
    details summary"""
_BEGINNINGS = "ul ol dl table thead tbody tfoot"
_BREAKS = re.compile(
    rf"(</(?:{'|'.join(_ENDS.split())})>|<hr>|<(?:{'|'.join(_BEGINNINGS.split())})(?: [^>]*)?>)\n(?!$)"
)


def compact(html: str) -> str:
    """The same on one line."""
    return _BREAKS.sub(r"\1", html)
