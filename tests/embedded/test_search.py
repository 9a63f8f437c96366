"""The text is found in data of any shape."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mainspan.embedded import find_embedded
from tests.embedded.pages import (
    LABELS,
    TEXTS,
    TITLE,
    json_script,
    page_with,
    paragraphs,
    state,
    text_of,
    words,
)


def test_an_object_with_the_page_title_is_chosen() -> None:
    other = {"title": "Trains of the valley", "body": TEXTS * 2}
    article = {"title": TITLE, "body": TEXTS}
    text = text_of(find_embedded(page_with(json_script({"a": {"body": other}, "b": article}))))
    assert text == f"{TITLE}\n\n{paragraphs()}"


@pytest.mark.parametrize(
    "value",
    [
        LABELS,
        {"messages": {"a": TEXTS}},
        {"cookieConsent": {"body": TEXTS}},
        {"footer": {"text": TEXTS}},
        {"ids": ["8f14e45fceea167a5a36dedd4bea2543" * 20]},
        {"css": ".a { color: red; } .b { color: blue; }" * 20},
        {"image": "data:image/png;base64," + "iVBORw0KGgoAAAANSUhEUg" * 50},
        {"code": "var a = {b: [1, 2]}; if (a.b) { c(); }; " * 20},
        {"names": ["North quay", "South quay", "Old quay"] * 40},
    ],
)
def test_labels_code_and_identifiers_are_not_text(value: dict[str, Any]) -> None:
    assert find_embedded(page_with(json_script(value))) is None


@pytest.mark.parametrize(("count", "path"), [(70, "json.data"), (90, "json.data.json.text")])
def test_json_in_a_string_is_long(count: int, path: str) -> None:
    found = state({"data": json.dumps({"text": words(count)})})
    assert found is not None
    assert found.path == path


@pytest.mark.parametrize(("labels", "is_found"), [(39, True), (40, False)])
def test_an_object_of_labels_has_a_number_of_strings(labels: int, is_found: bool) -> None:
    names = {f"label{'x' * number}"[:30]: "Press it" for number in range(20)}
    more = {f"{'y' * number}label"[:30]: "Press it" for number in range(1, labels - len(names) + 1)}
    value = {"body": words(80), **names, **more}
    assert len(value) == labels + 1
    assert bool(state(value)) is is_found


@pytest.mark.parametrize(("names", "is_found"), [(20, True), (21, False)])
def test_most_words_of_a_place_must_be_prose(names: int, is_found: bool) -> None:
    # 90 words to be read, and 60 or 63 that are not.
    assert bool(state({"body": [*TEXTS, *["North old quay"] * names]})) is is_found


@pytest.mark.parametrize(
    ("title", "is_same"), [("Morning ferries bay one two", True), ("Morning ferries one two three", False)]
)
def test_the_title_of_an_object_is_the_page_s(title: str, is_same: bool) -> None:
    assert text_of(state({"title": title, "body": TEXTS})).startswith(title) is is_same


def test_a_longer_text_outweighs_the_title() -> None:
    other = {"title": "Trains of the valley", "body": TEXTS * 3}
    article = {"title": TITLE, "body": TEXTS}
    assert not text_of(state({"a": {"body": other}, "b": article})).startswith(TITLE)


def test_names_of_fields_decide() -> None:
    assert state({"summary": {"text": TEXTS}}) is None
    assert state({"summary": {"text": {"body": TEXTS}}}) is not None


def test_the_weight_of_names_is_bounded() -> None:
    deep = {"body": {"text": {"html": {"content": {"text": words(80)}}}}}
    found = state({"a": deep, "b": {"body": {"text": words(90)}}})
    assert found is not None
    assert found.words == 90


@pytest.mark.parametrize(("length", "is_found"), [(32, False), (33, True)])
def test_long_names_of_fields_are_ids(length: int, is_found: bool) -> None:
    names = [letter * length for letter in "abcde"]
    value = {name: {"text": text} for name, text in zip(names, TEXTS, strict=True)}
    assert bool(state(value)) is is_found
