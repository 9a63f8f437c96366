"""Search spaces: what is declared becomes an axis, and every place on it is a value that is allowed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import ALGORITHMS, algorithm
from mainspan.errors import ParameterError
from mainspan.evaluation.space import Axis, axes_of

TUNABLE = [name for name in ALGORITHMS if name not in ("plain", "bte")]


@given(st.sampled_from(TUNABLE), st.floats(0, 1))
def test_every_place_on_every_axis_is_a_value_that_the_method_takes(name: str, place: float) -> None:
    method = algorithm(name)
    for axis in axes_of(method):
        changed = replace(method, **{axis.name: axis.value(place)})
        assert algorithm(repr(changed)) == changed


@pytest.mark.parametrize("name", TUNABLE)
def test_the_default_has_a_place_on_every_axis(name: str) -> None:
    method = algorithm(name)
    for axis in axes_of(method):
        assert axis.value(axis.position(getattr(method, axis.name))) == getattr(method, axis.name)


@pytest.mark.parametrize(
    ("name", "parameter", "shown"),
    [
        ("accb", "range", "range: 10 to 160"),
        ("accb", "threshold", "threshold: 0 to 1"),
        ("accb", "rounds", "rounds: 7 to 120"),  # a quarter of 30, rounded down
        ("accb", "limit", "limit: 0 to 20"),
        ("accb", "blocks", "blocks: false or true"),
        ("density", "c2", "c2: 1 to 16"),
        ("ttr", "radius", "radius: 0 to 8"),
        ("dana", "gap", "gap: 5 to 80 or auto"),
        ("crunch", "link_ratio", "link_ratio: 0.0625 to 1"),
        ("crunch", "forms", "forms: controls or whole or none"),
    ],
)
def test_a_parameter_is_searched_around_its_default(name: str, parameter: str, shown: str) -> None:
    assert [str(axis) for axis in axes_of(algorithm(name), only=[parameter])] == [shown]


def test_both_ends_of_a_range_can_be_reached() -> None:
    axis = Axis("range", int, (), 10, 160, has_range=True)
    assert (axis.value(0), axis.value(1)) == (10, 160)
    assert (axis.position(3), axis.position(1000)) == (0, 1)


def test_steps_grow_with_a_number_and_not_with_a_share() -> None:
    (grows,) = axes_of(algorithm("accb"), only=["range"])
    (even,) = axes_of(algorithm("accb"), only=["threshold"])
    assert (grows.value(0.5), even.value(0.5)) == (41, 0.5)


def test_a_text_of_any_kind_is_not_searched() -> None:
    assert [axis.name for axis in axes_of(algorithm("cues"))] == ["threshold", "add"]


def test_fixed_parameters_are_searched_only_on_request() -> None:
    method = algorithm("ttr:line=100")
    assert [axis.name for axis in axes_of(method, fixed=["line"])] == ["radius"]
    assert [axis.name for axis in axes_of(method, fixed=["line"], only=["line"])] == ["line"]


@pytest.mark.parametrize(
    ("written", "values"),
    [("10:12", [10, 11, 12]), ("10|40", [10, 40]), ("60", [60]), ("7:7", [7])],
)
def test_a_range_can_be_set(written: str, values: list[int]) -> None:
    range_, _ = axes_of(algorithm("accb"), only=["blocks"], ranges={"range": written})
    assert (range_.values(), range_.size) == (values, len(values))


@pytest.mark.parametrize("written", ["0:10", "5:10001", "20:10", "x", "a:b", "1:2:3"])
def test_a_range_that_is_not_allowed_is_refused(written: str) -> None:
    with pytest.raises(ParameterError, match="range"):
        axes_of(algorithm("accb"), ranges={"range": written})


def test_unknown_parameters_are_refused_with_those_that_there_are() -> None:
    with pytest.raises(ParameterError, match="no parameter 'rang': the parameters are line, radius"):
        axes_of(algorithm("ttr"), only=["rang"])


@pytest.mark.parametrize(
    ("method", "ranges", "why"),
    [("plain", {}, "it has no parameters"), ("lqf", {"ratio": "0.5"}, "none is left to search")],
)
def test_without_anything_to_search_there_is_nothing_to_tune(
    method: str, ranges: dict[str, str], why: str
) -> None:
    with pytest.raises(ParameterError, match=why):
        axes_of(algorithm(method), fixed=["whole"], ranges=ranges)


def test_a_word_instead_of_a_number_has_a_fifth_of_the_axis() -> None:
    axis = Axis("gap", int, ("auto",), 5, 80, has_range=True)
    assert axis.value(0.19) == "auto"
    assert axis.value(0.21) == 5


def test_numbers_have_three_digits() -> None:
    assert Axis("share", float, low=0, high=1, has_range=True).value(1 / 3) == 0.333
