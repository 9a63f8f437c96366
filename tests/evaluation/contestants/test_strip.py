"""HTML to text for answers of contestants: as the method plain reads a page; unusable answers are refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import extract
from mainspan.evaluation.contestants import ContestantError
from mainspan.evaluation.contestants.strip import (
    html_to_text,
    looks_like_html,
    max_bytes,
    output_to_text,
)
from tests.clock import grows_linearly


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>one</p><p>two</p>", "one\n\ntwo"),
        ("<p>a<b>b</b>c  d\n e</p>", "abc d e"),
        ("<p>one<!-- not --><style>p {}</style><script>f()</script> two", "one two"),
        ("<p>fish &amp; chips &lt;&eacute;&#8364;&gt;</p>", "fish & chips <é€>"),
        ("<ol><li>first<li>second</ol>", "1. first\n2. second"),
        ("<p hidden>no</p><p style='display:none'>no</p><p>yes", "yes"),
        ("<head><title>no</title></head><noscript>no</noscript><p>yes", "yes"),
        ("", ""),
    ],
)
def test_markup_goes_and_text_stays(html: str, text: str) -> None:
    assert html_to_text(html) == (f"{text}\n" if text else "")


def test_a_page_in_bytes_is_decoded_as_it_declares_or_as_its_header_does() -> None:
    declared = "<meta charset=windows-1251><p>Привет, мир".encode("windows-1251")
    assert html_to_text(declared) == "Привет, мир\n"
    assert html_to_text("<p>žluťoučký kůň".encode("iso-8859-2"), charset="iso-8859-2") == "žluťoučký kůň\n"


@given(
    st.lists(
        st.sampled_from(["<p>", "</p>", "<li>", "<ol>", "<b>", "word", " ", "&amp;", "<!--x-->", "<td>"])
    )
)
def test_the_text_is_that_of_the_plain_method(parts: list[str]) -> None:
    html = "".join(parts)
    assert html_to_text(html) == extract(html, algorithm="plain").text


@pytest.mark.parametrize(
    "output",
    [
        b"<p>x</p>",
        b" \n\t<b>x",
        b"\xef\xbb\xbf<html>",
        "\xef\xbb\xbf<html>".encode(),
        "<p>x".encode("utf-16"),
        b"\xfe\xff\0<\0p\0>",
        b"<!DOCTYPE html><br/>",
        b"< </p>",
    ],
)
def test_html_begins_with_a_bracket_and_has_a_tag(output: bytes) -> None:
    assert looks_like_html(output)


@pytest.mark.parametrize(
    "output", [b"", b"x <p>y</p>", b"<3 is less than 4", b"< p", b"<p", b"<1>", b"\0<p>"]
)
def test_all_else_is_text(output: bytes) -> None:
    assert not looks_like_html(output)


def test_looking_for_a_tag_takes_linear_time() -> None:
    def look(count: int) -> Callable[[], bool]:
        page = b"<a" * count
        return lambda: looks_like_html(page)

    assert not look(2_000_000)()
    assert grows_linearly(look(200_000), look(2_000_000))


def test_an_answer_may_be_ten_times_the_page_and_64_kib() -> None:
    assert max_bytes(b"") == 65_536
    assert max_bytes(b"12345") == 50 + 65_536


def test_text_with_zero_bytes_is_refused() -> None:
    with pytest.raises(ContestantError, match="returned rubbish: text with zero bytes"):
        output_to_text(b"some\0text", is_html=False)


@pytest.mark.parametrize(("odd", "is_rubbish"), [(0, False), (10, False), (11, True), (100, True)])
def test_one_character_in_ten_may_be_odd(odd: int, is_rubbish: bool) -> None:
    output = b"\xff" * odd + b"x" * (100 - odd)
    if is_rubbish:
        with pytest.raises(ContestantError, match=f"rubbish: {odd} of 100 characters are no text"):
            output_to_text(output, is_html=False)
    else:
        assert output_to_text(output, is_html=False).count("\ufffd") == odd


def test_replacement_characters_of_the_page_itself_are_not_odd() -> None:
    output = "\ufffd".encode() * 50 + b"\xff" * 11 + b"x" * 39
    with pytest.raises(ContestantError, match="rubbish: 11 of 100 characters are no text"):
        output_to_text(output, is_html=False)
    assert output_to_text("\ufffd".encode() * 50, is_html=False) == "\ufffd" * 50


def test_tabs_and_line_breaks_are_not_odd() -> None:
    assert output_to_text(b"\t\r\n\t\n", is_html=False) == "\t\r\n\t\n"


@pytest.mark.parametrize("charset", [None, "utf-8", "UTF8", "no-such-charset", "zlib"])
def test_text_is_utf8_without_its_mark_unless_a_known_charset_is_named(charset: str | None) -> None:
    assert output_to_text("\ufeffgrün".encode(), is_html=False, charset=charset) == "grün"


def test_text_in_the_charset_that_was_named() -> None:
    assert output_to_text("grün".encode("latin-1"), is_html=False, charset="iso-8859-1") == "grün"
