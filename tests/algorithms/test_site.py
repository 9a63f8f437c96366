"""What the pages of a site have in common, on both sides of each border, and against a slow transcription."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import MainspanError, Page
from mainspan.algorithms.site import Outline, Recurrence, Template
from mainspan.errors import SiteError
from mainspan.page import tags
from tests.algorithms.paper import Node, our_pages, tree_of
from tests.soup import soups

WORDS = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda my ny xi omikron pi rho sigma".split()
)


def article(number: int) -> str:
    """A paragraph that no other page has."""
    return f"<p>{' '.join(f'{word}{WORDS[number % 18]}{WORDS[number // 18]}' for word in WORDS)}</p>"


def judge(pages: list[str]) -> list[Recurrence]:
    outlines = [Outline.of(Page(page)) for page in pages]
    template = Template.of(outlines)
    return [template.judge(outline) for outline in outlines]


def dropped(pages: list[str], page: int = 0) -> list[bool]:
    """For each block of a page, whether it is template."""
    return [bool(each) for each in judge(pages)[page].is_template]


def site(*blocks: str, pages: int = 3, others: str = "") -> list[str]:
    """Pages with an article each; the first ones have one of the blocks before it."""
    shown = [*blocks, *[others] * (pages - len(blocks))]
    return [block + article(number) for number, block in enumerate(shown)]


# --- by text --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("times", "pages", "template"),
    [
        (1, 3, False),
        (2, 3, True),
        (2, 20, True),
        (2, 21, False),
        (3, 21, True),
        (3, 30, True),
        (3, 31, False),
    ],
)
def test_a_text_recurs_on_a_tenth_of_the_pages_and_on_two(times: int, pages: int, template: bool) -> None:
    assert dropped(site(*["<div>Menu</div>"] * times, pages=pages)) == [template, False]


@pytest.mark.parametrize("text", ["MENU", " Me nu\n", "M<b>e</b>nu"])
def test_case_white_space_and_inline_tags_make_no_difference(text: str) -> None:
    assert dropped(site("<div>menu</div>", f"<div>{text}</div>")) == [True, False]


@pytest.mark.parametrize(
    ("one", "other", "template"),
    [("7 comments", "12 comments", True), ("May 3, 2012", "May 14, 1999", True), ("a 1", "b 1", False)],
)
def test_the_digits_of_numbers_make_no_difference(one: str, other: str, template: bool) -> None:
    assert dropped(site(f"<div>{one}</div>", f"<div>{other}</div>")) == [template, False]


@pytest.mark.parametrize(
    ("elsewhere", "template"),
    [
        ("<h2>Great news</h2>", True),
        ("<h2><a href=x>Great news</a></h2>", False),
        ("<li>Great news", False),
        ("<h2 class=more>Great news</h2>", False),
        ("<h2 id=more>Great news</h2>", False),
    ],
)
def test_a_headline_listed_in_another_way_is_another_text(elsewhere: str, template: bool) -> None:
    pages = site("<h2>Great news</h2>", others=f"<aside>{elsewhere}</aside>")
    assert dropped(pages) == [template, False]


def test_a_text_counts_once_for_each_page() -> None:
    assert dropped(site("<div>Menu</div>" * 5)) == [False] * 6


@pytest.mark.parametrize(("words", "template"), [(4, False), (5, True)])
def test_a_text_stays_where_hardly_anything_recurs(words: int, template: bool) -> None:
    """Five articles have 90 words at their place; with the heading, at least a tenth must recur."""
    heading = "<p>" + "Introduction " * words + "</p>"
    assert dropped(site(heading, heading, pages=5)) == [template, False]


# --- by place -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("own", "template"), [("one", True), ("one two", True), ("one two three", False)])
def test_all_is_template_where_half_of_the_words_recur(own: str, template: bool) -> None:
    """Two words recur on two pages each; the third page has words of its own at the same place."""
    menu = "<div>Home</div>"
    pages = site(menu, menu, f"<div>{own}</div>")
    assert dropped(pages, 2) == [template, False]


def test_the_place_of_articles_recurs_without_being_template() -> None:
    assert dropped(site(pages=50)) == [False]


@pytest.mark.parametrize(
    ("menu", "own", "same"),
    [
        ("<div class=menu>Home", "<div class='menu active'>Here", True),
        ("<div class=menu>Home", "<div class=text>Here", False),
        ("<div id=menu-1>Home", "<div id=menu-23>Here", True),
        ("<div id=menu>Home", "<div id=text>Here", False),
        ("<div>Home", "<section>Here", False),
        ("<div>Home", "<span>Here</span>", False),
        ("<ul><li>Home</ul>", "<ul><li><a href=x>Here</a></ul>", True),
        ("<ul class=a><li>Home</ul>", "<ul class=b><li>Here</ul>", False),
        ("<div>Home</div>", "<div></div><div>Here</div>", True),
        ("<div>Home", "<div><div>Here", False),
    ],
)
def test_a_place_is_the_path_of_tags_ids_and_first_classes(menu: str, own: str, same: bool) -> None:
    pages = [article(1) + menu, article(2) + menu, article(3) + own]
    assert dropped(pages, 2) == [False, same]


def test_classes_of_the_body_do_not_part_the_pages() -> None:
    pages = [f"<body class='page-{word}'><div>{word}</div>" for word in ("home", "home", "news")]
    pages = [page + article(number) for number, page in enumerate(pages)]
    assert dropped(pages, 2) == [True, False]


def test_places_with_the_same_tags_in_another_order_differ() -> None:
    one, other = (Outline.of(Page(html)) for html in ("<main><div>a", "<div><main>a"))
    assert one.place[0] != other.place[0]


def test_closed_elements_are_no_part_of_a_place() -> None:
    page = Outline.of(Page("<p>a</p><div><ul><li>b</ul><img><br></div><p>c"))
    assert page.place[0] == page.place[2] != page.place[1]


# --- reasons --------------------------------------------------------------------------------------


def test_reasons_name_the_pages_and_the_share() -> None:
    pages = [*site(*["<div>a b c</div>"] * 3), *site("<div>own words</div>", pages=1)]
    first, *_, last = judge([*pages[:3], pages[3].replace("alpha", "omega")])
    assert first.reason(0) == "recurs on 3 of 4 pages of the site"
    assert last.reason(0) == "is where 82% of the words recur on other pages of the site"


# --- pages ----------------------------------------------------------------------------------------


def test_copies_of_a_page_do_not_make_its_article_recur() -> None:
    pages = site(*["<div>Menu</div>"] * 3)
    assert dropped([pages[0]] * 5 + pages) == [True, False]


def test_a_copy_may_differ_in_a_menu_or_a_date() -> None:
    long = "".join(article(number) for number in range(10, 15))
    copies = [f"<div>{day}</div>{long}" for day in ("Monday", "Tuesday")]
    assert dropped([*copies, *site(pages=2)]) == [False] * 6


def test_pages_that_share_four_long_texts_may_differ_in_the_fifth() -> None:
    long = "".join(article(number) for number in range(10, 14))
    pages = [f"{long}<div>{day}</div>" for day in ("Monday", "Tuesday", "Friday")]
    assert dropped(pages) == [True] * 4 + [False]


@pytest.mark.parametrize(
    "pages",
    [[], ["<p>a", "<p>b"], ["<p>a", "<p>b", "<p>a"], ["<p>a", "<p>b", "", "<p></p>"], ["<p>a"] * 9],
    ids=["none", "two", "a copy", "empty ones", "copies"],
)
def test_fewer_than_three_pages_that_differ_are_refused(pages: list[str]) -> None:
    with pytest.raises(
        SiteError, match=r"at least 3 pages that differ, and here are [0-2]: extract"
    ) as caught:
        judge(pages)
    assert isinstance(caught.value, MainspanError)


def test_three_pages_with_nothing_in_common_lose_nothing() -> None:
    assert [dropped(["<p>a", "<div>b", "<ul><li>c"], page) for page in range(3)] == [[False]] * 3


def test_a_page_that_was_not_compared_can_be_judged() -> None:
    template = Template.of([Outline.of(Page(page)) for page in site(*["<div>Menu</div>"] * 3)])
    new = Outline.of(Page("<div>Menu</div><div>News</div><h1>Title</h1>" + article(99)))
    assert template.judge(new).is_template.tolist() == [True, True, False, False]


def test_an_outline_is_the_same_in_every_process() -> None:
    code = (
        "from mainspan import Page; from mainspan.algorithms.site import Outline\n"
        "page = Outline.of(Page('<div id=x>Menu 1</div>')); print(page.text[0], page.place[0], page.copy)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    page = Outline.of(Page("<div id=x>Menu 1</div>"))
    assert done.stdout.split() == [str(page.text[0]), str(page.place[0]), str(page.copy)]


def test_deep_and_wide_pages_have_outlines() -> None:
    for html in ("<div>" * 5000 + "a", "<div><p>a</p></div>" * 20_000):
        assert len(Outline.of(Page(html))) == len(Page(html).blocks)


# --- transcribed ----------------------------------------------------------------------------------


class Literal(NamedTuple):
    """A block: what makes its text and its place, as plain objects."""

    text: tuple[str, str, bool]
    place: tuple[tuple[int, str], ...]
    words: int
    bare: str
    unlinked: float


def literal_blocks(page: Page) -> list[Literal]:
    nodes = {node.number: node for node in tree_of(page).walk() if node.name != "#text"}
    blocks = page.blocks
    found = []
    for i in range(len(blocks)):
        parts = [
            page.text_of(token)
            for token in range(blocks.first[i], blocks.last[i] + 1)
            if page.tokens.words[token]
        ]
        text = re.sub(r"\d+", "0", "".join("".join(parts).split()).lower())
        path = []
        node: Node | None = nodes[int(blocks.container[i])]
        while node is not None:
            path.append(literal_label(node))
            node = node.parent
        place = tuple((depth, label) for depth, label in enumerate(reversed(path)) if label)
        share = float(blocks.link_share[i])
        words = int(blocks.words[i])
        found.append(Literal((text, path[0], share > 0.5), place, words, text, words * (1 - share)))
    return found


def literal_label(node: Node) -> str:
    number = tags.NUMBERS.get(node.name, 0)
    if node.name in ("html", "body", "#document") or not tags.IS_STRUCTURAL[number]:
        return ""
    marks = re.findall(' ((?:id|class)="[^" ]*)', node.attributes)
    return re.sub(r"\d+", "0", " ".join([node.name, *marks]))


def literal_template(pages: list[Page]) -> list[list[bool]]:
    outlines = [literal_blocks(page) for page in pages]
    different: dict[object, list[Literal]] = {}
    for blocks in outlines:
        longest = sorted(blocks, key=lambda block: (-block.unlinked, -block.words))[:5]
        if blocks:
            different.setdefault(tuple(sorted(block.bare for block in longest)), blocks)
    count = Counter(text for blocks in different.values() for text in {block.text for block in blocks})
    recurs = {text for text, number in count.items() if number >= 2 and number >= 0.1 * len(different)}
    total: Counter[object] = Counter()
    shared: Counter[object] = Counter()
    for blocks in different.values():
        for block in blocks:
            total[block.place] += block.words
            shared[block.place] += block.words * (block.text in recurs)
    answer = []
    for blocks in outlines:
        shares = [shared[block.place] / max(total[block.place], 1) for block in blocks]
        texts = [block.text in recurs for block in blocks]
        answer.append([s >= 0.5 or (t and s >= 0.1) for s, t in zip(shares, texts, strict=True)])
    return answer


def equals_the_transcription(pages: list[Page]) -> bool:
    outlines = [Outline.of(page) for page in pages]
    try:
        template = Template.of(outlines)
    except SiteError:
        return len({outline.copy for outline in outlines if len(outline)}) < 3
    fast = [template.judge(outline).is_template.tolist() for outline in outlines]
    return fast == literal_template(pages)


PIECES = """<p>one</p>|<p>two 2</p>|<p>two 3</p>|<div class=a>|<div class='a b'>|<ul id=m1>|<li>one|
    <li>two</ul>|</div>|<a href=x>one</a>|<h2>two words|</h2>|<p>five words and no more</p>|<br>four """
pieces = st.sampled_from(PIECES.split("|"))


@given(st.lists(st.lists(pieces, max_size=8).map("".join), min_size=3, max_size=6))
def test_equals_a_slow_transcription(pages: list[str]) -> None:
    assert equals_the_transcription([Page(page) for page in pages])


@given(st.lists(soups, min_size=3, max_size=4))
def test_equals_a_slow_transcription_on_soup(pages: list[str]) -> None:
    assert equals_the_transcription([Page(page) for page in pages])


def test_equals_a_slow_transcription_on_our_pages() -> None:
    assert equals_the_transcription(list(our_pages().values()))


def test_the_page_is_left_as_it_was() -> None:
    page = next(iter(our_pages().values()))
    before = page.blocks.words.copy()
    Template.of([Outline.of(other) for other in our_pages().values()]).judge(Outline.of(page))
    assert np.array_equal(page.blocks.words, before)
