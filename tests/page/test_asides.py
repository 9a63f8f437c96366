"""The kernel that finds texts beside the page's text gives what its transcription says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mainspan import Page
from mainspan.page.asides import find_asides, find_place_links
from tests.page.transcribed import asides
from tests.soup import soups

_TAGS = [
    *"<h1> <h2> </h2> <h6> <div> </div> <p> <b> </b> <a> </a> <br> </span> <a/href=#t> <a/href=x>".split(),
    *("<span class=mw-editSection>", "<i class=edit>", '<i id="edit&amp;section">', '<a href="&amp;#">'),
]
_TEXTS = [
    "a",
    "#",
    "¶",
    "&amp;",
    "&nbsp;",
    " ",
    "- a",
    "\ue000",
    "\uf8ff b",
    "\uf900",
    "𝒜",
    "word",
    "five words",
]
_pages = st.lists(st.sampled_from(_TAGS + _TEXTS), max_size=30)


def assert_as_transcribed(html: str, max_sign: int, max_edit: int, levels: int) -> None:
    page = Page(html)
    texts = np.flatnonzero(page.tokens.words)[len(html) % 3 :: 1 + len(html) % 2]
    pairs = np.stack([page.tokens.start[texts], page.tokens.end[texts]], axis=1).astype(np.int64)
    limits = (max_sign, max_edit, levels)
    found = find_asides(page.source, page.tokens, page.elements, pairs, *limits, (b"editsection",))
    expected = asides.find_asides(page, texts.tolist(), *limits, ("editsection",))
    assert [list(row) for row in found] == expected


@given(_pages.map("".join), st.integers(0, 4), st.integers(0, 6), st.integers(0, 4))
@example("<h1>a<a href=#t>#</a></h1>", 1, 0, 4)
@example("<h1>word<a href=#t>word</a></h1>", 0, 0, 1)
@example("<h1><h2>a</h2><a href=#t>b</a></h1>", 0, 0, 4)
@example("<span class=editsection><b>ab</b>a</span>", 0, 1, 2)
@example("<p class=editsection><b><br>a\u4e2d</b>b</p>", 0, 6, 2)
@example("<b class=editsection><h2>a</h2>b</b>", 0, 6, 4)
def test_any_page_gives_the_transcribed_asides(html: str, max_sign: int, max_edit: int, levels: int) -> None:
    assert_as_transcribed(html, max_sign, max_edit, levels)


@given(soups)
def test_soups_give_the_transcribed_asides(html: str) -> None:
    assert_as_transcribed(html, 3, 30, 4)


def test_a_page_without_text_has_none() -> None:
    page = Page("")
    pairs = np.zeros((0, 2), dtype=np.int64)
    assert find_asides(page.source, page.tokens, page.elements, pairs, 3, 30, 4, (b"edit",)) == []


@given(_pages.map("".join), st.integers(0, 9), st.integers(0, 8))
@example("<p>a<a href=#t>ab</a> <a href=#t>abc</a><p><a href=#t></a>b<a href=#t>c<b>d</b></a>", 0, 2)
def test_any_page_gives_the_transcribed_links_to_places(html: str, seed: int, max_characters: int) -> None:
    page = Page(html)
    kept = np.arange(len(page.blocks)) % 3 != seed % 4
    found = find_place_links(page.source, page.tokens, page.blocks.last, kept, max_characters)
    assert found == asides.find_place_links(page, kept.tolist(), max_characters)


def test_flags_for_other_blocks_are_refused() -> None:
    page = Page("<p>a")
    with pytest.raises(IndexError, match="2 flags for 1 blocks"):
        find_place_links(page.source, page.tokens, page.blocks.last, np.ones(2, dtype=np.bool_), 9)
