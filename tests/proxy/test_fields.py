"""Header fields: several of one name, lists, types and charsets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.proxy.fields import charset, media_type, split, value, values, without

FIELDS = [("Vary", "A"), ("Link", "<a>"), ("vary", "B")]


def test_names_are_compared_without_case() -> None:
    assert values(FIELDS, "vary") == ["A", "B"]
    assert value(FIELDS, "vary") == "A, B"
    assert value(FIELDS, "etag") == ""
    assert without(FIELDS, ["vary"]) == [("Link", "<a>")]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        (" , ,", []),
        ("a, b", ["a", "b"]),
        ('"a,b", c', ['"a,b"', "c"]),
        (r'"a\",b", c', [r'"a\",b"', "c"]),
        ("<a,b>; rel=x, <c>", ["<a,b>; rel=x", "<c>"]),
        ('"open, c', ['"open, c']),
    ],
)
def test_lists_are_cut_outside_of_quotations(text: str, parts: list[str]) -> None:
    assert split(text) == parts


@given(st.text())
def test_any_value_can_be_split(text: str) -> None:
    assert "".join("".join(split(text)).split()) == "".join("".join(split(text)).split())
    assert all(split(text))


@pytest.mark.parametrize(
    ("written", "kind", "label"),
    [
        ("text/html", "text/html", None),
        ("Text/HTML; Charset=UTF-8", "text/html", "UTF-8"),
        ('text/html;x=";charset=no"; charset="koi8-r"', "text/html", "koi8-r"),
        ("text/html; charset=", "text/html", None),
        ("", "", None),
    ],
)
def test_types_and_charsets(written: str, kind: str, label: str | None) -> None:
    fields = [("Content-Type", written)]
    assert (media_type(fields), charset(fields)) == (kind, label)
