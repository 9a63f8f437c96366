"""Hints: the automaton finds what a plain search finds."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mainspan.algorithms.learned.describe import describe_elements
from mainspan.algorithms.learned.families import FAMILY
from mainspan.algorithms.learned.hints import HINTS, automaton
from mainspan.page.columns import Blocks, Elements
from mainspan.page.tokenise import tokenise
from tests.algorithms.learned import transcribed

STEMS = [stem for line in HINTS for stem in line.split()]


def find_hints(name: str) -> int:
    """The hints in a name, as the kernel finds them in a class."""
    source = f'<p class="{name}">x</p>'
    tokens = tokenise(source).tokens
    elements, blocks = Elements.of(tokens), Blocks.of(tokens)
    around = (elements.open, elements.close, elements.tag, FAMILY, blocks.first, 1)
    return int(describe_elements(source, tokens.start, tokens.end, *around)[1][0, 2])


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


@given(st.one_of(st.lists(_pieces, max_size=8), st.text(max_size=30)).map("".join))
@example("")
@example("sRelated")
@example("screen--reader sr only")
def test_the_automaton_finds_what_a_plain_search_finds(name: str) -> None:
    name = re.sub('[<>"]', "", name)
    assert find_hints(name) == transcribed.find_hints(name)


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
