"""The headline: found before the content, kept or left out as asked."""

from __future__ import annotations

import pytest

from mainspan import Page, extract
from mainspan.algorithms.learned import Learned, Reading

RUNS = "Night ferry to the islands runs again"
TITLE = f"<title>{RUNS} - The Harbour Post</title>"
NAV = "<nav><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></nav>"
TEXT = "".join(
    f"<p>{sentence}</p>"
    for sentence in (
        "After two years in dry dock, the old boat left the quay on Friday night with ninety on board.",
        "The company, which had promised the line for last spring, blamed a delay of two engines.",
        "Tickets cost as much as before the repair, and the upper deck is sold out until the autumn.",
    )
)


def headline_of(before: str) -> str:
    page = Page(f"{TITLE}<body>{NAV}<main>{before}{TEXT}</main>")
    reading = Reading(page, Learned())
    place = reading.headline
    return "" if place < 0 else page.source[page.blocks.start[place] : page.blocks.end[place]]


@pytest.mark.parametrize(
    ("before", "found"),
    [
        (f"<h1>{RUNS}</h1>", RUNS),
        ("<h1>Ferry</h1>", "Ferry"),
        (f"<h2>{RUNS}</h2>", RUNS),
        (f"<h1>The Harbour Post</h1><h2>{RUNS}</h2>", RUNS),
        (f"<div>{RUNS}</div>", RUNS),
        ("<h2>Most read this week</h2>", ""),
        ("<ul><li>Night ferry to the islands</ul>", ""),
        ("", ""),
    ],
    ids=["h1", "one word", "h2", "the site's name first", "no heading", "another heading", "a list", "none"],
)
def test_a_headline_is_found(before: str, found: str) -> None:
    assert headline_of(before) == found


@pytest.mark.parametrize("scope", ["auto", "article", "page"])
def test_the_headline_is_kept_as_asked(scope: str) -> None:
    html = f"{TITLE}<body>{NAV}<main><h1>{RUNS}</h1>{TEXT}</main>"
    with_it = extract(html, algorithm=Learned(scope=scope)).text
    without = extract(html, algorithm=Learned(scope=scope, headline=False)).text
    assert with_it.startswith(f"{RUNS}\n")
    assert "Night ferry" not in without
    assert with_it.endswith(without)
