from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from mainspan.evaluation.report.tables import Cell, Table, as_html, as_markdown, cells, figure

TABLE = Table(
    "A | caption",
    ("name", "F1", "why"),
    ((Cell("<a>"), Cell("0.5", best=True, mark="≈"), Cell("x|y")), cells("b", "0.4", "")),
    words=frozenset({2}),
    note="Some <note>",
)


def test_markdown_has_all_rows_and_no_stray_pipes() -> None:
    assert as_markdown(TABLE) == (
        "**A \\| caption**\n\n"
        "| name | F1 | why |\n| :-- | --: | :-- |\n"
        "| \\<a\\> | **0.5** ≈ | x\\|y |\n| b | 0.4 |  |\n\n"
        "Some \\<note\\>\n"
    )


def test_html_has_headers_for_rows_and_columns() -> None:
    tree = LexborHTMLParser(as_html(TABLE))
    assert [node.text() for node in tree.css('th[scope="col"]')] == ["name", "F1", "why"]
    assert [node.text() for node in tree.css('th[scope="row"]')] == ["<a>", "b"]


def test_the_best_is_bold_and_marks_come_after_it() -> None:
    assert "<td><strong>0.5</strong><sup>≈</sup></td>" in as_html(TABLE)


def test_cells_lead_to_places_of_the_page_or_give_a_hint() -> None:
    row = (Cell("a", link="view-1"), Cell("b", hint='say "b"'))
    html = as_html(Table("", ("", ""), (row,)))
    assert '<a href="#view-1">a</a>' in html
    assert '<span title="say &quot;b&quot;">b</span>' in html


def test_figures_have_three_digits_or_a_dash() -> None:
    assert (figure(0.12345), figure(12.0, 1), figure(None)) == ("0.123", "12.0", "–")
