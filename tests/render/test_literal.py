"""TeX in the text itself: a formula where the page has a library for it, and text where it has none."""

from __future__ import annotations

import pytest

from mainspan import extract
from tests.clock import FACTOR, grows_linearly

LIBRARY = '<script src="https://cdn.example/mathjax@3/es5/tex-chtml.js"></script>'


@pytest.mark.parametrize(
    ("tex", "markdown"),
    [
        (r"Let \(x_1 * y\) be.", "Let $x_1 * y$ be."),
        (r"So \[x^2\] and", "So\n\n$$\nx^2\n$$\n\nand"),
        (r"a $x_i$, b", "a $x_i$, b"),
        (r"from $5 to $6 a day", "from $5 to $6 a day"),
        (r"\(x\) \(y\)", "$x$ $y$"),
        (r"(\(x\))", "($x$)"),
        (r"\(\frac{a\)", r"\\(\frac{a\\)"),
    ],
)
def test_with_a_library_tex_is_a_formula(tex: str, markdown: str) -> None:
    assert extract(f"{LIBRARY}<p>{tex}</p>", algorithm="plain").markdown == f"{markdown}\n"


def test_without_a_library_it_is_text() -> None:
    assert extract(r"<p>Let \(x\) be</p>", algorithm="plain").text == "Let \\(x\\) be\n"


def test_text_has_the_same_formulas() -> None:
    html = rf"{LIBRARY}<p>Let \(x\) be, and $$y$$</p>"
    assert extract(html, algorithm="plain").text == "Let $x$ be, and $$y$$\n"


@pytest.mark.parametrize("sign", ["\\(", "\\[", "$", "$$", "$a"])
def test_signs_without_end_take_linear_time(sign: str) -> None:
    small, large = (f"{LIBRARY}<p>{sign * count}x</p>" for count in (500, 500 * FACTOR))
    assert grows_linearly(
        lambda: extract(small, algorithm="plain").markdown, lambda: extract(large, algorithm="plain").markdown
    )


@pytest.mark.parametrize(("size", "text"), [(2_000, "Let $x$ be\n"), (6_000, "Let \\(x\\) be\n")])
def test_a_library_is_named_near_the_beginning_of_a_script(size: int, text: str) -> None:
    html = f"<script>{' ' * size}MathJax = {{}}</script><p>Let \\(x\\) be</p>"
    assert extract(html, algorithm="plain").text == text
