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
        (
            r"So \begin{align} a &amp;= b \end{align} is",
            "So\n\n$$\n\\begin{align} a &= b \\end{align}\n$$\n\nis",
        ),
        (r"\begin{equation*}x\end{equation*}", "$$\n\\begin{equation*}x\\end{equation*}\n$$"),
        (r"a \begin{itemize} b \end{itemize}", r"a \begin{itemize} b \end{itemize}"),
        (r"a \begin{align} b \end{gather}", r"a \begin{align} b \end{gather}"),
        (r"<code>\(x_1\)</code> is \(y\)", r"`\(x_1\)` is $y$"),
        (r"<code><b><i>\(x\)</i></b></code>", r"`\(x\)`"),
    ],
)
def test_with_a_library_tex_is_a_formula(tex: str, markdown: str) -> None:
    assert extract(f"{LIBRARY}<p>{tex}</p>", algorithm="plain").markdown == f"{markdown}\n"


def test_without_a_library_it_is_text() -> None:
    assert extract(r"<p>Let \(x\) be</p>", algorithm="plain").text == "Let \\(x\\) be\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"Let \(\alpha\) and \(x\) be", "Let $\\alpha$ and $x$ be"),
        (r"Let \[x_i\] be \(\pi\)", r"Let $$x_i$$ be $\pi$"),
        (r"Let $$\pi$$ and $x_i$ be", r"Let $$\pi$$ and $x_i$ be"),
        (r"Let \(x_i\) and $$a^b$$ be", r"Let \(x_i\) and $$a^b$$ be"),
        (r"\begin{gather}x\end{gather}", r"$$\begin{gather}x\end{gather}$$"),
        (r"Search for \([a-z]\w*\) there", r"Search for \([a-z]\w*\) there"),
        (r"Call \(foo_bar\) there", r"Call \(foo_bar\) there"),
        (r"Pay $5 and $\alpha$", r"Pay $5 and $\alpha$"),
        (r"<code>\(\alpha\)</code>", r"\(\alpha\)"),
    ],
)
def test_without_a_library_one_sure_formula_is_enough(text: str, expected: str) -> None:
    assert extract(f"<p>{text}</p>", algorithm="plain").text == f"{expected}\n"


def test_text_has_the_same_formulas() -> None:
    html = rf"{LIBRARY}<p>Let \(x\) be, and $$y$$</p>"
    assert extract(html, algorithm="plain").text == "Let $x$ be, and $$y$$\n"


@pytest.mark.parametrize(("shape", "expected"), [("a" * 1990, True), ("a" * 2010, False)])
def test_an_environment_has_a_bounded_length(shape: str, expected: bool) -> None:
    text = extract(rf"{LIBRARY}<p>\begin{{align}}{shape}\end{{align}}</p>", algorithm="plain").text
    assert text.startswith("$$") == expected


@pytest.mark.parametrize(("levels", "text"), [(3, r"\(x\)"), (4, "$x$")])
def test_code_is_found_at_some_levels_around(levels: int, text: str) -> None:
    inside = f"{'<b>' * levels}\\(x\\){'</b>' * levels}"
    assert extract(f"{LIBRARY}<p><code>{inside}</code></p>", algorithm="plain").text == f"{text}\n"


@pytest.mark.parametrize("sign", ["\\(", "\\[", "$", "$$", "$a", "\\begin{align}"])
def test_signs_without_end_take_linear_time(sign: str) -> None:
    small, large = (f"{LIBRARY}<p>{sign * count}x</p>" for count in (500, 500 * FACTOR))
    assert grows_linearly(
        lambda: extract(small, algorithm="plain").markdown, lambda: extract(large, algorithm="plain").markdown
    )


@pytest.mark.parametrize(("size", "text"), [(2_000, "Let $x$ be\n"), (6_000, "Let \\(x\\) be\n")])
def test_a_library_is_named_near_the_beginning_of_a_script(size: int, text: str) -> None:
    html = f"<script>{' ' * size}MathJax = {{}}</script><p>Let \\(x\\) be</p>"
    assert extract(html, algorithm="plain").text == text
