"""A page that is written again reads as the page, from anywhere, and runs nothing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from benchmarks.reference import names_in, names_of_page, words_of_html, words_of_spans, words_shown
from mainspan import Page, Spans
from mainspan.page import limits
from mainspan.render.whole import render_blank, render_collapse, render_comment, render_hide, render_mark
from tests.attacks import each_attack
from tests.dangers import what_runs
from tests.render.whole.reading import body_of, everything
from tests.soup import soups, soups_to_render

URL = "https://example.org/news/today.html"


def written(html: str, *, url: str | None = None, scripts: bool = False) -> str:
    page = Page(html, url=url)
    return render_hide(page, everything(page), scripts=scripts)


# --- constructs that a serialised page does not read back -----------------------------------------


@pytest.mark.parametrize(
    ("html", "body"),
    [
        ("<pre>\n\nx</pre>", "<pre>\n\nx</pre>"),
        ("<pre><!-- c -->\n\nx</pre>", "<pre>\n\n\nx</pre>"),
        ("<textarea>\n\nx</textarea>", '<textarea data-mainspan="hidden">\n\nx</textarea>'),
        ("<p>a&#13;b</p>", "<p>a&#13;b</p>"),
        ("<xmp><b>x</xmp>", "<pre>&lt;b&gt;x</pre>"),
        ("<plaintext><b>x", "<pre>&lt;b&gt;x</pre>"),
        ("<form><div></form><form>x</form></div>", "<form><div></form><form>x</form></div></form>"),
        ("<p>a<table><p>b</table>c", "<p>a<mainspan-p>b</mainspan-p><table></table>c</p>"),
        (
            "<a href=1>a<table><a href=2>b",
            '<a href="1">a<mainspan-a href="2">b</mainspan-a><table></table></a>',
        ),
        (
            "<svg><style>a&amp;lt;b</style><text>x</text></svg>",
            "<svg><style>a&amp;lt;b</style><text>x</text></svg>",
        ),
        ("a<!-- c --><?x y?>b", "ab"),
    ],
)
def test_a_page_is_written_so_that_it_reads_as_it_was(html: str, body: str) -> None:
    page = Page(html)
    text = render_hide(page, everything(page))
    assert body_of(text).replace(' data-mainspan="hidden"', "") == body.replace(' data-mainspan="hidden"', "")
    assert names_in(text) == names_of_page(page)


@pytest.mark.parametrize(
    ("html", "begin"),
    [
        ("<p>x", "<html>"),
        ("<!DOCTYPE HTML><p>x", "<!DOCTYPE html><html>"),
        (
            "<!-- c --><!DocType html Public '-//W3C//DTD HTML 4.01//EN' 'http://www.w3.org/TR/html4/strict.dtd'>",
            '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><html>',
        ),
        (
            "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2//EN'>",
            '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN">',
        ),
        ("<!-- <!DOCTYPE html PUBLIC 'x'> --><!DOCTYPE html>", "<!DOCTYPE html><html>"),
        ("<!DOCTYPE html PUBLIC 'a\"b'>x", "<!DOCTYPE html><html>"),
        ("<!DOCTYPE html PUBLIC '<script>'>x", "<!DOCTYPE html><html>"),
    ],
)
def test_the_kind_of_document_stays(html: str, begin: str) -> None:
    assert written(html).startswith(begin)


def test_in_quirks_mode_a_table_is_in_a_paragraph() -> None:
    page = Page("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2//EN'><p>a<table><tr><td>b</table>c")
    assert "mainspan-" not in body_of(render_mark(page, everything(page)))


@pytest.mark.parametrize("times", [1, 3, 50])
def test_only_elements_that_cannot_stay_are_renamed(times: int) -> None:
    page = Page("<p>a<table><p>b</table>c</p>" * times + "<p>d</p>")
    html = render_mark(page, everything(page))
    assert html.count("<mainspan-p>") == times
    assert "mainspan-table" not in html


def test_where_nothing_else_helps_all_is_renamed() -> None:
    nests = ("a", "nobr", "button", "h1", "li", "dd", "p", "option", "form", "select")
    page = Page("".join(f"<{name}>x<table><{name}>y</table></{name}>z" for name in nests) + "<b>w</b>")
    html = render_mark(page, everything(page))
    assert "<mainspan-b>" in html
    assert names_in(html) == names_of_page(page)


# --- served from elsewhere ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("base", "url", "address"),
    [
        ("", URL, URL),
        ("<base href=/other/>", URL, "https://example.org/other/"),
        ("<base target=x><base href=a><base href=b>", URL, "https://example.org/news/a"),
        ("<base href=https://example.com/>", None, "https://example.com/"),
        ("<base href=/other/>", None, None),
        ("<base href=javascript:x>", URL, URL),
        ("<base href='http://[x'>", URL, URL),
        ("", 'https://example.org/"><script>', 'https://example.org/"><script>'),
        ("", "file:///a.html", None),
        ("", None, None),
    ],
)
def test_addresses_lead_where_they_led(base: str, url: str | None, address: str | None) -> None:
    ours = LexborHTMLParser(written(f"{base}<p>x", url=url)).css_first('base[data-mainspan="head"]')
    assert (ours.attributes["href"] if ours else None) == address


def test_our_encoding_is_before_the_one_of_the_page() -> None:
    html = written("<meta charset=gbk><p>x")
    assert html.index('charset="utf-8"') < html.index('charset="gbk"')


# --- nothing runs ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "left"),
    [
        ('<p class="a" onclick="x" id="b">', '<p class="a" id="b">'),
        ("<p title='javascript: the good parts'>", '<p title="javascript: the good parts">'),
        ("<p style='margin:0'>", '<p style="margin:0">'),
        ("<p title='&quot; onclick=x'>", '<p title="&quot; onclick=x">'),
        ("<p data-mainspan=hidden class=a>", '<p class="a">'),
        ('<p a"b onclick=x c>', '<p a"b="" c="">'),
        ("<p =onclick=x>", '<p =onclick="x">'),
    ],
)
def test_only_scripts_are_removed_from_a_tag(tag: str, left: str) -> None:
    assert body_of(written(f"{tag}x</p>")) == f"{left}x</p>"


@pytest.mark.parametrize(
    ("html", "body"),
    [
        ("<p>x<script>y</script></p>", "<p>x<script>y</script></p>"),
        ('<p onclick="y">x</p>', '<p onclick="y">x</p>'),
        ('<a href="javascript:y">x</a>', '<a href="javascript:y">x</a>'),
        ("<svg><script>a&amp;&amp;b</script><text>x</text></svg>", "a&amp;&amp;b"),
        ("<p data-mainspan=rest>x</p>", "<p>x</p>"),
    ],
)
def test_scripts_stay_if_they_are_wanted(html: str, body: str) -> None:
    text = written(html, scripts=True)
    assert body in body_of(text)
    assert "Content-Security-Policy" not in text


def test_an_attack_has_the_elements_of_its_page() -> None:
    for attack, named in each_attack():
        with named:
            page = Page(attack)
            for render in (render_hide, render_collapse, render_mark):
                assert names_in(render(page, everything(page))) == names_of_page(page)


# --- any page -------------------------------------------------------------------------------------


def some_words(page: Page, chosen: st.DataObject) -> Spans:
    flags = chosen.draw(st.lists(st.booleans(), min_size=len(page.words), max_size=len(page.words)))
    return Spans.of_words(page, np.array(flags, dtype=np.bool_))


@settings(max_examples=200)
@given(soups | soups_to_render("form tbody ul li"), st.booleans(), st.data())
def test_any_page_has_its_elements_and_runs_nothing(soup: str, hidden: bool, data: st.DataObject) -> None:
    page = Page(soup, hidden=hidden)
    spans = some_words(page, data)
    for render in (render_hide, render_collapse, render_mark):
        html = render(page, spans)
        assert names_in(html) == names_of_page(page)
        assert what_runs(html) == []


@settings(max_examples=200)
@given(soups_to_render("form tbody ul li"), st.data())
def test_of_any_page_kept_text_alone_shows(soup: str, data: st.DataObject) -> None:
    page = Page(soup)
    spans = some_words(page, data)
    kept = words_of_spans(page, spans)
    assert "".join(words_shown(render_hide(page, spans))) == "".join(kept)
    assert words_shown(render_collapse(page, spans)) == kept
    assert words_of_html(render_comment(page, spans), "no-such-element") == kept


@given(soups, st.lists(st.tuples(st.integers(-9, 300), st.integers(-9, 300)), max_size=5))
def test_spans_made_by_hand_do_no_harm(soup: str, pairs: list[tuple[int, int]]) -> None:
    page, spans = Page(soup), Spans(pairs)
    for render in (render_hide, render_collapse, render_mark, render_comment):
        assert names_in(render(page, spans))[:2] == ["html", "head"]
    assert len(render_blank(page, spans)) == len(page.source)


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * (limits.MAX_DEPTH + 9) + "deep<script>x</script>",
        "<p>" + "<b onclick=x>" * (limits.MAX_DEPTH + 9) + "<p>deep<table><p>x<svg><script>y",
        "<p><a href=javascript:x>deep" * 9 + "<b>" * (limits.MAX_DEPTH + 9),
    ],
)
def test_salvaged_pages_show_their_text_and_run_nothing(html: str) -> None:
    page = Page(html)
    assert page.salvaged
    for render in (render_hide, render_collapse, render_mark, render_comment):
        text = render(page, everything(page))
        assert what_runs(text) == []
        assert "deep" in words_shown(text)


@pytest.mark.parametrize(("size", "is_found"), [(2_000, True), (6_000, False)])
def test_a_doctype_is_near_the_beginning(size: int, is_found: bool) -> None:
    page = Page(f"<!--{' ' * size}--><!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01//EN'><p>x")
    assert ("PUBLIC" in render_mark(page, Spans())) is is_found


P_IN_P = "<p><span>x<table><p>y</table></span></p>"
HEADINGS = "".join(f"<h1>x<table><h{level}>y</table></h1>" for level in range(1, 7))


@pytest.mark.parametrize(
    ("html", "paragraphs", "renames_all"),
    [
        # One by one, then all that are alike, then all elements that a parser may move.
        (P_IN_P * 3, 3, False),
        (P_IN_P * 10, 11, False),
        (HEADINGS + HEADINGS.replace("h1>x", "h2>x"), 1, True),
    ],
)
def test_elements_that_cannot_be_written_are_renamed(html: str, paragraphs: int, renames_all: bool) -> None:
    html = render_mark(Page(f"{html}<span><p>z</p></span><ul><li>a</ul>"), Spans())
    assert html.count("<mainspan-p>") == paragraphs
    assert ("<mainspan-li" in html) is renames_all
