"""Parameters as methods and measures declare them, in values and in writing."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from mainspan.errors import MainspanError, ParameterError
from mainspan.parameters import Parametrised, make, parameter, parameters_of


@dataclass(frozen=True, repr=False)
class Filter(Parametrised):
    name = "filter"
    width: int = parameter(10, "in words", low=2, high=20)
    share: float = parameter(0.5, "of links", low=0.0)
    gap: int | str = parameter("auto", "in lines", low=1, choices=("auto",))
    mode: str = parameter("all", "what goes", choices=("all", "first"))
    whole: bool = parameter(False, "whether all goes")
    path: str = parameter("", "a file")


@dataclass(frozen=True, repr=False)
class Bare(Parametrised):
    name = "bare"


KNOWN = {cls.name: cls for cls in (Filter, Bare)}


def read(written: str, **given: object) -> Parametrised:
    return make(KNOWN, written, noun="tool", error=LookupError, **given)


@pytest.mark.parametrize(
    "written",
    [
        "bare",
        "filter",
        "filter:width=2",
        "filter:width=20,share=7.5,gap=3,mode=first,whole=true,path=a.txt",
    ],
)
def test_the_repr_makes_the_value_again(written: str) -> None:
    assert repr(read(written)) == written
    assert read(repr(read(written))) == read(written)


def test_only_what_differs_from_the_default_is_written() -> None:
    assert repr(Filter(width=10, gap="auto", whole=True)) == "filter:whole=true"


@pytest.mark.parametrize("written", ["true", "yes", "1", "on", "True"])
def test_truth_may_be_written_in_several_ways(written: str) -> None:
    assert read(f"filter:whole={written}") == Filter(whole=True)


def test_keywords_take_precedence_over_what_is_written() -> None:
    assert read("filter:width=3,share=1", width=4) == Filter(width=4, share=1.0)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("filter:width=1", "filter: width must be a whole number from 2 to 20, not 1$"),
        ("filter:width=21", "filter: width must be a whole number from 2 to 20, not 21$"),
        ("filter:share=-0.1", "share must be a number of at least 0.0, not -0.1"),
        ("filter:share=nan", "share must be a number of at least 0.0, not nan"),
        ("filter:gap=0", "gap must be a whole number of at least 1, or auto, not 0"),
        ("filter:gap=some", "gap must be a whole number of at least 1, or auto, not 'some'"),
        ("filter:mode=last", "mode must be one of all, first, not 'last'"),
        ("filter:whole=maybe", "whole must be true or false, not 'maybe'"),
        ("filter:width", "filter: write parameters as name=value, not 'width'"),
        ("filter:=3", "filter: write parameters as name=value, not '=3'"),
        ("filter:width=3,width=4", "filter: width is given twice"),
        (
            "filter:widht=3",
            "filter has no parameter 'widht': did you mean width\\? The parameters are gap, mode",
        ),
        ("filter:zzz=3", "filter has no parameter 'zzz': the parameters are gap, mode, path"),
        ("bare:width=3", "bare has no parameter 'width': it has no parameters"),
    ],
)
def test_a_wrong_parameter_is_refused_with_what_would_be_right(written: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        read(written)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("filtre", "no tool is called 'filtre': did you mean filter\\? The tools are bare, filter"),
        # One letter of "bare" is too little to suggest it.
        ("ant", "no tool is called 'ant': the tools are bare, filter"),
    ],
)
def test_an_unknown_name_is_refused_with_a_similar_one(written: str, message: str) -> None:
    with pytest.raises(LookupError, match=message):
        read(written)


@pytest.mark.parametrize(
    "wrong", [{"width": True}, {"width": 3.0}, {"width": "3"}, {"whole": 1}, {"path": None}]
)
def test_values_of_the_wrong_type_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ParameterError):
        read("filter", **wrong)


def test_errors_are_errors_of_mainspan() -> None:
    assert issubclass(ParameterError, MainspanError)


def test_a_declaration_says_all_about_a_parameter() -> None:
    gap = parameters_of(Filter)["gap"]
    assert (gap.kind, gap.default, gap.about, gap.low, gap.choices) == (int, "auto", "in lines", 1, ("auto",))


def test_a_field_that_is_not_declared_is_checked_by_its_type() -> None:
    @dataclass(frozen=True, repr=False)
    class Plain(Parametrised):
        name = "plain"
        size: int = 3
        parts: tuple = ()  # type: ignore[type-arg]

    assert repr(Plain(size=4)) == "plain:size=4"
    with pytest.raises(ParameterError, match="plain: size must be a whole number, not 'x'"):
        Plain(size="x")  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="plain: parts must be of the type tuple, not 3"):
        Plain(parts=3)  # type: ignore[arg-type]
