"""Tables of data, and tables that only lay out the page."""

from __future__ import annotations

import pytest

from mainspan import extract


@pytest.mark.parametrize(("words", "is_data"), [(40, True), (100, False)])
def test_a_table_with_most_words_in_one_cell_is_layout(words: int, is_data: bool) -> None:
    html = f"<table><tr><td>{'word ' * words}<td>a<tr><td>b<td>c</table>"
    assert ("<td>" in extract(html, algorithm="plain").html) is is_data
