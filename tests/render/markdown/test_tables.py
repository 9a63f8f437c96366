"""Tables, with any content in their cells."""

from __future__ import annotations

import pytest

from tests.render.markdown.simple import markdown


def rows(*lines: str) -> str:
    """The lines of a table; the second one is made from the first."""
    head, *body = lines
    return "\n".join([head, "|" + " --- |" * (head.count("|") - 1), *body])


@pytest.mark.parametrize(
    "html",
    [
        "<tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr>",
        "<thead><tr><td>a</td><td>b</td></tr></thead><tbody><tr><th>c</th><td>d</td></tr></tbody>",
    ],
)
def test_the_first_row_is_the_head_if_it_is_marked_so(html: str) -> None:
    assert markdown(f"<table>{html}</table>") == rows("| a | b |", "| c | d |")


def test_a_table_without_a_head_gets_an_empty_one() -> None:
    assert markdown("<table><tr><th>a</th><td>b</td></tr></table>") == rows("|  |  |", "| a | b |")


@pytest.mark.parametrize(
    ("inside", "written"),
    [
        ("a|b", "a\\|b"),
        ("a\\|b", "a\\\\\\|b"),
        ("<code>a|b</code>", "`a\\|b`"),
        ('<a href="x|y">a</a>', "[a](x\\|y)"),
        ("a<br>b", "a<br>b"),
        ("<p>a</p><p>b</p>", "a<br>b"),
        ("<ul><li>a</li><li>b</li></ul>c", "a<br>b<br>c"),
        ("<h3>a</h3>b", "**a**<br>b"),
        ('<formula tex="a|b" display="block">', "$a\\vert b$"),
        ("- a", "- a"),
        ("", ""),
    ],
)
def test_a_cell_is_one_line(inside: str, written: str) -> None:
    html = f"<table><tr><th>x</th></tr><tr><td>{inside}</td></tr></table>"
    assert markdown(html) == rows("| x |", f"| {written} |")


def test_wide_and_tall_cells_are_followed_by_empty_ones() -> None:
    html = (
        '<tr><th colspan="2">a</th><th>b</th></tr><tr><td rowspan="2">c</td><td>d</td><td>e</td></tr>'
        "<tr><td>f</td></tr><tr><td>g</td></tr>"
    )
    expected = rows("| a |  | b |", "| c | d | e |", "|  | f |  |", "| g |  |  |")
    assert markdown(f"<table>{html}</table>") == expected


def test_a_cell_that_claims_too_much_takes_what_there_is() -> None:
    html = '<tr><td colspan="1000" rowspan="0">a</td></tr><tr><td>b</td><td>c</td></tr>'
    assert markdown(f"<table>{html}</table>") == rows("|  |  |", "| a |  |", "| b | c |")


@pytest.mark.parametrize("columns", [30, 300])
def test_tall_cells_do_not_blow_a_table_up(columns: int) -> None:
    tall = "<tr>" + '<td rowspan="1000">a</td>' * columns + "</tr>"
    written = markdown(f"<table>{tall}{'<tr><td>b</td></tr>' * columns}</table>")
    assert written.count("b") == columns
    assert written.count("|") < 30 * columns + 3000


def test_a_caption_is_before_its_table() -> None:
    html = "<table><caption>a <b>b</b></caption><tr><th>c</th></tr></table>"
    assert markdown(html) == "a **b**\n\n" + rows("| c |")


def test_a_table_of_nothing_is_not_written() -> None:
    assert markdown("<table><tr><td></td></tr></table>") == ""


@pytest.mark.parametrize(
    ("spans", "columns"),
    [
        ([400], 401),
        # Wider cells are as wide as is allowed.
        ([2000], 1001),
        # A table has room for some empty cells, and for more if it has other cells.
        ([1000, 1000], 1002),
        ([6] * 400, 2401),
        ([14] * 400, 3001),
    ],
)
def test_wide_cells_leave_empty_ones_up_to_a_limit(spans: list[int], columns: int) -> None:
    cells = "".join(f'<td colspan="{span}">a</td>' for span in spans)
    table = markdown(f"<table><tr>{cells}<td>b</td></tr></table>")
    assert table.splitlines()[1].count("---") == columns


def test_a_foot_before_the_rows_is_below_them() -> None:
    head = "<thead><tr><th>a</th><th>b</th></tr></thead>"
    foot, body = (
        f"<{name}><tr><td>{cell}</td><td>{cell}</td></tr></{name}>"
        for name, cell in (("tfoot", 9), ("tbody", "c"))
    )
    expected = rows("| a | b |", "| c | c |", "| 9 | 9 |")
    assert markdown(f"<table>{head}{foot}{body}</table>") == expected
    assert markdown(f"<table>{head}{body}{foot}</table>") == expected
    # Without a head, a foot that is first stays there.
    assert markdown(f"<table>{foot}{body}</table>") == rows("|  |  |", "| 9 | 9 |", "| c | c |")
