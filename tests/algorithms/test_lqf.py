"""The link quota filter against the sentences of the paper's section 5.4."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import ALGORITHMS, Page, algorithm, extract
from mainspan.page import tags
from tests.algorithms.paper import Node, kept_words, our_pages, tree_of
from tests.soup import soups


def kept(html: str, method: str = "lqf", **parameters: object) -> list[str]:
    """The words that stay."""
    return extract(html, algorithm=algorithm(method, **parameters)).text.split()


def block(linked: int, unlinked: int) -> str:
    """A block with these numbers of characters in a link and outside it."""
    return f"<div><a href=x>{'a' * linked}</a> {'b' * unlinked}</div>"


@pytest.mark.parametrize(
    ("name", "below", "above"),
    [
        ("lqf", block(5, 5), block(6, 5)),
        ("lqf25", block(5, 15), block(6, 15)),
        ("lqf50", block(5, 5), block(6, 5)),
        ("lqf75", block(15, 5), block(16, 5)),
    ],
)
def test_a_block_above_the_ratio_is_discarded(name: str, below: str, above: str) -> None:
    assert len(kept(below, name)) == 2
    assert kept(above, name) == []


@pytest.mark.parametrize("ratio", [0.0, 0.3, 0.9, 1.0])
def test_the_ratio_moves_the_border(ratio: float) -> None:
    linked = [i for i in range(1, 11) if kept(block(i, 10 - i), ratio=ratio)]
    assert linked == [i for i in range(1, 11) if i / 10 <= ratio]


def test_nested_blocks_are_judged_alone() -> None:
    menu = "<ul><li><a href=x>menu</a></ul>"
    assert kept(f"<div>some text {menu}</div>") == ["some", "text"]
    assert kept("<div><a href=x>menu</a><p>some text</p></div>") == ["some", "text"]


def test_nested_blocks_go_with_the_whole() -> None:
    page = "<div><a href=x>menu</a><p>some text</p></div><p>more</p>"
    assert kept(page, whole=True) == ["more"]
    assert kept("<div>text<p><a href=x>menu</a></p></div>", whole=True) == ["text"]


def test_all_text_of_an_element_is_judged_together() -> None:
    # The first run of the div's own text is one link, but the div has more text after the paragraph.
    assert kept("<div><a href=x>aaaa</a><p>ppp</p>bbbb</div>") == ["aaaa", "ppp", "bbbb"]
    assert kept("<div><a href=x>aaaa</a><p>ppp</p>bbb</div>") == ["ppp"]


def test_a_mere_anchor_is_no_link() -> None:
    assert kept("<p><a name=x>a heading</a></p>") == ["a", "heading"]


def test_a_block_inside_a_link_is_link_text() -> None:
    assert kept("<a href=x><div>a teaser</div></a><div>some text</div>") == ["some", "text"]


def test_an_unknown_element_is_a_block() -> None:
    assert kept("<div>some longer text<my-menu><a href=x>menu</a></my-menu></div>") == [
        "some",
        "longer",
        "text",
    ]


def test_space_between_links_is_no_text() -> None:
    assert kept("<p>" + "<a href=x>a</a> " * 9 + "</p>", ratio=0.95) == []


def test_says_why_nothing_is_left() -> None:
    assert extract("<a href=x>menu</a>", algorithm="lqf").spans.reason
    assert "no text" in extract("", algorithm="lqf").spans.reason


def test_the_signals_are_the_share_of_the_element_around_each_text() -> None:
    page = Page(f"<body><div>ab<p>four</p><a href=x>link</a></div>{block(3, 1)}")
    signals = algorithm("lqf").signals(page)
    assert signals["share"].tolist() == [4 / 6, 0.0, 4 / 6, 0.75]
    # There is whitespace between a link and the text beside it.
    assert signals["characters"].tolist() == [2.0, 4.0, 4.0, 5.0]
    assert [page.source[int(start) :][:2] for start in signals["start"]] == ["ab", "fo", "li", "aa"]


def test_three_ratios_are_registered() -> None:
    ratios = {name: ALGORITHMS[name]().ratio for name in ("lqf", "lqf25", "lqf50", "lqf75")}  # type: ignore[attr-defined]
    assert ratios == {"lqf": 0.5, "lqf25": 0.25, "lqf50": 0.5, "lqf75": 0.75}


def is_block(node: Node) -> bool:
    return node.name[0] != "#" and bool(tags.IS_STRUCTURAL[tags.NUMBERS.get(node.name, 0)])


def own_texts(element: Node) -> Iterator[Node]:
    """The texts of an element; nested block-level elements are not considered."""
    for child in element.children:
        if child.name == "#text":
            yield child
        elif not is_block(child):
            yield from own_texts(child)


def in_link(text: Node) -> bool:
    around = text.parent
    while around is not None:
        if around.name == "a" and ' href="' in around.attributes:
            return True
        around = around.parent
    return False


def length(texts: list[Node]) -> int:
    return sum(len(" ".join(text.text.split())) for text in texts)


def literal(page: Page, ratio: float, whole: bool) -> list[bool]:
    """Each block-level element of the tree is analysed for the ratio of link text to overall text."""
    discarded: set[int] = set()
    for element in filter(is_block, tree_of(page).walk()):
        texts = list(own_texts(element))
        linked = [text for text in texts if in_link(text)]
        if texts and length(linked) / length(texts) > ratio:
            discarded |= {text.number for text in (element.texts() if whole else texts)}
    return [int(token) not in discarded for token in page.words.token]


PIECES = """<p> </p> <div> </div> <ul> <li> </ul> <span> </span> <br> <td> <table> <my-card> </my-card>
    word some_longer_text <a_href=x> <a_name=x> </a> <a_href=x>link</a> <a_href=x>longer_link</a>
    <p_hidden>""".split()
pages = soups | st.lists(st.sampled_from([each.replace("_", " ") for each in PIECES]), max_size=30).map(
    "".join
)


@given(pages, st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), st.booleans())
def test_equals_the_paper_transcribed(html: str, ratio: float, whole: bool) -> None:
    page = Page(html)
    spans = algorithm("lqf", ratio=ratio, whole=whole)(page)
    assert kept_words(page, spans) == literal(page, ratio, whole)


@pytest.mark.parametrize("name", our_pages())
def test_equals_the_paper_transcribed_on_our_pages(name: str) -> None:
    page = our_pages()[name]
    for method, ratio in (("lqf25", 0.25), ("lqf", 0.5), ("lqf75", 0.75)):
        assert kept_words(page, algorithm(method)(page)) == literal(page, ratio, whole=False)
