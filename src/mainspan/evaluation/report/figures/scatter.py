"""Figure 2: precision against recall, with lines of equal F1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from mainspan.evaluation.report.figures.labels import Box, place_labels
from mainspan.evaluation.report.figures.svg import drawing, line, marker, path, text

SIZE: Final = 356
_LEFT, _TOP, _RIGHT, _BOTTOM = 44.0, 10.0, SIZE - 26.0, SIZE - 40.0
_STEPS: Final = 24

Scale = Callable[[float], float]


class Point(NamedTuple):
    """A contestant's mean precision and recall, and the label of its point."""

    name: str
    kind: str
    precision: float
    recall: float
    label: str


def lowest(values: list[float]) -> float:
    """Where the axes begin, the same in all panels: the tenth below the least value, at most at 0.8."""
    return min(0.8, max(0.0, int((min(values, default=0.0) - 0.02) * 10) / 10))


def scatter(label: str, points: list[Point], low: float) -> str:
    """Points labelled with their names, on axes from `low` to 1."""

    def across(value: float) -> float:
        return _LEFT + (value - low) / (1 - low) * (_RIGHT - _LEFT)

    def up(value: float) -> float:
        return _BOTTOM - (value - low) / (1 - low) * (_BOTTOM - _TOP)

    parts = []
    for tenth in range(round(low * 10), 11):
        value = tenth / 10
        parts.append(line(across(value), _BOTTOM, across(value), _BOTTOM + 4, "base"))
        parts.append(line(_LEFT - 4, up(value), _LEFT, up(value), "base"))
        parts.append(text(across(value), _BOTTOM + 16, f"{value:.1f}", "tick", "middle"))
        parts.append(text(_LEFT - 7, up(value) + 3.5, f"{value:.1f}", "tick", "end"))
        parts += _equal_f1(value, low, across, up)
    corners = [(_LEFT, _TOP), (_LEFT, _BOTTOM), (_RIGHT, _BOTTOM)]
    parts.append(path(corners, "base"))
    parts.append(text((_LEFT + _RIGHT) / 2, _BOTTOM + 32, "mean recall", "axis", "middle"))
    parts.append(
        f'<text class="axis" text-anchor="middle" transform="translate(12 {(_TOP + _BOTTOM) / 2:g}) '
        'rotate(-90)">mean precision</text>'
    )
    placed = [(across(each.recall), up(each.precision), each) for each in points]
    room = Box(_LEFT + 2, 0, _RIGHT + 2, _BOTTOM - 2)
    names = place_labels([(x, y, each.label) for x, y, each in placed], room)
    parts += [each for each in names if each.startswith("<line")]
    for x, y, each in placed:
        hint = f"{each.name}: precision {each.precision:.3f}, recall {each.recall:.3f}"
        parts.append(marker(each.kind, x, y, hint))
    parts += [each for each in names if not each.startswith("<line")]
    return drawing(SIZE, SIZE, label, parts)


def _equal_f1(f1: float, low: float, across: Scale, up: Scale) -> list[str]:
    """The curve of all pairs with this F1 inside the axes, and its value where it leaves at the right."""
    if not low < f1 < 1:
        return []
    # From the diagonal to a recall of 1, and the same with precision and recall exchanged.
    half = [f1 + (1 - f1) * (step / _STEPS) ** 2 for step in range(_STEPS + 1)]
    lower = [(recall, f1 * recall / (2 * recall - f1)) for recall in half]
    pairs = [(precision, recall) for recall, precision in reversed(lower)] + lower[1:]
    curve = [(across(recall), up(precision)) for recall, precision in pairs if low <= min(recall, precision)]
    if len(curve) < 2:
        return []
    x, y = curve[-1]
    name = text(x + 3, y + 3, f"{f1:.1f}", "iso-name") if x > _RIGHT - 1 else ""
    return [path(curve, "iso"), name]
