"""MathML as TeX: each element, the signs, and what else pages have in formulas."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mainspan import Page
from mainspan.render.mathml import is_balanced, read_tree, to_tex
from mainspan.render.mathml.symbols import SIGNS
from tests.clock import FACTOR, grows_linearly


def tex(inside: str, name: str = "math") -> str:
    page = Page(f"<p><{name}>{inside}</{name}></p>")
    first = page.source.index(f"<{name}")
    token = int(page.tokens.start.searchsorted(first))
    return to_tex(read_tree(page, token, int(page.tokens.partner[token])))


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<mi>x</mi><mo>=</mo><mn>2</mn>", "x = 2"),
        ("<mo>-</mo><mi>x</mi><mo>-</mo><mn>1</mn>", "-x - 1"),
        ("<mi>α</mi><mi>x</mi>", r"\alpha x"),
        ("<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mi>c</mi></mrow></mfrac>", r"\frac{a}{b + c}"),
        ("<mfrac bevelled='true'><mi>a</mi><mi>b</mi></mfrac>", "a/b"),
        ("<mfrac linethickness='0'><mi>a</mi><mi>b</mi></mfrac>", r"\genfrac{}{}{0pt}{}{a}{b}"),
        ("<mfrac linethickness='0.1px'><mi>a</mi><mi>b</mi></mfrac>", r"\frac{a}{b}"),
        ("<mo>(</mo><mfrac linethickness='0px'><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>", r"\binom{n}{k}"),
        ("<msqrt><mi>a</mi><mi>b</mi></msqrt>", r"\sqrt{ab}"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt[3]{x}"),
        ("<msub><mi>x</mi><mi>i</mi></msub>", "x_i"),
        ("<msup><mi>x</mi><mrow><mo>-</mo><mn>1</mn></mrow></msup>", "x^{-1}"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_i^2"),
        ("<msup><mi>f</mi><mo>′</mo></msup>", "f'"),
        ("<msubsup><mi>f</mi><mi>i</mi><mo>″</mo></msubsup>", "f''_i"),
        ("<msup><msup><mi>x</mi><mn>2</mn></msup><mn>3</mn></msup>", "{x^2}^3"),
        ("<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>", "{ab}^2"),
        ("<msup><mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow><mn>2</mn></msup>", "(a)^2"),
        ("<mphantom><mi>x</mi></mphantom><mi>y</mi>", r"\phantom{x}y"),
        ("<menclose notation='box'><mi>x</mi></menclose>", r"\boxed{x}"),
        ("<menclose notation='odd'><mi>x</mi></menclose>", "x"),
        ("<semantics><mi>x</mi><annotation encoding='a'>y</annotation></semantics>", "x"),
        ("<mstyle><mpadded><merror><mi>x</mi></merror></mpadded></mstyle>", "x"),
        ("<mi>a</mi><mspace width='1em'></mspace><mi>b</mi>", r"a\quad b"),
        ("<mi>a</mi><mspace width='0.1667em'></mspace><mi>b</mi>", r"a\,b"),
        ("<mi>a</mi><mspace width='wide'></mspace><mi>b</mi>", "ab"),
        ("<ms>a_b</ms>", r'\text{"a\_b"}'),
        ("words<mi>x</mi>", r"\text{words}x"),
    ],
)
def test_each_element_has_its_tex(markup: str, expected: str) -> None:
    assert tex(markup) == expected


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<mi>sin</mi><mi>x</mi>", r"\sin x"),
        ("<mo>lim sup</mo>", r"\limsup"),
        ("<mi>rank</mi>", r"\mathrm{rank}"),
        ("<mo>rank</mo>", r"\operatorname{rank}"),
        ("<mi>two words</mi>", r"\text{two words}"),
        ("<mi mathvariant='normal'>d</mi><mi>x</mi>", r"\mathrm{d}x"),
        ("<mi mathvariant='normal'>e</mi><mi mathvariant='normal'>f</mi>", r"\mathrm{ef}"),
        ("<mi mathvariant='normal'>∞</mi>", r"\infty"),
        ("<mi mathvariant='bold'>v</mi>", r"\mathbf{v}"),
        ("<mi mathvariant='bold'>α</mi>", r"\boldsymbol{\alpha}"),
        ("<mi mathvariant='double-struck'>R</mi>", r"\mathbb{R}"),
        ("<mi>ℝ</mi><mi>𝔤</mi><mi>ℒ</mi>", r"\mathbb{R}\mathfrak{g}\mathcal{L}"),
        ("<mi>𝑥</mi><mi>𝐯</mi><mi>𝜶</mi>", r"x\mathbf{v}\boldsymbol{\alpha}"),
        ("<mi>速度</mi>", r"\text{速}\text{度}"),
        ("<mo>%</mo><mo>#</mo><mo>_</mo>", r"\%\#\_"),
        ("<mo>\\</mo><mi>x</mi>", r"\backslash x"),
        ("<mtext>a {b}$ c\\d</mtext>", r"\text{a \{b\}\$ c\textbackslash{}d}"),
        ("<mtext>&nbsp;</mtext>", "~"),
        ("<mi>f</mi><mo>&#x2061;</mo><mi>x</mi>", "fx"),
        ("<mo stretchy='false'>∣</mo><mi>x</mi><mo stretchy='false'>∣</mo>", "|x|"),
        ("<mi>a</mi><mo>∣</mo><mi>b</mi>", r"a \mid b"),
    ],
)
def test_signs_letters_and_words(markup: str, expected: str) -> None:
    assert tex(markup) == expected


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<mover><mi>x</mi><mo>^</mo></mover>", r"\hat{x}"),
        ("<mover><mrow><mi>x</mi><mi>y</mi></mrow><mo>^</mo></mover>", r"\widehat{xy}"),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", r"\bar{x}"),
        ("<mover><mi>x</mi><mo>→</mo></mover>", r"\vec{x}"),
        ("<munder><mi>x</mi><mo>_</mo></munder>", r"\underline{x}"),
        ("<mover><mo>→</mo><mi>f</mi></mover>", r"\xrightarrow{f}"),
        ("<mover><mo>=</mo><mi>d</mi></mover>", r"\overset{d}{=}"),
        ("<munder><mi>x</mi><mi>y</mi></munder>", r"\underset{y}{x}"),
        ("<munderover><mo>∑</mo><mi>a</mi><mi>b</mi></munderover><mi>c</mi>", r"\sum_a^b c"),
        ("<munder><mi>lim</mi><mi>n</mi></munder><mi>c</mi>", r"\lim_n c"),
        ("<munder><mi>argmin</mi><mi>n</mi></munder>", r"\operatorname*{argmin}_n"),
        ("<mover><mover><mi>x</mi><mo>⏞</mo></mover><mi>n</mi></mover>", r"\overbrace{x}^{n}"),
        ("<munder><munder><mi>x</mi><mo>⏟</mo></munder><mi>n</mi></munder>", r"\underbrace{x}_{n}"),
        (("<mmultiscripts><mi>X</mi><mi>a</mi><none></none><mprescripts></mprescripts><mi>b</mi>"
         "<mi>c</mi></mmultiscripts>"), "{}_b^cX_a"),
    ],
)  # fmt: skip
def test_overscripts_and_underscripts(markup: str, expected: str) -> None:
    assert tex(markup) == expected


def table(*rows: str, attributes: str = "") -> str:
    cells = ["".join(f"<mtd><mi>{cell}</mi></mtd>" for cell in row) for row in rows]
    return f"<mtable {attributes}>{''.join(f'<mtr>{row}</mtr>' for row in cells)}</mtable>"


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        ("(", ")", "pmatrix"),
        ("[", "]", "bmatrix"),
        ("|", "|", "vmatrix"),
        ("‖", "‖", "Vmatrix"),
        ("{", "", "cases"),
    ],
)
def test_fences_around_a_table_make_an_environment(before: str, after: str, name: str) -> None:
    row = f"<mrow><mo>{before}</mo>{table('ab', 'cd')}{f'<mo>{after}</mo>' if after else ''}</mrow>"
    assert tex(row) == rf"\begin{{{name}}} a & b \\ c & d \end{{{name}}}"


def test_a_table_open_to_the_right_with_three_columns_is_no_case_distinction() -> None:
    assert tex(f"<mo>{{</mo>{table('abc')}") == r"\left\{ \begin{matrix} a & b & c \end{matrix} \right."


@pytest.mark.parametrize(
    ("align", "begin"),
    [("right left", "{aligned}"), ("left right", "{array}{lr}"), ("center", "{matrix}"), ("", "{matrix}")],
)
def test_the_columns_of_a_table_decide_its_kind(align: str, begin: str) -> None:
    assert tex(table("ab", "cd", attributes=f"columnalign='{align}'")).startswith(rf"\begin{begin} a & b")


def test_comments_are_no_part_of_a_formula() -> None:
    assert tex("<mrow><!-- MathType@MTEF@5@5@+= --><mi>x</mi><!-- y --></mrow>") == "x"


def test_equations_below_each_other_are_aligned() -> None:
    assert tex(table("a=", "b=")) == r"\begin{aligned} a & = \\ b & = \end{aligned}"


def test_the_number_of_an_equation_is_its_tag() -> None:
    row = "<mlabeledtr><mtd><mtext>(1.2)</mtext></mtd><mtd><mi>a</mi></mtd></mlabeledtr>"
    assert tex(f"<mtable>{row}</mtable>") == r"a \tag{1.2}"
    assert tex(f"<mtable>{row.replace('1.2', '★')}</mtable>") == r"a \quad (★)"


def test_fences_grow_with_their_content() -> None:
    fraction = "<mfrac><mi>a</mi><mi>b</mi></mfrac>"
    assert tex(f"<mrow><mo>(</mo>{fraction}<mo>)</mo></mrow>") == r"\left( \frac{a}{b} \right)"
    assert tex("<mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow>") == "(a)"
    assert tex(f"<mrow><mo stretchy='false'>(</mo>{fraction}<mo>)</mo></mrow>") == r"(\frac{a}{b})"


def test_fences_as_attributes_are_fences() -> None:
    assert tex("<mfenced><mi>a</mi><mi>b</mi><mi>c</mi></mfenced>") == "(a, b, c)"
    assert tex("<mfenced open='[' close='' separators=';,'><mi>a</mi><mi>b</mi></mfenced>") == "[a; b"


def test_names_with_a_prefix_are_the_same() -> None:
    assert tex("<mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup>", "mml:math") == "x^2"


def c(*codes: str) -> str:
    return "".join(f"<mjx-c class='mjx-c{code} TEX-I'></mjx-c>" for code in codes)


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        (f"<mjx-mi>{c('1D465')}</mjx-mi><mjx-mo>{c('2260')}</mjx-mo><mjx-mn>{c('30')}</mjx-mn>", r"x \neq 0"),
        ("<mjx-mi><mjx-c class='mjx-c78'>x</mjx-c></mjx-mi>", "x"),
        ("<mjx-mi><mjx-utext>x</mjx-utext></mjx-mi>", "x"),
        (
            (
                f"<mjx-mfrac><mjx-frac><mjx-num><mjx-nstrut></mjx-nstrut><mjx-mi>{c('61')}</mjx-mi></mjx-num><mjx-dbox>"
                f"<mjx-dtable><mjx-line></mjx-line><mjx-row><mjx-den><mjx-mi>{c('62')}</mjx-mi></mjx-den></mjx-row>"
                "</mjx-dtable></mjx-dbox></mjx-frac></mjx-mfrac>"
            ),
            r"\frac{a}{b}",
        ),
        (
            (
                f"<mjx-msqrt><mjx-sqrt><mjx-surd><mjx-mo>{c('221A')}</mjx-mo></mjx-surd><mjx-box><mjx-mi>{c('61')}"
                "</mjx-mi></mjx-box></mjx-sqrt></mjx-msqrt>"
            ),
            r"\sqrt{a}",
        ),
        (
            (
                f"<mjx-msubsup><mjx-mi>{c('61')}</mjx-mi><mjx-script><mjx-mn>{c('32')}</mjx-mn><mjx-spacer></mjx-spacer>"
                f"<mjx-mi>{c('69')}</mjx-mi></mjx-script></mjx-msubsup>"
            ),
            "a_i^2",
        ),
        (
            (
                f"<mjx-mover><mjx-over><mjx-mo>{c('5E')}</mjx-mo></mjx-over><mjx-base><mjx-mi>{c('61')}</mjx-mi>"
                "</mjx-base></mjx-mover>"
            ),
            r"\hat{a}",
        ),
        (
            (
                f"<mjx-munderover><mjx-over><mjx-mi>{c('6E')}</mjx-mi></mjx-over><mjx-box><mjx-munder><mjx-row><mjx-base>"
                f"<mjx-mo>{c('2211')}</mjx-mo></mjx-base></mjx-row><mjx-row><mjx-under><mjx-mi>{c('69')}</mjx-mi>"
                "</mjx-under></mjx-row></mjx-munder></mjx-box></mjx-munderover>"
            ),
            r"\sum_i^n",
        ),
    ],
)
def test_boxes_of_mathjax_are_read_back(boxes: str, expected: str) -> None:
    assert tex(f"<mjx-math>{boxes}</mjx-math>", "mjx-container") == expected


@pytest.mark.parametrize("depth", [57, 63, 400])
def test_formulas_nested_too_deep_are_text(depth: int) -> None:
    found = tex("<msqrt>" * depth + "<mi>x</mi>" + "</msqrt>" * depth)
    assert found.count(r"\sqrt") == min(depth, 58)
    assert "x" in found


_NAMES = """mi mn mo ms mtext mspace mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable
    mtr mtd mlabeledtr mfenced menclose mphantom mmultiscripts mprescripts none semantics annotation
    maction"""
_PIECES = [f"<{slash}{name}>" for name in _NAMES.split() for slash in ("", "/")]
_PIECES += ["<mo fence='true'>", "<mfrac linethickness='0'>", "<mfenced open='{' close=''>"]
_SIGNS = [*SIGNS, "x", "lim", "a b", "{", "}", "\\", "$", "%", "&lt;", "é", "\u0302", "]"]


@settings(max_examples=200)
@given(st.lists(st.sampled_from(_PIECES) | st.sampled_from(_SIGNS), max_size=40).map("".join))
def test_braces_are_balanced_for_any_markup(markup: str) -> None:
    assert is_balanced(tex(markup))


_BEFORE, _AFTER = "<mrow><mo>(</mo><mtable><mtr><mtd>", "</mtd></mtr></mtable><mo>)</mo></mrow>"
SHAPES: dict[str, Callable[[int], str]] = {
    "a row": lambda n: "<mi>x</mi><mo>+</mo>" * n,
    "letters of a word": lambda n: "<mi mathvariant='bold'>x</mi>" * n,
    "deep": lambda n: "<mrow>" * 200 + "<mi>x</mi>" * n + "</mrow>" * 200,
    "fences around tables": lambda n: (_BEFORE * 12 + _AFTER * 12) * (n // 12),
    "a long text": lambda n: f"<mtext>{'words ' * n}</mtext>",
    "backslashes": lambda n: f"<mtext>{chr(92) * n}</mtext><mo>{chr(92) * n}</mo>",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_ten_times_the_formula_takes_about_ten_times_as_long(shape: str) -> None:
    pages = [Page(f"<math>{SHAPES[shape](size)}</math>") for size in (1_000, 1_000 * FACTOR)]
    small, large = ((page, 0, len(page.tokens) - 1) for page in pages)
    assert grows_linearly(lambda: to_tex(read_tree(*small)), lambda: to_tex(read_tree(*large)))
