"""Whole pages take time in proportion to their size, for any shape."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from mainspan import Page, Spans
from mainspan.render.whole import render_blank, render_collapse, render_comment, render_hide, render_mark
from tests.clock import FACTOR, grows_linearly

SHAPES = {
    "paragraphs": lambda n: "<p>Words <b onclick=x>and</b> <a href=javascript:x>links</a>.</p>\n" * n,
    "one text": lambda n: "<p>" + "word &amp; " * n,
    "preformatted in what is left out": lambda n: "<p>x</p><div>" + "<pre>\none</pre>" * n + "</div>",
    "comments": lambda n: "<pre>" + "<!-- x -->" * n + "\n\nx",
    "forms in each other": lambda n: "<form><div></form>" * 100 + "<form>x</form>" * n,
    "scripts": lambda n: "x<script>y</script>" * n,
    "raw texts in svg": lambda n: "<svg>" + "<style>a&amp;b</style><text>x</text>" * n,
    "elements that cannot stay": lambda n: "<p>a<table><p>b</table>" * n,
    "words that look like handlers": lambda n: "<p>" + " on" * n + ' on="' * n,
    "hyphens": lambda n: "<p>x</p><p>" + "-" * n * 10,
}
SMALL = 300


def read(shape: str, size: int) -> tuple[Page, Spans]:
    """A page, and every other word of it."""
    page = Page(SHAPES[shape](size))
    return page, Spans.of_words(page, np.arange(0, len(page.words), 2))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("render", [render_hide, render_collapse, render_mark, render_comment, render_blank])
def test_ten_times_the_page_takes_about_ten_times_as_long(
    render: Callable[[Page, Spans], str], shape: str
) -> None:
    small, large = read(shape, SMALL), read(shape, SMALL * FACTOR)
    assert grows_linearly(lambda: render(*small), lambda: render(*large))
