"""The columns of cells, and what a table holds, as their transcription says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mainspan import Page, Spans, extract
from mainspan.page import tags
from mainspan.page.kinds import OPEN
from mainspan.render.grid import count_tabs, measure_table
from mainspan.render.media import count_pieces
from mainspan.render.pieces import Pieces
from tests.render import slow_grid
from tests.soup import soups


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<tr><td>a<td>b<tr><td>c<td>d", "a\tb\nc\td"),
        ("<tr><td colspan=2>a<td>b<tr><td>c<td>d", "a\t\tb\nc\td"),
        ("<tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e", "a\tb\n\tc\nd\te"),
        ("<tr><td colspan=40>a<td>b<tr><td>c<td>d", "a" + 40 * "\t" + "b\nc\td"),
        ("<tr><td colspan=100>a<td>b<tr><td>c<td>d", "a" + 64 * "\t" + "b\nc\td"),
    ],
)
def test_cells_that_span_several_take_their_place(html: str, expected: str) -> None:
    assert extract(f"<table>{html}</table>", algorithm="plain").text == expected + "\n"


_ATTRIBUTES = [
    "",
    "",
    " colspan=2",
    ' rowspan=" 3"',
    " colspan=3 rowspan=2",
    " rowspan=x",
    " colspan=09999",
    " rowspan=0",
]
_CELLS = [
    f"<{name}{attributes}>{text}" for name in ("td", "th") for attributes in _ATTRIBUTES for text in ("", "a")
]
_PARTS = [
    "<table>",
    "<table>",
    "</table>",
    "<tr>",
    "<tr>",
    "<p>",
    "<br>",
    "b",
    "中",
    "😀",
    "<pre>",
    "<h2>",
    "<caption>",
]
_tables = st.lists(st.sampled_from([*_CELLS, *_PARTS * 2]), max_size=30).map("".join)


@given(st.one_of(_tables, soups), st.integers(1, 5))
@example("<table><tr><td rowspan=2 colspan=2>a<tr><td>b</table>c<table><tr><td>d<td>e<td>f</table>", 5)
@example("<table><tr><td rowspan=4>a<tr><td colspan=2 rowspan=2>b<tr><td>c<td>d<tr><td>e<tr><td>f", 5)
@example("<table><tr><td>a<td><table></table>b<td>c", 5)
def test_the_tabs_before_each_piece(html: str, most: int) -> None:
    page = Page(html)
    tables = slow_grid.innermost(page)[:: 1 + len(html) % 2]
    pieces = Pieces.of(page, Spans.of_tokens(page, np.flatnonzero(page.tokens.words)[len(html) % 3 :]))
    around = pieces.around
    columns = (pieces.token, around.separator, around.cells)
    found = count_tabs(page.source, page.tokens, np.array(tables, dtype=np.int32), *columns, most)
    assert found.tolist() == slow_grid.count_tabs(page, tables, columns, most)


@given(st.one_of(_tables, soups), st.integers(0, 4))
def test_what_tables_hold(html: str, seed: int) -> None:
    page = Page(html)
    pieces = Pieces.of(page, Spans.of_tokens(page, np.flatnonzero(page.tokens.words)[seed:]))
    kept = count_pieces(page, pieces)
    groups = np.array([number % 13 * (number % 3 > 0) for number in range(len(tags.NAMES))], dtype=np.uint8)
    opens = (page.tokens.tag == tags.NUMBERS["table"]) & (page.tokens.kind == OPEN)
    for table in np.flatnonzero(opens).tolist():
        found = measure_table(page.elements, kept, table, groups)
        assert found == slow_grid.measure_table(page, kept.tolist(), table, groups.tolist())
