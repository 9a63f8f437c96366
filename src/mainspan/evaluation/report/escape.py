"""Escaping of text from pages, packages and contestants, for HTML and Markdown."""

from __future__ import annotations

import html
import re
from typing import Final

# Characters that no document may have (controls, lone surrogates), and bidirectional overrides.
_UNSEEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u202a-\u202e\u2066-\u2069]"
)
_SYNTAX: Final = re.compile(r"([\\`*_\[\]<>|~&#$])")
_SPACE: Final = re.compile(r"\s+")


def visible(text: str) -> str:
    """The text, with a replacement for each character that cannot be written or would disturb others."""
    return _UNSEEN.sub("\ufffd", text)


def escaped(text: str) -> str:
    """The text for HTML and SVG, as content or in a quoted attribute."""
    return html.escape(visible(text))


def markdown_escaped(text: str) -> str:
    """The text for a cell of a Markdown table: one line without markup."""
    return _SYNTAX.sub(r"\\\1", _SPACE.sub(" ", visible(text)).strip())
