"""mainspan algorithms: all methods, or one with its parameters."""

import json
from dataclasses import fields

import pytest

import mainspan
from tests.cli.conftest import Run


def test_all_methods_are_listed_in_the_order_of_the_registry(out: Run) -> None:
    header, *rows = out("algorithms").splitlines()
    assert header.split() == ["name", "idea", "paper"]
    assert [row.split()[0] for row in rows] == list(mainspan.ALGORITHMS)


def test_only_the_default_method_is_marked_as_such(out: Run) -> None:
    marked = [row.split()[0] for row in out("algorithms").splitlines() if "(default)" in row]
    assert marked == [mainspan.extract("").algorithm.name]


@pytest.mark.parametrize("name", mainspan.ALGORITHMS)
def test_list_shows_the_idea_and_the_paper(out: Run, name: str) -> None:
    method = mainspan.ALGORITHMS[name]
    (row,) = (row for row in out("algorithms").splitlines() if row.split()[0] == name)
    assert f" {(method.__doc__ or '').splitlines()[0]} " in row
    assert f" {method.paper} " in row


@pytest.mark.parametrize("name", mainspan.ALGORITHMS)
def test_one_method_is_shown_with_its_parameters(out: Run, name: str) -> None:
    text = out("algorithms", name)
    assert text.startswith(f"{name}\n")
    parameters = fields(mainspan.ALGORITHMS[name])
    rows = text.splitlines()[-len(parameters) :] if parameters else []
    for field, row in zip(parameters, rows, strict=True):
        assert f"{row} ".startswith(f"{field.name} ")
        shown = str(field.default)
        assert (
            row.removeprefix(field.name)
            .strip()
            .startswith(shown.lower() if isinstance(field.default, bool) else shown)
        )


def test_a_table_of_a_method_is_one_at_any_width(out: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = out("algorithms", "crunch").splitlines()
    assert any(line.startswith("empty tables  ") for line in lines)
    assert not any("|" in line for line in lines)


def test_methods_as_json_have_all_about_them(out: Run) -> None:
    methods = json.loads(out("algorithms", "-f", "json"))
    assert [each["name"] for each in methods] == list(mainspan.ALGORITHMS)
    (dana,) = json.loads(out("algorithms", "dana", "-f", "json"))
    assert dana["parameters"][0] == {
        "name": "gap",
        "type": "integer",
        "default": 20,
        "low": 0,
        "high": None,
        "choices": ["auto"],
        "may_be": "a whole number of at least 0, or auto",
        "about": "the most lines between two regions of the content",
    }


@pytest.mark.parametrize("name", sorted(mainspan.ALGORITHMS))
def test_each_parameter_is_described(out: Run, name: str) -> None:
    text = out("algorithms", name)
    for field in fields(mainspan.ALGORITHMS[name]):
        assert field.metadata["about"] in text


def test_method_without_parameters_says_so(out: Run) -> None:
    assert out("algorithms", "plain").endswith("It has no parameters.\n")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("nope", f"the methods are {', '.join(sorted(mainspan.ALGORITHMS))}"),
        ("denisty", "did you mean density?"),
    ],
)
def test_unknown_method_is_refused_with_a_hint(refused: Run, name: str, hint: str) -> None:
    assert refused("algorithms", name).startswith(f"mainspan: no method is called '{name}': {hint}")
