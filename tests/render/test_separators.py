"""What is left out never glues words, in text or in HTML; what is not seen never separates them."""

from __future__ import annotations

import numpy as np
import pytest

from mainspan import Extraction, Page, Spans, algorithm, extract
from mainspan.render.pieces import without_controls
from tests.render.compact import compact


def parts(html: str, words: list[int]) -> Extraction:
    """An extraction of these words alone."""
    page = Page(html)
    return Extraction(page, Spans.of_words(page, np.array(words)), algorithm("plain"))


@pytest.mark.parametrize(
    ("html", "text", "rendered"),
    [
        ("<p>a<img>b", "a b\n", "<p>a b</p>\n"),
        ("<header>a</header>b<footer>c</footer>", "a\n\nb\n\nc\n", "<div>a</div>b<div>c</div>\n"),
        ("a<div></div>b", "a\n\nb\n", "a<p>b</p>\n"),
        ("<x-y>a</x-y>b", "a\n\nb\n", "<div>a</div>b\n"),
        ("<p>a<span hidden><br></span>b", "ab\n", "<p>ab</p>\n"),
        ("<p>a<select><option>x</select>b", "a b\n", "<p>a b</p>\n"),
        ("<menu><li>a</menu>", "- a\n", "<ul><li>a</li></ul>\n"),
        ("<pre>a<br><br>b</pre>", "a\n\nb\n", "<pre>a\n\nb</pre>\n"),
        ("<pre><i>a</i>\n<br><i>b</i></pre>", "a\n\nb\n", "<pre><i>a</i>\n\n<i>b</i></pre>\n"),
        ("<pre>\n\na</pre>", "a\n", "<pre>\n\na</pre>\n"),
        ("<plaintext>a\nb", "a\nb\n", "<pre>a\nb</pre>\n"),
        ("<pre>  <br>  a</pre>", "  a\n", "<pre>  \n  a</pre>\n"),
        (
            "<ul><li><pre>a\n b</pre><li>c</ul>",
            "- a\n   b\n\n- c\n",
            "<ul><li><pre>a\n b</pre></li><li>c</li></ul>\n",
        ),
    ],
)
def test_whole_pages(html: str, text: str, rendered: str) -> None:
    found = extract(html, algorithm="plain")
    assert found.text == text
    assert compact(found.html) == rendered


@pytest.mark.parametrize(
    ("html", "words", "text", "rendered"),
    [
        ("<p>one two<b>three four</b>", [0, 3], "one four\n", "<p>one <b>four</b></p>\n"),
        ("<b>a</b><i>&nbsp;b</i>", [0, 1], "a b\n", "<b>a</b> <i>b</i>\n"),
        ("<p>one<b>X</b>two", [0, 2], "one two\n", "<p>one two</p>\n"),
        ("<p>one two three</p>", [1], "two\n", "<p>two</p>\n"),
        ("<pre>one two three", [1, 2], "two three\n", "<pre> two three</pre>\n"),
        ("<pre>one\ntwo\nthree", [0, 2], "one\nthree\n", "<pre>one\nthree</pre>\n"),
    ],
)
def test_some_words_of_a_page(html: str, words: list[int], text: str, rendered: str) -> None:
    found = parts(html, words)
    assert found.text == text
    assert compact(found.html) == rendered


def test_empty_cells_keep_their_place() -> None:
    assert extract("<table><tr><td>a<td><td>c</table>", algorithm="plain").text == "a\t\tc\n"


def test_words_too_deep_for_tags_stay_apart() -> None:
    assert extract("<div>" * 2000 + "<p>one<p>two", algorithm="plain").text.split() == ["one", "two"]


def test_long_preformatted_text_is_rendered_in_linear_time() -> None:
    html = "<pre>" + "<b>def</b> <i>f</i>(x):\n    <b>return</b> x\n" * 20_000
    assert extract(html, algorithm="plain").text.count("\n") == 40_000


def test_links_are_relative_to_the_base_element() -> None:
    html = '<base href="/d/"><p><a href=x>a</a> <a href="tel:1">b</a>'
    rendered = extract(html, algorithm="plain", url="http://a.example/c/").html
    assert rendered == '<p><a href="http://a.example/d/x">a</a> <a href="tel:1">b</a></p>\n'


def test_empty_cells_keep_their_place_in_html() -> None:
    html = "<table><tr><td>a<td><td>c<tr><td><td></table>"
    rendered = extract(html, algorithm="plain").html
    assert compact(rendered) == "<table><tbody><tr><td>a</td><td></td><td>c</td></tr></tbody></table>\n"


def test_no_control_characters_come_through() -> None:
    found = extract("<p>a&#27;[2Jb\x07c\x9b d</p><pre>e\x1b\tf</pre>", algorithm="plain")
    assert found.text == "a[2Jbc d\n\ne\tf\n"
    assert "\x1b" not in found.html


@pytest.mark.parametrize("text", ["", "a\tb\nc\r", "«é» – 漢字 \U0001f600", "\ud800", "\xa0"])
def test_a_text_without_control_characters_stays_as_it_is(text: str) -> None:
    assert without_controls(text) == text


@pytest.mark.parametrize("control", ["\0", "\x08", "\x0b", "\x1b", "\x7f", "\x80", "\x9f"])
def test_control_characters_go_from_texts_of_any_width(control: str) -> None:
    assert [without_controls(f"{text}{control}\n") for text in ("a", "é", "漢")] == ["a\n", "é\n", "漢\n"]


def test_texts_inside_unseen_elements_of_drawings_part_as_other_texts() -> None:
    # In svg this is no video, and its text is seen: left out, it still parts the words around it.
    assert parts("<p>a<svg><video>x</video></svg>b", [0, 2]).text == "a b\n"


@pytest.mark.parametrize(
    ("html", "text", "rendered"),
    [
        ("<p>a<p hidden>b<p>c", "a\n\nb\n\nc\n", "<p>a</p><p>b</p><p>c</p>\n"),
        ("<div hidden><p>a<p>b</div>c", "a\n\nb\n\nc\n", "<div><p>a</p><p>b</p></div>c\n"),
        ("<ul style=display:none><li>a<li>b</ul>", "- a\n- b\n", "<ul><li>a</li><li>b</li></ul>\n"),
        ("<p>a</p><noscript><p>b<p>c</noscript>", "a\n\nb\n\nc\n", "<p>a</p><p>b</p><p>c</p>\n"),
        ("<p>a<span hidden><br></span>b", "a\nb\n", "<p>a<br>b</p>\n"),
        ("<p>a <b style=visibility:hidden>b</b>c", "a b c\n", "<p>a <b>b</b> c</p>\n"),
        ("<p>a<select hidden><option>x</select>b", "a b\n", "<p>a b</p>\n"),
        ("<pre hidden>a\n b</pre>c", "a\n b\n\nc\n", "<pre>a\n b</pre>c\n"),
    ],
)
def test_hidden_text_is_separated(html: str, text: str, rendered: str) -> None:
    found = extract(Page(html, hidden=True), algorithm="plain")
    assert found.text == text
    assert compact(found.html) == rendered


@pytest.mark.parametrize("tag", ["p", "div", "li", "section", "td"])
def test_a_page_with_hidden_text_reads_as_if_nothing_hid_it(tag: str) -> None:
    html = "<table><tr><td>a<{0}>b</{0}><{0}>c<br>d</{0}></table><ol><{0}>e</{0}>f</ol>"
    shown = extract(html.format(tag), algorithm="plain")
    hidden = html.replace("<{0}>", "<{0} hidden>").format(tag)
    for page in (Page(hidden, hidden=True), Page(hidden).with_hidden):
        with_hidden = extract(page, algorithm="plain")
        assert (with_hidden.text, with_hidden.html) == (shown.text, shown.html)
    assert extract(hidden, algorithm="plain").text != shown.text


@pytest.mark.parametrize(
    ("html", "rendered"),
    [
        ("<p>how <i>\u200b</i><i>to</i>", "<p>how <i>to</i></p>\n"),
        ("<p>how<br>\u200b<i>to</i>", "<p>how<br><i>to</i></p>\n"),
        ("<p>how<i>\u200b</i><i>ever</i>", "<p>how<i>ever</i></p>\n"),
        ("<p>how \u2060<i>to</i>", "<p>how <i>to</i></p>\n"),
        ("<p>how<i>\u2060 to</i>", "<p>how <i>to</i></p>\n"),
    ],
)
def test_white_space_beside_characters_without_a_shape_separates(html: str, rendered: str) -> None:
    assert compact(extract(html, algorithm="plain").html) == rendered
