"""Methods by name, with parameters as keywords or written out."""

from __future__ import annotations

import pytest

from mainspan import ALGORITHMS, algorithm
from mainspan.errors import MainspanError, ParameterError, UnknownAlgorithmError


def test_names_are_those_of_the_classes() -> None:
    assert all(name == cls.name for name, cls in ALGORITHMS.items())
    assert {"plain", "density", "accb"} <= set(ALGORITHMS)


@pytest.mark.parametrize(
    "written",
    [
        "accb:range=60",
        " accb : range = 60 ",
        "ACCB:range=60",
        "accb:range=60,",
        "accb:range=60,threshold=0.75",
    ],
)
def test_parameters_can_be_written_after_the_name(written: str) -> None:
    assert algorithm(written) == algorithm("accb", range=60)


def test_a_method_passes_through() -> None:
    assert algorithm(algorithm("accb")) is not None
    with pytest.raises(ParameterError, match="already"):
        algorithm(algorithm("accb"), range=3)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("acbb", "did you mean accb"),
        ("Densty", "did you mean density"),
        ("zzzzzz", "the methods are accb, "),
        ("", "no method is called ''"),
    ],
)
def test_an_unknown_method_is_named_with_the_nearest_one(written: str, message: str) -> None:
    with pytest.raises(UnknownAlgorithmError, match=message):
        algorithm(written)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("accb:range=x", "accb: range must be a whole number from 1 to 10000, not 'x'"),
        ("accb:range=1.5", "accb: range must be a whole number from 1 to 10000, not '1.5'"),
        ("accb:range=0", "accb: range must be a whole number from 1 to 10000, not 0"),
        ("accb:threshold=2", "accb: threshold must be a number from 0.0 to 1.0, not 2.0"),
        ("accb:threshold=nan", "must be a number from 0.0 to 1.0, not nan"),
        ("accb:rnage=4", "accb has no parameter 'rnage': did you mean range"),
        ("accb:range", "write parameters as name=value"),
        ("density:br=maybe", "density: br must be true or false, not 'maybe'"),
        ("plain:x=1", "plain has no parameter 'x': it has no parameters"),
    ],
)
def test_a_wrong_parameter_is_refused_with_what_would_be_right(written: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        algorithm(written)


def test_errors_are_of_one_family() -> None:
    assert issubclass(UnknownAlgorithmError, MainspanError)
    assert issubclass(ParameterError, MainspanError)


@pytest.mark.parametrize("wrong", [{"range": True}, {"range": "60"}, {"threshold": None}, {"rounds": 1}])
def test_keywords_are_checked_too(wrong: dict[str, object]) -> None:
    with pytest.raises(ParameterError):
        algorithm("accb", **wrong)
