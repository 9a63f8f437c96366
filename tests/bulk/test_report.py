"""The figures of a report, and how many lines its tables have. That it is right is tested in test_broken."""

from __future__ import annotations

from collections import Counter

import pytest

from mainspan.bulk.report import Summary, _counts
from mainspan.bulk.tally import step_of


def test_half_of_the_pages_and_almost_all_of_them() -> None:
    summary = Summary([], [])
    summary.tally.words = Counter(step_of(words) for words in range(1, 10_001))
    words = summary.to_dict()["words"]
    assert list(words) == ["0.5", "0.9", "0.99", "0.999"]
    assert list(words.values()) == pytest.approx([5000, 9000, 9900, 9990], rel=0.06)


@pytest.mark.parametrize(("kinds", "is_cut"), [(30, False), (31, True)])
def test_a_table_of_many_kinds_is_cut(kinds: int, is_cut: bool) -> None:
    counts = Counter({f"kind {number}": 2 for number in range(kinds)})
    table = _counts(counts, "kind", {})
    assert table.count("kind ") == 30
    assert ("1 more" in table) == is_cut
