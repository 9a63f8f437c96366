"""Text in structured data (JSON-LD)."""

from __future__ import annotations

import pytest

from mainspan.embedded import find_embedded
from tests.embedded.pages import TEXTS, linked, paragraphs, text_of, words


def test_article_body_is_found() -> None:
    found = find_embedded(
        linked(**{"@type": "NewsArticle"}, headline="Ferries", articleBody="\n".join(TEXTS))
    )
    assert found is not None
    assert (found.origin, found.path) == ("json-ld", "articleBody")
    assert text_of(found) == f"Ferries\n\n{paragraphs()}"


def test_escaped_html_in_an_article_body_is_html() -> None:
    body = "".join(f"&lt;p&gt;{text}&lt;/p&gt;" for text in TEXTS)
    assert text_of(find_embedded(linked(**{"@type": "Article"}, articleBody=body))) == paragraphs()


def test_recipe_has_ingredients_and_steps() -> None:
    steps = [{"@type": "HowToSection", "itemListElement": [{"text": text} for text in TEXTS]}]
    recipe = linked(
        **{"@type": "Recipe"}, name="Soup", recipeIngredient=["2 leeks"], recipeInstructions=steps
    )
    text = text_of(find_embedded(recipe))
    assert text.startswith("Soup\n\n- 2 leeks\n")
    assert f"5. {TEXTS[4]}" in text


def test_questions_come_with_their_answers() -> None:
    asked = [{"name": f"Why {i}?", "acceptedAnswer": {"text": text}} for i, text in enumerate(TEXTS)]
    text = text_of(find_embedded(linked(**{"@type": "FAQPage"}, mainEntity=asked)))
    assert text.startswith(f"Why 0?\n\n{TEXTS[0]}\n\nWhy 1?")


def test_questions_below_an_article_are_not_its_text() -> None:
    asked = [{"name": "Why?", "acceptedAnswer": {"text": text}} for text in TEXTS]
    graph = [{"@type": "Article"}, {"@type": "FAQPage", "mainEntity": asked}]
    assert find_embedded(linked(**{"@graph": graph})) is None


def test_thread_has_its_answers() -> None:
    comments = [{"@type": "Comment", "text": text} for text in TEXTS[1:]]
    page = linked(**{"@type": "DiscussionForumPosting"}, text=TEXTS[0], comment=comments)
    assert text_of(find_embedded(page)) == paragraphs()


@pytest.mark.parametrize("kind", ["Product", "JobPosting"])
def test_description_is_the_last_resort(kind: str) -> None:
    assert text_of(find_embedded(linked(**{"@type": kind}, description="\n".join(TEXTS)))) == paragraphs()


def test_description_of_the_site_is_no_text() -> None:
    assert find_embedded(linked(**{"@type": "WebSite"}, description=" ".join(TEXTS))) is None


@pytest.mark.parametrize(("count", "is_found"), [(39, True), (40, False)])
def test_a_description_replaces_a_short_text(count: int, is_found: bool) -> None:
    page = linked(**{"@type": "Product"}, articleBody=words(count), description="\n".join(TEXTS))
    assert bool(find_embedded(page)) is is_found
