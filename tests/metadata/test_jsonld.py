"""Structured data, however broken."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.metadata.jsonld import parse, read_things
from tests.clock import FACTOR, grows_linearly

GOOD = '{"@type": "Article", "headline": "Soup"}'


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"\n<!--\n{GOOD}\n-->",
        f"//<![CDATA[\n{GOOD}\n//]]>",
        f"/*<![CDATA[*/{GOOD}/*]]>*/",
        f"{GOOD};",
        GOOD.replace("}", ",}"),
        GOOD.replace("{", "{ /* a word */ "),
        GOOD.replace("{", "{\n  // a word\n"),
        GOOD.replace('"', "&quot;"),
        GOOD.replace("Soup", "So\nup").replace("So\nup", "Soup"),
        f"\ufeff{GOOD}",
    ],
)
def test_data_is_repaired(text: str) -> None:
    assert parse(text) == [{"@type": "Article", "headline": "Soup"}]


def test_strings_may_have_line_breaks() -> None:
    assert parse('{"a": "b\n\tc"}') == [{"a": "b\n\tc"}]


def test_objects_that_follow_each_other_are_all_read() -> None:
    assert parse('{"a": 1}\n{"b": 2}') == [{"a": 1}, {"b": 2}]


def test_plain_fields_are_read_from_broken_data() -> None:
    found = parse('{"headline": "Soup", "description": "so "good"", "datePublished": "2024-03-03"}')
    assert found == [{"headline": "Soup", "datePublished": "2024-03-03"}]


@pytest.mark.parametrize(
    "text", ["", "   ", "{", "}{", "nonsense", "<html>", "null", "[" * 100_000, '{"a":' * 100_000]
)
def test_nonsense_gives_nothing(text: str) -> None:
    assert read_things([text]) == []


def test_data_is_read_as_deep_as_real_data_and_no_deeper() -> None:
    assert parse("[" * 500 + "]" * 500)
    assert parse("[" * 501 + "]" * 501) == []


def test_things_of_graphs_and_lists_are_found_with_their_types() -> None:
    data = {
        "@graph": [{"@type": ["WebPage", "https://schema.org/FAQPage"]}, [{"@type": "Person", "name": "Ann"}]]
    }
    types = [thing.types for thing in read_things([json.dumps(data)])]
    assert types == [set(), {"webpage", "faqpage"}, {"person"}]


def test_things_that_the_page_is_not_about_are_separate() -> None:
    data = {
        "@type": "Article",
        "author": {"name": "A"},
        "comment": [{"@type": "Comment", "author": {"name": "B"}}],
    }
    aside = {thing.get("name"): thing.aside for thing in read_things([json.dumps(data)])}
    assert aside["A"] is False
    assert aside["B"] is True


def test_types_of_any_shape_are_no_error() -> None:
    assert read_things(['[{"@type": null}, {"@type": 3}, {"@type": [1, null, "A"]}, 5, "x"]'])[2].types == {
        "a"
    }


@given(
    st.recursive(st.none() | st.booleans() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x))
)
def test_any_data_gives_things(value: object) -> None:
    assert isinstance(read_things([json.dumps(value)]), list)


@pytest.mark.parametrize("piece", ["/*", "//\n", ", ", '"name":"', "{", "-->", '"headline":"x\\'])
def test_time_grows_with_the_data(piece: str) -> None:
    def data(count: int) -> str:
        return "{" + piece * count + "-->" * count

    small, large = data(5_000), data(5_000 * FACTOR)
    assert grows_linearly(lambda: parse(small), lambda: parse(large))


def test_things_are_read_down_to_a_depth() -> None:
    data = '{"a": ' * 20 + "{}" + "}" * 20
    assert [thing.depth for thing in read_things([data])] == list(range(13))


def test_things_are_read_up_to_a_number() -> None:
    assert len(read_things(["[" + "{}," * 1_200 + "{}]"])) == 1_000


def test_objects_that_follow_each_other_are_read_up_to_a_number() -> None:
    assert len(parse('{"a": 1}\n' * 120)) == 100
