"""Blocks and elements are described in linear time on pages of any shape."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mainspan import Page
from tests.algorithms.learned.described import describe
from tests.clock import FACTOR, grows_linearly

SHAPES: dict[str, Callable[[int], str]] = {
    "paragraphs": lambda n: "<p class=a>Words, <b>2</b> &amp; more.</p>" * n,
    "one block of many texts": lambda n: "Words, <b>2</b>" * n,
    "one block of many words": lambda n: "<p>" + "words " * n,
    "one word": lambda n: "<p>" + "w" * n,
    "references": lambda n: "<p>" + "&amp;&nbsp;" * n,
    "nested elements": lambda n: "<div>a" * n,
    "nested lists": lambda n: ("<ul><li>a" * 50 + "</ul>" * 50) * (n // 50),
    "many blocks in many wrappers": lambda n: "<div>" * 400 + "<p>a" * n,
    "a class for each element": lambda n: "".join(f"<p class=c{i}>a" for i in range(n)),
    "one long class": lambda n: f"<p class='{'menu ' * n}'>a",
    "many attributes": lambda n: ("<p " + " ".join(f"a{i}=x" for i in range(50)) + ">a") * (n // 50),
    "signs that begin attributes": lambda n: f"<p title='{' a=' * n}'>a",
}
SMALL = 2_000


@pytest.mark.parametrize("shape", SHAPES)
def test_ten_times_the_page_takes_about_ten_times_as_long(shape: str) -> None:
    small, large = (Page(SHAPES[shape](size)).with_hidden for size in (SMALL, SMALL * FACTOR))
    # Once before the clock runs: then columns and tables are there.
    assert len(describe(small).counts)
    assert len(describe(large).counts)
    assert grows_linearly(lambda: describe(small), lambda: describe(large))
