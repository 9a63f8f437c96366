"""What belongs together is kept together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from mainspan import Page
from mainspan.algorithms.learned.sheet import sheet_of
from mainspan.algorithms.learned.structure import mend
from tests.soup import soups

TEXT = "<p>one two three</p>"


def mended(html: str, kept: list[int], said: float = 0.3) -> list[int]:
    sheet = sheet_of(Page(html))
    flags = np.zeros(len(sheet), dtype=np.bool_)
    flags[kept] = True
    found: list[int] = np.flatnonzero(mend(flags, np.full(len(sheet), said), sheet)).tolist()
    return found


def test_a_gap_between_two_kept_paragraphs_is_filled() -> None:
    assert mended(TEXT * 3, [0, 2]) == [0, 1, 2]


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        (TEXT * 4, [0, 3]),
        (f"{TEXT}<aside>{TEXT}{TEXT}</aside>{TEXT}", [0, 2]),
        (f"<div>{TEXT}{TEXT}</div><div>{TEXT}{TEXT}</div>", [0, 2]),
    ],
    ids=["two blocks wide", "another element", "between elements"],
)
def test_other_gaps_stay(html: str, kept: list[int]) -> None:
    assert mended(html, kept) == kept


def test_a_hopeless_block_stays_out() -> None:
    assert mended(TEXT * 3, [0, 2], said=0.01) == [0, 2]


def test_a_list_that_is_mostly_kept_is_kept_whole() -> None:
    html = "<p>text</p><ul>" + "<li>one two" * 5 + "</ul>"
    assert mended(html, [0, 1, 2, 3, 4], said=0.01) == [0, 1, 2, 3, 4, 5]
    assert mended(html, [0, 1], said=0.01) == [0, 1]


def test_a_heading_goes_with_its_text() -> None:
    html = f"{TEXT}<h2>Head</h2><div>{TEXT}</div>"
    assert mended(html, [0, 2]) == [0, 1, 2]
    assert mended(html, [2]) == [2], "what stands before the text is its headline's affair"


def test_a_heading_of_nothing_goes() -> None:
    assert mended(f"{TEXT}<h2>Related</h2>{TEXT}", [0, 1]) == [0]
    assert mended("<h1>Only a heading</h1>", [0]) == [0]


@given(soups)
def test_nothing_is_kept_where_nothing_was(html: str) -> None:
    sheet = sheet_of(Page(html))
    nothing = np.zeros(len(sheet), dtype=np.bool_)
    assert not mend(nothing, np.ones(len(sheet)), sheet).any()
    everything = np.ones(len(sheet), dtype=np.bool_)
    assert mend(everything, np.ones(len(sheet)), sheet).sum() >= len(sheet) - 1
