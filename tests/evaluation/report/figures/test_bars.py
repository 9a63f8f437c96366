from __future__ import annotations

from xml.etree import ElementTree

from mainspan.evaluation.report.figures.bars import bars

SERIES: dict[str, list[float | None]] = {"words": [0.5, 1.0, None], "set": [0.25, 0.0, None]}


def test_bars_are_as_long_as_their_values() -> None:
    drawn = ElementTree.fromstring(bars("F1", ["a", "b", "c"], SERIES))
    widths = [float(each.attrib["width"]) for each in drawn.iter("rect")]
    half, quarter, whole, none = widths
    assert abs(whole - 2 * half) < 0.2
    assert abs(half - 2 * quarter) < 0.2
    assert none == 0.5


def test_each_group_shows_its_range_or_that_it_was_not_measured() -> None:
    drawn = ElementTree.fromstring(bars("F1", ["a", "b", "c"], SERIES))
    told = [each.text for each in drawn.iter("text") if each.attrib["class"] == "faint"]
    assert told == ["0.25–0.50", "0.00–1.00", "not measured"]
