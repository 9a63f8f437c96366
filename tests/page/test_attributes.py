"""Attributes, read from the normalised source."""

from __future__ import annotations

import pytest
from hypothesis import given

from mainspan import Page
from mainspan.page.attributes import read_attributes
from mainspan.page.kinds import OPEN, VOID
from tests.soup import soups


def first_tag(html: str, name: str) -> tuple[Page, int]:
    page = Page(html)
    return page, next(
        int(page.elements.open[e]) for e in range(len(page.elements)) if page.name_of(e) == name
    )


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("<p>", {}),
        ('<p id="a" class="b c">', {"id": "a", "class": "b c"}),
        ('<p title="a &amp;amp; &quot;b&quot;&nbsp;c">', {"title": 'a &amp; "b"\xa0c'}),
        ('<p hidden="">', {"hidden": ""}),
        ('<p title=" id=" lang="x">', {"title": " id=", "lang": "x"}),
        ('<p a="1" b="2" a="3">', {"a": "1", "b": "2"}),
    ],
)
def test_attributes_are_read_and_decoded(tag: str, expected: dict[str, str]) -> None:
    assert read_attributes(tag) == expected


def test_a_page_reads_the_attributes_of_its_tags() -> None:
    page, token = first_tag("<p ID=x Title='a&b' hidden>text", "p")
    assert page.attributes(token) == {"id": "x", "title": "a&b", "hidden": ""}
    assert page.attribute(token, "title") == "a&b"
    assert page.attribute(token, "hidden") == ""
    assert page.attribute(token, "class") is None


def test_a_name_inside_a_value_is_no_attribute() -> None:
    page, token = first_tag('<p title="x id=">text', "p")
    assert page.attribute(token, "id") is None


@given(soups)
def test_one_attribute_is_the_same_as_one_of_all(html: str) -> None:
    page = Page(html)
    kind = page.tokens.kind
    for token in ((kind == OPEN) | (kind == VOID)).nonzero()[0].tolist():
        every = page.attributes(token)
        for name in ("hidden", "href", "class", "style", "aria-hidden", "encoding", "title", "a"):
            assert page.attribute(token, name) == every.get(name)
