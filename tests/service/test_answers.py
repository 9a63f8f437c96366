"""Answers in JSON, whatever is in them."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from mainspan.service.answers import answer

VALUES: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def no_number(name: str) -> Any:
    raise AssertionError(f"{name} is not JSON")


@given(VALUES)
def test_every_record_is_json_in_utf_8(value: Any) -> None:
    found = answer({"value": value})
    read = json.loads(bytes(found.body).decode("utf-8"), parse_constant=no_number)
    assert read.keys() == {"value"}


def test_what_json_has_stays_as_it_is() -> None:
    record = {"a": [1, 2.5, None, True, "ä\n"], "b": {"c": ""}}
    found = answer(record, 201, {"X": "y"})
    assert json.loads(bytes(found.body)) == record
    assert (found.status_code, found.headers["x"]) == (201, "y")
    assert "ä".encode() in bytes(found.body)


def test_numbers_that_are_none_are_null() -> None:
    found = answer({"a": [float("nan"), {"b": float("inf")}], "c": "\ud800"})
    assert json.loads(bytes(found.body)) == {"a": [None, {"b": None}], "c": "\ud800"}
