"""Bytes that are no page."""

from __future__ import annotations

import pytest

from mainspan.page.formats import find_binary, find_format


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"%PDF-1.7\n", "a PDF document"),
        (b"\x89PNG\r\n\x1a\n", "an image"),
        (b"GIF89a", "an image"),
        (b"RIFF1234WEBP", "an image"),
        (b"PK\x03\x04", "an archive or an office document"),
        (b"<p>%PDF-", ""),
        (b" %PDF-", ""),
        (b"", ""),
    ],
)
def test_formats_are_known_by_their_first_bytes(body: bytes, expected: str) -> None:
    assert find_format(body) == expected


def test_a_few_control_characters_make_no_binary_data() -> None:
    assert find_binary(b"a" * 100 + b"\x01" * 8) == ""
    assert find_binary(b"a" * 100 + b"\x01" * 9) == "binary data"


def test_a_small_share_of_control_characters_makes_no_binary_data() -> None:
    assert find_binary(b"a" * 960 + b"\x01" * 40) == ""
    assert find_binary(b"a" * 900 + b"\x01" * 100) == "binary data"


def test_only_the_first_kilobyte_counts() -> None:
    assert find_binary(b"a" * 900 + b"\x01" * 124 + b"a" * 9000) == "binary data"
    assert find_binary(b"a" * 1024 + b"\x01" * 9000) == ""


def test_utf_16_is_no_binary_data() -> None:
    assert find_binary("<p>some text</p>".encode("utf-16")) == ""
    assert find_binary("<p>some text</p>".encode("utf-16-le"), "utf-16le") == ""
