"""Which pages a network may learn from."""

from __future__ import annotations

from typing import Any

import pytest

from training.settings import KINDS
from training.splits import every_split, shows_types, splits

ABOUT = [
    {"package": "daniel", "site": "one", "fold": 0, "language": "el", "type": "article"},
    {"package": "zh-news", "site": "other", "fold": 1, "language": "zh", "type": "article"},
    *({"package": "wcxb", "site": kind, "fold": 2, "language": "en", "type": kind} for kind in KINDS),
]


@pytest.mark.parametrize(
    ("name", "missing"),
    [("all", set()), ("fold-1", {1}), ("without-daniel", {0}), ("without-zh", {1}), ("without-ru", set())],
)
def test_a_network_learns_from_all_but_what_it_is_judged_on(name: str, missing: set[int]) -> None:
    (allowed,) = splits(ABOUT, (name,))
    assert {i for i, may in enumerate(allowed) if not may} == missing


def test_a_network_without_tests_has_seen_no_page_of_their_sites() -> None:
    about: list[dict[str, Any]] = [
        {"package": "wcxb", "site": "one", "split": "test"},
        {"package": "wcxb", "site": "other", "split": "dev"},
        {"package": "daniel", "site": "one", "split": None},
        {"package": "labelled", "site": "third"},
    ]
    assert splits(about, ("without-tests",)).tolist() == [[False, True, False, True]]


def test_unknown_splits_are_refused_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match=r"no split is called half: write all, every, fold-0 to fold-4"):
        splits(ABOUT, ("half",))


def test_types_are_learned_where_all_of_them_are_seen() -> None:
    names = ("all", "without-daniel", "without-wcxb", "fold-2")
    assert [shows_types(ABOUT, allowed) for allowed in splits(ABOUT, names)] == [True, True, False, False]


def test_every_split_can_be_made() -> None:
    assert len(splits(ABOUT, every_split())) == len(set(every_split())) == 18
