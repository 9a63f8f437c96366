"""The figures of a report with their legends and captions: a panel for each package."""

from __future__ import annotations

from math import ceil
from typing import Final

from mainspan.evaluation.report.escape import escaped
from mainspan.evaluation.report.figures.bars import bars
from mainspan.evaluation.report.figures.scatter import Point, lowest, scatter
from mainspan.evaluation.report.figures.spread import Line, decades, spread
from mainspan.evaluation.report.figures.svg import marker
from mainspan.evaluation.report.overview import FOUR, Overview

_MAX_NAMES: Final = 12
_MEASURES: Final = {
    "chars": "characters", "words": "word sequence", "bag": "bag of words", "set": "set of words"
}  # fmt: skip


def f1_figure(view: Overview) -> str:
    """Figure 1: F1 by the four measures."""
    measures = [name for name in FOUR if name in view.measures]
    if not measures:
        return ""
    panels = {}
    for package in view.packages:
        names = [name for name in view.contestants if (package, name) in view.summaries]
        series = {
            _MEASURES[measure]: [
                score.f1 if (score := view.mean(package, name, measure)) else None for name in names
            ]
            for measure in measures
        }
        panels[package] = bars(f"Bars: mean F1 on {package} by {', '.join(series)}", names, series)
    legend = "".join(
        f'<span><i class="swatch bar{place}"></i>{_MEASURES[name]}</span>'
        for place, name in enumerate(measures)
    )
    caption = (
        "Mean F1 of each contestant on each package by those measures of the paper of 2007 that were taken. "
        "After the bars are their lowest and their highest value."
    )
    return _figure(1, panels, legend, caption)


def scatter_figure(view: Overview) -> str:
    """Figure 2: precision against recall. Many names would cover it, so numbers replace them."""
    numbers = {name: str(place) for place, name in enumerate(view.contestants, start=1)}
    labels = numbers if len(numbers) > _MAX_NAMES else {name: name for name in numbers}
    points = {
        package: [
            Point(name, view.kind(name), score.precision, score.recall, labels[name])
            for name in view.contestants
            if (score := view.mean(package, name))
        ]
        for package in view.ranked
    }
    if not points:
        return ""
    every = [each for group in points.values() for each in group]
    low = lowest([value for each in every for value in (each.precision, each.recall)])
    panels = {
        package: scatter(f"Points: mean recall and precision ({view.measure}) on {package}", group, low)
        for package, group in points.items()
    }
    caption = (
        f"Mean precision against mean recall ({view.measure}). Grey lines join equal F1 of the two; the "
        "mean F1 over documents is on or below the line of its point."
    )
    key = "".join(
        f"<span><b>{number}</b> <bdi>{escaped(name)}</bdi></span>"
        for name, number in numbers.items()
        if labels is numbers
    )
    return _figure(2, panels, _kinds(view) + key, caption)


def spread_figure(view: Overview) -> str:
    """Figure 3: spread and time."""
    lines = {
        package: [
            Line(name, view.kind(name), found.deviations.get(view.measure), found.seconds_per_kb)
            for name in view.contestants
            if (found := view.summaries.get((package, name)))
        ]
        for package in view.packages
    }
    every = [each for group in lines.values() for each in group]
    if not every:
        return ""
    ends = decades([each.seconds for each in every if each.seconds])
    widest = max(0.1, ceil(max(each.deviation or 0.0 for each in every) * 10 - 1e-9) / 10)
    panels = {
        package: spread(f"Standard deviation of F1 and time on {package}", group, ends, widest)
        for package, group in lines.items()
    }
    caption = (
        f"Standard deviation of F1 ({view.measure}) over documents, and mean time per kB of page on a "
        "logarithmic scale."
    )
    return _figure(3, panels, _kinds(view), caption)


def _kinds(view: Overview) -> str:
    """The shapes of points, where there are several."""
    kinds = sorted({view.kind(name) for name in view.contestants})
    if len(kinds) < 2:
        return ""
    return "".join(
        '<span><svg class="swatch" viewBox="0 0 14 14" aria-hidden="true">'
        f"{marker(kind, 7, 7)}</svg>{escaped(kind)}</span>"
        for kind in kinds
    )


def _figure(number: int, panels: dict[str, str], legend: str, caption: str) -> str:
    drawn = "".join(
        f'<div class="panel"><h3 dir="auto">{escaped(name)}</h3>{panel}</div>\n'
        for name, panel in panels.items()
    )
    shown = f'<p class="legend">{legend}</p>' if legend else ""
    return (
        f'<figure id="figure-{number}">{shown}<div class="panels">\n{drawn}</div>'
        f"<figcaption><b>Figure {number}.</b> {escaped(caption)}</figcaption></figure>\n"
    )
