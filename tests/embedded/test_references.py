"""Lists in which values refer to each other by their index."""

from __future__ import annotations

from typing import Any

import pytest

from mainspan.embedded import find_embedded
from mainspan.embedded.references import resolve
from tests.embedded.pages import TEXTS, json_script, page_with, paragraphs, text_of


def test_data_that_holds_itself_is_read_once() -> None:
    flat = [{"self": 0, "body": 1}, [2, 3, 4, 5, 6], *TEXTS]
    assert text_of(find_embedded(page_with(json_script(flat)))) == paragraphs()


def test_names_of_fields_may_be_references() -> None:
    assert resolve([{"_1": 2}, "name", "value", 0]) == {"name": "value"}


@pytest.mark.parametrize(
    "value", [[{"x": 1, "y": 2}] * 5, [{"a": "b"}, 1, "c", "d"], ["a", 1, 2, 3], [{"a": 0}]]
)
def test_other_lists_stay_as_they_are(value: list[Any]) -> None:
    assert resolve(value) is value


def test_a_flat_list_has_a_few_values() -> None:
    short: list[Any] = [{"a": 1}, "b", "c"]
    assert resolve(short) is short
    assert resolve([*short, "d"]) == {"a": "b"}
