"""What is around blocks: ranges, twins, families and hints, level by level."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from mainspan import Page
from mainspan.algorithms.learned import families
from mainspan.algorithms.learned.describe import place_blocks, with_text
from mainspan.page import tags
from mainspan.page.kinds import HIDDEN, INVISIBLE
from tests.algorithms.learned.described import LEVELS, describe
from tests.algorithms.learned.transcribed import find_hints
from tests.soup import soups

PAGE = """
    <html class=comment><body id=footer><article class=x>
        <h1>Title</h1>
        <div class="wrap"><div class="story"><p>One</p></div></div>
        <ul><li class=item><a href=x>a</a></li><li class=item>b</li><li class=other>c</li></ul>
    </article></body></html>
"""


AROUND = np.uint64(2**32 - 1)


def family(*names: str) -> int:
    return sum({int(families.FAMILY[tags.NUMBERS[name]]) for name in names})


def test_levels_are_the_blocks_of_the_elements_around() -> None:
    ranges = describe(Page(PAGE)).ranges
    assert ranges.shape == (5, LEVELS, 3)
    # The paragraph alone, the article (with body and html), and then nothing more.
    assert ranges[1, :, :2].tolist() == [[1, 2], [0, 5], [0, 5], [0, 5]]
    assert ranges[3, :, :2].tolist() == [[3, 4], [2, 5], [0, 5], [0, 5]]


def test_twins_are_siblings_with_the_same_name_and_class() -> None:
    twins = describe(Page(PAGE)).ranges[:, :, 2]
    assert twins[2:, 0].tolist() == [2, 2, 1]
    assert twins[2, 1:].tolist() == [1, 1, 0]


def test_unknown_elements_are_twins_if_they_have_one_name() -> None:
    html = "<div><x-card>a</x-card><x-card>b</x-card><y-card>c</y-card></div>"
    assert describe(Page(html)).ranges[:, 0, 2].tolist() == [2, 2, 1]


def test_families_are_those_of_all_elements_around() -> None:
    masks = describe(Page(PAGE)).masks
    assert masks.shape == (5, 2 + LEVELS)
    assert (masks[:, 0] & AROUND).tolist() == [
        family("article", "h1"),
        family("article", "p"),
        family("article", "ul", "li", "a"),
        family("article", "ul", "li"),
        family("article", "ul", "li"),
    ]


def test_the_upper_half_has_the_families_of_elements_that_hold_nothing_else() -> None:
    alone = describe(Page(PAGE)).masks[:, 0] >> np.uint64(32)
    assert alone.tolist() == [family("h1"), family("p"), family("li", "a"), family("li"), family("li")]
    html = "<ul><li>a<ul><li><p>b</p></li></ul></li><li><p>c</p><p>d</p></li></ul>"
    alone = describe(Page(html)).masks[:, 0] >> np.uint64(32)
    assert alone.tolist() == [0, family("ul", "li", "p"), family("p"), family("p")]


def test_hints_are_those_of_all_elements_around_but_html_and_body() -> None:
    found = describe(Page(PAGE))
    assert found.masks[:, 1].tolist() == [0, find_hints("wrap story"), *[find_hints("item")] * 2, 0]
    assert found.page == find_hints("comment") | find_hints("footer")


def test_hints_of_a_level_are_those_of_all_its_elements() -> None:
    levels = describe(Page(PAGE)).masks[:, 2:]
    assert levels[1].tolist() == [find_hints("wrap story"), find_hints("comment footer"), 0, 0]
    assert levels[3].tolist() == [find_hints("item"), 0, find_hints("comment footer"), 0]


def test_hints_come_from_the_attributes_that_name_parts_and_from_unknown_elements() -> None:
    html = """
        <p class=menu>a</p><p id=menu>a</p><p role=menu>a</p><p itemprop=menu>a</p><p itemtype=menu>a</p>
        <p data-testid=menu>a</p><x-menu>a</x-menu>
        <p title=menu>a</p><p data-class=menu>a</p><p title=" class=" lang="menu">a</p><p aria-menu=x>a</p>
    """
    assert describe(Page(html)).masks[:, 2].tolist() == [find_hints("menu")] * 7 + [0] * 4


def test_a_block_that_begins_inside_an_inline_element_is_inside_it() -> None:
    found = describe(Page("<p><b class=lead-x>a</b> b</p><p>c <b class=lead-x>d</b></p>"))
    assert found.masks[:, 2].tolist() == [find_hints("lead-x"), 0]
    assert (found.masks[:, 0] & AROUND).tolist() == [family("p", "b"), family("p")]


def test_the_menu_of_a_formula_is_no_hint() -> None:
    for name, hint in (("mjx-container", 0), ("span", find_hints("CtxtMenu_Attached_0"))):
        html = f"<div><p>a</p><p><{name} class='MathJax CtxtMenu_Attached_0'>x</{name}></p></div>"
        assert describe(Page(html)).masks[1, 2] == hint


@given(soups)
@settings(max_examples=100, deadline=None)
def test_elements_with_text_and_places_of_blocks(html: str) -> None:
    page = Page(html, hidden=True)
    tokens, elements, blocks = page.tokens, page.elements, page.blocks
    some = np.flatnonzero(elements.words)
    found = with_text(elements.words, elements.open, elements.close, elements.tag)
    whole = (elements.open, elements.close, elements.tag)
    assert [column.tolist() for column in found] == [column[some].tolist() for column in whole]
    groups = np.arange(len(tags.NAMES)).astype(np.uint8)
    gap, depth, group, hidden = place_blocks(tokens.marks, elements.depth, elements.tag, blocks, groups)
    assert gap.tolist() == [0, *(blocks.start[1:] - blocks.end[:-1]).tolist()][: len(blocks)]
    assert depth.tolist() == elements.depth[blocks.container].tolist()
    assert group.tolist() == groups[elements.tag[blocks.container]].tolist()
    assert hidden.tolist() == (tokens.marks[blocks.first] & (HIDDEN | INVISIBLE)).tolist()


def test_blocks_need_elements_that_hold_them() -> None:
    page, none = Page("<p>x"), np.zeros(0, dtype=np.int32)
    with pytest.raises(IndexError, match="no elements"):
        place_blocks(page.tokens.marks, none, none.astype(np.int16), page.blocks, none.astype(np.uint8))
