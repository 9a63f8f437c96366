"""Every method takes linear time on pages of any shape."""

from __future__ import annotations

from functools import cache

import pytest

from mainspan import ALGORITHMS, Page, algorithm
from tests.clock import FACTOR, grows_linearly

# A page of some kind with about n elements or words.
SHAPES = {
    "paragraphs": lambda n: "<p>Ein Satz mit Wörtern und <a href=x>Links</a>.</p>\n" * n,
    "one long text": lambda n: "<p>" + "слово и word " * n,
    "links": lambda n: "<ul>" + "<li><a href=x>eins</a>" * n + "</ul>",
    "nested": lambda n: ("<div>" * 400 + "ä text" + "</div>" * 400) * (n // 400 + 1),
    "table": lambda n: "<table>" + ("<tr>" + "<td>é</td>" * 20 + "</tr>") * (n // 20) + "</table>",
    "empty": lambda n: "<div></div><br>" * n + "ä",
}
SMALL = 2_000


@cache
def page(shape: str, size: int) -> Page:
    made = Page(SHAPES[shape](size))
    # All columns are there before the clock starts.
    assert len(made.words) + len(made.blocks) + len(made.elements)
    return made


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", sorted(ALGORITHMS))
def test_ten_times_the_page_takes_about_ten_times_as_long(name: str, shape: str) -> None:
    method = algorithm(name)
    small, large = page(shape, SMALL), page(shape, SMALL * FACTOR)
    assert grows_linearly(lambda: method(small), lambda: method(large))
