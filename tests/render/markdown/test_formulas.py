"""Formulas between dollars."""

from __future__ import annotations

import pytest

from mainspan.render.markdown.formulas import display_formula, inline_formula
from tests.render.markdown.simple import markdown


@pytest.mark.parametrize(
    ("tex", "written"),
    [
        (r"\frac{a}{b}_1*c*", r"$\frac{a}{b}_1*c*$"),
        (" a\n b ", "$a b$"),
        ("a % b\nc", "$a c$"),
        (r"a \% b", r"$a \% b$"),
        ("5$", r"$5\$$"),
        (r"5\$", r"$5\$$"),
        ("a\\", "$a\\ {}$"),
        (" ", ""),
        ("a|b", "$a|b$"),
    ],
)
def test_a_formula_in_a_line(tex: str, written: str) -> None:
    assert inline_formula(tex) == written


@pytest.mark.parametrize(
    ("tex", "written"), [("a|b", r"$a\vert b$"), (r"\|a\|", r"$\Vert a\Vert$"), (r"a\\|", r"$a\\\vert$")]
)
def test_bars_have_names_in_tables(tex: str, written: str) -> None:
    assert inline_formula(tex, in_cell=True) == written


def test_a_formula_of_its_own_has_no_empty_lines() -> None:
    assert display_formula("a\n\n  b\n") == "$$\na\nb\n$$"


@pytest.mark.parametrize("tex", ["<img src=x onerror=a>", "[a](javascript:b)", "[a]: b"])
def test_a_formula_is_neither_a_tag_nor_a_link_to_those_who_know_no_formulas(tex: str) -> None:
    assert inline_formula(tex).replace(" ", "") == f"${tex}$".replace(" ", "")
    assert not {"<i", "](", "]:"} & {inline_formula(tex)[place:][:2] for place in range(len(tex))}


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ('a <formula tex="x">2', "a $x$&#50;"),
        ('a <formula tex="x">b', "a $x$b"),
        ('$5 <formula tex="x">', "\\$5 $x$"),
        ('a <b>b <formula tex="x" display="block"> c</b>', "a **b**\n\n$$\nx\n$$\n\n**c**"),
        ('a<formula tex="" display="block"> b', "a b"),
        ('<a href="u"><formula tex="x" display="block"></a>', "[$x$](u)"),
    ],
)
def test_formulas_among_text(html: str, written: str) -> None:
    assert markdown(f"<p>{html}</p>") == written
