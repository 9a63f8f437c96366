from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.evaluation.report.figures.svg import drawing, marker, shortened, text, width_of


@given(st.text(st.characters(exclude_categories=("Cc", "Cs"))))
def test_any_name_gives_a_well_formed_drawing(name: str) -> None:
    drawn = ElementTree.fromstring(drawing(10, 10, name, [text(0, 0, name), marker("peer", 1, 1, name)]))
    assert [each.tag for each in drawn] == ["text", "polygon"]


@pytest.mark.parametrize(("length", "longest"), [(30, 30), (31, 30), (200, 30)])
def test_long_names_give_way_in_the_middle(length: int, longest: int) -> None:
    name = "a" * (length - 1) + "z"
    assert len(shortened(name)) == longest
    assert shortened(name).endswith("z")


def test_a_shortened_name_is_reported_whole() -> None:
    assert f"<title>{'a' * 40}</title>" in text(0, 0, "a" * 40)


def test_wide_characters_take_more_room() -> None:
    assert width_of("世界") > width_of("ab")


def test_each_kind_has_its_shape() -> None:
    drawn = {marker(kind, 0, 0) for kind in ("method", "peer", "command", "proxy")}
    assert len(drawn) == 4
