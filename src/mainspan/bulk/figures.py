"""Histograms as figures of a page: SVG, without scripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from mainspan.bulk.tally import value_of
from mainspan.evaluation.report.escape import escaped

# no rule: layout
_WIDTH: Final = 640
_HEIGHT: Final = 120
_BOTTOM: Final = 20
_TICKS: Final = 6
# So many steps of a histogram make a bar.
_STEPS: Final = 3  # no rule: layout


def histogram(counts: Counter[str], caption: str, label: Callable[[float], str]) -> str:
    """A histogram whose steps are logarithmic, as a figure; empty if there is nothing in it."""
    bars = _bars(counts)
    if not bars:
        return ""
    first, last = min(bars), max(bars)
    most = max(bars.values())
    width = _WIDTH / (last - first + 1)
    drawn = "".join(
        f'<rect x="{(number - first) * width:.1f}" y="{_HEIGHT - (height := count / most * _HEIGHT):.1f}" '
        f'width="{max(1.0, width - 1):.1f}" height="{height:.1f}" fill="var(--bar1)">'
        f"<title>{escaped(_range(number, label))}: {count:,}</title></rect>"
        for number, count in sorted(bars.items())
    )
    step = max(1, (last - first + 1) // _TICKS)
    ticks = "".join(
        f'<text class="tick" x="{(number - first) * width:.1f}" y="{_HEIGHT + 14}">'
        f"{escaped(label(value_of(str(number * _STEPS))))}</text>"
        for number in range(first, last + 1, step)
    )
    return (
        f'<figure><svg viewBox="0 0 {_WIDTH} {_HEIGHT + _BOTTOM}" width="{_WIDTH}" role="img" '
        f'aria-label="{escaped(caption)}">{drawn}'
        f'<line class="base" x1="0" x2="{_WIDTH}" y1="{_HEIGHT}" y2="{_HEIGHT}"/>{ticks}</svg>'
        f"<figcaption>{escaped(caption)}; the steps grow, and each bar says its number.</figcaption></figure>"
    )


def _bars(counts: Counter[str]) -> Counter[int]:
    bars: Counter[int] = Counter()
    for step, count in counts.items():
        bars[int(step) // _STEPS] += count
    return bars


def _range(number: int, label: Callable[[float], str]) -> str:
    return f"{label(value_of(str(number * _STEPS)))} to {label(value_of(str((number + 1) * _STEPS)))}"
