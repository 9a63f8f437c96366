"""Gold texts are found in their pages."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.annotation.agreement import words_f1
from mainspan.annotation.alignment import align
from mainspan.annotation.marks import tidy
from mainspan.errors import AnnotationError
from mainspan.evaluation.packages import Package
from mainspan.page import Page
from mainspan.render.text import render_text
from mainspan.spans import Spans
from tests.annotation.answers import FIRST, HTML, SECOND, TITLE, spans


def found(html: str, gold: str) -> str:
    page = Page(html)
    return render_text(page, align(page, gold))


def test_the_words_of_the_gold_are_kept() -> None:
    gold = "The ferry\nIt leaves at NOON & comes back at night.\nBring a warm coat."
    assert align(Page(HTML), gold) == tidy(Page(HTML), spans(TITLE, FIRST, SECOND))


def test_signs_go_with_the_words_around_them() -> None:
    assert found("<p>- one - two -</p><p>three</p>", "one two") == "one - two\n"
    assert found("<p>one</p><p>- two</p>", "one") == "one\n"


def test_what_the_page_lacks_is_no_obstacle() -> None:
    assert found("<p>one two three</p><p>menu</p>", "one zwei three") == "one three\n"
    assert found("<p>one", "") == found("<p>one", "two") == found("", "one") == ""


def test_equal_words_are_taken_next_to_their_neighbours() -> None:
    assert found("<nav>Home</nav><h1>Home truths</h1>", "Home truths") == "Home truths\n"
    assert found("<nav>A rose</nav><h1>A rose is red</h1><p>red</p>", "A rose is red") == "A rose is red\n"
    assert (
        found("<p>It was the end.</p><p>The end</p><p>Start</p>", "It was the end. Start").count("end") == 1
    )


def test_words_of_scripts_without_spaces() -> None:
    assert found("<p>日本語の文章です。</p><p>メニュー</p>", "日本語の文章です。").startswith(
        "日本語の文章です"
    )


@pytest.mark.parametrize("name", ["styles", "asia", "wiki", "europe", "arabic-script-news"])
def test_the_gold_of_our_packages_is_found(corpus: Path, name: str) -> None:
    for document in Package.read(corpus / name).documents[:6]:
        page, gold = Page(document.read_page()), document.read_gold() or ""
        score = words_f1(render_text(page, align(page, gold)), gold)
        assert score is not None
        assert score > 0.97, document.name


@given(st.lists(st.sampled_from("abcd"), max_size=12), st.lists(st.sampled_from("abcde"), max_size=12))
def test_what_is_kept_is_a_longest_common_subsequence(ours: list[str], gold: list[str]) -> None:
    page = Page("".join(f"<p>{word}" for word in ours))
    kept = render_text(page, align(page, " ".join(gold))).split()
    lengths = [[0] * (len(gold) + 1) for _ in range(len(ours) + 1)]
    for i, one in enumerate(ours):
        for j, other in enumerate(gold):
            longer = max(lengths[i][j + 1], lengths[i + 1][j])
            lengths[i + 1][j + 1] = lengths[i][j] + 1 if one == other else longer
    assert len(kept) == lengths[-1][-1]
    rest = iter(gold)
    assert all(word in rest for word in kept)


def test_texts_that_are_too_large_are_refused() -> None:
    page = Page("<p>" + "a b " * 10_000)
    assert len(align(page, "a b " * 24_500).pairs) == 1
    with pytest.raises(AnnotationError, match="too large to be aligned: begin from the default"):
        align(page, "a b " * 25_500)
    assert isinstance(align(page, ""), Spans)
