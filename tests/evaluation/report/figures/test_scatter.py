from __future__ import annotations

from xml.etree import ElementTree

import pytest

from mainspan.evaluation.report.figures.scatter import Point, lowest, scatter


def drawn(*points: Point, low: float = 0.0) -> ElementTree.Element:
    return ElementTree.fromstring(scatter("P and R", list(points), low))


@pytest.mark.parametrize(
    ("least", "low"), [(0.0, 0.0), (0.119, 0.0), (0.121, 0.1), (0.77, 0.7), (0.95, 0.8), (1.0, 0.8)]
)
def test_axes_begin_below_the_least_value(least: float, low: float) -> None:
    assert lowest([1.0, least]) == low


def test_recall_runs_to_the_right_and_precision_up() -> None:
    low, high = drawn(Point("a", "method", 0.2, 0.1, "a"), Point("b", "method", 0.9, 0.8, "b")).iter("circle")
    assert float(low.attrib["cx"]) < float(high.attrib["cx"])
    assert float(low.attrib["cy"]) > float(high.attrib["cy"])


def test_points_have_their_labels_and_tell_their_names() -> None:
    figure = drawn(Point("abc", "peer", 0.5, 0.25, "7"))
    assert "7" in [each.text for each in figure.iter("text")]
    assert [each.text for each in figure.iter("title")] == ["abc: precision 0.500, recall 0.250"]


@pytest.mark.parametrize(("low", "curves"), [(0.0, 9), (0.5, 4), (0.8, 1)])
def test_lines_of_equal_f1_lie_at_each_tenth(low: float, curves: int) -> None:
    lines = [each for each in drawn(low=low).iter("path") if each.attrib["class"] == "iso"]
    assert len(lines) == curves


def test_a_point_lies_on_the_line_of_its_f1() -> None:
    figure = drawn(Point("a", "method", 0.5, 0.5, "a"))
    (point,) = figure.iter("circle")
    middle = next(each for each in list(figure.iter("path"))[4:] if each.attrib["class"] == "iso")
    assert f"{point.attrib['cx']} {point.attrib['cy']}" in middle.attrib["d"]
