"""The text in a page's data is read where the page itself has too little."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from mainspan.embedded import find_embedded, find_instead, lacks_text
from tests.embedded.pages import JSON, TEXTS, TITLE, json_script, linked, page_with, words


@pytest.mark.parametrize(("words", "found"), [(59, False), (60, True)])
def test_least_number_of_words(words: int, found: bool) -> None:
    text = " ".join(["word"] * (words - 1)) + " end."
    assert bool(find_embedded(linked(**{"@type": "Article"}, articleBody=text))) is found


@given(JSON)
def test_any_data_is_read_without_error(value: Any) -> None:
    kinds = ('type="application/json"', 'type="application/ld+json"')
    stream = json.dumps(f"0:{json.dumps(value)}\n")
    found = find_embedded(
        page_with(
            *(json_script(value, kind) for kind in kinds),
            f"<script>self.__next_f.push([1,{stream}])</script>",
        )
    )
    assert found is None or found.words >= 60


@pytest.mark.parametrize(("words", "expected"), [(79, True), (80, False)])
def test_little_text(words: int, expected: bool) -> None:
    assert lacks_text(words) is expected


def test_data_with_more_words_than_the_page_is_read_instead() -> None:
    script = json_script({"body": TEXTS})
    words = sum(len(text.split()) for text in TEXTS)
    assert find_instead(page_with(script), words // 3) is not None
    assert find_instead(page_with(script), words // 3 + 1) is None
    assert find_instead(page_with(script, body="<p>menu " * (words + 1)), 0) is None


@pytest.mark.parametrize(("count", "origin"), [(129, "json-ld"), (130, "hydration")])
def test_scripts_must_have_more_text_than_structured_data(count: int, origin: str) -> None:
    article = json_script({"@type": "Article", "articleBody": words(100)}, 'type="application/ld+json"')
    found = find_embedded(page_with(article, json_script({"body": words(count)})))
    assert found is not None
    assert found.origin == origin


@pytest.mark.parametrize(("titled", "path"), [({}, "stream"), ({"title": TITLE}, "json.body.text.*")])
def test_streamed_text_counts_like_text_under_the_title(titled: dict[str, str], path: str) -> None:
    row = ["$", "article", None, {"children": [["$", "p", None, {"children": text}] for text in TEXTS]}]
    stream = json.dumps("0:" + json.dumps(row) + "\n")
    data = json_script({**titled, "body": {"text": TEXTS}})
    found = find_embedded(page_with(f"<script>self.__next_f.push([1,{stream}])</script>", data))
    assert found is not None
    assert found.path == path
