"""Content code blurring against the paper: the row, the blur, and the words taken."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mainspan import Page, algorithm, extract
from mainspan.algorithms.ccb import ACCB, gaussian
from mainspan.page.kinds import RAW, TEXT
from tests.soup import soups


def test_weights_are_a_gaussian_that_adds_up_to_one() -> None:
    weights = gaussian(40)
    assert len(weights) == 81
    assert weights.sum() == pytest.approx(1)
    assert weights[40 + 20] / weights[40] == pytest.approx(math.exp(-0.5))
    assert np.array_equal(weights, weights[::-1])


def test_a_blurred_step_has_the_gaussians_values() -> None:
    step = np.repeat([0.0, 1.0], 200)
    blurred = ACCB(epsilon=1.0, rounds=2)._blur(step)
    weights = np.convolve(gaussian(40), gaussian(40))
    for distance in (-60, -20, 0, 20, 60):
        assert blurred[200 + distance] == pytest.approx(weights[: 81 + distance].sum())


@pytest.mark.parametrize("epsilon", [0.3, 0.1, 0.05, 0.03])
def test_blurring_stops_when_the_values_settle(epsilon: float) -> None:
    before = np.repeat([0.0, 1.0], 1000)
    passes, change = 0, 1.0
    values = before
    while passes < 2 or change >= epsilon:
        blurred = np.convolve(values, gaussian(40), mode="same")
        change, values, passes = float(np.abs(blurred - values).max()), blurred, passes + 1
    assert 2 <= passes < 100
    assert ACCB(epsilon=epsilon, rounds=100)._blur(before) == pytest.approx(values)
    assert ACCB(epsilon=0.0, rounds=passes)._blur(before) == pytest.approx(values)


def row(html: str) -> str:
    """The content code vector as letters: c for content, . for code."""
    vector = algorithm("accb").signals(Page(html))["content"]
    return "".join("c" if value else "." for value in vector)


def test_the_row_has_content_and_code_characters() -> None:
    assert row("<p>ab</p>").strip(".") == "cc"
    assert row("<p>a&amp;b</p>").strip(".") == "ccc"
    assert row("<p>a<b>b</b></p>").strip(".") == "c...c"
    assert len(row("<p>ab</p>")) == len(Page("<p>ab</p>").source)


def test_white_space_beside_a_tag_is_left_out() -> None:
    assert row("<p>  a  b  </p>").strip(".") == "ccc"


def test_anchor_tags_are_left_out() -> None:
    assert row('<p>a<a href="long address">b</a>c</p>').strip(".") == "ccc"


def test_text_among_tags_is_dropped_and_text_in_peace_is_kept() -> None:
    menu = "<ul>" + "<li><a href=/x>Entry</a></li>" * 30 + "</ul>"
    article = "<p>" + "quiet words in a row " * 30 + "</p>"
    text = extract(menu + article + menu).text
    assert "Entry" not in text
    assert text.count("quiet") >= 28


def test_links_in_the_text_do_not_tear_it() -> None:
    article = "<p>" + 'words with a <a href="/a/very/long/address?of=a&page">link</a> in them ' * 20 + "</p>"
    assert extract("<nav></nav>" + article).text.split().count("link") >= 18


def test_a_word_is_taken_whole() -> None:
    page = Page("<p>" + "word " * 40 + "</p>" + "<br>" * 100)
    method = algorithm("accb")
    for start, end in method(page):
        assert not page.source[start - 1 : start].isalnum()
        assert not page.source[end : end + 1].isalnum()


def literal(page: Page, method: ACCB) -> list[bool]:
    """The paper transcribed: a list of characters, blurred one by one; then each word on its own."""
    vector: list[float] = []
    owners: list[int] = []
    word_of = {}
    for word, (start, end) in enumerate(zip(page.words.start.tolist(), page.words.end.tolist(), strict=True)):
        word_of.update(dict.fromkeys(range(start, end), word))
    for i, kind in enumerate(page.tokens.kind.tolist()):
        start, end = int(page.tokens.start[i]), int(page.tokens.end[i])
        piece = page.source[start:end]
        if kind != TEXT:
            if not re.match(r"</?a[ >]", piece):
                vector += [0.0] * len(piece)
                owners += [-1] * len(piece)
            continue
        raw = page.tokens.marks[i] & RAW
        signs = [] if not piece else re.findall(r"(?s)." if raw else r"(?s)&(?:amp|lt|gt|nbsp);|.", piece)
        place, run = start, []
        for sign in signs:
            space = sign.isspace() or (sign == "&nbsp;" and not raw)
            run.append((-1 if space else word_of[place], space))
            place += len(sign)
        # White space is collapsed, and none is left at the edges.
        kept = [item for n, item in enumerate(run) if not (item[1] and (n == 0 or run[n - 1][1]))]
        if kept and kept[-1][1]:
            kept.pop()
        vector += [1.0] * len(kept)
        owners += [owner for owner, _ in kept]
    weights = gaussian(method.range)
    for count in range(method.rounds):
        blurred = [
            sum(
                weights[method.range + step] * vector[n + step]
                for step in range(-method.range, method.range + 1)
                if 0 <= n + step < len(vector)
            )
            for n in range(len(vector))
        ]
        change = max(abs(a - b) for a, b in zip(blurred, vector, strict=True))
        vector = blurred
        if count and change < method.epsilon:
            break
    best = [0.0] * len(page.words)
    for owner, value in zip(owners, vector, strict=True):
        if owner >= 0:
            best[owner] = max(best[owner], value)
    return [value > method.threshold for value in best]


@settings(max_examples=60)
@given(soups, st.sampled_from([1, 3, 7]), st.sampled_from([0.2, 0.5, 0.75]))
def test_equals_the_paper_transcribed(html: str, reach: int, threshold: float) -> None:
    page = Page(html)
    method = ACCB(range=reach, threshold=threshold)
    if not len(page.words):
        return
    kept = np.zeros(len(page.words), dtype=bool)
    for start, end in method(page):
        kept |= (page.words.start >= start) & (page.words.end <= end)
    assert kept.tolist() == literal(page, method)
