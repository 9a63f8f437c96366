"""Emphasis that CommonMark reads as such."""

from __future__ import annotations

import pytest

from tests.render.markdown.simple import markdown


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<b>a</b> <i>b</i>", "**a** *b*"),
        ("a <b>b </b>c", "a **b** c"),
        ("a<b> b</b> c", "a **b** c"),
        ("<b>a<br></b>b", "**a**\\\nb"),
        ("<b><i>a</i></b>", "***a***"),
        ("<b><i>a</i> b</b>", "***a* b**"),
        ("<b>a <i>b</i></b>", "**a *b***"),
        ("x<b>a</b>y", "x**a**y"),
    ],
)
def test_marks_are_at_words(html: str, written: str) -> None:
    assert markdown(f"<p>{html}</p>") == written


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<b>强调。</b>中文", "**强调**。中文"),
        ("中文<b>「强调」</b>中文", "中文「**强调**」中文"),
        ("<b>强调。</b> 中文", "**强调。** 中文"),
        ('a<b>"b"</b>c', 'a"**b**"c'),
        ("a<b>€5</b>", "a€**5**"),
    ],
)
def test_punctuation_goes_out_where_the_mark_would_not_act(html: str, written: str) -> None:
    assert markdown(f"<p>{html}</p>") == written


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<b>a</b><b>b</b>", "**ab**"),
        ("<b>a</b><strong>b</strong> c", "**ab** c"),
        ("<b>a</b><i>b</i>", "**a**b"),
        ("<b>a<b>b</b></b>", "**ab**"),
        ("<b>a<i>b</i>c</b>", "**abc**"),
    ],
)
def test_marks_do_not_run_together(html: str, written: str) -> None:
    assert markdown(f"<p>{html}</p>") == written


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<b> </b>a", "a"),
        ("a<b>…</b>b", "a…b"),
        ("a<b><code>b</code></b>c", "a`b`c"),
        ("<b><i>!</i></b>a", "!a"),
    ],
)
def test_emphasis_that_cannot_act_is_left_out(html: str, written: str) -> None:
    assert markdown(f"<p>{html}</p>") == written


def test_emphasis_starts_again_in_the_next_paragraph() -> None:
    assert markdown("<p><b>a<br><br>b</b> c</p>") == "**a**\n\n**b** c"


@pytest.mark.parametrize("name", ["sub", "sup", "del", "s"])
def test_formatting_that_markdown_lacks_is_a_tag(name: str) -> None:
    assert markdown(f"<p>x<{name}>2 </{name}>y</p>") == f"x<{name}>2</{name}> y"


@pytest.mark.parametrize("name", ["u", "ins", "mark", "kbd", "small", "abbr", "q"])
def test_what_has_no_meaning_beyond_its_looks_is_text(name: str) -> None:
    assert markdown(f"<p>x<{name}>2</{name}></p>") == "x2"


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<p><b>（完）</b>再见</p>", "（**完**）再见"),
        ("<p>彼は<b>「白い」</b>と</p>", "彼は「**白い**」と"),
        ("<p><b>(a)</b> b</p>", "**(a)** b"),
    ],
)
def test_brackets_go_out_of_the_emphasis_together(html: str, written: str) -> None:
    assert markdown(html) == written
