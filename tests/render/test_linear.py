"""Rendering takes time in proportion to the page, for any shape."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mainspan import Page, Spans, algorithm
from mainspan.render.text import block_texts, render_text
from tests.clock import FACTOR, grows_linearly
from tests.render.compact import render_html

SHAPES = {
    "paragraphs": lambda n: "<p>Words <b>and</b> <a href=x>links</a>.</p>\n" * n,
    "preformatted": lambda n: "<pre>  one\n  <b>two</b>\n</pre>" * n,
    "one preformatted text": lambda n: "<pre>" + "  one <b>two</b>\n" * n + "</pre>",
    "numbered lists": lambda n: "<ol>" + "<li>one" * n + "</ol>",
    "nested lists": lambda n: ("<ul><li>a" * 50 + "</ul>" * 50) * (n // 50),
    "table": lambda n: "<table>" + "<tr><td>a<td><td>b" * n + "</table>",
}
SMALL = 1_000


def read(shape: str, size: int) -> tuple[Page, Spans]:
    page = Page(SHAPES[shape](size))
    assert len(page.blocks)
    return page, algorithm("plain")(page)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("render", [render_text, render_html, lambda page, _: block_texts(page)])
def test_ten_times_the_page_takes_about_ten_times_as_long(
    render: Callable[[Page, Spans], object], shape: str
) -> None:
    small, large = read(shape, SMALL), read(shape, SMALL * FACTOR)
    assert grows_linearly(lambda: render(*small), lambda: render(*large))
