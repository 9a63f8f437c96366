"""Contestants by their written form: names, kinds, and messages for unknown ones."""

from __future__ import annotations

import pickle

import pytest

from mainspan import algorithm
from mainspan.errors import MainspanError
from mainspan.evaluation.contestants import Contestant, contestant

EVERY = ["accb:range=60", "plain", "peer:resiliparse", "command:cat -", "proxy:http://127.0.0.1:9"]


@pytest.mark.parametrize(
    ("spec", "kind", "name"),
    [
        ("accb", "method", "accb"),
        ("ACCB: range=60", "method", "accb:range=60"),
        ("accb:range=40", "method", "accb"),
        ("peer:resiliparse", "peer", "resiliparse"),
        ("Peer: Resiliparse ", "peer", "resiliparse"),
        ("command:prog  --option", "command", "command:prog --option"),
        ("proxy:http://localhost:8080", "proxy", "proxy:http://localhost:8080"),
    ],
)
def test_a_contestant_is_made_from_its_written_form(spec: str, kind: str, name: str) -> None:
    made = contestant(spec)
    assert (made.kind, made.name) == (kind, name)


@pytest.mark.parametrize("spec", EVERY)
def test_contestants_travel_between_processes(spec: str) -> None:
    made = contestant(spec)
    again = pickle.loads(pickle.dumps(made))
    assert again == made
    assert again.name == made.name


def test_methods_and_contestants_are_taken_as_they_are() -> None:
    made = contestant(algorithm("accb", range=60))
    assert made.name == "accb:range=60"
    assert contestant(made) is made


def test_long_commands_are_shortened_and_stay_different() -> None:
    one, two = (contestant(f"command:prog {'--option ' * 20}{end}") for end in "ab")
    assert one.name.startswith("command:prog --option")
    assert len(one.name) == len(two.name) == 40
    assert one.name != two.name


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("acb", "did you mean accb"),
        ("accb:rang=60", "did you mean range"),
        ("trafilatura", "write another library as peer:trafilatura"),
        ("peer:trafilatur", "did you mean trafilatura"),
        (
            "peer:",
            "the peers are boilerpy3, justext, newspaper4k, readability-lxml, resiliparse",
        ),
        ("http://localhost:8080", "write proxy:http://localhost:8080"),
        ("proxy:localhost:8080", "write a proxy as proxy:http://host:port"),
        ("proxy:https://localhost:8080", "write a proxy as proxy:http://host:port"),
        ("proxy:http://localhost:8080/path", "write a proxy as proxy:http://host:port"),
        ("proxy:http://localhost:port", "write a proxy as proxy:http://host:port"),
        ("proxy:", "write a proxy as proxy:http://host:port"),
        ("command:", "needs a program, as in 'command:prog --option'"),
        ("command:''", "needs a program, as in 'command:prog --option'"),
        ("command:prog 'open", "no closing quotation; check the quotes"),
    ],
)
def test_an_unknown_contestant_is_refused_with_a_hint(spec: str, said: str) -> None:
    with pytest.raises(MainspanError, match=said) as caught:
        contestant(spec)
    assert "\n" not in str(caught.value)


def test_a_contestant_is_no_number() -> None:
    with pytest.raises(TypeError, match="a method is given by its name"):
        contestant(1)  # type: ignore[arg-type]


def test_closing_one_that_holds_nothing_does_nothing() -> None:
    made: Contestant = contestant("plain")
    made.close()
    assert made.extract(b"<p>Some text").text == "Some text\n"
