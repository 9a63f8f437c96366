"""All that is known of a page: any page gives an answer, in time proportional to its size."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import Page
from mainspan.metadata import ORIGINS, Fact, Metadata, find_metadata
from mainspan.metadata.find import FIELDS
from tests.clock import FACTOR, grows_linearly
from tests.soup import soups

NOW = datetime(2024, 6, 1, tzinfo=UTC)
PAGE = """<html lang=en><head><title>Soup of the day | Cook</title>
<meta property=og:site_name content=Cook><meta name=author content="Ann Ant">
<meta name=keywords content="soup"><meta name=description content="All about soup.">
<link rel=canonical href=/soup><link rel=license href=/licence>
<meta property=og:image content=/soup.png><meta property=og:type content=article>
<meta property=article:published_time content=2024-03-03T10:00:00Z>
<meta property=article:modified_time content=2024-03-04></head>
<body><h1>Soup of the day</h1><p>Text.</p></body>"""

MAIN = (
    "Last night a new library opened in the town. Families came to see the bright rooms and to choose "
    "their first books. The doors will be open every day, said the director."
)


def facts(found: Metadata) -> list[Fact]:
    return [fact for each in found.to_dict().values() for fact in _facts(each)]


def _facts(value: object) -> list[Fact]:
    if isinstance(value, list):
        return [fact for each in value for fact in _facts(each)]
    return [Fact(**value)] if isinstance(value, dict) else []


def test_all_fields_of_a_page() -> None:
    found = find_metadata(Page(PAGE, url="https://cook.example/x"), main=MAIN, now=NOW)
    assert found == Metadata(
        title=Fact("Soup of the day", "html"),
        authors=(Fact("Ann Ant", "meta"),),
        published=Fact("2024-03-03T10:00:00Z", "open graph"),
        modified=Fact("2024-03-04", "open graph"),
        site_name=Fact("Cook", "open graph"),
        description=Fact("All about soup.", "meta"),
        language_declared=Fact("en", "html"),
        language=Fact("en", "text"),
        url=Fact("https://cook.example/soup", "link"),
        image=Fact("https://cook.example/soup.png", "open graph"),
        keywords=(Fact("soup", "meta"),),
        page_type=Fact("article", "open graph"),
        licence=Fact("https://cook.example/licence", "link"),
    )


def test_plain_data() -> None:
    plain = find_metadata(Page(PAGE), now=NOW).to_dict()
    assert plain["title"] == {"value": "Soup of the day", "origin": "html"}
    assert plain["keywords"] == [{"value": "soup", "origin": "meta"}]
    assert json.loads(json.dumps(plain)) == plain


@pytest.mark.parametrize("field", sorted(FIELDS))
def test_one_field_alone_is_as_among_all(field: str) -> None:
    page = Page(PAGE, url="https://cook.example/x")
    alone = find_metadata(page, main=MAIN, now=NOW, only=[field])
    assert getattr(alone, field) == getattr(find_metadata(page, main=MAIN, now=NOW), field)
    assert replace(alone, **{field: getattr(Metadata(), field)}) == Metadata()


def test_nothing_is_known_of_an_empty_page() -> None:
    assert find_metadata(Page(b""), now=NOW) == Metadata()


def test_hidden_text_makes_no_difference_to_what_tags_say() -> None:
    assert find_metadata(Page(PAGE).with_hidden, now=NOW) == find_metadata(Page(PAGE), now=NOW)


@given(soups)
def test_any_page_gives_an_answer(html: str) -> None:
    found = find_metadata(Page(html, url="https://a.example/"), main=html, now=NOW)
    assert all(fact.value and fact.origin in ORIGINS for fact in facts(found))


@given(st.binary(max_size=500))
def test_any_bytes_give_an_answer(data: bytes) -> None:
    page = b'<meta name="author" content="' + data + b'"><script type="application/ld+json">' + data
    found = find_metadata(Page(page), now=NOW)
    assert all(fact.value.isprintable() for fact in facts(found))


@given(st.text(), st.text())
def test_any_addresses_give_an_answer(url: str, base: str) -> None:
    html = PAGE.replace("<title>", f'<base href="{base}"><title>')
    assert find_metadata(Page(html, url=url), now=NOW).site_name == Fact("Cook", "open graph")


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "url", "@id", "@type"]), inner)
    ),
    max_leaves=6,
)


@given(
    st.dictionaries(
        st.sampled_from("headline author datePublished image keywords license publisher @id".split()), _VALUES
    )
)
def test_wrong_types_everywhere_give_an_answer(values: dict[str, object]) -> None:
    data = json.dumps({"@type": "Article", **values}).replace("<", "\\u003c")
    found = find_metadata(Page(f'<script type="application/ld+json">{data}</script>'), now=NOW)
    assert found.page_type == Fact("article", "json-ld")


@pytest.mark.parametrize(
    "piece",
    [
        "<meta name=a content=b>",
        "<meta name=author content='Ann and Bob'>",
        "<time datetime=2024-03-03>x</time>",
        "<h1>Soup</h1>",
        "<h2>Soup of the day</h2>",
        "<p>3 March 2024</p>",
        "<p itemscope><b itemprop=author>Ann</b>",
        "<p class=author>Ann Ant</p>",
        "<a rel=license href=x>y</a>",
        '<script type="application/ld+json">{"@type": "Article"}</script>',
        "<p title='",
        "x | ",
    ],
)
def test_time_grows_with_the_page(piece: str) -> None:
    small, large = (Page("<title>Soup of the day</title>" + piece * count) for count in (500, 500 * FACTOR))
    for page in (small, large):
        assert len(page.with_hidden.blocks) >= 0
    assert grows_linearly(lambda: find_metadata(small, now=NOW), lambda: find_metadata(large, now=NOW))


def test_huge_and_deep_data_are_no_danger() -> None:
    script = '<script type="application/ld+json">{}</script>'
    for data in ("[" * 100_000, '{"a":' * 100_000, '"' + "x" * 20_000_000, "[" + "{}," * 300_000 + "{}]"):
        assert find_metadata(Page(script.format(data)), now=NOW).title is None
