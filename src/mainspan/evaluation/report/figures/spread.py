"""Figure 3: how much F1 varies over documents, and how long a contestant takes."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import Final, NamedTuple

from mainspan.evaluation.report.figures.svg import axis, drawing, line, marker, rectangle, text, width_of

WIDTH: Final = 540
_ROW: Final = 18
_TOP: Final = 6
_AXIS: Final = 30
_UNITS: Final = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))


class Line(NamedTuple):
    """A contestant's standard deviation of F1 and its seconds per kB; None where there is none."""

    name: str
    kind: str
    deviation: float | None
    seconds: float | None


def decades(seconds: list[float]) -> tuple[int, int]:
    """The powers of ten around all times, the same in all panels."""
    known = [log10(each) for each in seconds if each > 0] or [-3.0]
    low = floor(min(known))
    return low, max(low + 1, ceil(max(known)))


def spread(label: str, lines: list[Line], ends: tuple[int, int], widest: float) -> str:
    """Bars of the deviation from 0 to `widest` on the left, points of the time on the right, in decades."""
    left = max(60.0, max((width_of(each.name) for each in lines), default=0) + 10)
    middle = left + (WIDTH - left) * 0.46
    begin, right, bottom = middle + 40, WIDTH - 18.0, _TOP + _ROW * len(lines) + 2.0
    tenths = [f"{tenth / 10:.1f}" for tenth in range(round(widest * 10) + 1)]
    powers = [duration(10.0**power) for power in range(ends[0], ends[1] + 1)]
    parts = axis("standard deviation of F1", tenths, left, middle, _TOP, bottom)
    parts += axis("time per kB of page", powers, begin, right, _TOP, bottom)
    for row, each in enumerate(lines):
        y = _TOP + row * _ROW + _ROW / 2 + 1
        parts.append(text(left - 8, y + 3.5, each.name, "name", "end"))
        if each.deviation is not None:
            width = max(0.5, each.deviation / widest * (middle - left))
            hint = f"{each.name}: standard deviation {each.deviation:.3f}"
            parts.append(rectangle(left, y - 5, width, 10, "bar1", hint))
        if each.seconds is not None and each.seconds > 0:
            x = begin + (log10(each.seconds) - ends[0]) / (ends[1] - ends[0]) * (right - begin)
            parts.append(line(begin, y, x, y, "leader"))
            parts.append(marker(each.kind, x, y, f"{each.name}: {duration(each.seconds)} per kB"))
    return drawing(WIDTH, bottom + _AXIS, label, parts)


def duration(seconds: float) -> str:
    """Seconds in the unit in which they are easily read.

    >>> duration(0.00123)
    '1.23 ms'
    """
    for unit, name in _UNITS:
        if seconds >= unit * 0.9995:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds / 1e-9:.3g} ns"
