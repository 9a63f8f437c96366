"""Formulas in the forms that pages have them in: each is found once, with all its copies."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import Page
from mainspan.render.formulas import Formula, find_formulas
from mainspan.render.mathml import is_balanced
from tests.clock import FACTOR, grows_linearly
from tests.soup import soups

BEFORE, AFTER = "<p>Let <b>a</b> ", " be so.</p>"
X2 = "<msup><mi>x</mi><mn>2</mn></msup>"
ANNOTATED = (
    f"<math><semantics><mrow>{X2}</mrow><annotation encoding='application/x-tex'>x^{{2}}</annotation>"
    "</semantics></math>"
)


def only(markup: str) -> tuple[Formula, str]:
    """The only formula of a page, and the source that it takes."""
    page = Page(BEFORE + markup + AFTER)
    (found,) = find_formulas(page)
    return found, page.source[page.tokens.start[found.first] : page.tokens.end[found.last]]


FORMS = {
    "MathML": (f"<math>{X2}</math>", "x^2"),
    "annotation": (ANNOTATED, "x^{2}"),
    "annotation in LaTeX": (ANNOTATED.replace("application/x-tex", "LaTeX"), "x^{2}"),
    "annotation in another language": (ANNOTATED.replace("application/x-tex", "StarMath 5.0"), "x^2"),
    "broken annotation": (ANNOTATED.replace("x^{2}", "x^{2"), "x^2"),
    "alternative text": (f"<math alttext='x^{{2}}'>{X2}</math>", "x^{2}"),
    "alternative text in words": (f"<math alttext='the variable squared'>{X2}</math>", "x^2"),
    "prefixed": ("<mml:math><mml:mi>x</mml:mi></mml:math>", "x"),
    "KaTeX": (
        (f"<span class='katex'><span class='katex-mathml'>{ANNOTATED}</span>"
        "<span class='katex-html' aria-hidden='true'><span class='base'>x2</span></span></span>"),
        "x^{2}",
    ),
    "MathJax 2": (
        ("<span class='MathJax_Preview'>x2</span><span class='MathJax'><nobr>x2</nobr>"
        f"<span class='MJX_Assistive_MathML'><math>{X2}</math></span></span>\n"
        "<script type='math/tex' id='MathJax-Element-1'>x^{2}</script>"),
        "x^{2}",
    ),
    "MathJax 2, not run": (
        "<span class='MathJax_Preview'>x^2</span><script type='math/tex'>x^{2}</script>",
        "x^{2}",
    ),
    "MathML in a script": (f"<script type='math/mml'><math>{X2}</math></script>", "x^2"),
    "MathJax 2, on a server": (
        (r"<span class='mjpage'><span class='mjx-chtml'><span class='mjx-math' aria-label='\alpha^{2}'>"
        "<span aria-hidden='true'>α2</span></span></span></span>"),
        r"\alpha^{2}",
    ),
    "MathJax 3": (
        ("<mjx-container class='MathJax'><mjx-math><mjx-mi><mjx-c class='mjx-c78'></mjx-c></mjx-mi>"
        f"</mjx-math><mjx-assistive-mml><math>{X2}</math></mjx-assistive-mml></mjx-container>"),
        "x^2",
    ),
    "MathJax 3, boxes alone": (
        "<mjx-container><mjx-mi><mjx-c class='mjx-c78'></mjx-c></mjx-mi></mjx-container>",
        "x",
    ),
    "encyclopedia": (
        ("<span class='mwe-math-element'><span class='mwe-math-mathml-inline' style='display:none'><math "
        f"alttext='{{\\displaystyle x^{{2}}}}'>{X2}</math></span><img class='mwe-math-fallback-image-inline' "
        "alt='{\\displaystyle x^{2}}'></span>"),
        "x^{2}",
    ),
    "encyclopedia, picture alone": (
        r"<span class='mwe-math-element'><img class='mwe-math-fallback' alt='{\displaystyle \pi }'></span>",
        r"\pi",
    ),
    "picture": (r"<img class='latex' src='a.png' alt='\alpha &lt; 1'>", r"\alpha < 1"),
    "picture of a service": (r"<img src='/latex.php?latex=x' alt='\alpha'>", r"\alpha"),
    "picture with a title": (r"<img class='wp-katex' alt='' title='$\alpha$'>", r"\alpha"),
    "picture with a formula for a description": (r"<img src='img1.png' alt='$\sum_i x_i$'>", r"\sum_i x_i"),
    "attribute": (r"<span class='ztext-math' data-tex='\alpha'><span>α</span><svg></svg></span>", r"\alpha"),
    "archive of papers": (
        (r"<inline-formula><alternatives><tex-math>\documentclass{a}\begin{document}$$\alpha$$\end{document}</tex-math>"
        "<mml:math><mml:mi>α</mml:mi></mml:math></alternatives></inline-formula>"),
        r"\alpha",
    ),
    "element of its own": ("<math-renderer class='js-inline-math'>$x^{2}$</math-renderer>", "x^{2}"),
    "text in delimiters": (r"<span class='math inline'>\(\alpha\)</span>", r"\alpha"),
    "text that is TeX": (r"<span class='math-tex'>\alpha^2</span>", r"\alpha^2"),
    "code that is called math": (r"<code class='code math js-render-math'>\alpha^2</code>", r"\alpha^2"),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_found_with_all_its_copies(form: str) -> None:
    markup, tex = FORMS[form]
    found, source = only(markup)
    assert (found.tex, found.is_display) == (tex, False)
    assert Page(BEFORE + AFTER).source == Page(BEFORE + markup + AFTER).source.replace(source, "")


@pytest.mark.parametrize(
    "markup",
    [
        f"<math display='block'>{X2}</math>",
        f"<span class='katex-display'><span class='katex'>{ANNOTATED}</span></span>",
        "<script type='math/tex; mode=display'>x^2</script>",
        "<div class='MathJax_Display'>x2</div><script type='math/tex'>x^2</script>",
        f"<mjx-container display='true'><mjx-math></mjx-math><math>{X2}</math></mjx-container>",
        f"<i class='mwe-math-element'><i class='mwe-math-mathml-display'><math>{X2}</math></i></i>",
        "<math-renderer>$$x^2$$</math-renderer>",
        r"<span class='math display'>\[\alpha\]</span>",
        r"<img class='latex' alt='\[\alpha\]'>",
        r"<img src='eq2.gif' alt='\begin{equation}a=b\end{equation}'>",
    ],
)
def test_displayed_formulas(markup: str) -> None:
    page = Page(f"<div>Let {markup} be so.</div>")
    assert [formula.is_display for formula in find_formulas(page)] == [True]


@pytest.mark.parametrize(
    "markup",
    [
        r"As $\alpha$ and \(x\) and \[y\] are: text.",
        r"<code class='language-latex'>\alpha^2</code>",
        r"<pre class='tex'>\alpha^2</pre>",
        r"<img class='photo' alt='\alpha'>",
        r"<img src='a.png' alt='$5$'> \ ",
        r"<img src='a.png' alt='\begin{equation} is a command'>",
        r"<img src='a.png' alt='$the price of bread$'> \ ",
        "<img class='latex' alt='The logo of the project'>",
        "<img class='math' alt='x'>",
        "<span class='math'>Mathematics</span>",
        r"<a data-formula='no' title='\'>x</a>",
        r"<div data-expr='\alpha'><p>All of the page.</p></div>",
        r"<span class='math'>costs $5 \alpha or $6</span>",
        "<script type='math/tex'></script>",
        "<script type='math/asciimath'>x^2</script>",
        "<script type='text/javascript'>'math/tex'</script>",
        "<script type='math/tex'>x^{2</script>",
        "<math></math>",
        "<mjx-container></mjx-container>",
    ],
)
def test_what_is_no_formula_is_none(markup: str) -> None:
    assert find_formulas(Page(BEFORE + markup + AFTER)) == []


def test_one_formula_with_a_command_shows_that_pictures_without_are_formulas_too() -> None:
    plain, other = "<img class='latex' alt='A, B'>", r"<img class='latex' alt='\alpha'>"
    assert find_formulas(Page(plain)) == []
    assert [formula.tex for formula in find_formulas(Page(plain + other))] == ["A, B", r"\alpha"]


def test_a_part_of_the_page_that_is_named_like_a_formula_is_none() -> None:
    prose, several = f"<p>Let {ANNOTATED} be.</p>", f"{ANNOTATED}, {ANNOTATED}"
    page = Page(f"<div class='MathJax'>{prose}</div><div class='katex'>{several}</div>")
    names = [page.name_of(int(page.elements.open.searchsorted(one.first))) for one in find_formulas(page)]
    assert names == ["math"] * 3


def test_markup_and_time_can_be_saved() -> None:
    page = Page(ANNOTATED)
    assert find_formulas(page)[0].mathml.startswith('<math alttext="x^{2}">')
    assert find_formulas(page, mathml=False)[0].mathml == ""


def test_a_style_that_a_formula_by_itself_has_anyway_is_dropped() -> None:
    alternative = r"alttext='\displaystyle x^2'"
    assert only(f"<math {alternative} display='block'>{X2}</math>")[0].tex == "x^2"
    assert only(f"<math {alternative}>{X2}</math>")[0].tex == r"\displaystyle x^2"


_PIECES = [form for form, _ in FORMS.values()]
_PIECES += [
    "<span class='katex'>",
    "<div class='MathJax'>",
    "</span>",
    "</div>",
    "<math>",
    "</math>",
    "</p>",
    "a",
    r"\b",
]


@given(st.lists(st.sampled_from(_PIECES), max_size=12).map("".join) | soups)
def test_formulas_are_in_order_apart_and_balanced(markup: str) -> None:
    page = Page(markup)
    found = find_formulas(page)
    ends = [place for formula in found for place in (formula.first, formula.last + 0.5)]
    assert ends == sorted(set(ends))
    assert all(formula.tex and is_balanced(formula.tex) for formula in found)


SHAPES: dict[str, Callable[[int], str]] = {
    "formulas": lambda n: ANNOTATED * n,
    "nested names": lambda n: ("<mjx-x>" * 100 + ANNOTATED + "</mjx-x>" * 100) * (n // 100),
    "marked elements": lambda n: r"<b class='math'>\(\alpha\)</b>" * n,
    "nested marks": lambda n: (r"<i class='math' data-tex='\a'>" * 100 + "</i>" * 100) * (n // 100),
    "a long class": lambda n: f"<i class='{'math- ' * n}'>" + r"\a</i>",
    "backslashes": lambda n: r"<b title='\'>\</b>" * n,
    "comments in TeX": lambda n: f"<script type='math/tex'>{'a%' * n}</script>",
    "backslashes in TeX": lambda n: f"<script type='math/tex'>{chr(92) * n}%</script>",
    "copies": lambda n: "<i class='MathJax'>a</i>" * n + "<script type='math/tex'>x</script>",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_ten_times_the_page_takes_about_ten_times_as_long(shape: str) -> None:
    small, large = (Page(SHAPES[shape](size)) for size in (500, 500 * FACTOR))
    assert [len(page.elements) for page in (small, large)]
    assert grows_linearly(lambda: find_formulas(small), lambda: find_formulas(large))


def test_an_environment_with_lines_of_its_own_is_displayed() -> None:
    (formula,) = find_formulas(Page(r'<div class="math">\begin{align}a &= b\end{align}</div>'))
    assert formula.is_display


def spans_outside(markup: str) -> int:
    """How many span elements begin before the only formula of a page."""
    page = Page(markup)
    (found,) = find_formulas(page)
    return page.source.count("<span", 0, int(page.tokens.start[found.first]))


@pytest.mark.parametrize(("levels", "outside"), [(8, 0), (10, 2)])
def test_a_formula_has_a_few_elements_around_it(levels: int, outside: int) -> None:
    assert spans_outside(f"<p>{'<span class=katex>' * levels}<math>{X2}</math>") == outside


@pytest.mark.parametrize(("copies", "outside"), [(6, 0), (8, 2)])
def test_a_formula_has_a_few_copies_before_it(copies: int, outside: int) -> None:
    drawn = "<span class=MathJax>x</span>" * copies
    assert spans_outside(f"<p>{drawn}<script type=math/tex>x</script></p>") == outside


@pytest.mark.parametrize(("length", "count"), [(1990, 1990), (2100, 2000)])
def test_the_address_of_a_drawn_formula_is_read_to_its_limit(length: int, count: int) -> None:
    address = "https://latex.codecogs.com/svg.latex?"
    tex = "x" * (length - len(address))
    found, _ = only(f"<img src='{address}{tex}'>")
    assert len(address) + len(found.tex) == count
