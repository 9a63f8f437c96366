"""TeX as it comes from pages: cleaned, or refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.render.formulas.tex import clean_tex, could_be_tex, is_delimited, looks_like_tex
from mainspan.render.mathml import is_balanced


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("  x \n", "x"),
        (r"\(x\)", "x"),
        (r"\[ x \]", "x"),
        ("$x$", "x"),
        ("$$ x $$", "x"),
        ("$$$x$$$", "x"),
        (r"{\displaystyle x^{2}}", "x^{2}"),
        (r"{\textstyle x}", "x"),
        (r"{\displaystyle x}{y}", r"{\displaystyle x}{y}"),
        (r"{\displaystyles x}", r"{\displaystyles x}"),
        ("a% comment\n  b", "ab"),
        ("a%\nb%", r"ab\%"),
        ("\\alpha%\nb", r"\alpha b"),
        (r"5\% of x", r"5\% of x"),
        ("a\\\\% b\nc", "a\\\\c"),
        ("a  b\t\n\n c", "a b\nc"),
        ("x\\ ", "x\\ "),
        ("a\x07b", "ab"),
        ("x^{2", ""),
        ("x}{", ""),
        (r"\{ x", r"\{ x"),
        ("x\\", ""),
        ("", ""),
    ],
)
def test_the_formula_in_a_text(raw: str, expected: str) -> None:
    assert clean_tex(raw).source == expected


@pytest.mark.parametrize(
    ("raw", "expected"), [(r"\[x\]", True), ("$$x$$", True), (r"\(x\)", False), ("x", False)]
)
def test_some_delimiters_set_a_formula_apart(raw: str, expected: bool) -> None:
    assert clean_tex(raw).is_display is expected


@pytest.mark.parametrize(
    ("raw", "expected"), [("$x$", True), ("$x$ or $y$", False), ("$", False), ("x$", False)]
)
def test_delimiters_are_around_the_whole(raw: str, expected: bool) -> None:
    assert is_delimited(raw) is expected


@pytest.mark.parametrize(
    ("raw", "looks", "could"),
    [
        (r"\alpha", True, True),
        ("x^2", True, True),
        ("a_{n}", True, True),
        ("A, B", False, True),
        ("file_name of some things", False, False),
        ("Graph of the function", False, False),
        ("a ^ b", False, True),
        (" ", False, False),
    ],
)
def test_tex_is_distinguished_from_words(raw: str, looks: bool, could: bool) -> None:
    assert (looks_like_tex(raw), could_be_tex(raw)) == (looks, could)


@given(st.text(alphabet="\\{}%$ \n[(x", max_size=20))
def test_what_is_cleaned_is_balanced_and_stays_as_it_is(raw: str) -> None:
    found = clean_tex(raw).source
    assert is_balanced(found)
    assert found.strip() == found or found.endswith("\\ ")
