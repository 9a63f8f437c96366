"""What belongs together is kept together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from mainspan import Page
from mainspan.algorithms.learned.sheet import sheet_of
from mainspan.algorithms.learned.structure import is_list_part, mend
from tests.soup import soups

TEXT = "<p>one two three</p>"


def mended(
    html: str,
    kept: list[int],
    score: float | list[float] = 0.3,
    *,
    sections: bool = False,
    titles: bool = False,
    links: bool = True,
) -> list[int]:
    sheet = sheet_of(Page(html))
    flags = np.zeros(len(sheet), dtype=np.bool_)
    flags[kept] = True
    scores = np.full(len(sheet), score, dtype=np.float64)
    result = mend(flags, scores, sheet, sections, titles, links)
    found: list[int] = np.flatnonzero(result).tolist()
    return found


def test_a_gap_between_two_kept_paragraphs_is_filled() -> None:
    assert mended(TEXT * 3, [0, 2]) == [0, 1, 2]


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        (TEXT * 4, [0, 3]),
        (f"{TEXT}<aside>{TEXT}{TEXT}</aside>{TEXT}", [0, 2]),
        (f"<div>{TEXT}{TEXT}</div><div>{TEXT}{TEXT}</div>", [0, 2]),
    ],
    ids=["two blocks wide", "another element", "between elements"],
)
def test_other_gaps_stay(html: str, kept: list[int]) -> None:
    assert mended(html, kept) == kept


@pytest.mark.parametrize(
    "box",
    [
        "<aside>one two three</aside>",
        "<p class=promo>one two three</p>",
        "<p><a href=x>one two</a> three</p>",
    ],
)
def test_a_box_in_a_gap_stays_out(box: str) -> None:
    assert mended(f"{TEXT}{box}{TEXT}", [0, 2]) == [0, 2]


@pytest.mark.parametrize(("score", "filled"), [(0.2, True), (0.19, False)])
def test_an_unlikely_block_stays_out(score: float, filled: bool) -> None:
    assert mended(TEXT * 3, [0, 2], score=score) == ([0, 1, 2] if filled else [0, 2])


LISTS = {
    "list": "<ul>" + "<li>one two" * 5 + "</ul>",
    "numbered list with lists in it": "<ol><li>one two<ul><li>one two<li>one two</ul>"
    + "<li>one two" * 2
    + "</ol>",
    "definitions": "<dl><dt>one two" + "<dd>one two" * 4 + "</dl>",
    "table": "<table><tr><th>one two" + "<tr><td>one two<td>one two" * 2 + "</table>",
    "table with a title": "<table><caption>one two</caption>" + "<tr><td>one two<td>one two" * 2 + "</table>",
    "paragraphs in items": "<ul>" + "<li><p>one two</p></li>" * 5 + "</ul>",
    "paragraphs in cells": "<table>" + "<tr><td><div><p>one two</p></div>" * 5 + "</table>",
}


@pytest.mark.parametrize("html", LISTS.values(), ids=LISTS)
def test_a_list_is_kept_whole_or_not_at_all(html: str) -> None:
    html = f"{TEXT}{html}{TEXT}"
    assert mended(html, [0, 1, 2, 3], score=0.01) == [0, 1, 2, 3, 4, 5]
    assert mended(html, [0, 1, 5], score=0.01) == [0]


@pytest.mark.parametrize("html", LISTS.values(), ids=LISTS)
def test_a_list_inside_a_text_is_kept(html: str) -> None:
    html = f"<div>{TEXT}{html}{TEXT}</div><p>Menu</p>"
    assert mended(html, [0, 6], score=0.12) == [0, 1, 2, 3, 4, 5, 6]
    assert mended(html, [0, 6], score=0.09) == [0, 6], "a hopeless one is not"
    assert mended(html, [0], score=0.12) == [0], "nor one behind the text"
    links = html.replace("one two<", "<a href=x>one two</a><").replace("one two three", "one two")
    assert mended(links, [0, 6], score=0.12) == [0, 6], "nor one of links"


@pytest.mark.parametrize(("score", "stays"), [(0.26, True), (0.24, False)])
@pytest.mark.parametrize("html", LISTS.values(), ids=LISTS)
def test_a_list_below_a_kept_heading_is_kept(html: str, score: float, stays: bool) -> None:
    page = f"<div>{TEXT}<h2>Head</h2>{html}</div><p>Menu</p>"
    assert mended(page, [0, 1], score=score) == ([0, 1, 2, 3, 4, 5, 6] if stays else [0])


@pytest.mark.parametrize(("linked", "stays"), [(89, True), (91, False)])
def test_a_list_of_mere_links_leads_elsewhere(linked: int, stays: bool) -> None:
    items = f"<li><a href=x>{'x' * linked}</a>{'y' * (100 - linked)}" * 5
    page = f"<div>{TEXT}<h2>Head</h2><ul>{items}</ul></div><p>Menu</p>"
    assert mended(page, [0, 1]) == ([0, 1, 2, 3, 4, 5, 6] if stays else [0])


@pytest.mark.parametrize(
    ("heading", "list_score", "stays"), [(0.61, 0.04, True), (0.59, 0.04, False), (0.61, 0.02, False)]
)
def test_a_likely_heading_brings_even_mere_links(heading: float, list_score: float, stays: bool) -> None:
    links = LISTS["list"].replace("one two<", "<a href=x>one two</a><")
    page = f"<div>{TEXT}<h2>Sources</h2>{links}</div><p>Menu</p>"
    scores = [0.9, heading, *[list_score] * 5, 0.1]
    assert mended(page, [0, 1], scores) == ([0, 1, 2, 3, 4, 5, 6] if stays else [0])


@pytest.mark.parametrize(
    "heading", ["See also", "Table of contents", "Most read", "انظر أيضًا", "Voci correlate"]
)
def test_what_leads_elsewhere_by_its_label_is_not_brought(heading: str) -> None:
    links = LISTS["list"].replace("one two<", "<a href=x>one two</a><")
    page = f"<div>{TEXT}<h2>{heading}</h2>{links}</div><p>Menu</p>"
    assert mended(page, [0, 1], [0.9, 0.9, *[0.09] * 5, 0.1]) == [0]


def test_the_headings_of_documentation_bring_no_links() -> None:
    page = f"<div>{TEXT}<h2>Sources</h2>{LISTS['list']}</div><p>Menu</p>"
    scores = [0.9, 0.9, *[0.09] * 5, 0.1]
    assert mended(page, [0, 1], scores) == [0, 1, 2, 3, 4, 5, 6]
    assert mended(page, [0, 1], scores, links=False) == [0]


def test_the_headline_brings_no_links() -> None:
    page = f"<div><h1>Headline</h1>{LISTS['list']}{TEXT}</div>{TEXT}"
    assert mended(page, [0, 6], [0.9, *[0.09] * 5, 0.9, 0.1]) == [0, 6]


def test_a_list_in_another_element_or_below_another_heading_is_not() -> None:
    html = f"<div>{TEXT}<h2>Head</h2></div><div>{LISTS['list']}</div><p>Menu</p>"
    assert mended(html, [0, 1], score=0.29) == [0]
    assert mended(f"<div>{TEXT}<h2>Head</h2>{LISTS['list']}</div><p>Menu</p>", [0]) == [0]
    html = f"<div>{TEXT}<h2>Head</h2>{TEXT}{LISTS['list']}</div><p>Menu</p>"
    assert mended(html, [0, 1, 2], score=0.29) == [0, 1, 2]


@pytest.mark.parametrize(("score", "stays"), [(0.31, True), (0.29, False)])
@pytest.mark.parametrize("html", LISTS.values(), ids=LISTS)
def test_a_likely_list_may_be_the_last_thing_in_a_text(html: str, score: float, stays: bool) -> None:
    page = f"<div>{TEXT}{html}</div><p>Menu</p>"
    assert mended(page, [0], score=score) == ([0, 1, 2, 3, 4, 5] if stays else [0])
    assert mended(f"<div>{TEXT}{TEXT}{html}</div><p>Menu</p>", [0], score=score) == [0], "not right after it"


@pytest.mark.parametrize(("score", "stays"), [(0.31, True), (0.29, False)])
def test_for_a_likely_list_half_of_the_text_around_is_enough(score: float, stays: bool) -> None:
    def kept(around: str) -> bool:
        html = f"<div>{TEXT}{LISTS['list']}{TEXT}{around}</div><p>Menu</p>"
        return 3 in mended(html, [0, 6], score=score)

    assert kept(TEXT * 2) is stays
    assert not kept(TEXT * 3)


def test_a_page_that_is_a_list_is_not_emptied() -> None:
    assert mended(LISTS["list"], [1], score=0.01) == [1]


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><td>one two<td>" + "word " * 30 + "<tr><td>one two<td>one two</table>",
        "<ul>" + "<li><p>one two</p><p>one two</p></li>" * 3 + "</ul>",
    ],
    ids=["layout", "items of several blocks"],
)
def test_other_lists_than_plain_ones_may_be_kept_in_part(html: str) -> None:
    assert mended(html, [0], score=0.01) == [0]


def test_a_heading_goes_with_its_text() -> None:
    html = f"{TEXT}<h2>Head</h2><div>{TEXT}</div>"
    assert mended(html, [0, 2]) == [0, 1, 2]
    assert mended(html, [2]) == [2], "what stands before the text is its headline's affair"


@pytest.mark.parametrize(
    ("heading", "comes"),
    [
        ("<a href=x>Head</a>", False),
        ("Head <a href=x>change</a> <a href=x>source</a>", True),
    ],
    ids=["a teaser", "links to edit it"],
)
def test_a_heading_that_is_a_link_is_that_of_a_teaser(heading: str, comes: bool) -> None:
    html = f"{TEXT}<h2>{heading}</h2><div>{TEXT}</div>"
    assert mended(html, [0, 2]) == ([0, 1, 2] if comes else [0, 2])
    assert mended(html, [0, 2], titles=True) == [0, 1, 2], "in a list they are the titles"


def test_a_lead_that_is_a_heading_may_be_alone() -> None:
    lead = "A lead may be a heading of eight words"
    html = f"{TEXT}<h2>{lead}</h2>{TEXT * 2}<h2>Head</h2>{TEXT}"
    assert mended(html, [0, 1, 4, 5], score=0.8) == [0, 1, 4, 5]
    assert mended(html, [0, 1, 4, 5], score=0.79) == [0, 4, 5]
    assert mended(html.replace(lead, "See also"), [0, 1, 4, 5], score=0.8) == [0, 4, 5]


def test_a_heading_of_nothing_goes() -> None:
    assert mended(f"{TEXT}<h2>Related</h2>{TEXT}", [0, 1]) == [0]
    assert mended("<h1>Only a heading</h1>", [0]) == [0]


PROSE = "<p>one two three four five six seven eight</p>"


@pytest.mark.parametrize(
    ("section", "kept"),
    [
        (f"<h2>Head</h2>{TEXT}", False),
        (f"<h2>Head</h2><h3>Head</h3>{TEXT}", False),
        ("<h2>Head</h2>", True),
        (f"<div><div><h2>Head</h2></div>{TEXT}</div>", False),
    ],
    ids=["text", "two headings", "nothing to head", "in an element of its own"],
)
def test_a_heading_whose_text_was_left_out_goes(section: str, kept: bool) -> None:
    html = f"{TEXT}{section}<h2>Head</h2>{TEXT}"
    blocks = len(sheet_of(Page(html)))
    headings = [i for i in range(1, blocks - 1) if sheet_of(Page(html)).words[i] == 1]
    found = mended(html, [0, *headings, blocks - 1], score=0.05)
    assert found == ([0, *headings, blocks - 1] if kept else [0, headings[-1], blocks - 1])
    assert mended(html, [0, *headings, blocks - 1], score=0.05, titles=True) == [0, *headings, blocks - 1]


@pytest.mark.parametrize(("score", "stays"), [(0.61, True), (0.59, False), (0.3, False)])
def test_a_heading_at_the_end_may_be_the_last_line(score: float, stays: bool) -> None:
    html = f"<div>{TEXT}{TEXT}<h4>one two</h4></div>{TEXT}"
    assert mended(html, [0, 1, 2], score=score) == ([0, 1, 2] if stays else [0, 1])


def test_a_heading_stays_whose_deeper_heading_went_without_its_text() -> None:
    html = f"{TEXT}<h2>Head</h2><h3>Head</h3>{TEXT}<h2>Head</h2>{TEXT}"
    assert mended(html, [0, 1, 3, 4, 5], score=0.05) == [0, 1, 3, 4, 5]
    # The text goes too.
    assert mended(html, [0, 1, 4, 5], score=0.05) == [0, 4, 5]


SECTIONS = f"<h1>Head</h1>{PROSE}<section><h2>Head</h2>{PROSE}{PROSE}{TEXT}</section>{PROSE}"


def test_a_heading_brings_its_possible_text() -> None:
    assert mended(SECTIONS, [1, 2], sections=True) == [1, 2, 3, 4]
    assert mended(SECTIONS, [1, 2]) == [1], "where titles are not allowed, a heading without text goes"
    assert mended(SECTIONS, [1, 2], score=0.15, sections=True) == [1], "unlikely text stays out"


def test_the_first_heading_brings_nothing() -> None:
    assert mended(SECTIONS, [0, 1], sections=True) == [0, 1]


@given(soups)
def test_nothing_is_kept_where_nothing_was(html: str) -> None:
    sheet = sheet_of(Page(html))
    nothing = np.zeros(len(sheet), dtype=np.bool_)
    assert not mend(nothing, np.ones(len(sheet)), sheet, True, False).any()
    everything = np.ones(len(sheet), dtype=np.bool_)
    assert mend(everything, np.ones(len(sheet)), sheet, True, False).sum() >= len(sheet) - 1


@pytest.mark.parametrize(("score", "comes"), [(0.1, True), (0.09, False)])
def test_an_unlikely_heading_stays_out(score: float, comes: bool) -> None:
    html = f"{TEXT}<h2>Head</h2><div>{TEXT}</div>"
    assert mended(html, [0, 2], score=score) == ([0, 1, 2] if comes else [0, 2])


def test_a_gap_with_some_links_is_filled() -> None:
    assert mended(f"{TEXT}<p><a href=x>one</a> two three</p>{TEXT}", [0, 2]) == [0, 1, 2]


@pytest.mark.parametrize(("more", "kept"), [(0, True), (7, False)])
def test_a_list_inside_a_text_is_kept_if_the_text_around_it_is(more: int, kept: bool) -> None:
    # Six kept words and three or none that were left out.
    html = f"<div>{TEXT}{LISTS['list']}{TEXT}<p>{'word ' * more}</div>"
    found = mended(html, [0, 6], score=0.12)
    assert found == ([0, 1, 2, 3, 4, 5, 6] if kept else [0, 6])


def test_a_cell_may_hold_a_sentence() -> None:
    cell = "<tr><td>" + "word " * 20
    assert mended(f"{TEXT}<table>{cell * 5}</table>{TEXT}", [0, 1, 2, 3], score=0.01) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(("words", "is_part"), [(25, True), (26, False)])
def test_a_cell_with_more_words_is_layout(words: int, is_part: bool) -> None:
    assert is_list_part(sheet_of(Page("<table><tr><td>" + "word " * words)), 0) == is_part


def test_a_list_reaches_three_levels_up_from_its_items() -> None:
    deep = "<li>zero<ul><li>one<ul><li>two<ul><li>three<li>four</ul></ul></ul>"
    html = f"{TEXT}<ul>{'<li>none at all' * 9}{deep}</ul>{TEXT}"
    # Of the lists around "three" and "four", that of "one" is mostly kept, and the outermost is not.
    assert mended(html, [0, 11, 12, 13, 14, 15], score=0.01) == [0, 12, 13, 14, 15]


LIST = "<ul><li>one<li>two<li>three</ul>"


@pytest.mark.parametrize(
    ("label", "score", "comes"),
    [
        ("<div>What we like</div>", 0.15, True),
        ("<div>What we like</div>", 0.14, False),
        (f"<div>{'word ' * 8}</div>", 0.2, True),
        (f"<div>{'word ' * 9}</div>", 0.2, False),
        ("<div><a href=/x>What we like</a></div>", 0.2, False),
        ("<div class=related>What we like</div>", 0.2, False),
    ],
    ids=["likely", "unlikely", "eight words", "nine words", "a link", "a box"],
)
def test_the_label_of_a_list_comes_with_it(label: str, score: float, comes: bool) -> None:
    html = f"{TEXT}<section>{label}{LIST}</section>{TEXT}"
    assert mended(html, [0, 2, 3, 4, 5], score=score) == ([0, 1, 2, 3, 4, 5] if comes else [0, 2, 3, 4, 5])


@pytest.mark.parametrize(
    "section",
    [
        f"<div>Share</div>{LIST}<p>More</p>",
        f"<p>More</p><div>Share</div>{LIST}",
        f"<div>Share</div>{TEXT}{TEXT}{TEXT}",
    ],
    ids=["more after the list", "more before the label", "no list"],
)
def test_what_is_in_an_element_with_more_than_a_list_is_no_label(section: str) -> None:
    html = f"{TEXT}<section>{section}</section>{TEXT}"
    sheet = sheet_of(Page(html))
    label = [i for i in range(len(sheet)) if sheet.words[i] == 1][section.startswith("<p>")]
    kept = [0, label + 1, label + 2, label + 3, len(sheet) - 1]
    assert label not in mended(html, kept)


def test_in_a_thread_tables_are_not_made_whole() -> None:
    sheet = sheet_of(Page(f"<table>{'<tr><td>one two three<td>one' * 3}</table><ul>{'<li>one two' * 3}</ul>"))
    kept = np.array([True, False, True, False, True, False, True, True, False])
    for cells in (True, False):
        result = mend(kept, np.full(len(sheet), 0.01), sheet, False, False, cells=cells)
        assert result[[1, 3, 5]].tolist() == [cells] * 3
        assert result[8]
