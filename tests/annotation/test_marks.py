"""Marks: spans become offsets and XPaths, and both become the same spans again."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan.annotation.marks import (
    Mark,
    Part,
    Point,
    digest_of,
    find_parts,
    find_ranges,
    locate,
    make_marks,
    make_parts,
    tidy,
)
from mainspan.errors import AnnotationError
from mainspan.page import Page
from mainspan.render.text import render_text
from mainspan.spans import Spans
from tests.annotation.answers import FIRST, HTML, SECOND, spans
from tests.soup import soups

_NESTED = "".join(f"<div><b>a{i}<!--x-->&amp;c" for i in range(40)) + "</b>z</div> <svg><text>s &lt; t" * 40
_HOSTILE = [
    "<div>" * 400 + "deep &amp; deeper" + "</div>tail" * 400,
    _NESTED,
    "<p><font c=1>x</p>" * 50,
    "<div>" * 3000 + "too deep for the parser" + "<p>more</p>" * 10,
    "<table>a<tr>b<td>c<table>d" * 30,
    "plain text &amp; no markup",
]


def keep_some(page: Page, choose: int) -> Spans:
    """Some characters of the source, at random: blocks, words, halves of words, ranges over tags."""
    random = np.random.default_rng(choose)
    size = len(page.source)
    pairs = np.sort(random.integers(0, size + 1, size=(random.integers(1, 6), 2)), axis=1)
    found = Spans(pairs)
    if choose % 3 and len(page.words):
        found |= Spans.of_words(page, random.random(len(page.words)) < 0.5)
    if choose % 2:
        found |= Spans.of_blocks(page, random.random(len(page.blocks)) < 0.3)
    return found


def check(page: Page, kept: Spans) -> None:
    tidied = tidy(page, kept)
    marks = make_marks(page, kept)
    assert tidy(page, tidied) == tidied
    assert find_ranges(page, [(each.first, each.last) for each in marks]) == tidied
    assert tidy(page, Spans([(each.start, each.end) for each in marks])) == tidied
    assert locate(page, marks, digest_of(page, tidied)) == (tidied, "")
    assert make_marks(page, tidied) == marks
    assert find_parts(page, make_parts(page, tidied)) == tidied


@given(soups, st.integers(0, 1000))
def test_marks_become_the_spans_again(html: str, choose: int) -> None:
    page = Page(html)
    check(page, keep_some(page, choose))


@pytest.mark.parametrize("html", _HOSTILE)
def test_marks_of_hostile_pages_become_the_spans_again(html: str) -> None:
    page = Page(html)
    for choose in range(12):
        check(page, keep_some(page, choose))


@given(soups, st.data())
def test_tidy_spans_have_the_same_words(html: str, data: st.DataObject) -> None:
    page = Page(html)
    flags = data.draw(st.lists(st.booleans(), min_size=len(page.words), max_size=len(page.words)))
    kept = Spans.of_words(page, np.array(flags, dtype=np.bool_))
    assert tidy(page, kept) == kept
    assert np.array_equal(tidy(page, kept).kept_words(page), flags)


def test_a_whole_block_is_one_mark() -> None:
    page = Page(HTML)
    [mark] = make_marks(page, spans(FIRST))
    assert page.source[mark.start : mark.end] == "It leaves at <b>noon</b> &amp; comes back at night."
    path = "/html[1]/body[1]/article[1]/p[1]/text()[normalize-space()]"
    assert (mark.first, mark.last) == (Point(f"{path}[1]", 0), Point(f"{path}[2]", 23))


def test_blocks_and_parts_of_a_block_have_marks_of_their_own() -> None:
    page = Page(HTML)
    assert len(make_marks(page, spans(FIRST, SECOND))) == 2
    noon = page.source.index("noon")
    dropped = spans(FIRST) - Spans([(noon, noon + 4)])
    assert len(make_marks(page, dropped)) == 2


def test_a_selection_may_hold_tags_and_divide_words_but_no_references() -> None:
    page = Page(HTML)
    start, end = page.source.index("eaves"), page.source.index("amp;") + 2
    assert render_text(page, tidy(page, Spans([(start, end)]))) == "eaves at noon &\n"
    start = page.source.index("amp;") + 1
    assert render_text(page, tidy(page, Spans([(start, start + 9)]))) == "& comes\n"


def test_references_in_raw_text_are_characters() -> None:
    page = Page("<xmp>a &amp; b</xmp>")
    start = page.source.index("amp;")
    assert tidy(page, Spans([(start, start + 4)])) == Spans([(start, start + 4)])


def test_characters_of_a_block() -> None:
    page = Page(HTML)
    assert find_parts(page, [Part(FIRST)]) == tidy(page, spans(FIRST))
    # "It leaves at noon & comes back at night."
    assert render_text(page, find_parts(page, [Part(FIRST, 3, 19)])) == "leaves at noon &\n"
    assert render_text(page, find_parts(page, [Part(FIRST, 15)])) == "on & comes back at night.\n"
    assert not find_parts(page, [Part(FIRST, 90), Part(FIRST, 5, 5), Part(FIRST, 9, 3), Part(FIRST, -5, -1)])
    assert make_parts(page, spans(FIRST, SECOND)) == [Part(FIRST, 0, 40), Part(SECOND, 0, 18)]


@pytest.mark.parametrize("block", [-1, 5])
def test_a_block_that_is_not_there_is_refused(block: int) -> None:
    with pytest.raises(AnnotationError, match=f"no block {block}: it has 5, counted from 0"):
        find_parts(Page(HTML), [Part(block)])


def test_characters_are_code_points() -> None:
    page = Page("<p>😀 &amp; <b>é</b>x</p>")
    assert make_parts(page, Spans.of_words(page, np.arange(2))) == [Part(0, 0, 3)]


def test_marks_survive_another_serialisation() -> None:
    page = Page(HTML)
    marks, digest = make_marks(page, spans(FIRST)), digest_of(page, tidy(page, spans(FIRST)))
    moved = Page(HTML.replace(b"<nav>", b"<nav class='one two'>"))
    found = locate(moved, marks, digest)
    assert render_text(moved, found.spans) == render_text(page, spans(FIRST))
    assert found.notice == "the offsets no longer fit the page: the XPaths were used"


def test_marks_survive_another_tree() -> None:
    page = Page(HTML)
    marks, digest = make_marks(page, spans(FIRST)), digest_of(page, tidy(page, spans(FIRST)))
    renamed = Page(HTML.replace(b"article", b"section"))
    found = locate(renamed, marks, digest)
    assert render_text(renamed, found.spans) == render_text(page, spans(FIRST))
    assert found.notice == "the XPaths no longer fit the page: the offsets were used"


def test_offsets_of_a_copy_are_reported() -> None:
    page = Page("<p>same</p><p>same</p>")
    first, second = (make_marks(page, find_parts(page, [Part(block)]))[0] for block in (0, 1))
    mixed = second._replace(first=first.first, last=first.last)
    digest = digest_of(page, find_parts(page, [Part(0)]))
    found = locate(page, [mixed], digest)
    assert found == (find_parts(page, [Part(0)]), "the offsets no longer fit the page: the XPaths were used")


def test_marks_of_another_page_are_reported() -> None:
    page = Page(HTML)
    marks, digest = make_marks(page, spans(FIRST)), digest_of(page, tidy(page, spans(FIRST)))
    found = locate(Page(HTML.replace(b"night", b"dusk")), marks, digest)
    assert found.notice == "the page was changed after it was marked: check the marks"
    assert locate(Page("<p>x"), marks, digest).spans == Spans()


@pytest.mark.parametrize("offset", [-1, 10**9])
def test_offsets_beyond_the_page_are_no_error(offset: int) -> None:
    page = Page(HTML)
    point = Point("/html[1]/body[1]/nav[1]/text()[normalize-space()][1]", offset)
    found = locate(page, [Mark(offset, offset + 9, point, point)], "")
    assert (len(found.spans), bool(found.notice)) == (0, True)


def test_no_marks_are_no_spans() -> None:
    assert locate(Page(HTML), (), "") == (Spans(), "")
