"""The language of preformatted code."""

from __future__ import annotations

from mainspan.page import Page


def code_language(page: Page, element: int) -> str:
    """The language that a preformatted element says its code is written in, or nothing."""
    return ""
