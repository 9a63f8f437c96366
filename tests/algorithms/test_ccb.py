"""Content code blurring against the paper: the row, the blur, and the words taken."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mainspan import Page, algorithm, extract
from mainspan.algorithms import Algorithm
from mainspan.algorithms.ccb import ACCB, CCB, TCCB, Blurring, _mostly, gaussian
from mainspan.page.kinds import CLOSE, OPEN, RAW, TEXT, VOID
from tests.algorithms.paper import kept_words, our_pages
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


def row(html: str, name: str = "accb") -> str:
    """The content code vector as letters: c for content, . for code."""
    return letters(algorithm(name), Page(html))


def test_the_row_has_content_and_code_characters() -> None:
    assert row("<p>ab</p>").strip(".") == "cc"
    assert row("<p>a&amp;b</p>").strip(".") == "ccc"
    assert row("<p>a<b>b</b></p>").strip(".") == "c...c"
    assert len(row("<p>ab</p>")) == len(Page("<p>ab</p>").source)


def test_white_space_beside_a_tag_is_left_out() -> None:
    assert row("<p>  a  b  </p>").strip(".") == "ccc"


def test_anchor_tags_are_left_out() -> None:
    html = '<p>a<a href="long address">b</a>c</p>'
    assert row(html).strip(".") == "ccc"
    assert row(html, "ccb").strip(".") == "c" + "." * len('<a href="long address">') + "c....c"


def test_text_among_tags_is_dropped_and_text_in_peace_is_kept() -> None:
    menu = "<ul>" + "<li><a href=/x>Entry</a></li>" * 30 + "</ul>"
    article = "<p>" + "quiet words in a row " * 30 + "</p>"
    text = extract(menu + article + menu, algorithm="accb").text
    assert "Entry" not in text
    assert text.count("quiet") >= 28


def test_links_in_the_text_do_not_tear_it() -> None:
    article = "<p>" + 'words with a <a href="/a/very/long/address?of=a&page">link</a> in them ' * 20 + "</p>"
    assert extract("<nav></nav>" + article, algorithm="accb").text.split().count("link") >= 18


def test_a_word_is_taken_whole() -> None:
    page = Page("<p>" + "word " * 40 + "</p>" + "<br>" * 100)
    method = algorithm("accb")
    for start, end in method(page):
        assert not page.source[start - 1 : start].isalnum()
        assert not page.source[end : end + 1].isalnum()


def test_a_limit_bounds_the_weight_of_words_and_tags() -> None:
    page = Page("<p>short extraordinarily<b>x</b></p>")
    row = letters(algorithm("ccb", limit=4), page).strip(".")
    assert row == "cccc" + "c" + "cccc" + "..." + "c"
    assert letters(algorithm("ccb", limit=3), page).strip(".") == "ccccccc...c"


def test_blocks_are_taken_or_left_as_a_whole() -> None:
    page = "<p>" + "many words " * 30 + "</p>" + "<hr>" * 50 + "<p>few words here</p>" + "<hr>" * 50
    torn = extract(page, algorithm="accb").text.split()
    whole = extract(page, algorithm="accb:blocks=true").text.split()
    assert 30 < len(torn) < 60
    assert whole == ["many", "words"] * 30


@pytest.mark.parametrize(("bright", "kept"), [(4, True), (3, False)])
def test_a_block_is_content_when_half_of_its_words_are(bright: int, kept: bool) -> None:
    page = Page("<p>a b c d e f g h</p>")
    chosen = np.arange(8) < bright
    assert bool(_mostly(page, chosen)[0]) is kept


def test_the_row_of_tokens_has_tags_and_words() -> None:
    row = letters(algorithm("tccb"), Page("<p>two words<br>more</p><!-- no --><script>no</script>"))
    assert row.strip(".") == "cc.c"
    assert len(row) == len("....") + len(".cc.c.") + len("..") + len("..")


def letters(method: Algorithm, page: Page) -> str:
    return "".join("c" if value else "." for value in method.signals(page)["content"])


def literal_characters(page: Page, method: CCB) -> tuple[list[float], list[int]]:
    """The content code vector character by character, and the word that each belongs to or -1."""
    vector: list[float] = []
    owners: list[int] = []
    word_of = {}
    for word, (start, end) in enumerate(zip(page.words.start.tolist(), page.words.end.tolist(), strict=True)):
        word_of.update(dict.fromkeys(range(start, end), word))
    for i, kind in enumerate(page.tokens.kind.tolist()):
        start, end = int(page.tokens.start[i]), int(page.tokens.end[i])
        piece = page.source[start:end]
        if kind != TEXT:
            if isinstance(method, ACCB) and re.match(r"</?a[ >]", piece):
                continue
            length = min(len(piece), method.limit or len(piece))
            vector += [0.0] * length
            owners += [-1] * length
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
        used: Counter[int] = Counter()
        for owner, space in kept:
            used[owner] += 1
            if space or not method.limit or used[owner] <= method.limit:
                vector.append(1.0)
                owners.append(owner)
    return vector, owners


def literal_tokens(page: Page) -> tuple[list[float], list[int]]:
    """The content code vector tag by tag and word by word, and the word that each is or -1."""
    vector: list[float] = []
    owners: list[int] = []
    word = 0
    for i, kind in enumerate(page.tokens.kind.tolist()):
        if kind in (OPEN, CLOSE, VOID):
            vector.append(0.0)
            owners.append(-1)
        for _ in range(int(page.tokens.words[i])):
            vector.append(1.0)
            owners.append(word)
            word += 1
    return vector, owners


def literal(page: Page, method: Blurring) -> list[bool]:
    """The paper transcribed: the vector, blurred value by value; then each word on its own."""
    vector, owners = literal_characters(page, method) if isinstance(method, CCB) else literal_tokens(page)
    reach = method.range
    weights = gaussian(reach)
    for count in range(method.rounds):
        padded = np.array([0.0] * reach + vector + [0.0] * reach)
        blurred = [float(weights @ padded[n : n + 2 * reach + 1]) for n in range(len(vector))]
        change = max(abs(a - b) for a, b in zip(blurred, vector, strict=True))
        vector = blurred
        if count and change < method.epsilon:
            break
    best = [0.0] * len(page.words)
    for owner, value in zip(owners, vector, strict=True):
        if owner >= 0:
            best[owner] = max(best[owner], value)
    return [value > method.threshold for value in best]


@settings(max_examples=150)
@given(
    soups,
    st.sampled_from([CCB, ACCB, TCCB]),
    st.sampled_from([1, 3, 7]),
    st.sampled_from([0.2, 0.5, 0.75]),
    st.sampled_from([0, 1, 4]),
)
def test_equals_the_paper_transcribed(
    html: str, kind: type[Blurring], reach: int, threshold: float, limit: int
) -> None:
    page, method = Page(html), kind(range=reach, threshold=threshold)
    if isinstance(method, CCB):
        method = replace(method, limit=limit)
    if len(page.words):
        assert kept_words(page, method(page)) == literal(page, method)


@pytest.mark.parametrize("kind", [CCB, ACCB, TCCB])
@pytest.mark.parametrize("name", our_pages())
def test_equals_the_paper_transcribed_on_our_pages(name: str, kind: type[Blurring]) -> None:
    page = our_pages()[name]
    assert kept_words(page, kind()(page)) == literal(page, kind())
