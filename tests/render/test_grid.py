"""The columns of cells."""

from __future__ import annotations

import pytest

from mainspan import Page
from mainspan.page import tags
from mainspan.render.grid import find_columns


def columns(html: str) -> list[int]:
    page = Page(f"<table>{html}</table>")
    tables = page.elements.open[page.elements.tag == tags.NUMBERS["table"]].tolist()
    cells, found = find_columns(page, tables)
    assert tags.IS_CELL[page.tokens.tag[cells]].all()
    return list(found.tolist())


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<tr><td>a<td>b<tr><td>c", [0, 1, 0]),
        ("<tr><td>a<td class=colspan>b<tr><td>c<td>d<td>e", [0, 1, 0, 1, 2]),
        ("<tr><td colspan=2>a<td>b", [0, 2]),
        ("<tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d", [0, 1, 1, 0]),
        ("<tr><td colspan=40>a<td>b", [0, 40]),
        ("<tr><td colspan=100>a<td>b", [0, 64]),
    ],
)
def test_cells_that_span_several_take_their_place(html: str, expected: list[int]) -> None:
    assert columns(html) == expected
