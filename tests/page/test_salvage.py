"""Hostile pages: the same columns, all of the text, in linear time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given

from mainspan import Page, extract
from mainspan.page.salvage import salvage
from mainspan.page.tokenise import tokenise
from tests.clock import FACTOR, grows_linearly
from tests.soup import soups


@given(soups)
def test_a_salvaged_source_is_balanced(html: str) -> None:
    assert tokenise(salvage(html)).balanced


@given(soups)
def test_a_salvaged_source_is_at_most_eight_times_the_page(html: str) -> None:
    assert len(salvage(html)) <= 8 * len(html) + 64


@given(soups)
def test_no_page_grows_more_than_eightfold(html: str) -> None:
    page = Page(html)
    assert len(page.source) <= 8 * max(page.size, len(html)) + 128


def test_salvage_keeps_text_attributes_and_structure() -> None:
    source = salvage("<ul><li>a &amp; b<li><a href='x>y' HIDDEN>c</a></ul><script>if (a<b)</script><p>d")
    assert source == (
        "<html><head></head><body><ul><li>a &amp; b</li><li>"
        '<a href="x&gt;y" hidden="">c</a></li></ul><script>if (a<b)</script><p>d</p></body></html>'
    )


def test_all_text_of_a_deep_page_is_found() -> None:
    page = Page("<div>" * 5000 + "deep &amp; hidden well" + "</div>" * 5000 + "<p>end")
    assert page.salvaged == "depth"
    assert extract(page, algorithm="plain").text.split() == ["deep", "&", "hidden", "well", "end"]
    assert page.tokens.depth.max() <= 514


@pytest.mark.parametrize(("between", "is_closed"), [(63, True), (64, False)])
def test_an_end_tag_closes_elements_that_are_not_too_far_up(between: int, is_closed: bool) -> None:
    source = salvage("<div>" + "<span>" * between + "a</div>b")
    assert source.endswith("</div>b</body></html>") is is_closed


def test_the_first_32_attributes_are_kept() -> None:
    source = salvage("<p " + " ".join(f"a{i}=1" for i in range(40)) + ">x")
    assert source.count('="1"') == 32


SMALL = 10_000
HOSTILE: dict[str, Callable[[int], str]] = {
    "nested elements": lambda n: "<div>" * n + "x" + "</div>" * n,
    "nested inline elements": lambda n: "<span>" * n + "x",
    "attributes": lambda n: "<p " + " ".join(f"a{i}=1" for i in range(n)) + ">x",
    "attributes of html": lambda n: "".join(f"<html a{i}=1>" for i in range(n)) + "x",
    "options": lambda n: "<select>" + "<option>x" * n,
    "unclosed formatting": lambda n: "".join(f"<p><font c={i}>x</p>" for i in range(n // 30)),
    "unclosed formatting in a table": lambda n: (
        "<table><td>" + "".join(f"<p><font c={i}>x</p>" for i in range(n // 30))
    ),
    "only <": lambda n: "<" * n,
    "only &": lambda n: "&" * n,
    "unclosed comments": lambda n: "<!-- " * n,
    "unclosed quotes": lambda n: '<p a="x>' * n,
    "end tags": lambda n: "</div></b>" * n,
    "misnested formatting": lambda n: "<b><div></b>" * n,
    "nested tables": lambda n: "<table><tr><td>" * n,
    "nested lists": lambda n: "<ul><li>" * n,
    "nested templates": lambda n: "<template>" * n,
    "scripts without end": lambda n: "<script><!--" * n,
    "svg in svg": lambda n: "<svg><g>" * n,
    "one long word": lambda n: "x" * n * 5,
    "words": lambda n: "<p>one two three four" * n,
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_time_is_proportional_to_size(kind: str) -> None:
    small, large = (HOSTILE[kind](size).encode() for size in (SMALL, SMALL * FACTOR))
    assert grows_linearly(lambda: _read(small), lambda: _read(large))


def _read(html: bytes) -> str:
    return extract(Page(html), algorithm="plain").text


def test_a_page_of_fifty_megabytes_is_read() -> None:
    page = Page(b"<p>some words and <b>more</b> of them</p>\n" * 1_200_000)
    assert page.size > 50_000_000
    assert len(page.words) == 6 * 1_200_000


def test_two_hundred_thousand_attributes_keep_their_text() -> None:
    page = Page("<p " + " ".join(f"a{i}=1" for i in range(200_000)) + ">kept")
    assert page.salvaged == "attributes"
    assert extract(page, algorithm="plain").text == "kept\n"
