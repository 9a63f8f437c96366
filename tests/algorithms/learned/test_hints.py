"""Hints: the automaton finds what a plain search finds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mainspan.algorithms.learned.hints import HINTS, automaton, find_hints

STEMS = [stem for line in HINTS for stem in line.split()]


def normalised(name: str) -> str:
    """A name as it is searched."""
    read = "-"
    for before, letter in zip(" " + name, name, strict=False):
        if "a" <= before <= "z" and "A" <= letter <= "Z":
            read += "-"
        read += letter.lower() if letter.isascii() and letter.isalpha() else "-"
    return read + "-"


def naive(name: str) -> int:
    """The hints of a name, by a search for each stem."""
    text = normalised(name)
    lines = (any(stem in text for stem in line.split()) for line in HINTS)
    return sum(1 << number for number, is_there in enumerate(lines) if is_there)


def hint(stem: str) -> int:
    """The mask of the one hint that this stem means."""
    (line,) = (number for number, line in enumerate(HINTS) if stem in line.split())
    return 1 << line


# Stems and pieces of them, in both cases, with all sorts of things between.
_pieces = st.one_of(
    st.sampled_from(STEMS),
    st.sampled_from(STEMS).map(str.capitalize),
    st.sampled_from(STEMS).flatmap(lambda stem: st.integers(1, len(stem)).map(lambda end: stem[:end])),
    st.sampled_from([" ", "-", "_", "--", "1", "é", "É", "\u212a", "A", "&amp;", "\ud800"]),
)


@given(st.one_of(st.lists(_pieces, max_size=8).map("".join), st.text(max_size=30)))
@example("")
@example("sRelated")
@example("screen--reader sr only")
def test_the_automaton_finds_what_a_plain_search_finds(name: str) -> None:
    assert find_hints(name) == naive(name)


@pytest.mark.parametrize("stem", STEMS)
def test_each_stem_is_found_as_a_name_of_its_own(stem: str) -> None:
    assert find_hints(stem.strip("-")) & hint(stem)


def test_a_capital_after_a_small_letter_begins_a_new_part() -> None:
    assert find_hints("topAdSlot") == find_hints("top-ad-slot") == hint("-ad-")
    assert not find_hints("topADSlot") & hint("-ad-")
    assert not find_hints("upload") & hint("-ad-")


def test_hints_fit_a_mask_and_stems_the_alphabet() -> None:
    assert len(HINTS) == len(set(HINTS)) <= 64
    assert all(set(stem) <= set("-abcdefghijklmnopqrstuvwxyz") for stem in STEMS)
    assert len(STEMS) == len(set(STEMS))


def test_the_automaton_has_a_state_for_each_beginning_of_a_stem() -> None:
    table, found = automaton()
    assert len(table) == len(found) == len({stem[:end] for stem in STEMS for end in range(len(stem) + 1)})
    assert int(np.bitwise_or.reduce(found)) == (1 << len(HINTS)) - 1
    assert table.max() < len(table)
