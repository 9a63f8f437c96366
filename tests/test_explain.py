"""Explanations as plain data: the tree of a words-leaves method."""

from __future__ import annotations

import json

import pytest

from mainspan import Page, algorithm, extract
from mainspan.algorithms import ratio_tree
from mainspan.errors import ParameterError
from mainspan.explain import explain_tree

PAGE = "<h6>menu</h6><main><h1>One two three four</h1><p>Five six seven eight nine <b>ten</b></p></main>"


def test_the_tree_is_made_if_it_is_not_given() -> None:
    found = extract(PAGE, algorithm="wlr")
    tree = ratio_tree(Page(PAGE), algorithm("wlr"))
    record = json.loads(json.dumps(explain_tree(found)))
    assert record == {"url": None, "reason": "", "words": 10, "page_words": 11, **tree.to_dict()}
    assert explain_tree(found, tree) == record


def test_some_nodes_can_be_chosen() -> None:
    found = extract(PAGE, algorithm="wlr")
    tree = ratio_tree(found.page, found.algorithm)
    nodes = explain_tree(found, tree, shown=tree.depth == 1)["nodes"]
    assert [node["element"] for node in nodes] == ["h6", "main"]


def test_a_page_without_text_has_a_reason() -> None:
    record = explain_tree(extract("<p></p>", algorithm="wlr"))
    assert (record["reason"], record["words"], record["nodes"]) == ("the page has no text", 0, [])


def test_other_methods_have_no_tree() -> None:
    with pytest.raises(ParameterError, match="plain has no tree of ratios"):
        explain_tree(extract(PAGE, algorithm="plain"))
