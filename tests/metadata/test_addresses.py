"""Addresses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.metadata.addresses import absolute, host_name

BASE = "https://a.example/x/y"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("z", "https://a.example/x/z"),
        ("//b.example/", "https://b.example/"),
        (" /a?b=1&amp;c=2\n", "https://a.example/a?b=1&c=2"),
        ("javascript:alert(1)", ""),
        ("data:text/html,x", ""),
        ("mailto:a@b.example", ""),
        ("http://", ""),
        ("http://[broken", ""),
        ("http://a.example/a b", ""),
        ("", ""),
        (None, ""),
        (["http://a.example/"], ""),
    ],
)
def test_only_what_a_browser_would_fetch(value: object, expected: str) -> None:
    assert absolute(value, BASE) == expected


def test_an_address_has_a_longest_length() -> None:
    start = "https://a.example/"
    assert absolute(start + "x" * (2_000 - len(start)))
    assert absolute(start + "x" * (2_001 - len(start))) == ""


def test_a_relative_address_without_a_base_is_none() -> None:
    assert absolute("/a") == ""


@given(st.text(), st.text())
def test_any_texts_give_an_address_or_nothing(value: str, base: str) -> None:
    assert absolute(value, base) == "" or absolute(value, base).startswith(("http://", "https://"))
    assert isinstance(host_name(value), str)


def test_a_host_has_no_www() -> None:
    assert host_name("https://www.A.example:80/x") == "a.example"
