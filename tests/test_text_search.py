"""Where a text that was copied from a page is."""

from __future__ import annotations

import pytest

from mainspan import Page
from mainspan.text_search import holding, why_not_found

TEXTS = ["The harbour", "A  new\nquay", "the harbour again", ""]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("harbour", {0, 2}),
        ("a new QUAY", {1}),
        ("harbour a new", {0, 1}),  # across texts
        ("quay the harbour again", {1, 2}),
        ("lighthouse", set()),
        ("", set()),
        (" \n", set()),
    ],
)
def test_case_and_whitespace_do_not_matter(text: str, places: set[int]) -> None:
    assert holding(TEXTS, text) == places


def test_no_texts_hold_nothing() -> None:
    assert holding([], "harbour") == set()


@pytest.mark.parametrize(("text", "is_there"), [("LET  x", True), ("lighthouse", False), ("", False)])
def test_a_text_outside_the_text_of_the_page_has_its_reason(text: str, is_there: bool) -> None:
    said = why_not_found(Page("<script>let x = 1</script><p>one"), text, "not found")
    assert said == (
        "not found: it is in code, in an attribute or where the method does not look"
        if is_there
        else "not found"
    )
