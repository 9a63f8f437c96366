"""What `extract` takes, and what it refuses."""

from __future__ import annotations

import random
from typing import Any

import pytest

from mainspan import ALGORITHMS, Page, extract
from mainspan.errors import EncodingError, UnknownAlgorithmError
from tests.article import PAGE


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_bytes_of_any_kind_give_the_same_as_text(kind: Any) -> None:
    given = kind(PAGE.encode())
    assert extract(given).text == extract(PAGE).text != ""


def test_a_page_can_be_read_once_and_used_often() -> None:
    page = Page(PAGE)
    assert [extract(page, algorithm=name).text for name in ALGORITHMS] == [
        extract(PAGE, algorithm=name).text for name in ALGORITHMS
    ]


def test_the_encoding_can_be_given() -> None:
    found = extract("<p>Größe".encode("cp1252"), algorithm="plain", encoding="latin1")
    assert (found.text, found.to_dict()["encoding"]) == ("Größe\n", "windows-1252")


def test_links_are_absolute_where_the_address_is_given() -> None:
    found = extract("<a href=more>link</a>", algorithm="plain", url="https://example.org/news/")
    assert found.html == '<a href="https://example.org/news/more">link</a>\n'


@pytest.mark.parametrize("place", ["page.html", "folder/a page.HTM", "https://example.org/page?x=1"])
def test_the_place_of_a_page_is_no_page(place: str) -> None:
    with pytest.warns(UserWarning, match="looks like the place of one"):
        extract(place)
    for text in (f"See {place} for more", f"<p>{place}</p>"):
        extract(text)


@pytest.mark.parametrize("wrong", [None, 1, ["<p>one"], object()], ids=["None", "int", "list", "object"])
def test_other_types_than_pages_are_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match=f"not from {type(wrong).__name__}"):
        extract(wrong)


@pytest.mark.parametrize("wrong", [None, 1, ["accb"]], ids=["None", "int", "list"])
def test_other_types_than_methods_are_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match=f"not by {type(wrong).__name__}"):
        extract(PAGE, algorithm=wrong)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownAlgorithmError, match="did you mean density"):
        extract(PAGE, algorithm="densty")
    with pytest.raises(EncodingError, match="utf-99"):
        extract(PAGE.encode(), encoding="utf-99")


def test_the_bytes_of_the_caller_are_left_alone() -> None:
    given: Any = bytearray(PAGE, "utf-8")
    found = extract(given, keep="ul", drop="h1")
    assert found.html
    assert found.blocks
    assert given == PAGE.encode()


def test_later_changes_of_the_bytes_do_not_reach_the_result() -> None:
    given: Any = bytearray(b"<p>one")
    found = extract(given, algorithm="plain")
    given[:] = b"<p>two"
    assert found.text == "one\n"


@pytest.mark.parametrize("method", ALGORITHMS)
def test_the_same_input_gives_the_same_result(method: str) -> None:
    first, second = (extract(PAGE, algorithm=method, keep="ul", drop="h1") for _ in range(2))
    assert first.to_dict() == second.to_dict()
    assert (first.html, first.blocks) == (second.html, second.blocks)


def test_a_page_beyond_the_limits_of_the_parser_gives_its_text_and_says_so() -> None:
    found = extract("<p>one</p><p>two</p>" + "<div>" * 2000, algorithm="plain")
    assert found.text == "one\n\ntwo\n"
    assert found.to_dict()["salvaged"] == "depth"


@pytest.mark.parametrize(
    ("given", "what"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj << /Type /Catalog >> endobj", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n words of a picture", "an image"),
        (random.Random(1).randbytes(5000), "binary data"),
    ],
    ids=["pdf", "png", "noise"],
)
@pytest.mark.parametrize("method", ["mainspan", "plain"])
def test_binary_data_gives_nothing_and_a_reason(given: bytes, what: str, method: str) -> None:
    found = extract(given, algorithm=method)
    assert (found.text, found.reason) == ("", f"this is {what}, not a page")
    assert not found.readable
    assert found.confidence is None


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16le", "utf-16be", "iso-2022-jp"])
def test_text_in_wide_characters_is_a_page(encoding: str) -> None:
    found = extract("<p>東京の天気".encode(encoding), algorithm="plain", encoding=encoding)
    assert found.text == "東京の天気\n"
