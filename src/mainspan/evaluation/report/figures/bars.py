"""Figure 1: the mean F1 of each contestant, a bar for each measure."""

from __future__ import annotations

from typing import Final

from mainspan.evaluation.report.figures.svg import axis, drawing, rectangle, text, width_of

WIDTH: Final = 540
_BAR: Final = 6
_GAP: Final = 7
_MIN_GROUP: Final = 17  # the room that a name needs
_TOP: Final = 6
_AXIS: Final = 30


def bars(label: str, names: list[str], series: dict[str, list[float | None]]) -> str:
    """A group of horizontal bars for each name: `series` has for each measure a value for each name."""
    group = max(_MIN_GROUP, _BAR * len(series) + _GAP)
    left = max(60.0, max(map(width_of, names), default=0) + 10)
    right, bottom = WIDTH - 62.0, _TOP + group * len(names)
    parts = axis("mean F1", [f"{fifth / 5:.1f}" for fifth in range(6)], left, right, _TOP, bottom)
    for row, name in enumerate(names):
        top = _TOP + row * group
        parts.append(text(left - 8, top + group / 2 + 3.5, name, "name", "end"))
        for place, (measure, values) in enumerate(series.items()):
            value = values[row]
            if value is not None:
                y = top + (group - _BAR * len(series)) / 2 + place * _BAR
                width = max(0.5, value * (right - left))
                hint = f"{name}, {measure}: {value:.3f}"
                parts.append(rectangle(left, y, width, _BAR - 0.8, f"bar{place}", hint))
        known = [each for values in series.values() if (each := values[row]) is not None]
        parts.append(_range(known, left, right, top + group / 2 + 3.5))
    return drawing(WIDTH, bottom + _AXIS, label, parts)


def _range(values: list[float], left: float, right: float, y: float) -> str:
    """The lowest and the highest value of a group, as numbers after its longest bar."""
    if not values:
        return text(left + 4, y, "not measured", "faint")
    low, high = f"{min(values):.2f}", f"{max(values):.2f}"
    x = left + max(values) * (right - left) + 4
    return text(x, y, low if low == high else f"{low}–{high}", "faint")
