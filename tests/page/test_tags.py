"""The tables of elements."""

from __future__ import annotations

from mainspan.page import tags


def test_each_name_has_one_number() -> None:
    assert len(set(tags.NAMES)) == len(tags.NAMES) <= 512  # the room that the kernels have for them
