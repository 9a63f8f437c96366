"""Formulas that go with the text around them, and code that is kept whole."""

from __future__ import annotations

import numpy as np
import pytest

from mainspan import Page, extract
from mainspan.algorithms.learned.whole import (
    find_formula_blocks,
    follow_colons,
    follow_references,
    follow_text,
    make_code_whole,
)

X = "<math><mi>x</mi><mo>=</mo><mn>1</mn></math>"


def blocks(html: str) -> list[int]:
    return list(map(int, find_formula_blocks(Page(html))))


def test_a_block_is_a_formula_if_most_of_it_is() -> None:
    assert blocks(f"<p>a</p><p>{X}</p><p>b</p>") == [1]
    assert blocks(f"<p>{X} one two three four</p>") == [0]  # 3 of 7 words
    assert blocks(f"<p>{X} one two three four five</p>") == []  # 3 of 8
    assert blocks("<p>a</p>") == []
    drawn = (
        "<mjx-container><mjx-math></mjx-math><mjx-assistive-mml><b>x</b></mjx-assistive-mml></mjx-container>"
    )
    assert blocks(f"<p>a</p>{drawn}<p>b</p>") == [1]


def test_formulas_are_as_likely_as_the_texts_around_them() -> None:
    page = Page(f"<p>a</p><p>{X}</p><p>{X}</p><p>b</p><p>{X}</p>")
    scores = np.array([0.9, 0.1, 0.8, 0.7, 0.2])
    assert follow_text(scores, page).tolist() == [0.9, 0.7, 0.8, 0.7, 0.7]
    alone = Page(f"<p>{X}</p>")
    assert follow_text(np.array([0.3]), alone).tolist() == [0.3]


@pytest.mark.parametrize(("first", "expected"), [(True, [True, True, True]), (False, [False, True, False])])
def test_code_of_which_half_is_kept_is_kept_whole(first: bool, expected: list[bool]) -> None:
    page = Page("<pre><div>a b</div><div>c</div><div>}</div></pre>")
    kept, scores = np.array([first, True, False]), np.full(3, 0.4)
    assert make_code_whole(kept, scores, 0.5, page).tolist() == expected
    text = Page("<div>a b</div><div>c</div><div>}</div>")
    assert make_code_whole(kept, scores, 0.5, text).tolist() == [first, True, False]


@pytest.mark.parametrize(("score", "is_kept"), [(0.29, False), (0.31, True), (0.6, False)])
def test_code_between_kept_texts_is_kept_unless_it_is_a_copy(score: float, is_kept: bool) -> None:
    def whole(html: str, kept: list[bool]) -> list[bool]:
        found = make_code_whole(np.array(kept), np.full(len(kept), score), 0.5, Page(html))
        return list(map(bool, found))

    lines = "<pre>a = 1</pre><pre>b = 2</pre>"
    assert whole(f"<p>x</p>{lines}<p>y</p>", [True, False, False, True]) == [True, is_kept, is_kept, True]
    assert whole(f"<p>x</p>{lines}<p>y</p>", [True, False, False, False]) == [True, False, False, False]
    assert whole(f"{lines}<p>y</p>", [False, False, True]) == [False, False, True]
    assert whole("<p>x</p><p>a = 1</p><p>y</p>", [True, False, True]) == [True, False, True]


def test_no_sentence_is_cut_by_its_formula() -> None:
    words = (
        "holds, then this is what the whole of this long page is about, as every reader can see at once, and"
    )
    drawn = (
        '<mjx-container class="MathJax CtxtMenu_Attached_0"><mjx-math><mjx-mi></mjx-mi></mjx-math>'
        f"<mjx-assistive-mml>{X}</mjx-assistive-mml></mjx-container>"
    )
    names = ("one", "two", "three", "four")
    body = "".join(f"<p>In case {name} we know that if {drawn} {words} in {name} ways.</p>" for name in names)
    found = extract(f"<title>Roots</title><article><h1>Roots</h1>{body}</article>")
    assert found.text.count("know that if $x = 1$ holds") == 4


@pytest.mark.parametrize(("score", "expected"), [(0.1, True), (0.09, False)])
def test_what_a_colon_announces_is_kept(score: float, expected: bool) -> None:
    page = Page("<p>You need:</p><ul><li>a rope</li><li>a sail</li></ul><p>So.</p>")
    kept, scores = np.array([True, False, False, True]), np.array([0.9, score, score, 0.9])
    assert follow_colons(kept, scores, page).tolist() == [True, expected, expected, True]


@pytest.mark.parametrize("end", [":", "：", ":\n  "])
def test_white_space_may_come_after_the_colon(end: str) -> None:
    page = Page(f"<p>\n  You need{end}</p><ul><li>a rope</li></ul>")
    assert follow_colons(np.array([True, False]), np.array([0.9, 0.4]), page).tolist() == [True, True]


@pytest.mark.parametrize(
    "html", ["<p>You need.</p><ul><li>a rope</li></ul>", "<p>You need:</p><p>a rope</p>"]
)
def test_nothing_else_is_announced(html: str) -> None:
    assert follow_colons(np.array([True, False]), np.array([0.9, 0.4]), Page(html)).tolist() == [True, False]


def referred(scores: list[float], html: str, *, is_article: bool = False) -> list[bool]:
    page = Page(html)
    kept = np.array([score >= 0.5 for score in scores])
    return list(map(bool, follow_references(kept, np.array(scores), page, is_article=is_article)))


NOTED = "<p>One<sup><a href=#f1>1</a></sup></p><p>Two</p><p id=f1>A note</p><p id=f2>Another</p>"


@pytest.mark.parametrize(("score", "is_kept"), [(0.02, False), (0.04, True)])
def test_the_footnotes_of_an_article_are_hardly_ever_hopeless(score: float, is_kept: bool) -> None:
    assert referred([0.9, 0.1, score, score], NOTED, is_article=True) == [True, False, is_kept, False]


@pytest.mark.parametrize(("score", "is_kept"), [(0.19, False), (0.21, True)])
def test_a_footnote_that_kept_text_refers_to_is_kept(score: float, is_kept: bool) -> None:
    assert referred([0.9, 0.1, score, score], NOTED) == [True, False, is_kept, False]


@pytest.mark.parametrize(("score", "is_kept"), [(0.06, False), (0.08, True)])
def test_where_one_footnote_is_kept_others_are_too(score: float, is_kept: bool) -> None:
    note = "<p id=f{0}>A note</p>"
    html = "<p>" + "".join(f"<sup><a href=#f{number}>{number}</a></sup>" for number in range(10)) + "</p>"
    html += "".join(note.format(number) for number in range(10))
    others = (10 * score - 0.5) / 9
    assert referred([0.9, 0.5, *[others] * 9], html) == [True, True, *[is_kept] * 9]


def test_a_footnote_of_other_text_is_not_kept() -> None:
    assert referred([0.1, 0.9, 0.4, 0.4], NOTED) == [False, True, False, False]
    assert referred([0.9, 0.4], "<p>One</p><p id=f1>A note</p>") == [True, False]


def test_a_text_with_formulas_of_mathjax_is_one_block() -> None:
    drawn = (
        "<mjx-container class='MathJax CtxtMenu_Attached_0'>"
        "<mjx-math><mjx-mi><mjx-c class='mjx-c78'></mjx-c></mjx-mi></mjx-math>"
        f"<mjx-assistive-mml>{X}</mjx-assistive-mml></mjx-container>"
    )
    page = Page(f"<h2>On {drawn} again</h2><ul><li>{drawn} first</li></ul>")
    assert [int(words) for words in page.blocks.words] == [5, 4]
    assert extract(f"<h2>On {drawn} again</h2>", algorithm="plain").markdown == "## On $x = 1$ again\n"
