"""What a crawler noted of a page: its hint at the language counts if it covers most of the text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mainspan.bulk.warc import _language_in


def note(**found: Any) -> bytes:
    return b"languages-cld2: " + json.dumps(found).encode() + b"\r\n"


@pytest.mark.parametrize(
    ("content", "language"),
    [
        (note(reliable=True, languages=[{"code": "no", "text-covered": 0.5}]), "no"),
        (note(reliable=True, languages=[{"code": "no", "text-covered": 0.49}]), ""),
        (note(reliable=True, languages=[{"code": "no", "text-covered": 1.0}]), "no"),
        (note(reliable=False, languages=[{"code": "no", "text-covered": 1.0}]), ""),
        (note(reliable=True, languages=[]), ""),
        (b"languages-cld2: {broken}\r\n", ""),
        (b"", ""),
    ],
    ids=["half", "less", "all", "not sure", "none", "broken", "nothing"],
)
def test_the_hint_at_a_language(content: bytes, language: str) -> None:
    assert _language_in(content) == language
