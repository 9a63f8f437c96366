"""Text density against the paper's words, on lists of strings made by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import Page, algorithm, extract
from mainspan.page import tags
from mainspan.page.kinds import OPEN, TEXT, VOID
from tests.soup import soups


def page_of(lengths: list[int]) -> str:
    """A page whose list L has strings of these lengths, numbered so that they can be told apart."""
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


def test_a_break_starts_a_string_unless_told_otherwise() -> None:
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
    page = Page(html)
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
