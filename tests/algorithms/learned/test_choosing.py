"""From probabilities to kept blocks: the best that can be expected."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.algorithms.learned.choosing import FOCUS, choose
from tests.algorithms.learned.sheets import sheet

Blocks = list[tuple[float, int]]

# The probability and the words of each block.
blocks = st.lists(
    st.tuples(st.floats(0, 1, allow_subnormal=False), st.integers(1, 60)), min_size=1, max_size=8
)
focuses = st.sampled_from(sorted(FOCUS))
scopes = st.sampled_from(["page", "article"])


def kept_of(
    page: Blocks, focus: str = "balanced", texts: list[int] | None = None, hidden: list[int] | None = None
) -> list[bool]:
    probability, words = zip(*page, strict=True)
    found = choose(np.array(probability), sheet(words, texts or (), hidden or ()), focus)
    return [bool(flag) for flag in found.kept]


def expected_f(page: Blocks, kept: tuple[bool, ...], beta: float) -> float:
    """F-beta of the words that are expected to be right, with the kept ones and with all content there is."""
    right = sum(p * words for (p, words), keep in zip(page, kept, strict=True) if keep)
    taken = sum(words for (_, words), keep in zip(page, kept, strict=True) if keep)
    content = sum(p * words for p, words in page)
    return (1 + beta**2) * right / (taken + beta**2 * content) if right else 0.0


@given(blocks, focuses)
def test_no_other_choice_of_blocks_is_expected_to_be_better(page: Blocks, focus: str) -> None:
    if max(p for p, _ in page) < 0.15:
        return
    best = max(expected_f(page, kept, FOCUS[focus]) for kept in product([False, True], repeat=len(page)))
    assert expected_f(page, tuple(kept_of(page, focus)), FOCUS[focus]) == pytest.approx(best)


@given(blocks, focuses, scopes)
def test_the_expected_f1_is_that_of_the_kept_blocks(page: Blocks, focus: str, scope: str) -> None:
    probability, words = zip(*page, strict=True)
    found = choose(np.array(probability), sheet(words), focus, scope)
    assert found.expected == pytest.approx(expected_f(page, tuple(found.kept.tolist()), 1))
    assert 0 <= found.expected <= 1 + 1e-9


@given(blocks, focuses, scopes, st.data())
def test_something_is_kept_exactly_if_something_is_likely(
    page: Blocks, focus: str, scope: str, data: st.DataObject
) -> None:
    probability, words = zip(*page, strict=True)
    texts = data.draw(st.lists(st.integers(0, 3), min_size=len(page), max_size=len(page)))
    hidden = data.draw(st.lists(st.integers(0, 3), min_size=len(page), max_size=len(page)))
    kept = choose(np.array(probability), sheet(words, texts, hidden), focus, scope).kept
    assert kept.any() == (max(probability) >= 0.15)


@given(blocks)
def test_who_wants_more_gets_all_that_others_get(page: Blocks) -> None:
    precise, balanced, much = (
        np.array(kept_of(page, focus)) for focus in ("precision", "balanced", "recall")
    )
    assert (precise <= balanced).all()
    assert (balanced <= much).all()


@given(blocks)
def test_likelier_blocks_are_kept_first(page: Blocks) -> None:
    kept = kept_of(page)
    taken = [p for (p, _), keep in zip(page, kept, strict=True) if keep]
    left = [p for (p, _), keep in zip(page, kept, strict=True) if not keep]
    assert not taken or not left or min(taken) >= max(left)


def test_a_page_without_blocks_has_nothing_to_keep() -> None:
    found = choose(np.zeros(0), sheet([]))
    assert (len(found.kept), found.expected) == (0, 0)


@pytest.mark.parametrize(("likeliest", "kept"), [(0.15, True), (0.149, False)])
def test_blocks_with_low_scores_are_no_content(likeliest: float, kept: bool) -> None:
    assert kept_of([(likeliest, 20), (0.01, 20)])[0] is kept
