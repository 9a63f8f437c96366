"""No text of a page becomes a tag or a link."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.render.events import BEGIN, END, FORMULA, NONE, TEXT, VOID, Flow
from mainspan.render.markdown import write_markdown
from tests.render.markdown.roundtrip import parser, plain_parser

ATTACKS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[a](javascript:alert(1))",
    "![a](javascript:alert(1))",
    "[a][b]\n\n[b]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "<a@b.c>",
    "</p><svg/onload=alert(1)>",
    "<!-- --><script>",
    "`</code><script>`",
    "&lt;script&gt;",
    "$<script>$",
    "\\<script>",
    "\\\\<script>",
]
PLACES: dict[str, list[Flow]] = {
    "paragraph": [[(BEGIN, "p", NONE)], [(END, "p", NONE)]],
    "heading": [[(BEGIN, "h1", NONE)], [(END, "h1", NONE)]],
    "item": [[(BEGIN, "ul", NONE), (BEGIN, "li", NONE)], [(END, "li", NONE), (END, "ul", NONE)]],
    "code": [[(BEGIN, "code", NONE)], [(END, "code", NONE)]],
    "block": [[(BEGIN, "pre", NONE)], [(END, "pre", NONE)]],
    "cell": [
        [(BEGIN, "table", NONE), (BEGIN, "tr", NONE), (BEGIN, "td", NONE)],
        [(END, "td", NONE), (END, "tr", NONE), (END, "table", NONE)],
    ],
}


def is_harmless(markdown: str) -> bool:
    """Whether rendering gives neither raw HTML nor links."""
    return all(
        child.type not in ("html_inline", "html_block", "link_open")
        for by in (plain_parser(), parser())
        for token in by.parse(markdown)
        for child in (token, *(token.children or []))
    )


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("attack", ATTACKS)
def test_texts_stay_texts(attack: str, place: str) -> None:
    before, after = PLACES[place]
    text = attack if place == "block" else " ".join(attack.split())
    assert is_harmless(write_markdown([*before, (TEXT, text, NONE), *after]))


@pytest.mark.parametrize("display", ["", "block"])
@pytest.mark.parametrize("attack", ATTACKS)
def test_formulas_stay_formulas(attack: str, display: str) -> None:
    assert is_harmless(write_markdown([(FORMULA, attack, {"display": display})]))


@pytest.mark.parametrize("key", ["alt", "title", "src"])
@pytest.mark.parametrize("attack", ATTACKS)
def test_images_stay_images(attack: str, key: str) -> None:
    assert is_harmless(write_markdown([(VOID, "img", {"src": "u", key: attack})]))


@given(
    pieces=st.lists(
        st.sampled_from([*"<>/!?[]()\\`&;:$ ", "a", "script", "lt", "#60"]), min_size=1, max_size=20
    )
)
def test_no_mixture_of_signs_becomes_a_tag(pieces: list[str]) -> None:
    text = " ".join("".join(pieces).split())
    assert is_harmless(write_markdown([(TEXT, text, NONE)] if text else []))
