"""When memory counts as flat."""

from __future__ import annotations

import pytest

from benchmarks.soaking import Sample, growths
from mainspan.batch.memory import SURPLUS


@pytest.mark.parametrize(("last", "is_flat"), [(100, True), (104, True), (106, False), (50, True)])
def test_the_last_quarter_has_hardly_more_than_the_second(last: int, is_flat: bool) -> None:
    samples = [Sample(server, 7) for server in [10] * 25 + [100] * 25 + [300] * 25 + [last] * 25]
    server, others = growths(samples)
    assert (server.is_flat, others.is_flat) == (is_flat, True)
    assert server.ratio == last / 100


@pytest.mark.parametrize(("last", "is_flat"), [(SURPLUS + 100, True), (3 * SURPLUS, False)])
def test_what_workers_may_keep_does_not_count(last: int, is_flat: bool) -> None:
    samples = [Sample(1, others, 1) for others in [100] * 50 + [last] * 50]
    assert growths(samples)[1].is_flat is is_flat


def test_a_few_samples_that_differ_decide_nothing() -> None:
    samples = [Sample(100, 0) for _ in range(100)]
    samples[60:70] = [Sample(900, 0)] * 10
    samples[95:100] = [Sample(900, 0)] * 5
    assert all(each.is_flat for each in growths(samples))
