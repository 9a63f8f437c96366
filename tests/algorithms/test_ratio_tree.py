"""The tree of the words-leaves methods with the figures of each node: for views, and as JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mainspan import Page, algorithm
from mainspan.algorithms import RatioNode, RatioTree, ratio_tree
from mainspan.algorithms.wlr import WLR
from mainspan.errors import ParameterError
from tests.algorithms.paper import our_pages
from tests.algorithms.wlr_transcribed import Ratios, body_of, boxes, content_nodes
from tests.soup import soups

NAMES = ["wlr", "clr", "wnr", "cnr"]
SENTENCE = "The library opened its doors last night, and whole families came to see the bright rooms. "
PAGE = f"""<nav id="menu" class="bar wide">
<ul><li><a href=x>Home</a></li><li><a href=y>News</a></li></ul></nav>
<main><h1>Library &amp; more</h1><p>{SENTENCE * 3}<b>now</b></p><p hidden>{SENTENCE}</p></main>"""


def tree_of(html: str, name: str = "wlr") -> RatioTree:
    return ratio_tree(Page(html), algorithm(name))


def by_name(tree: RatioTree) -> dict[str, RatioNode]:
    return {node.element: node for node in tree}


def test_every_node_has_its_figures() -> None:
    nodes = by_name(tree_of(PAGE))
    assert list(nodes) == ["body", "nav#menu.bar.wide", "ul", "li", "a", "#text", "main", "h1", "p", "b"]
    body, main, p = nodes["body"], nodes["main"], nodes["p"]
    assert (body.words, body.leaves, body.nodes) == (54, 4, 16)
    assert (main.words, main.leaves, main.nodes, main.ratio) == (52, 2, 7, 26)
    assert (p.words, p.leaves, p.nodes, p.ratio) == (49, 1, 4, 49)
    assert (body.depth, main.depth, p.depth, nodes["b"].depth) == (0, 1, 2, 3)


def test_nodes_name_their_parents() -> None:
    nodes = list(tree_of(PAGE))
    assert [node.id for node in nodes] == list(range(16))
    parents = [nodes[node.parent].element if node.parent is not None else "" for node in nodes]
    assert parents[0] == ""
    assert parents[1:4] == ["body", "nav#menu.bar.wide", "ul"]
    assert parents[-3:] == ["p", "p", "b"]


def test_texts_are_nodes_and_elements_have_no_text_of_their_own() -> None:
    tree = tree_of(PAGE)
    texts = [node.text for node in tree if node.element == "#text"]
    assert texts == ["Home", "News", "Library & more", (SENTENCE * 3).strip(), "now"]
    assert all(not node.text for node in tree if node.element != "#text")


def test_offsets_lead_to_the_source() -> None:
    tree = tree_of(PAGE)
    for node in tree:
        source = tree.page.source[node.start : node.end]
        if node.element == "#text":
            assert "<" not in source
        else:
            name = node.element.partition("#")[0]
            assert source.startswith(f"<{name}")
            assert source.endswith(f"</{name}>")


@pytest.mark.parametrize("name", NAMES)
def test_words_and_characters_are_counted_whatever_the_method_counts(name: str) -> None:
    p = by_name(tree_of(PAGE, name))["p"]
    assert (p.words, p.characters) == (49, 3 * len(SENTENCE) - 1 + 3)


def test_the_best_node_is_what_the_method_keeps() -> None:
    tree = tree_of(PAGE)
    assert tree.best is not None
    assert tree.element(tree.best) == "main"
    assert tree.relevance[tree.best] == 1
    assert tree.threshold == pytest.approx((49 * 54 / 4) ** 0.5)
    assert by_name(tree)["main"].is_initial == (tree.threshold <= 26)


def test_the_last_initial_node_has_no_weight() -> None:
    menu = "<ul>" + "<li>entry</li>" * 30 + "</ul>"
    tree = tree_of(f"<h1>{SENTENCE}</h1>{menu}<h2>{SENTENCE}</h2>")
    (last,) = np.flatnonzero(tree.is_initial)[-1:]
    assert tree.element(int(last)) == "#text"
    assert tree.weight[last] == 0


@pytest.mark.parametrize("html", ["", "<p></p>", "<p hidden>one two</p>", "<script>let x</script>"])
def test_a_page_without_text_has_no_nodes(html: str) -> None:
    tree = tree_of(html)
    assert (len(tree), list(tree), tree.best, tree.threshold) == (0, [], None, 0)
    assert tree.to_dict()["nodes"] == []


@pytest.mark.parametrize("name", ["plain", "mainspan", "lqf"])
def test_other_methods_are_refused(name: str) -> None:
    with pytest.raises(ParameterError, match=f"{name} has no tree of ratios: wlr, clr, wnr and cnr have one"):
        tree_of(PAGE, name)


@pytest.mark.parametrize(
    ("name", "amount", "unit"), [("wlr", "words", "leaves"), ("cnr", "characters", "nodes")]
)
def test_the_tree_is_ready_for_json(name: str, amount: str, unit: str) -> None:
    tree = tree_of(PAGE, f"{name}:relevance=normalised")
    record = json.loads(json.dumps(tree.to_dict()))
    assert record["algorithm"] == f"{name}:relevance=normalised"
    assert (record["amount"], record["unit"], record["best"]) == (amount, unit, tree.best)
    assert len(record["nodes"]) == len(tree)
    assert set(record["nodes"][0]) == {
        *(
            "id",
            "parent",
            "depth",
            "element",
            "text",
            "start",
            "end",
            "words",
            "characters",
            "leaves",
            "nodes",
        ),
        *("ratio", "is_initial", "weight", "relevance"),
    }
    assert record["nodes"][tree.best or 0]["relevance"] == 1


def test_deep_pages_need_no_recursion() -> None:
    tree = tree_of("<div><h2>one two</h2>" * 10_000)
    assert max(node.depth for node in tree) > 500
    assert max(node.depth for node in tree_of("<div>" * 10_000 + "one")) > 500


# The definitions, transcribed.


def check_equals_the_paper(page: Page, name: str, relevance: str) -> None:
    content = content_nodes(page, body_of(page))
    method = algorithm(name, relevance=relevance)
    assert isinstance(method, WLR)
    tree = ratio_tree(page, method)
    assert len(tree) == len(content)
    if not content:
        return
    literal = Ratios(page, name, content)
    words, characters = Ratios(page, "wlr", content).total, Ratios(page, "clr", content).total
    found = literal.relevance(relevance)
    best = literal.best(found)
    assert tree.best == literal.id[best]
    for node, n in zip(tree, content, strict=True):
        assert node.element.partition("#")[0].partition(".")[0] == n.name.partition("#")[0]
        assert (node.words, node.characters) == (words[n], characters[n])
        assert (node.leaves, node.nodes) == (literal.leaves[n], literal.nodes[n])
        assert node.parent == next((literal.id[other] for other in [n.parent] if other in literal.id), None)
        assert node.is_initial == (n in literal.initial)
        assert node.ratio == pytest.approx(float(literal.ratio[n]))
        assert node.weight == pytest.approx(float(literal.weight(n)))
        assert node.relevance == pytest.approx(float(found[n] / found[best]))


RELEVANCES = st.sampled_from(["combined", "normalised", "printed"])


@given(soups | boxes, st.sampled_from(NAMES), RELEVANCES)
def test_equals_the_paper_transcribed(html: str, name: str, relevance: str) -> None:
    check_equals_the_paper(Page(html), name, relevance)


@pytest.mark.parametrize("name", list(our_pages())[::9])
def test_equals_the_paper_transcribed_on_our_pages(name: str) -> None:
    check_equals_the_paper(our_pages()[name], "wlr", "combined")
