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


def blur_once(values: list[float], reach: int) -> list[float]:
    """The paper's "weighted and local average": over the elements that there are up to `reach` away."""
    weights = np.array([math.exp(-0.5 * (step / (reach / 2)) ** 2) for step in range(-reach, reach + 1)])
    row, there = (np.pad(each, reach) for each in (values, np.ones(len(values))))
    near, known = (np.lib.stride_tricks.sliding_window_view(each, 2 * reach + 1) for each in (row, there))
    found: list[float] = (near @ weights / (known @ weights)).tolist()
    return found


@pytest.mark.parametrize("epsilon", [0.3, 0.1, 0.05, 0.03, 0.01])
def test_blurring_stops_when_the_values_settle(epsilon: float) -> None:
    before = [0.0] * 500 + [1.0] * 500
    passes, change, values = 0, 1.0, before
    while passes < 2 or change >= epsilon:
        blurred = blur_once(values, 40)
        change = max(abs(a - b) for a, b in zip(blurred, values, strict=True))
        values, passes = blurred, passes + 1
    assert 2 <= passes < 30
    assert ACCB(epsilon=epsilon)._blur(np.array(before)) == pytest.approx(values)
    assert ACCB(epsilon=0.0, rounds=passes)._blur(np.array(before)) == pytest.approx(values)
    assert ACCB(epsilon=0.0, rounds=passes + 1)._blur(np.array(before)) != pytest.approx(values)


def most_changes(reach: int, passes: int) -> list[float]:
    """The largest change that the second and each later pass can make, over all rows of zeros and ones."""
    # A row long enough for a place whose neighbours no end cuts off.
    length = 2 * reach * 4
    one = np.array([blur_once(list(row), reach) for row in np.eye(length)]).T
    now, found = one, []
    for _ in range(passes - 1):
        before, now = now, one @ now
        # The rows of the difference add up to 0: the worst row has its ones where they are positive.
        found.append(float(np.abs(now - before).sum(axis=1).max() / 2))
    return found


def test_a_pass_has_a_largest_change() -> None:
    changes = most_changes(10, 27)
    assert [round(change, 2) for change in changes[:3]] == [0.2, 0.11, 0.08]
    assert all(change <= 0.25 / count for count, change in enumerate(changes, 1))


@pytest.mark.parametrize(("epsilon", "passes"), [(1.0, 2), (0.1, 4), (0.01, 26), (1e-3, 30), (5e-324, 30)])
def test_the_number_of_passes_has_a_bound(epsilon: float, passes: int) -> None:
    assert ACCB(epsilon=epsilon)._most_passes == passes


@pytest.mark.parametrize("kind", [CCB, ACCB, TCCB])
def test_the_mean_of_ones_is_one_even_at_the_ends(kind: type[Blurring]) -> None:
    for length in (1, 10, 40, 79, 80, 81, 82, 300):
        assert kind(epsilon=0.0)._blur(np.ones(length)) == pytest.approx(np.ones(length))


@pytest.mark.parametrize("length", [1, 2, 39, 41, 80, 81, 100])
def test_at_the_ends_the_mean_is_over_what_there_is(length: int) -> None:
    values = [float(place % 3 == 0) for place in range(length)]
    twice = blur_once(blur_once(values, 40), 40)
    assert CCB(rounds=2)._blur(np.array(values)) == pytest.approx(twice)


@pytest.mark.parametrize(("name", "lost"), [("tccb", 0), ("ccb", 3)])
def test_a_page_of_text_loses_only_what_is_beside_inserted_tags(name: str, lost: int) -> None:
    words = [f"word{number}" for number in range(100)]
    assert extract(f"<p>{' '.join(words)}</p>", algorithm=name).text.split() == words[lost:]


def test_the_steps_are_the_passes() -> None:
    page, method = Page("<br>" * 20 + ("one two " * 6 + "<br>" * 12) * 4 + "<br>" * 20), algorithm("ccb")
    steps = method.steps(page)
    signals = method.signals(page)
    assert list(steps) == ["start", "content", "pass_1", "pass_2", "pass_3"]
    assert np.array_equal(steps["content"], signals["content"])
    assert steps["pass_1"] == pytest.approx(blur_once(list(steps["content"]), 40))
    assert steps["pass_2"] == pytest.approx(blur_once(list(steps["pass_1"]), 40))
    assert np.array_equal(steps["pass_3"], signals["ratio"])


def test_of_many_steps_some_and_the_last_one_are_shown() -> None:
    steps = algorithm("tccb:epsilon=0,rounds=23").steps(Page("<p>one two</p>"))
    assert [int(name.removeprefix("pass_")) for name in list(steps)[2:]] == [1, 2, 3, 5, 10, 20, 23]


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
    for count in range(method.rounds):
        blurred = blur_once(vector, method.range)
        change = np.abs(np.subtract(blurred, vector)).max(initial=0)
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
    st.sampled_from([0.1, 0.03]),
    st.sampled_from([0, 1, 4]),
)
def test_equals_the_paper_transcribed(
    html: str, kind: type[Blurring], reach: int, threshold: float, epsilon: float, limit: int
) -> None:
    page, method = Page(html), kind(range=reach, threshold=threshold, epsilon=epsilon)
    if isinstance(method, CCB):
        method = replace(method, limit=limit)
    if len(page.words):
        assert kept_words(page, method(page)) == literal(page, method)


@given(
    st.lists(st.integers(1, 300), min_size=1, max_size=6),
    st.integers(1, 5),
    st.sampled_from([0.2, 0.05, 0.02]),
)
def test_code_out_of_reach_is_shortened_without_effect(gaps: list[int], reach: int, epsilon: float) -> None:
    page = Page("".join(f"one two three four five<!--{'x' * gap}-->" for gap in gaps))
    method = CCB(range=reach, epsilon=epsilon, threshold=0.5)
    blurred, row = method.signals(page)["ratio"], method._row(page)
    assert kept_words(page, method(page)) == [bool(value > 0.5) for value in row.brightest(blurred)]


@pytest.mark.parametrize("kind", [CCB, ACCB, TCCB])
@pytest.mark.parametrize("name", our_pages())
def test_equals_the_paper_transcribed_on_our_pages(name: str, kind: type[Blurring]) -> None:
    page = our_pages()[name]
    assert kept_words(page, kind()(page)) == literal(page, kind())
