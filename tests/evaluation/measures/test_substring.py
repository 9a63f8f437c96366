"""The longest common substring, by questions and by the automaton."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.evaluation.measures import substring as module
from mainspan.evaluation.measures.substring import common_substring

from .naive import substring

texts = st.text("ab", max_size=60) | st.text("abcdefgh漢字", max_size=60)
repeats = st.builds(lambda part, times: part * times, st.text("ab", max_size=6), st.integers(0, 12))


@given(texts | repeats, texts | repeats)
def test_questions_and_automaton_are_exact(one: str, other: str) -> None:
    shorter, longer = sorted((one, other), key=len)
    expected = substring(one, other)
    assert module._by_automaton(shorter, longer) == expected
    assert module._by_lookups(shorter, longer) == expected


@given(texts, texts, st.text("xyz", min_size=20, max_size=80), texts, texts)
def test_a_long_common_stretch_is_found(a: str, b: str, stretch: str, c: str, d: str) -> None:
    one, other = a + stretch + b, c + stretch + d
    assert common_substring(one, other) == substring(one, other) >= len(stretch)


@given(texts, texts, st.integers(0, 20))
def test_the_answer_does_not_depend_on_the_questions(one: str, other: str, questions: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_MAX_LOOKUPS", questions)
        assert common_substring(one, other) == substring(one, other)


def test_hostile_repetitions_are_left_to_the_automaton() -> None:
    one, other = "x" * 5000, ("x" * 50 + "y") * 100
    assert module._by_lookups(*sorted((one, other), key=len)) is None
    assert common_substring(one, other) == 50
