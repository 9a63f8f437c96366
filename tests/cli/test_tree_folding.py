"""What is shown of a page's tree, and what shares a line: both sides of each limit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import Page, algorithm
from mainspan.algorithms import RatioTree, ratio_tree
from mainspan.cli.tree_folding import Folding, Line
from tests.algorithms.wlr_transcribed import boxes
from tests.soup import soups

TEXT = "The library opened its doors last night, and whole families came to see the bright rooms. "
BEST = f"<div id=best>{TEXT * 30}</div>"
ARTICLE = f"<main><h1>{TEXT}</h1><h2>{TEXT * 2}</h2></main>"


def tree_of(html: str, name: str = "wlr") -> RatioTree:
    return ratio_tree(Page(html), algorithm(name))


def shown(html: str, name: str = "wlr", **options: object) -> list[str]:
    """The lines of a page: their elements, siblings with a plus between them, further in the deeper."""
    tree = tree_of(html, name)
    folding = Folding(tree, **options)  # type: ignore[arg-type]
    return [" " * line.level + _named(tree, line) for line in folding.lines()]


def _named(tree: RatioTree, line: Line) -> str:
    names = [tree.element(node) for node in line.nodes]
    if line.are_siblings:
        return f"{len(names)} {'+'.join(dict.fromkeys(names))}"
    return ">".join(names)


def test_a_chain_of_only_children_is_one_line() -> None:
    html = "<div><section><ul><li>one</li><li>two</li></ul></section></div>" + ARTICLE
    assert shown(html)[1] == " div>section>ul"


def test_the_best_node_begins_a_line() -> None:
    html = f"<h6>x</h6><h6>x</h6><div><div><article>{ARTICLE}</article></div></div>"
    tree = tree_of(html)
    (line,) = (line for line in Folding(tree).lines() if tree.best in line.nodes)
    assert line.nodes[0] == tree.best


def test_a_chain_ends_where_a_node_becomes_initial() -> None:
    # By nodes, a text has a higher ratio than the element around it.
    html = f"<h6>x</h6><h6>x</h6><h1>{'word ' * 40}</h1><h2>{'word ' * 20}</h2>"
    assert shown(html, "wnr")[-2:] == [" h2", "  #text"]
    assert shown(html, "wlr")[-1] == " h2>#text"


@pytest.mark.parametrize(
    ("count", "lines"), [(1, [" nav"]), (2, [" nav", " nav"]), (3, [" 3 nav"]), (9, [" 9 nav"])]
)
def test_three_siblings_without_weight_share_a_line(count: int, lines: list[str]) -> None:
    html = "<nav><b>x</b><h6>y</h6></nav>" * count + ARTICLE
    assert shown(html)[1 : 1 + len(lines)] == lines
    assert shown(html)[1 + len(lines)] == " main"


@pytest.mark.parametrize(("count", "lines"), [(6, ["  h1>#text"] * 6), (7, ["  h1>#text"] * 3 + ["  4 h1"])])
def test_of_many_alike_the_first_are_shown(count: int, lines: list[str]) -> None:
    html = "<h6>x</h6>" * 9 + f"<main>{f'<h1>{TEXT}</h1>' * count}</main>"
    assert shown(html) == ["body", " 9 h6", " main", *lines]


def test_siblings_of_other_names_part_those_alike() -> None:
    row = f"<h1>{TEXT}</h1>" * 6
    html = "<h6>x</h6>" * 9 + f"<main>{row}<h2>{TEXT}</h2>{row}</main>"
    assert shown(html)[3:] == ["  h1>#text"] * 6 + ["  h2>#text"] + ["  h1>#text"] * 6


@pytest.mark.parametrize(("count", "rest"), [(20, []), (21, ["  2 h1+h2"]), (300, ["  560 h1+h2"])])
def test_an_element_has_forty_lines_of_children(count: int, rest: list[str]) -> None:
    html = "<h6>x</h6>" * 99 + f"<main>{f'<h1>{TEXT}</h1><h2>{TEXT}</h2>' * count}</main>"
    lines = shown(html)
    assert lines[:3] == ["body", " 99 h6", " main"]
    assert lines[3:] == ["  h1>#text", "  h2>#text"] * 20 + rest


def test_the_last_of_too_many_keeps_its_name() -> None:
    html = "<h6>x</h6>" * 99 + f"<main>{f'<h1>{TEXT}</h1><h2>{TEXT}</h2>' * 20}<h3>{TEXT}</h3></main>"
    assert shown(html)[-1] == "  h3>#text"


def test_the_best_node_is_shown_after_any_number_of_others() -> None:
    pair = f"<h1>{TEXT}</h1><h2>{TEXT}</h2>"
    html = f"<div>{pair}</div><h6>x</h6>" * 50 + f"<div id=best>{TEXT * 3000}</div>" + "<h6>x</h6>" * 9
    assert [line for line in shown(html) if "best" in line] == [" div#best>#text"]


def test_what_counts_as_one_leaf_is_one_line() -> None:
    html = f"<h6>x</h6><h6>x</h6><div><h1>{TEXT}</h1><p>{TEXT}<b>{TEXT}</b> <i>more</i></p></div>"
    assert "  p" in shown(html)
    # By nodes, there is no such leaf.
    assert any(line.lstrip().startswith("b") for line in shown(html, "wnr"))


def test_all_nodes_have_lines_of_their_own() -> None:
    html = "<nav><ul>" + "<li>x</li>" * 50 + "</ul></nav>" + ARTICLE
    lines = shown(html, every=True)
    assert len(lines) == len(tree_of(html))
    assert lines[:5] == ["body", " nav", "  ul", "   li", "    #text"]


OTHERS = f"<div><section><h1>{TEXT * 20}</h1><h6>x</h6></section><h6>wanted</h6></div><h6>x</h6>"


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_depth_can_be_limited(depth: int, every: bool) -> None:
    tree = tree_of(BEST + OTHERS)
    lines = list(Folding(tree, depth=depth, every=every).lines())
    assert max(int(tree.depth[node]) for line in lines for node in line.nodes) == depth


def test_the_way_to_the_best_node_is_shown_at_any_depth() -> None:
    tree = tree_of(f"<section><h6>x</h6><div><h6>x</h6>{BEST}</div></section>{OTHERS * 3}")
    assert tree.best is not None
    assert tree.element(tree.best) == "div#best"
    assert tree.best in [line.nodes[0] for line in Folding(tree, depth=0).lines()]
    assert tree.best in [line.nodes[0] for line in Folding(tree, depth=0, every=True).lines()]


def test_only_what_leads_to_a_wanted_text_is_open() -> None:
    tree = tree_of(BEST + OTHERS)
    folding = Folding(tree, wanted=[node.id for node in tree if node.text == "wanted"])
    lines = list(folding.lines())
    first = [tree.element(line.nodes[0]) for line in lines]
    assert [name for name, line in zip(first, lines, strict=True) if line.is_open] == ["body", "div"]
    holding = [name for name, line in zip(first, lines, strict=True) if folding.holds_wanted(line.nodes[0])]
    assert holding == ["body", "div", "h6"]


def test_a_wanted_node_never_shares_a_line() -> None:
    tree = tree_of("<h6>x</h6>" * 5 + "<h6>wanted</h6>" + "<h6>x</h6>" * 5 + ARTICLE)
    wanted = [node.id for node in tree if node.text == "wanted"]
    lines = list(Folding(tree, wanted=wanted).lines())
    assert [len(line.nodes) for line in lines if line.are_siblings] == [5, 5]


@given(
    soups | boxes,
    st.sampled_from(["wlr", "clr", "wnr", "cnr"]),
    st.booleans(),
    st.none() | st.integers(0, 4),
)
def test_every_node_is_in_one_line_or_below_one_that_is_closed(
    html: str, name: str, every: bool, depth: int | None
) -> None:
    tree = tree_of(html, name)
    seen: list[int] = []
    for line in Folding(tree, every=every, depth=depth).lines():
        for node in line.nodes:
            seen.append(node)
            if line.are_siblings or (node == line.nodes[-1] and not line.is_open):
                seen += range(node + 1, node + int(tree.nodes[node]))
    assert seen == list(range(len(tree)))


def test_deep_trees_need_no_recursion() -> None:
    assert len(list(Folding(tree_of("<div>" * 10_000 + "word")).lines())) == 1
    deep = tree_of("<div><h2>one two</h2>" * 10_000)
    assert len(list(Folding(deep, every=True).lines())) == len(deep)
