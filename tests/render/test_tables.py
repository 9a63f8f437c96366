"""Tables of data, and tables that only lay out the page."""

from __future__ import annotations

import pytest

from mainspan import extract


@pytest.mark.parametrize(("words", "is_data"), [(40, True), (100, False)])
def test_a_table_with_most_words_in_one_cell_is_layout(words: int, is_data: bool) -> None:
    html = f"<table><tr><td>{'word ' * words}<td>a<tr><td>b<td>c</table>"
    assert ("<td>" in extract(html, algorithm="plain").html) is is_data


@pytest.mark.parametrize(("words", "is_data"), [(400, True), (401, False)])
def test_rows_of_many_words_are_posts(words: int, is_data: bool) -> None:
    # Ten rows, one of which has more words than a datum has.
    counts = [70, *[30] * 8, words - 70 - 240 - 10]
    html = "".join(f"<tr><td>Name<td>{'word ' * count}" for count in counts)
    assert ("<td>" in extract(f"<table>{html}</table>", algorithm="plain").html) is is_data
    # With a heading it is one of data, whatever its cells hold.
    assert "<td>" in extract(f"<table><tr><th>Name<th>Text{html}</table>", algorithm="plain").html


@pytest.mark.parametrize(
    ("table", "is_data"),
    [
        ("<table><tr><td>a<td>b<tr><td>c<td>d</table>", True),
        ("<table id=post17><tr><td>a<td>b<tr><td>c<td>d</table>", False),
        ("<table><tr class=comment><td>a<td>b<tr class=comment><td>c<td>d</table>", False),
        ("<table><tr><td>a<td>b<tr><td>c<td>d<tr class=comment><td>e<td>f</table>", False),
        ("<table><tr><td>a<td>b<tr><td>c<td>d<tr><td>e<td>f<tr class=comment><td>g<td>h</table>", True),
        ("<table id=post17><tr><th>a<th>b<tr><td>c<td>d</table>", True),
    ],
)
def test_posts_and_comments_are_no_rows_of_data(table: str, is_data: bool) -> None:
    assert ("<td>" in extract(table, algorithm="plain").html) is is_data


@pytest.mark.parametrize(
    ("cell", "is_data"), [("", False), ("<td>more", True), ("<td><img src=yes.png alt=yes>", True)]
)
def test_a_single_column_is_no_table(cell: str, is_data: bool) -> None:
    row = f"<tr><td><td>word{cell}"
    assert ("<td>" in extract(f"<table>{row * 3}</table>", algorithm="plain").html) is is_data
    assert "<td>" in extract("<table><tr><td>a<td>b<tr><td><td></table>", algorithm="plain").html
