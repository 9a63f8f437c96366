"""Counts of a run: histograms whose steps are a tenth apart, and the slowest pages."""

from __future__ import annotations

from collections import Counter

import pytest

from mainspan.bulk.tally import Tally, percentile, step_of, total


@pytest.mark.parametrize("value", [1.0, 17.0, 1000.0, 5e8])
def test_a_histogram_knows_its_values_to_a_twentieth(value: float) -> None:
    assert percentile(Counter([step_of(value)]), 0.5) == pytest.approx(value, rel=0.05)


def test_values_that_differ_by_little_are_one_step() -> None:
    assert step_of(1000) == step_of(1050) != step_of(1052)
    assert step_of(0) == step_of(0.9) != step_of(1)


def test_a_percentile_is_the_value_below_which_the_share_is() -> None:
    histogram = Counter({step_of(10): 9, step_of(1000): 1})
    assert percentile(histogram, 0.9) == pytest.approx(10, rel=0.05)
    assert percentile(histogram, 0.91) == pytest.approx(1000, rel=0.05)
    assert percentile(Counter(), 0.5) == 0


def test_the_slowest_pages_of_all_are_kept() -> None:
    pages = [(float(number), f"https://example.org/{number}") for number in range(24)]
    tallies = [Tally(), Tally()]
    for number, page in enumerate(pages):
        tallies[number % 2]._note_slow(page)
    assert [sorted(each.slowest) for each in tallies] == [pages[4::2], pages[5::2]]
    assert total(tallies).slowest == pages[14:]
