"""Plain text: what a reader would write down."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mainspan import Page, Spans, extract
from mainspan.render.text import render_text
from tests.render.plain import plain, rendered_words
from tests.soup import soups_to_render

# --- paragraphs and lines -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>one<p>two", "one\n\ntwo\n"),
        ("<div>one<div>two</div>three</div>", "one\n\ntwo\n\nthree\n"),
        ("<p>one</p>loose<p>two", "one\n\nloose\n\ntwo\n"),
        ("<h1>Title</h1><p>Text.", "Title\n\nText.\n"),
        ("<h2>A <small>b</small></h2><h3>C</h3>", "A b\n\nC\n"),
        ("<blockquote><p>said</p></blockquote><p>so", "said\n\nso\n"),
        ("one<hr>two", "one\n\ntwo\n"),
        ("<figure><img><figcaption>caption</figcaption></figure><p>text", "caption\n\ntext\n"),
        ("<details><summary>sum</summary>all</details>", "sum\n\nall\n"),
        ("<main>one</main><footer>two</footer>", "one\n\ntwo\n"),
        ("<my-card>one</my-card><my-card>two</my-card>", "one\n\ntwo\n"),
        ("<p>one</p><p> </p><div></div><p>two", "one\n\ntwo\n"),
    ],
)
def test_blocks_are_paragraphs(html: str, text: str) -> None:
    assert plain(html) == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>one<br>two", "one\ntwo\n"),
        ("<p>one <br/> two", "one\ntwo\n"),
        ("<p>one<br>\n   two", "one\ntwo\n"),
        ("<p><b>one<br></b>two", "one\ntwo\n"),
        ("<p>one<br></p><p>two", "one\n\ntwo\n"),
        ("<p><br>one<br>", "one\n"),
    ],
)
def test_br_breaks_a_line(html: str, text: str) -> None:
    assert plain(html) == text


@pytest.mark.parametrize("space", ["  ", "\n", "\t", "\r\n", "\f", " \n\t ", "&#32;", "&ensp;", "　"])
def test_white_space_between_words_becomes_one_space(space: str) -> None:
    assert plain(f"<p>{space}one{space}two{space}</p>") == "one two\n"


def test_text_ends_with_one_line_break() -> None:
    assert plain("<p>one</p>\n\n<pre>two\n\n</pre>\n").endswith("two\n")


@pytest.mark.parametrize("html", ["", " \n", "<p></p>", "<p>&nbsp;</p>", "<br><hr><img alt=x>"])
def test_a_page_without_words_has_no_text(html: str) -> None:
    assert plain(html) == ""


# --- inside a line --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<b>H</b>ello", "Hello"),
        ("Hell<b>o</b>", "Hello"),
        ("H<b>ell</b>o", "Hello"),
        ("a<i> b</i>", "a b"),
        ("a <i>b</i>", "a b"),
        ("<i>a </i>b", "a b"),
        ("<i>a</i> b", "a b"),
        ("a <i> b </i> c", "a b c"),
        ("a<span> b </span>c", "a b c"),
        ("a <span>b</span> c", "a b c"),
        ("a<b><i><u>b</u></i></b>c", "abc"),
        ("<b>a<i>b</i></b><u>c</u>d", "abcd"),
        ("<b>a <i>b</i></b> <u>c</u>", "a b c"),
        ("H<sub>2</sub>O is x<sup>2</sup>", "H2O is x2"),
        ("see <a href=x>here</a>, then", "see here, then"),
        ("un<a href=x>link</a>ed", "unlinked"),
        ("(<a href=x>a</a>)", "(a)"),
        ("a<font color=red>b</font>c", "abc"),
        ("use <code>x = 1</code>.", "use x = 1."),
        ("x<code>  two  spaces </code>y", "x two spaces y"),
        ("press <kbd>Ctrl</kbd>+<kbd>C</kbd>", "press Ctrl+C"),
        ("<b>a</b><b>b</b>", "ab"),
        ("<b>a</b> <b>b</b>", "a b"),
        ("<b>a</b>\n<b>b</b>", "a b"),
        ("<b>a</b><b> </b><b>b</b>", "a b"),
        ("a<b> </b>b", "a b"),
        ("a<b></b>b", "ab"),
        ("a<i><b> </b></i>b", "a b"),
        ("so<wbr>lid", "solid"),
        ("<tt>a</tt><nobr>b</nobr><big>c</big>", "abc"),
        ("<label>a</label><output>b</output>", "ab"),
        ("a<svg><path></path></svg>b", "ab"),
    ],
)
def test_inline_tags_neither_split_nor_glue_words(html: str, text: str) -> None:
    assert plain(f"<p>{html}</p>") == f"{text}\n"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("wo<!-- c -->rd", "word"),
        ("wo<!-- c --> rd", "wo rd"),
        ("wo<!-- a -->r<!-- b -->d", "word"),
        ("wo<script>code()</script>rd", "word"),
        ("wo<script>code()</script> rd", "wo rd"),
        ("wo<style>p{}</style>rd", "word"),
        ("wo<template>code</template>rd", "word"),
        ("wo<noscript>unseen</noscript>rd", "word"),
        ("wo<span hidden>unseen</span>rd", "word"),
        ("wo<span hidden> </span>rd", "word"),
        ("wo <span hidden>unseen</span> rd", "wo rd"),
        ("wo<link rel=x><meta name=y>rd", "word"),
    ],
)
def test_code_and_unseen_text_neither_split_nor_glue_words(html: str, text: str) -> None:
    assert plain(f"<p>{html}</p>") == f"{text}\n"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("a&nbsp;b", "a b"),
        ("a\u00a0b", "a b"),
        ("<b>a</b>&nbsp;<b>b</b>", "a b"),
        ("a<b>&nbsp;b</b>", "a b"),
        ("a<span>&nbsp;</span>b", "a b"),
        ("&nbsp;&nbsp;a&nbsp; &nbsp;b", "a b"),
        ("so&shy;lid", "solid"),
        ("so<b>&shy;</b>lid", "solid"),
        ("a&#8203;b", "ab"),
        ("5 &lt; 6 &amp; 7 &gt; 2", "5 < 6 & 7 > 2"),
        ("&amp;lt; &amp;amp; &amp;nbsp;", "&lt; &amp; &nbsp;"),
        ("&lt;b&gt;not bold&lt;/b&gt;", "<b>not bold</b>"),
        ("caf&eacute; &copy; &#9829;", "café © ♥"),
    ],
)
def test_character_references_are_read_once(html: str, text: str) -> None:
    assert plain(f"<p>{html}</p>") == f"{text}\n"


@pytest.mark.parametrize(
    "box",
    [
        "<img src=x>",
        "<img alt=hidden>",
        "<button></button>",
        "<input value=x>",
        "<textarea>x</textarea>",
        "<iframe>x</iframe>",
        "<video>x</video>",
        "<object>x</object>",
        "<canvas>x</canvas>",
        "<picture><img></picture>",
    ],
)
def test_inline_boxes_part_words(box: str) -> None:
    assert plain(f"<p>one{box}two</p>") == "one two\n"


def test_the_text_of_a_button_is_a_word_of_its_own() -> None:
    assert plain("<p>one<button>two</button>three") == "one two three\n"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("مرحبا <b>بال</b>عالم، أهلا", "مرحبا بالعالم، أهلا"),
        ("می‌<i>روم</i>", "می‌روم"),
        ("你好，<b>世</b>界。<a href=x>再见</a>。", "你好，世界。再见。"),
        ("東京タワー<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>字", "東京タワー漢(かん)字"),
        ("สวัสดี<b>ชาว</b>โลก", "สวัสดีชาวโลก"),
        ("नम<b>स्ते</b> दुनिया", "नमस्ते दुनिया"),
        ("한국<b>어</b> 문장", "한국어 문장"),
        ("e<b>\u0301</b>", "e\u0301"),
        ("👩<b>\u200d👩</b>", "👩\u200d👩"),
        ("𠀀𠀁<b>𠀂</b>", "𠀀𠀁𠀂"),
    ],
)
def test_every_script_is_left_unharmed(html: str, text: str) -> None:
    assert plain(f"<p>{html}</p>") == f"{text}\n"


# --- what is never rendered -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "html",
    [
        "<title>unseen</title>",
        "<script>unseen</script>",
        "<style>unseen</style>",
        "<template>unseen</template>",
        "<noscript>unseen</noscript>",
        "<textarea>unseen</textarea>",
        "<select><option>unseen</select>",
        "<iframe>unseen</iframe>",
        "<object>unseen</object>",
        "<canvas>unseen</canvas>",
        "<div hidden><p>unseen</p></div>",
        "<div style='display:none'>unseen</div>",
        "<div style='visibility: hidden'>unseen</div>",
        "<svg><title>unseen</title></svg>",
        "<!-- unseen -->",
        "<p title=unseen></p>",
        "<img alt=unseen>",
    ],
)
def test_hidden_and_unseen_text_is_never_rendered(html: str) -> None:
    assert plain(f"<p>one</p>{html}<p>two</p>") == "one\n\ntwo\n"


# --- parts of a page ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "chosen", "text"),
    [
        ("<p>one two three four", [0, 2], "one three\n"),
        ("<p>one two<b>three four</b>", [0, 3], "one four\n"),
        ("<p>one<b>two</b> three", [0, 2], "one three\n"),
        ("<p>one<p>two<p>three", [0, 2], "one\n\nthree\n"),
        ("<p>one<br>two<br>three", [0, 2], "one\nthree\n"),
        ("<p><b>H</b>ello you", [0, 1], "Hello\n"),
        ("<p>你好世界你好", [0, 2], "你好 你好\n"),
        # As long as the whole text when collapsed, but not collapsed itself.
        ("<p>a   b c", [0, 1], "a b\n"),
    ],
)
def test_words_left_out_part_the_words_around_them(html: str, chosen: list[int], text: str) -> None:
    assert rendered_words(html, chosen) == text


def test_no_spans_give_no_text() -> None:
    assert render_text(Page("<p>one"), Spans()) == ""


def test_a_span_made_by_hand_across_tags_gives_their_text_alone() -> None:
    page = Page("<p>one <b>two</b><script>code</script></p><p hidden>unseen</p><p>three</p>")
    assert render_text(page, Spans([(0, len(page.source))])) == "one two\n\nthree\n"


def test_a_span_made_by_hand_may_reach_beyond_the_page() -> None:
    assert render_text(Page("<p>one <b>two</b>"), Spans([(-5, 1 << 40)])) == "one two\n"


# --- properties -----------------------------------------------------------------------------------

# Two codes or keys side by side are two words, as test_joints.py says.
INLINE = "a abbr b big cite em font i ins label mark nobr q s small span strong sub sup tt u".split()
SPLICES = ["", "<!-- -->", "<script>x y</script>", "<wbr>", "<b></b>", "<span hidden>x y</span>"]

words_of_text = st.lists(
    st.sampled_from(["a", "Word", "x,y", "(z)", "é", "سلام", "漢字"]), min_size=1, max_size=8
)


@st.composite
def inline_markup(draw: st.DrawFn, text: str, depth: int = 5) -> str:
    """The text with inline elements around any stretches of it, nested, and code anywhere."""
    if not depth:
        return text
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, len(text)))
    tag = draw(st.sampled_from(INLINE))
    inner = draw(inline_markup(text[start:end], depth - 1))
    after = draw(inline_markup(text[end:], depth // 2))
    return f"{text[:start]}{draw(st.sampled_from(SPLICES))}<{tag}>{inner}</{tag}>{after}"


@settings(deadline=None, max_examples=200)
@given(st.data(), words_of_text, st.sampled_from([" ", "\n", "  \t"]))
def test_any_inline_markup_leaves_words_as_they_are(
    data: st.DataObject, words: list[str], space: str
) -> None:
    markup = data.draw(inline_markup(space.join(words)))
    assert plain(f"<p>{markup}</p>") == " ".join(words) + "\n"


@settings(deadline=None)
@given(st.lists(words_of_text, min_size=1, max_size=5), st.data())
def test_any_inline_markup_leaves_paragraphs_as_they_are(
    paragraphs: list[list[str]], data: st.DataObject
) -> None:
    texts = [" ".join(words) for words in paragraphs]
    html = "".join(f"<p>{data.draw(inline_markup(text, 2))}</p>" for text in texts)
    assert plain(html) == "\n\n".join(texts) + "\n"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>Let <math><msup><mi>x</mi><mn>2</mn></msup></math> be", "Let $x^2$ be\n"),
        ("<p>a</p><math display=block><mi>x</mi></math><p>b", "a\n\n$$x$$\n\nb\n"),
        ("<p>Let <script type=math/tex>x^2</script> be", "Let $x^2$ be\n"),
        ("<table><tr><td>a<td><math><mi>x</mi></math><tr><td>b<td>c</table>", "a\t$x$\nb\tc\n"),
    ],
)
def test_formulas_are_written_in_tex(html: str, text: str) -> None:
    assert plain(html) == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<table><tr><td><p>a</p><p>b</p><td>c<tr><td>d<td>e<br>f</table>", "a b\tc\nd\te f\n"),
        ("<table><tr><td><td>a<tr><td>b<td>c</table>", "\ta\nb\tc\n"),
        ("<table><tr><td rowspan=2>a<td>b<tr><td>c</table>", "a\tb\n\tc\n"),
        ("<table><tr><th colspan=2>a<td>b<tr><td>c<td>d<td>e</table>", "a\t\tb\nc\td\te\n"),
        ("<p>x<table><tr><td><td>a<tr><td>b<td>c</table><p>y", "x\n\n\ta\nb\tc\n\ny\n"),
    ],
)
def test_cells_of_tables_of_data_keep_their_columns(html: str, text: str) -> None:
    assert plain(html) == text


def test_two_line_breaks_make_a_paragraph() -> None:
    assert plain("<p>a<br><br>b<br>c") == "a\n\nb\nc\n"


def test_an_unknown_element_continues_its_line() -> None:
    assert plain("<p>a<x-y>b</x-y>c") == "abc\n"


def test_numbers_of_lines_are_no_content() -> None:
    gutter = "<table><tr><td><pre>1\n2\n3</pre><td><pre>a\nb\nc</pre></table>"
    assert plain(gutter) == "a\nb\nc\n"
    assert plain(gutter.replace("3", "4")).startswith("1\n2\n4")


# Lists are not among them: their marks are no text of the page.
# Nor are formulas: they are written in TeX.
tag_soup = soups_to_render().filter(lambda soup: "math" not in soup)


@settings(deadline=None, max_examples=200)
@given(tag_soup)
def test_plain_renders_all_characters_of_the_text_and_no_others(soup: str) -> None:
    page = Page(soup)
    texts = [page.text_of(int(token)) for token in np.flatnonzero(page.tokens.is_text)]
    rendered = extract(page, algorithm="plain").text
    assert "".join(rendered.split()) == "".join("".join(texts).split())


code_lines = st.text(alphabet="ab(= \n\t", min_size=1).filter(lambda text: bool(text.strip()))


@settings(deadline=None)
@given(code_lines, st.data())
def test_preformatted_text_survives_any_highlighting(code: str, data: st.DataObject) -> None:
    # The parser drops a line break after the tag, and the ends of the text are trimmed.
    code = code.strip()
    borders = data.draw(st.lists(st.integers(0, len(code)), max_size=6).map(sorted))
    pieces = [code[a:b] for a, b in zip([0, *borders], [*borders, len(code)], strict=True)]
    assert plain(f"<pre>{''.join(f'<i>{piece}</i>' for piece in pieces)}</pre>") == f"{code}\n"


@pytest.mark.parametrize(("cells", "tabs"), [(40, 40), (100, 64)])
@pytest.mark.parametrize("name", ["td", "th"])
def test_empty_cells_are_tabs_up_to_a_limit(name: str, cells: int, tabs: int) -> None:
    html = f"<table><tr><{name}>a{'<td>' * cells}b</table>"
    assert extract(html, algorithm="plain").text == f"a{chr(9) * tabs}b\n"
