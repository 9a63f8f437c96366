"""The data of the methods' pictures: curves, parts of them, steps, and trees."""

from __future__ import annotations

from typing import Any

import pytest

from mainspan import extract
from mainspan.algorithms import ALGORITHMS, algorithm, ratio_tree
from mainspan.service.workbench.picture import COLUMNS, picture_of
from mainspan.service.workbench.tree import tree_of
from tests.service.running import Running

SAMPLE = "sample:article"
# More characters than a picture has columns.
LONG = "<title>T</title><body>" + "".join(
    f"<div><p>Paragraph {i} has some words, and a few more of them.</p><a href=/{i}>link</a></div>"
    for i in range(60)
)
WITH_PICTURE = sorted(name for name, method in ALGORITHMS.items() if method.figure)
STRIPS = sorted(name for name, method in ALGORITHMS.items() if method.figure == "strip")
TREES = sorted(name for name, method in ALGORITHMS.items() if method.figure == "tree")


def picture(html: str, method: str, first: int = 0, last: int = 0, *, steps: bool = False) -> dict[str, Any]:
    found = picture_of(extract(html, algorithm=method), first, last, steps=steps)
    assert found is not None
    return found


@pytest.mark.parametrize("method", WITH_PICTURE)
def test_each_column_has_a_place_and_a_value_of_each_series(method: str) -> None:
    found = picture(LONG, method)
    columns = len(found["at"])
    assert columns == min(found["units"], COLUMNS)
    assert (found["first"], found["last"]) == (0, found["units"])
    assert found["at"] == sorted(found["at"])
    assert len(found["kept"]) == columns
    assert {len(series["values"]) for series in found["series"]} == {columns}
    panels = [series["panel"] for series in found["series"]]
    assert set(panels) == set(range(max(panels) + 1))


@pytest.mark.parametrize("method", WITH_PICTURE)
def test_a_part_shows_each_unit_as_the_whole_does(method: str) -> None:
    part = picture(LONG, method, 30, 50)
    whole = picture(LONG, method)
    assert (part["first"], part["last"]) == (30, 50)
    assert part["units"] == whole["units"]
    if whole["units"] <= COLUMNS:
        assert part["at"] == whole["at"][30:50]
        for one, other in zip(part["series"], whole["series"], strict=True):
            assert one["values"] == other["values"][30:50]


def test_columns_of_several_units_have_their_mean_lowest_and_highest() -> None:
    whole = picture(LONG * 30, "dana")
    assert whole["units"] > len(whole["at"])
    for series in whole["series"]:
        triples = zip(series["low"], series["values"], series["high"], strict=True)
        assert all(low <= mean <= high for low, mean, high in triples)
    assert "low" not in picture(LONG * 30, "dana", 0, 20)["series"][0]


def test_a_part_beyond_the_end_is_the_last_unit() -> None:
    found = picture(LONG, "density", 10**9, 2 * 10**9)
    assert (found["first"], found["last"]) == (found["units"] - 1, found["units"])


@pytest.mark.parametrize("method", STRIPS)
def test_steps_lead_from_the_row_to_the_blurred_one(method: str) -> None:
    plain, steps = picture(LONG, method), picture(LONG, method, steps=True)
    names = [series["name"] for series in steps["series"]]
    assert names == ["content", *(f"pass_{i}" for i in range(1, len(names)))]
    assert len(names) > 2
    assert steps["series"][0]["values"] == plain["series"][0]["values"]
    assert steps["series"][-1]["values"] == plain["series"][-1]["values"]


def test_a_method_without_steps_shows_its_curves() -> None:
    assert picture(LONG, "density", steps=True) == picture(LONG, "density")


def test_kept_units_and_their_regions_are_counted() -> None:
    html = "<p>Kept.</p><p><a href=x>Dropped</a></p><p>Kept too.</p><p>And this.</p>"
    found = picture(html, "lqf")
    assert found["kept"] == [1, 0, 1, 1]
    assert (found["kept_units"], found["regions"]) == (3, 2)


def test_the_scores_of_the_default_have_the_threshold_over_them() -> None:
    found = picture(LONG, "mainspan")
    styles = [(series["name"], series["panel"], series["style"]) for series in found["series"]]
    assert styles == [("probability", 0, "bar"), ("threshold", 0, "line")]


def test_text_from_data_has_no_picture() -> None:
    article = '{"@type": "Article", "articleBody": "' + "Some words of an article. " * 60 + '"}'
    found = extract(f'<script type="application/ld+json">{article}</script><p>Hi</p>', algorithm="wlr")
    assert found.origin != "page"
    assert picture_of(found) is None
    assert tree_of(found)["nodes"] is None
    assert found.origin in tree_of(found)["reason"]


@pytest.mark.parametrize("method", TREES)
def test_a_tree_has_all_figures_of_each_node(method: str) -> None:
    extraction = extract(LONG, algorithm=method)
    wanted = list(ratio_tree(extraction.page, algorithm(method)))
    found = tree_of(extraction)
    nodes = found["nodes"]
    assert {len(column) for column in nodes.values()} == {len(wanted)}
    for name in ("depth", "start", "end", "element", "words", "characters", "leaves"):
        assert nodes[name] == [getattr(node, name) for node in wanted]
    assert nodes["size"] == [node.nodes for node in wanted]
    assert nodes["relevance"] == [round(node.relevance, 4) for node in wanted]
    assert nodes["relevance"][found["best"]] == 1
    assert f"{found['amount'][0]}{found['unit'][0]}r" == method


def test_a_page_without_text_has_no_tree() -> None:
    found = tree_of(extract("<p></p>", algorithm="wlr"))
    assert found["best"] is None
    assert found["reason"] == "the page has no text"


def test_pictures_have_an_address(service: Running) -> None:
    wanted = {"source": SAMPLE, "a": "ccb", "first": "100", "last": "300", "steps": "true"}
    found = service.get("/picture.json", params=wanted).json()["picture"]
    assert len(found["at"]) == 200
    assert len(found["series"]) > 2


def test_an_empty_part_is_refused(service: Running) -> None:
    wanted = {"source": SAMPLE, "a": "ccb", "first": "300", "last": "300"}
    answer = service.get("/picture.json", params=wanted, headers={"Accept": "application/json"})
    assert service.error(answer) == (422, "invalid_request")


def test_trees_have_an_address(service: Running) -> None:
    found = service.get("/tree.json", params={"source": SAMPLE, "a": "wlr"}).json()
    assert found["nodes"]["element"][0].startswith("body")


def test_a_method_without_a_tree_says_which_have_one(service: Running) -> None:
    wanted = {"source": SAMPLE, "a": "ccb"}
    answer = service.get("/tree.json", params=wanted, headers={"Accept": "application/json"})
    assert answer.status_code == 422
    assert "wlr" in answer.json()["error"]["message"]
