"""Words that only styles keep apart."""

from __future__ import annotations

import pytest

from mainspan import extract


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<a href=/a>One</a><a href=/b>Two</a>", "One Two"),
        ("<a href=/a>One</a><a href=/a>Two</a>", "OneTwo"),
        ("<a href=/a>One</a><b><a href=/b>Two</a></b>", "One Two"),
        ("<a href=/a>One</a>, <a href=/b>Two</a>", "One, Two"),
        ("<a href=/a>One</a>-<a href=/b>Two</a>", "One-Two"),
        ("<span class=badge>One</span><span>Two</span>", "One Two"),
        ("One<span class='big price-tag'>2</span>", "One 2"),
        ("One<span class=word>Two</span>", "OneTwo"),
        ("One<span class=badge>, two</span>", "One, two"),
    ],
)
def test_links_and_boxes_side_by_side_are_words(html: str, text: str) -> None:
    found = extract(f"<p>{html}</p>", algorithm="plain")
    assert found.text == f"{text}\n"
    assert extract(found.html, algorithm="plain").text == f"{text}\n"
