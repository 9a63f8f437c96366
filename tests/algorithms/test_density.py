"""Text density against the paper's words, on lists of strings made by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import Page, algorithm, extract
from mainspan.algorithms.density import Density, fit_parabolas
from mainspan.page import tags
from mainspan.page.kinds import OPEN, TEXT, VOID
from tests.algorithms.paper import our_pages
from tests.soup import soups


def page_of(lengths: list[int]) -> str:
    """A page whose list L has strings of these lengths, numbered so that they differ."""
    return "<body>" + "".join(f"<p>{chr(97 + i % 26) * length}" for i, length in enumerate(lengths))


def taken(lengths: list[int], **parameters: object) -> list[int]:
    """Which of the strings are in the answer."""
    text = extract(page_of(lengths), algorithm=algorithm("density", **parameters)).text
    found = {word[0] for word in text.split()}
    return [i for i, length in enumerate(lengths) if length and chr(97 + i % 26) in found]


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        ([10, 100, 10], [1]),
        ([100, 34, 100], [0, 1, 2]),  # just above the cut-off of 33.3
        ([100, 33, 0, 0, 0], [0]),  # just below
        ([100, 0, 0, 90], [0, 3]),  # three places apart: less than c2
        ([100, 0, 0, 0, 90], [0]),  # four places apart
        ([100, 20, 20, 90], [0, 1, 2, 3]),  # what lies between is taken with it
        ([40, 0, 0, 40, 0, 0, 100, 0, 0, 40], [0, 3, 6, 9]),  # the region grows step by step
        ([50, 0, 0, 0, 0, 50], [0]),  # the first of equals is where it begins
        ([7], [0]),
    ],
)
def test_the_region_on_both_sides_of_c1_and_c2(lengths: list[int], expected: list[int]) -> None:
    assert taken(lengths) == expected


def test_the_parameters_move_the_borders() -> None:
    assert taken([100, 33, 0, 0, 0], c1=0.32) == [0, 1]
    assert taken([100, 0, 0, 0, 90], c2=5) == [0, 4]


def test_empty_strings_need_not_count_as_places() -> None:
    assert taken([100, 0, 0, 0, 0, 0, 90], empties=False) == [0, 6]


def test_a_break_starts_a_string_by_default() -> None:
    page = Page("<p>aaa<br>bbb</p>")
    assert algorithm("density").signals(page)["length"][-2:].tolist() == [3, 3]
    assert algorithm("density", br=False).signals(page)["length"][-1] == 6


def test_tags_that_do_not_change_structure_are_ignored() -> None:
    page = Page("<p>one <b>two</b> <a href=x>three</a> <font>four</font></p>")
    assert algorithm("density").signals(page)["length"].max() == len("one two three four")


def literal_strings(page: Page) -> list[str]:
    """The paper's list L, transcribed: a structural tag adds an empty string, text goes to the last one."""
    strings = [""]
    for i, kind in enumerate(page.tokens.kind):
        if kind in (OPEN, VOID) and tags.IS_STRUCTURAL[page.tokens.tag[i]]:
            strings.append("")
        elif kind == TEXT:
            strings[-1] += page.text_of(i)
    return [" ".join(string.split()) for string in strings]


def literal_region(lengths: list[int], c1: float, c2: int) -> tuple[int, int]:
    """The paper's growth of R, transcribed."""
    longest = max(lengths)
    region = {lengths.index(longest)}
    while True:
        more = {
            i
            for i, length in enumerate(lengths)
            if i not in region and length > longest * c1 and any(abs(i - j) < c2 for j in region)
        }
        if not more:
            return min(region), max(region)
        region |= more


@given(soups, st.sampled_from([0.0, 0.2, 0.333, 0.9, 1.0]), st.integers(1, 6))
def test_equals_the_paper_transcribed(html: str, c1: float, c2: int) -> None:
    check_against_the_paper(Page(html), c1, c2)


@pytest.mark.parametrize("name", our_pages())
def test_equals_the_paper_transcribed_on_our_pages(name: str) -> None:
    check_against_the_paper(our_pages()[name], 0.333, 4)


def check_against_the_paper(page: Page, c1: float, c2: int) -> None:
    strings = literal_strings(page)
    method = algorithm("density", c1=c1, c2=c2)
    curve = method.signals(page)["length"]
    assert curve.tolist() == [len(string) for string in strings[: len(curve)]]
    if not any(strings):
        assert len(method(page)) == 0
        return
    first, last = literal_region([len(string) for string in strings], c1, c2)
    tokens = np.searchsorted(page.tokens.end, [start for start, _ in method(page)], side="right")
    kept = "".join(page.text_of(int(token)) for token in tokens)
    assert "".join(kept.split()) == "".join("".join(strings[first : last + 1]).split())


def test_a_parabola_is_fitted_exactly() -> None:
    places = np.arange(20.0)
    value, slope = fit_parabolas(3 * places**2 - 2 * places + 1, 3)
    assert value[3:-3] == pytest.approx((3 * places**2 - 2 * places + 1)[3:-3])
    assert slope[3:-3] == pytest.approx((6 * places - 2)[3:-3])


@given(st.lists(st.integers(0, 50), min_size=1, max_size=12), st.integers(1, 4))
def test_the_curve_is_the_least_squares_fit_at_each_place(lengths: list[int], reach: int) -> None:
    value, slope = fit_parabolas(np.array(lengths, dtype=float), reach)
    around = [0.0] * reach + [float(length) for length in lengths] + [0.0] * reach
    for i in range(len(lengths)):
        fit = np.polyfit(range(-reach, reach + 1), around[i : i + 2 * reach + 1], 2)
        assert (value[i], slope[i]) == pytest.approx((fit[2], fit[1]), abs=1e-6)


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        # A short string inside the hill and a hole of four places do not end it.
        ([0] * 8 + [50, 90, 5, 100, 0, 0, 0, 0, 80, 60] + [0] * 8, [8, 9, 10, 11, 16, 17]),
        # A second hill after a valley that is lower than c1 is not content.
        ([0] * 6 + [80, 100, 90] + [0] * 14 + [70, 70] + [0] * 6, [6, 7, 8]),
    ],
)
def test_a_smooth_curve_reaches_down_to_its_minima(lengths: list[int], expected: list[int]) -> None:
    assert taken(lengths, smooth=6) == expected


@given(soups, st.integers(1, 5))
def test_a_smooth_region_holds_the_top_of_the_curve(html: str, smooth: int) -> None:
    page, method = Page(html), Density(smooth=smooth)
    curves = method.signals(page)
    if not len(page.words):
        return
    first, last = method._smooth_region(*method._strings(page)[:2])
    assert first <= int(np.argmax(curves["smooth"])) <= last
