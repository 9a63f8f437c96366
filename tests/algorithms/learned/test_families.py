"""The columns and families of tags."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from mainspan.algorithms.learned import families
from mainspan.algorithms.learned.table import Count
from mainspan.page import tags


def names(where: NDArray[np.generic]) -> set[str]:
    return {tags.NAMES[number] for number in np.flatnonzero(where).tolist()}


@pytest.mark.parametrize(
    ("column", "elements"),
    [
        (Count.LINKS, "a"),
        (Count.EMPHASES, "b strong em i u mark"),
        (Count.IMAGES, "img picture video svg iframe"),
        (Count.CONTROLS, "input button select textarea form"),
        (Count.BREAKS, "br hr"),
    ],
)
def test_an_element_is_counted_in_one_column(column: Count, elements: str) -> None:
    assert names(np.equal(families.COLUMN, column)) == set(elements.split())


def test_all_other_elements_are_inline() -> None:
    assert families.COLUMN[0] == Count.INLINES
    assert len(set(families.COLUMN.tolist())) == 6


def test_each_family_is_one_bit_and_each_element_in_one_family_at_most() -> None:
    assert len(families.FAMILIES) <= 64
    members = [name for family in families.FAMILIES for name in family.split()]
    assert len(members) == len(set(members))
    for bit, family in enumerate(families.FAMILIES):
        assert names(np.equal(families.FAMILY, 1 << bit)) == set(family.split())


def test_an_unknown_element_has_no_family() -> None:
    assert families.FAMILY[0] == 0
    assert names(families.FAMILY) == {name for family in families.FAMILIES for name in family.split()}
