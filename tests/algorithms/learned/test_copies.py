"""Texts that are on a page more than once: each is kept once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import extract
from mainspan.algorithms.learned.choosing import choose
from mainspan.algorithms.learned.copies import bare, find_copies, shares_list
from mainspan.algorithms.learned.families import FAMILIES
from mainspan.algorithms.learned.sheet import sheet_of
from mainspan.algorithms.learned.table import H1, TD, TH
from mainspan.page import Page
from tests.algorithms.learned.sheets import sheet

Blocks = list[tuple[float, int]]

# The probability and the words of each block.
blocks = st.lists(
    st.tuples(st.floats(0, 1, allow_subnormal=False), st.integers(1, 60)), min_size=1, max_size=8
)


def kept_of(
    page: Blocks, focus: str = "balanced", texts: list[int] | None = None, hidden: list[int] | None = None
) -> list[bool]:
    probability, words = zip(*page, strict=True)
    found = choose(np.array(probability), sheet(words, texts or (), hidden or ()), focus)
    return [bool(flag) for flag in found.kept]


def test_of_copies_the_first_is_kept() -> None:
    page = [(0.9, 20), (0.99, 20), (0.95, 20)]
    assert kept_of(page, texts=[7, 7, 7]) == [True, False, False]
    assert kept_of(page, texts=[7, 8, 7]) == [True, True, False]


def test_a_text_is_kept_rather_than_its_quotation() -> None:
    page, probability = sheet([20, 20], [7, 7]), np.array([0.99, 0.9])
    page.masks[0, 0] = 1 << FAMILIES.index("blockquote q")
    assert choose(probability, page).kept.tolist() == [False, True]


def test_a_visible_copy_is_preferred_to_a_hidden_one() -> None:
    assert kept_of([(0.99, 20), (0.9, 20)], texts=[7, 7], hidden=[1, 0]) == [False, True]
    assert kept_of([(0.99, 20), (0.9, 20)], texts=[7, 7], hidden=[1, 2]) == [True, False]


@pytest.mark.parametrize(("words", "kept"), [(8, [True, False]), (7, [True, True])])
def test_short_texts_may_be_there_twice(words: int, kept: list[bool]) -> None:
    assert kept_of([(0.9, words), (0.9, words)], texts=[7, 7]) == kept


def test_in_articles_only_hidden_copies_go() -> None:
    page, probability = sheet([20, 20, 20], [7, 7, 7], [0, 0, 1]), np.array([0.9, 0.9, 0.9])
    assert choose(probability, page, scope="article").kept.tolist() == [True, True, False]


def test_visible_code_may_repeat_itself() -> None:
    page, probability = sheet([20, 20, 20], [7, 7, 7], [0, 0, 1]), np.array([0.9, 0.9, 0.9])
    page.masks[:, 0] = 1 << FAMILIES.index("pre code samp")
    assert choose(probability, page).kept.tolist() == [True, True, False]


def test_copies_side_by_side_in_one_element_stay() -> None:
    page = sheet([20, 30, 20], texts=[1, 2, 1])
    page.ranges[:, 1:, :2] = 0, 3
    assert choose(np.full(3, 0.9), page).kept.all()
    page.ranges[2, 1, :2] = 2, 3
    assert choose(np.full(3, 0.9), page).kept.sum() == 2


def test_dropped_blocks_have_no_copies() -> None:
    assert kept_of([(0.01, 20), (0.9, 20)], texts=[7, 7]) == [False, True]


@given(blocks, st.data())
def test_each_long_text_is_kept_once_and_none_is_lost(page: Blocks, data: st.DataObject) -> None:
    texts = data.draw(st.lists(st.integers(0, 3), min_size=len(page), max_size=len(page)))
    hidden = data.draw(st.lists(st.integers(0, 3), min_size=len(page), max_size=len(page)))
    bare, kept = kept_of(page), kept_of(page, texts=texts, hidden=hidden)
    long = [i for i, (_, words) in enumerate(page) if words >= 8]
    once = [texts[i] for i in long if kept[i]]
    assert len(once) == len(set(once))
    assert set(once) == {texts[i] for i in long if bare[i]}
    assert all(kept[i] == bare[i] for i in range(len(page)) if i not in long)


ITEM = "An item of this list is as long as the others are."
LIST = "<ul>" + "".join(f"<li>{ITEM.replace('long', word)}" for word in ("wide", "deep", "high")) + "</ul>"


@pytest.mark.parametrize(
    ("others", "kept"),
    [("<li>short<li>small", 0), ("<li>A last item, which has many more words " + "than all others " * 12, 4)],
    ids=["a copy", "no copy"],
)
def test_a_list_that_is_mostly_a_copy_is_dropped_as_a_whole(others: str, kept: int) -> None:
    again = LIST.replace("</ul>", f"{others}</ul>")
    page = sheet_of(
        Page(f"<div>{LIST}<p>Some text between</p></div><div>{again}<p>Some text behind</p></div>")
    )
    found = choose(np.linspace(0.95, 0.9, len(page)), page, text_of=str).kept
    assert found[:4].all()
    assert found[4:-1].sum() == kept


@pytest.mark.parametrize(
    ("tag", "stays"), [("ol", True), ("div", False)], ids=["a step of two lists", "a paragraph"]
)
def test_steps_that_two_instructions_share_stay_in_both(tag: str, stays: bool) -> None:
    step = "On the menu, choose the edge that is to be round."
    begin = "<li>" if tag == "ol" else ""
    parts = [
        f"<{tag}>{begin}<p>{step}</p>{begin}<p>{text * 6}</p><p>Then {text * 6}</p></{tag}>"
        for text in ("Which one is chosen shows. ", "Here another one can be chosen. ")
    ]
    page = sheet_of(Page("".join(f"<section>{part}</section>" for part in parts)))
    probability = np.array([0.95, 0.9, 0.9, 0.9, 0.9, 0.9])
    assert choose(probability, page, text_of=str).kept[[0, 3]].tolist() == [True, stays]


@pytest.mark.parametrize(("more", "stays"), [("", False), ("<p>" + "This is said nowhere else. " * 20, True)])
def test_the_rest_of_a_copied_part_is_dropped_with_it(more: str, stays: bool) -> None:
    part = "<h3>One</h3><p>{0}</p><p>Short</p><p>{1}</p>"
    text = [f"What {word} costs is told here, and what is to be paid at once. " * 4 for word in "abcd"]
    parts = f"<div>{part.format(*text)}</div><div>{part.format(*text)}{more}</div>"
    page = sheet_of(Page(f"{parts}<div><p>{text[2]}</p><p>{text[3]}</p></div>"))
    again = slice(4, 8)
    kept = choose(np.full(len(page), 0.9), page, text_of=str, titles=True).kept
    assert kept[:4].all()
    assert kept[again].tolist() == [stays, False, stays, False]
    assert kept[again.stop :].all()
    assert choose(np.full(len(page), 0.9), page, scope="article", text_of=str).kept.all()


@pytest.mark.parametrize(("words", "stays"), [(20, True), (6, False)])
def test_a_list_that_is_copied_in_part_keeps_its_items(words: int, stays: bool) -> None:
    copied = "On the menu, choose the edge that is to be round."
    lists = [f"<ol><li>{copied}<li>{word * words}<li>{word}</ol>" for word in ("here ", "there ")]
    page = sheet_of(Page("".join(f"<section>{each}<p>x</p></section>" for each in lists)))
    kept = choose(np.full(len(page), 0.9), page, text_of=str, titles=True).kept
    assert kept[[0, 4]].tolist() == [True, stays]
    shared = shares_list([0, 4], np.ones(len(page), dtype=np.bool_), page)
    assert shared == ({0, 4} if stays else set())


def test_more_than_half_of_the_page_is_never_dropped_as_a_copy() -> None:
    text = "What one costs is told here, and what is to be paid at once. " * 4
    page = sheet_of(Page(f"<div><p>{text}</div><div><p>{text}<p>Short<p>{'other words ' * 9}</div>"))
    assert choose(np.full(len(page), 0.9), page, text_of=str).kept.tolist() == [True, False, True, True]


@pytest.mark.parametrize(
    ("heading", "kept"), [("Why we travel", False), ("Why we travel so light " * 9, True)]
)
def test_a_copy_of_the_whole_page_goes_with_its_headings(heading: str, kept: bool) -> None:
    text = "What one costs is told here, and what is to be paid at once. " * 4
    copied = f"<p>{text}<h2>Short</h2>"
    page = sheet_of(Page(f"<div>{copied}</div><div>{copied}<b>{heading}</b></div>"))
    assert bool(choose(np.full(len(page), 0.9), page, text_of=str).kept[3]) == kept


def test_the_rest_of_outer_elements_is_dropped_with_copies_too() -> None:
    text = [f"What {word} costs is told here, and what is to be paid at once. " * 4 for word in "abcd"]
    part = f"<div><b>One</b><section><p>{text[0]}<p>{text[1]}</section></div>"
    page = sheet_of(Page(f"{part}{part}<div><p>{text[2]}<p>{text[3]}</div>"))
    kept = choose(np.full(len(page), 0.9), page, text_of=str).kept.tolist()
    assert kept == [True, True, True, False, False, False, True, True]


def test_copies_are_found_among_kept_blocks() -> None:
    page = sheet([20, 20, 20, 5, 5], texts=[7, 8, 7, 9, 9])
    assert find_copies(np.ones(5, dtype=np.bool_), page) == [0, 2]
    assert find_copies(np.array([True, True, False, True, True]), page) == []


def test_a_heading_is_kept_rather_than_its_entry_in_a_table_of_contents() -> None:
    page, probability = sheet([20, 20, 20], [7, 7, 8]), np.array([0.99, 0.9, 0.9])
    page.group[1] = H1 + 1
    assert choose(probability, page).kept.tolist() == [False, True, True]


def test_cells_may_repeat_each_other() -> None:
    page, probability = sheet([20, 20, 20, 90], [7, 8, 7, 9]), np.array([0.99, 0.9, 0.9, 0.9])
    page.group[[0, 2]] = TD
    assert choose(probability, page).kept.tolist() == [True, True, True, True]
    page.words[[0, 2]] = 26
    assert choose(probability, page).kept.tolist() == [True, True, False, True]
    page.group[1] = TD
    assert choose(probability, page).kept.tolist() == [True, True, True, True]


@pytest.mark.parametrize(("words", "kept"), [(79, True), (77, False)])
def test_a_table_of_half_of_the_page_is_its_layout(words: int, kept: bool) -> None:
    page, probability = sheet([26, 26, 26, words], [7, 8, 7, 9]), np.array([0.99, 0.9, 0.9, 0.9])
    page.group[:3] = TD
    assert choose(probability, page).kept.tolist() == [True, True, kept, True]


@pytest.mark.parametrize(("depth", "kept"), [(0, True), (1, False)])
def test_cells_beside_headings_are_those_of_a_table_of_data(depth: int, kept: bool) -> None:
    page, probability = sheet([3, 26, 26, 10], [6, 7, 7, 9]), np.array([0.99, 0.9, 0.9, 0.9])
    page.group[:3] = [TH, TD, TD]
    page = replace(page, depth=np.array([0, depth, depth, 0], dtype=np.int32))
    assert choose(probability, page).kept.tolist() == [True, True, kept, True]


def test_lines_of_a_song_may_repeat_each_other() -> None:
    refrain = "And the boats come home when the lamps are lit in the harbour"
    verse = f"<p>{refrain},<br>ho!</p>"
    found = extract(
        f"<p>A song.</p>{verse}<p>The wind has turned.</p>{verse}", algorithm="mainspan:scope=page"
    )
    assert found.text.count(refrain) == 2
    boxes = f"<div><p>One.</p>{verse}</div><div><p>Two.</p>{verse}</div>"
    assert extract(f"<p>A song.</p>{boxes}", algorithm="mainspan:scope=page").text.count(refrain) == 1


def test_a_hidden_copy_of_code_in_one_line_goes() -> None:
    code = "def area(width, height):\n    return <b>width</b> * height\n\nprint(area(3, 4), area(5, 6))"
    prose = (
        "<p>The dunes have moved by about four metres since the storm of last winter, says the warden.</p>"
    )
    hidden = f"<div hidden>{' '.join(code.replace('<b>', '').replace('</b>', '').split())}</div>"
    found = extract(
        f"<title>Areas</title><main><h1>Areas</h1>{prose * 2}<pre>{code}</pre>{prose}{hidden}</main>"
    )
    assert found.text.count("print(area(3, 4)") == 1


@pytest.mark.parametrize(
    ("before", "between", "count"),
    [
        ("<table><tr><td>A<td>", "<tr><td>B<td>", 2),
        ("<table><tr><td>A<td><p>", "<tr><td>B<td><p>", 2),
        ("<table><tr><td>A<td>", "</table><p>Again:</p><table><tr><td>A<td>", 1),
        ("<table><tr><td>A<td>", "<tr hidden><td>B<td>", 1),
    ],
    ids=["cells", "paragraphs in cells", "another table", "a hidden row"],
)
def test_long_cells_of_one_table_may_repeat_each_other(before: str, between: str, count: int) -> None:
    text = "The cabin has two berths and a window to the sea. " * 5
    prose = " ".join(f"Price {name} of all that we have." for name in map(str, range(30)))
    page = Page(f"<p>{prose}</p>{before}{text}{between}{text}</table>", hidden=True)
    found = choose(np.full(len(page.blocks), 0.9), sheet_of(page), text_of=lambda block: str(block))
    words = sheet_of(page).words
    assert int(found.kept[(words > 40) & (words < 100)].sum()) == count


def test_how_a_text_is_spaced_and_marked_makes_no_difference() -> None:
    assert bare("Sold in&nbsp;<b>2021</b>\n now") == bare("Sold in 2021 now") == "Soldin2021now"
    assert bare("Sold in 2021") != bare("Sold in 2022")
