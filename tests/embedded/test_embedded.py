"""The text in a page's data is read where the page itself has too little."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from mainspan import extract
from mainspan.algorithms import algorithm
from mainspan.algorithms.base import Judgement
from mainspan.embedded import find_embedded, find_instead, find_supplement, lacks_text
from mainspan.extraction import Extraction
from mainspan.page import Page
from mainspan.spans import Spans
from tests.embedded.pages import JSON, TEXTS, TITLE, json_script, linked, page_with, text_of, words


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


def shop(*described: str, body: str = "", name: str = "Product") -> Page:
    """A page that shows `body`, with the descriptions of products in its data."""
    data = [{"@type": name, "name": f"Lamp {i}", "description": each} for i, each in enumerate(described)]
    return page_with(*(json_script(each, 'type="application/ld+json"') for each in data), body=body)


# A hundred words, no two of which are alike.
DESCRIPTION = " ".join(f"quality{number}" for number in range(99)) + " lasts."


def test_a_description_of_a_product_that_is_not_shown_is_a_supplement() -> None:
    assert text_of(find_supplement(shop(DESCRIPTION))) == f"Lamp 0\n\n{DESCRIPTION}\n"
    assert find_supplement(shop(DESCRIPTION, body=f"<p>{DESCRIPTION}")) is None
    assert find_supplement(shop(DESCRIPTION, name="Event")) is None


@pytest.mark.parametrize(("share", "is_found"), [(0.3, True), (0.7, False)])
def test_a_text_is_shown_if_most_of_it_is(share: float, is_found: bool) -> None:
    shown = DESCRIPTION[: int(share * len(DESCRIPTION))].replace(" quality9 ", " </p><p>Quality9 ")
    assert bool(find_supplement(shop(DESCRIPTION, body=f"<p>{shown}"))) is is_found


@pytest.mark.parametrize(("apart", "is_found"), [(7, False), (2, True)])
def test_a_text_with_other_words_here_and_there_is_shown(apart: int, is_found: bool) -> None:
    words = DESCRIPTION.split()
    shown = [word if number % apart else word.upper() + "x" for number, word in enumerate(words)]
    assert bool(find_supplement(shop(DESCRIPTION, body=f"<p>{' '.join(shown)}"))) is is_found


def test_words_that_a_page_shares_with_a_description_do_not_show_it() -> None:
    assert find_supplement(shop(DESCRIPTION, body=f"<p>{' '.join(reversed(DESCRIPTION.split()))}"))


@pytest.mark.parametrize(("words", "is_found"), [(36, False), (37, True)])
def test_a_supplement_has_some_length(words: int, is_found: bool) -> None:
    assert bool(find_supplement(shop(" ".join(DESCRIPTION.split()[:words]) + " end."))) is is_found


def test_the_products_of_a_list_have_no_supplement() -> None:
    assert find_supplement(shop(DESCRIPTION, DESCRIPTION[::-1] + ".")) is None


class Guess(Judgement):
    """A judgement that knows nothing but how likely the page is a product."""

    def __init__(self, product: float) -> None:
        self.product = product

    @property
    def types(self) -> dict[str, float]:
        return {"product": self.product}


@pytest.mark.parametrize(("product", "is_found"), [(0.1, False), (0.3, True), (0.5, True)])
def test_pages_of_products_have_a_supplement(product: float, is_found: bool) -> None:
    found = Extraction(shop(DESCRIPTION), Spans(), algorithm("plain"), judgement=Guess(product))
    assert bool(found.supplement) is is_found


def test_a_supplement_is_beside_the_text() -> None:
    found = Extraction(shop(DESCRIPTION), Spans(), algorithm("plain"))
    assert found.supplement is not None
    assert (found.text, found.origin, found.supplement.origin) == ("", "page", "json-ld")
    assert found.to_dict()["supplement"] == found.supplement.text == f"Lamp 0\n\n{DESCRIPTION}\n"


def test_what_is_itself_from_data_has_no_supplement() -> None:
    found = extract(shop(DESCRIPTION), algorithm="plain")
    assert (found.origin, found.supplement) == ("json-ld", None)
