from __future__ import annotations

from xml.etree import ElementTree

import pytest

from mainspan.evaluation.report.figures.spread import Line, decades, duration, spread


@pytest.mark.parametrize(
    ("seconds", "ends"),
    [([], (-3, -2)), ([0.001], (-3, -2)), ([0.002, 0.2], (-3, 0)), ([0.0, 5e-6], (-6, -5)), ([3.0], (0, 1))],
)
def test_decades_hold_all_times(seconds: list[float], ends: tuple[int, int]) -> None:
    assert decades(seconds) == ends


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (1.0, "1 s"),
        (0.99, "990 ms"),
        (0.001, "1 ms"),
        (4.56e-5, "45.6 µs"),
        (2e-9, "2 ns"),
        (1e-10, "0.1 ns"),
    ],
)
def test_times_are_reported_in_a_fitting_unit(seconds: float, told: str) -> None:
    assert duration(seconds) == told


def test_a_tenth_of_the_time_is_one_decade_to_the_left() -> None:
    lines = [Line(name, "method", 0.1, seconds) for name, seconds in (("a", 1e-5), ("b", 1e-4), ("c", 1e-3))]
    figure = ElementTree.fromstring(spread("time", lines, (-5, -3), 0.1))
    fast, middle, slow = (float(each.attrib["cx"]) for each in figure.iter("circle"))
    assert middle - fast == pytest.approx(slow - middle, abs=0.2)


def test_unknown_values_are_not_drawn() -> None:
    figure = ElementTree.fromstring(spread("time", [Line("a", "method", None, None)], (-3, -2), 0.1))
    assert (list(figure.iter("rect")), list(figure.iter("circle"))) == ([], [])
    assert "a" in [each.text for each in figure.iter("text")]
