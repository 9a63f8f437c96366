"""Folds: whole sites, evenly spread."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.errors import EvaluationError
from mainspan.evaluation.folds import site_folds

SITES = st.lists(st.sampled_from("abcdefgh"), min_size=8).map(lambda more: [*"abcdefgh", *more])


@given(SITES, st.integers(2, 8), st.integers(0, 3))
def test_no_site_is_in_two_folds_and_no_fold_is_empty(sites: list[str], count: int, seed: int) -> None:
    folds: dict[str, set[int]] = defaultdict(set)
    for site, fold in zip(sites, site_folds(sites, count, seed).tolist(), strict=True):
        folds[site].add(fold)
    assert all(len(found) == 1 for found in folds.values())
    assert set.union(*folds.values()) == set(range(count))


def test_folds_are_of_like_size() -> None:
    sites = [*"aaaaaa", *"bbb", *"ccc", "d", "e", "f", "g", "h", "i"]
    assert np.bincount(site_folds(sites, 3)).tolist() == [6, 6, 6]


def test_another_seed_gives_other_folds_and_the_same_seed_the_same() -> None:
    sites = [f"site{i}" for i in range(20)]
    first, again, other = (site_folds(sites, 4, seed).tolist() for seed in (1, 1, 2))
    assert first == again != other


@pytest.mark.parametrize(("count", "why"), [(3, "3 folds need 3 sites"), (1, "at least 2 folds")])
def test_too_few_sites_or_folds_are_refused(count: int, why: str) -> None:
    with pytest.raises(EvaluationError, match=why):
        site_folds(["a", "a", "b"], count)
    assert sorted(site_folds(["a", "a", "b"], 2).tolist()) == [0, 0, 1]
