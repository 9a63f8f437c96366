"""Validators: what a cache has of an original is never renewed by an extract, nor the other way round."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.proxy.validators import ask_for_original, make_tag, resume_from_start

DATE = "Mon, 01 Jan 2024 00:00:00 GMT"


def tag_of(*fields: tuple[str, str], digest: str = "abc") -> str:
    tag = make_tag(fields, digest)
    assert tag is not None
    return tag


@pytest.mark.parametrize(
    ("fields", "condition"),
    [
        ([("ETag", '"x"')], ("If-None-Match", '"x"')),
        ([("ETag", 'W/"x"')], ("If-None-Match", 'W/"x"')),
        ([("Last-Modified", DATE)], ("If-Modified-Since", DATE)),
        ([("ETag", '"x"'), ("Last-Modified", DATE)], ("If-None-Match", '"x"')),
    ],
)
def test_a_validator_of_ours_becomes_that_of_the_server(
    fields: list[tuple[str, str]], condition: tuple[str, str]
) -> None:
    tag = tag_of(*fields)
    assert ask_for_original([("Host", "a"), ("If-None-Match", tag)], "abc") == [("Host", "a"), condition]


def test_an_extract_of_a_strong_original_is_strong() -> None:
    assert tag_of(("ETag", '"x"')).startswith('"ms-abc-s-')
    assert tag_of(("ETag", 'W/"x"')).startswith('W/"ms-abc-w-')
    assert tag_of(("Last-Modified", DATE)).startswith('W/"ms-abc-m-')


@pytest.mark.parametrize("fields", [[], [("ETag", "broken")], [("ETag", '"' + "x" * 2000 + '"')]])
def test_without_a_validator_there_is_none(fields: list[tuple[str, str]]) -> None:
    assert make_tag(fields, "abc") is None


def test_validators_of_medium_length_come_back() -> None:
    assert make_tag([("ETag", '"' + "x" * 900 + '"')], "abc") is not None


@pytest.mark.parametrize(
    "field",
    [
        ("If-None-Match", '"of-the-original"'),
        ("If-None-Match", "*"),
        ("If-None-Match", tag_of(("ETag", '"x"'), digest="def")),
        ("If-None-Match", '"ms-abc-s-!!"'),
        ("If-None-Match", '"ms-abc-s-AA=="'),
        ("If-Modified-Since", DATE),
        ("If-Match", '"x"'),
        ("If-Unmodified-Since", DATE),
    ],
)
def test_validators_of_originals_and_of_other_settings_are_not_sent(field: tuple[str, str]) -> None:
    assert ask_for_original([field, ("Accept", "*/*")], "abc") == [("Accept", "*/*")]


def test_several_validators() -> None:
    tags = [tag_of(("ETag", f'"{name}"')) for name in "ab"]
    asked = [("If-None-Match", ", ".join([tags[0], '"other"', tags[1]]))]
    assert ask_for_original(asked, "abc") == [("If-None-Match", '"a", "b"')]


@given(st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E, exclude_characters='"')))
def test_any_tag_comes_back(text: str) -> None:
    tag = tag_of(("ETag", f'"{text}"'))
    assert ask_for_original([("If-None-Match", tag)], "abc") == [("If-None-Match", f'"{text}"')]


def test_who_continues_an_extract_gets_all_of_it() -> None:
    ours = [("Range", "bytes=5-"), ("If-Range", tag_of(("ETag", '"x"')))]
    theirs = [("Range", "bytes=5-"), ("If-Range", '"x"')]
    assert resume_from_start(ours) == []
    assert resume_from_start(theirs) == theirs
