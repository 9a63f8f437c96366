"""The roles and families of tags."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from mainspan.algorithms.learned import families
from mainspan.page import tags


def names(where: NDArray[np.generic]) -> set[str]:
    return {tags.NAMES[number] for number in np.flatnonzero(where).tolist()}


@pytest.mark.parametrize(
    ("role", "elements"),
    [
        (1, "a"),
        (2, "b strong em i u mark"),
        (3, "img picture video svg iframe"),
        (4, "input button select textarea form"),
        (5, "br hr"),
    ],
)
def test_an_element_has_one_role(role: int, elements: str) -> None:
    assert names(np.equal(families.ROLE, role)) == set(elements.split())


def test_all_others_have_no_role() -> None:
    assert families.ROLE[0] == 0
    assert set(families.ROLE.tolist()) == set(range(6))


def test_each_family_is_one_bit_and_each_element_in_one_family_at_most() -> None:
    assert len(families.FAMILIES) <= 64
    members = [name for family in families.FAMILIES for name in family.split()]
    assert len(members) == len(set(members))
    for bit, family in enumerate(families.FAMILIES):
        assert names(np.equal(families.FAMILY, 1 << bit)) == set(family.split())


def test_an_unknown_element_has_no_family() -> None:
    assert families.FAMILY[0] == 0
    assert names(families.FAMILY) == {name for family in families.FAMILIES for name in family.split()}
