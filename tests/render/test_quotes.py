"""Blockquotes that quote, and those that lay out the page."""

from __future__ import annotations

import pytest

from mainspan import extract
from tests.clock import FACTOR, grows_linearly


def quotes(html: str) -> int:
    """The number of quotations in a page whose whole text is kept."""
    return extract(html, algorithm="plain").html.count("<blockquote")


def post(words: int = 10) -> str:
    """A post of this number of words."""
    return f"<blockquote>{'word ' * words}</blockquote>"


@pytest.mark.parametrize(
    ("html", "count"),
    [
        (post() * 2, 0),
        (f"<h1>The title of the thread</h1><ol><li>{post()}<li>{post()}</ol>", 0),
        (f"<h1>A title</h1><h2>Ann</h2>{post()}<h2>Bob</h2>{post()}", 0),
        (post(), 1),
        (f"<p>word word</p>{post(9)}{post(9)}", 0),
        (f"<p>word word word</p>{post(9)}{post(9)}", 2),
        (f"<blockquote>One two three {post(2)}</blockquote>{post()}", 1),
        (f"<blockquote>word word <cite>Ann</cite></blockquote>{post()}", 2),
        (f"<blockquote cite=/x>word word</blockquote>{post()}", 2),
        (f"{post()}<blockquote>word word <footer>Ann</footer></blockquote>", 2),
    ],
)
def test_blockquotes_that_hold_all_but_headings_quote_nothing(html: str, count: int) -> None:
    assert quotes(html) == count


def test_what_was_left_out_does_not_count() -> None:
    html = f"<p>{'word ' * 50}</p>{post()}{post()}"
    assert quotes(html) == 2
    assert "<blockquote" not in extract(html, algorithm="plain", drop="p").html


@pytest.mark.parametrize("part", ["<blockquote>text</blockquote>", "<blockquote>text ", "<h2>text</h2>"])
def test_many_blockquotes_take_linear_time(part: str) -> None:
    small, large = (f"<blockquote>a</blockquote>{part * count}" for count in (100, 100 * FACTOR))
    assert grows_linearly(
        lambda: extract(small, algorithm="plain").html, lambda: extract(large, algorithm="plain").html
    )
