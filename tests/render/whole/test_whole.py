"""The whole page again: what is hidden, marked, commented out and blanked."""

from __future__ import annotations

import json

import pytest

from benchmarks.reference import words_shown
from mainspan import Page, Spans
from mainspan.render.whole import render_blank, render_comment, render_hide, render_mark, render_spans
from tests.render.whole.reading import body_of, everything, marked, words

PAGE = "<div><p>one two <b>three</b></p><p>four</p></div><p>five</p>"


# --- hide -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "body"),
    [
        (
            [0, 1, 2, 3],
            '<div><p>one two <b>three</b></p><p>four</p></div><p data-mainspan="hidden">five</p>',
        ),
        (
            [0],
            ('<div><p>one <span data-mainspan="rest">two</span> <b data-mainspan="hidden">three</b></p>'
            '<p data-mainspan="hidden">four</p></div><p data-mainspan="hidden">five</p>'),
        ),
        (
            [2],
            ('<div><p><span data-mainspan="rest">one two</span> <b>three</b></p>'
            '<p data-mainspan="hidden">four</p></div><p data-mainspan="hidden">five</p>'),
        ),
        ([0, 1, 2, 3, 4], PAGE),
        ([], ('<div data-mainspan="hidden"><p>one two <b>three</b></p><p>four</p></div>'
             '<p data-mainspan="hidden">five</p>')),
    ],
)  # fmt: skip
def test_elements_without_kept_text_are_hidden(chosen: list[int], body: str) -> None:
    page = Page(PAGE)
    assert body_of(render_hide(page, words(page, *chosen))) == body


def test_the_style_that_hides_goes_before_all_that_the_page_says() -> None:
    html = render_hide(Page("<head><style>p{}</style></head>"), Spans())
    assert 0 < html.index("visibility:hidden!important") < html.index("p{}")


@pytest.mark.parametrize(
    ("chosen", "is_hidden"), [([0, 1], False), ([0], True), ([1], True)], ids=["both", "first", "second"]
)
def test_a_picture_is_shown_between_two_kept_texts(chosen: list[int], is_hidden: bool) -> None:
    page = Page("<p>one</p><img src=x><p>two</p>")
    assert ('<img data-mainspan="hidden"' in render_hide(page, words(page, *chosen))) is is_hidden


def test_a_control_between_two_kept_texts_is_hidden() -> None:
    page = Page("<p>one</p><select><option>x</select><p>two</p>")
    assert '<select data-mainspan="hidden">' in render_hide(page, everything(page))


@pytest.mark.parametrize(("chosen", "is_hidden"), [([0, 1, 2], False), ([0, 1], True), ([1, 2], True)])
def test_a_form_whose_text_is_all_kept_keeps_its_controls(chosen: list[int], is_hidden: bool) -> None:
    controls = "<div><input name=a></div><label>two <input name=b></label>"
    page = Page(f"<form><p>one</p>{controls}<button>three</button></form>")
    html = render_hide(page, words(page, *chosen))
    assert ('<input data-mainspan="hidden" name="b">' in html) is is_hidden


@pytest.mark.parametrize(
    ("tag", "shown_as"),
    [
        ("<p hidden>", '<p style=";display:revert!important;visibility:visible!important">'),
        (
            "<p style='display:none'>",
            '<p style="display:none;display:revert!important;visibility:visible!important">',
        ),
        (
            "<p style='display:none;x:url('>",
            '<p style="display:revert!important;visibility:visible!important">',
        ),
    ],
)
def test_kept_text_that_the_page_hides_is_shown(tag: str, shown_as: str) -> None:
    page = Page(f"{tag}one</p>", hidden=True)
    assert body_of(render_hide(page, everything(page))) == f"{shown_as}one</p>"


def test_hidden_text_that_is_not_kept_stays_hidden() -> None:
    page = Page("<p>one</p><p hidden>two</p>", hidden=True)
    assert '<p data-mainspan="hidden" hidden="">two</p>' in render_hide(page, words(page, 0))


def test_kept_text_of_noscript_is_shown_by_any_browser() -> None:
    page = Page("<p>one</p><noscript>two</noscript>", hidden=True)
    assert body_of(render_hide(page, everything(page))) == "<p>one</p><span>two</span>"


@pytest.mark.parametrize(
    ("tag", "hidden"),
    [
        ("<p class=a>", '<p data-mainspan="hidden" class="a">'),
        ("<p <b>", '<p data-mainspan="hidden" <b="">'),
        ("<p data-mainspan=x>", '<p data-mainspan="hidden">'),
    ],
)
def test_our_attribute_goes_before_all_others(tag: str, hidden: str) -> None:
    page = Page(f"<p>one</p>{tag}two</p>")
    assert hidden in render_hide(page, words(page, 0))


# --- mark -----------------------------------------------------------------------------------------


def test_each_kept_piece_is_marked() -> None:
    page = Page(PAGE)
    html = render_mark(page, words(page, 1, 2, 4))
    assert body_of(html).startswith(
        '<div><p>one <mark class="mainspan">two</mark> <b><mark class="mainspan">'
    )
    assert marked(html) == ["two", "three", "five"]


def test_a_span_may_cut_a_word() -> None:
    page = Page("<p>understand</p>")
    start = page.source.index("understand")
    html = render_mark(page, Spans([(start + 5, start + 10)]))
    assert body_of(html) == '<p>under<mark class="mainspan">stand</mark></p>'


@pytest.mark.parametrize(("start", "end"), [(1, 6), (3, 7), (0, 5), (0, 8)])
def test_no_reference_is_cut_in_two(start: int, end: int) -> None:
    page = Page("<p>a&amp;b&lt;c</p>")
    first = page.source.index("a&amp;")
    (text,) = marked(render_mark(page, Spans([(first + start, first + end)])))
    assert text in ("&", "&b", "a&", "a&b", "a&b<")


@pytest.mark.parametrize(
    ("html", "body"),
    [
        ("<svg><text>one</text></svg>", '<svg><text><tspan class="mainspan">one</tspan></text></svg>'),
        (
            "<svg><foreignObject><p>one</p></foreignObject></svg>",
            '<svg><foreignObject><p><mark class="mainspan">one</mark></p></foreignObject></svg>',
        ),
        (
            "<svg><foreignObject><xmp>a<b</xmp></foreignObject></svg>",
            '<svg><foreignObject><pre><mark class="mainspan">a&lt;b</mark></pre></foreignObject></svg>',
        ),
        ("<math><mi>one</mi></math>", '<math><mi><mark class="mainspan">one</mark></mi></math>'),
        ("<math><mrow>one</mrow></math>", '<math><mrow><mtext class="mainspan">one</mtext></mrow></math>'),
    ],
)
def test_in_svg_and_math_text_is_marked_by_their_elements(html: str, body: str) -> None:
    page = Page(html)
    assert body_of(render_mark(page, everything(page))) == body


# --- comment --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "body"),
    [
        ([0, 1, 2, 3], "<div><p>one two <b>three</b></p><p>four</p></div><!-- <p>five</p> --> "),
        ([0, 2, 3, 4], "<div><p>one <!-- two --> <b>three</b></p><p>four</p></div><p>five</p>"),
        ([], "<!-- <div><p>one two <b>three</b></p><p>four</p></div> --> <!-- <p>five</p> --> "),
    ],
)
def test_the_rest_is_in_comments(chosen: list[int], body: str) -> None:
    page = Page(PAGE)
    assert body_of(render_comment(page, words(page, *chosen))) == body


@pytest.mark.parametrize("text", ["a--b", "a---b", "--&gt;", "--!&gt;", "-", "&lt;!--", "a-", "<i>-</i>-"])
def test_nothing_in_a_comment_ends_it(text: str) -> None:
    page = Page(f"<p>one</p><p>{text}</p><p>two</p>")
    html = render_comment(page, words(page, 0, len(page.words) - 1))
    assert html.count("--") == 2 * html.count("<!--")
    assert words_shown(html) == ["one", "two"]


@pytest.mark.parametrize(
    "between", ["<div>x</div>", "<b>x</b>", "x", "<button>x</button>", "<i><b>x</b></i>"]
)
def test_text_that_is_left_out_separates_the_words_around_it(between: str) -> None:
    page = Page(f"<p>one</p><section><i>two</i>{between}<i>three</i></section>")
    assert words_shown(render_comment(page, words(page, 0, 1, 3))) == ["one", "two", "three"]


@pytest.mark.parametrize("between", ["<div hidden>x</div>", "<b hidden>x</b>", "<p style=display:none>x</p>"])
def test_invisible_text_separates_no_words(between: str) -> None:
    page = Page(f"<section>under{between}stand</section>")
    assert words_shown(render_comment(page, everything(page))) == ["understand"]


def test_a_control_character_parts_no_words() -> None:
    page = Page("<p>one\x85two\x85three</p>")
    start = page.source.index("one")
    html = render_comment(page, Spans([(start, start + 4), (start + 7, start + 13)]))
    assert body_of(html) == "<p>one\x85<!-- two --> \x85three</p>"


# --- blank and spans ------------------------------------------------------------------------------


def test_blank_keeps_every_offset_and_every_line() -> None:
    page = Page("<p>one\ntwo</p>\n<p>three &amp; four</p>\u2028x")
    spans = words(page, 1, 3)
    text = render_blank(page, spans)
    assert len(text) == len(page.source)
    assert text.split() == ["two", "&amp;"]
    assert [text[start:end] for start, end in spans] == [page.source[start:end] for start, end in spans]
    assert len(text.splitlines()) == len(page.source.splitlines())


def test_raw_text_begins_no_tag_in_a_blank_page() -> None:
    page = Page("<xmp>a<script>b</script></xmp>")
    assert render_blank(page, everything(page)).strip() == "a＜script>b＜/script>"


def test_spans_are_index_pairs_into_the_source() -> None:
    page = Page(PAGE)
    pairs = json.loads(render_spans(page, words(page, 0, 2)))
    assert [page.source[start:end] for start, end in pairs] == ["one", "three"]


def test_no_spans_are_an_empty_list() -> None:
    assert render_spans(Page("<p>one"), Spans()) == "[]\n"


def test_every_kind_of_line_break_stays_where_the_rest_is_blank() -> None:
    breaks = "\n\v\x1c\x1e\x85\u2028"
    assert breaks in render_blank(Page(f"<p>a{breaks}b</p>"), Spans())
