"""Hadi Mohammadzadeh and others: A fast and accurate approach for main content extraction based on character
encoding. TIR/DEXA 2011.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from benchmarks.study.contestants import canonical
from benchmarks.study.figures import Figures, Part, optional
from benchmarks.study.pages import Pages
from benchmarks.study.speeds import Kind
from benchmarks.study.statements import ABOUT, BTE, Statement, better, slower, timed
from benchmarks.study.verdicts import Check, Evidence

_TCCB18: Final = canonical("tccb:range=18")
_WIDE: Final = canonical("dana:gap=160")
_OTHERS: Final = (
    *("accb", "bte", "dsc", "fe", "kfe", "lqf25", "lqf50", "lqf75"),
    *(_TCCB18, "tccb", "density"),
)
_PARTS: Final[tuple[Part, ...]] = ("precision", "recall")
# The average F1 that section VI gives for dana.
_F1: Final = 0.935


def _best_on_news(figures: Figures) -> Evidence:
    pages = figures.library.arabic_news
    found = better(figures, "dana", _OTHERS, pages)
    parts = [figures.listed(["dana", "dsc", "tccb"], pages, part) for part in _PARTS]
    silver = optional(lambda: figures.listed(["dana", *_OTHERS], figures.library.arabic_silver))
    return Evidence(found.checks, [*found.lines, *parts, silver], found.own)


def _level_on_news(figures: Figures) -> Evidence:
    pages = figures.library.arabic_news
    return Evidence(
        [Check("F1 of dana", figures.mean_estimate("dana", pages), _F1, form=".3f")], own=pages.are_own
    )


def _wide_gap(figures: Figures, others: Sequence[str], part: Part) -> Evidence:
    pages = figures.library.arabic_wiki
    found = better(figures, _WIDE, others, pages, part)
    return Evidence(found.checks, [_number(figures, pages), *found.lines], found.own)


def _bte_on_wiki(figures: Figures) -> Evidence:
    pages = figures.library.arabic_wiki
    found = better(figures, "bte", ["dana"], pages)
    return Evidence(found.checks, [_number(figures, pages), *found.lines], found.own)


def _number(figures: Figures, pages: Pages) -> str:
    """How many pages there are: too few for any p below 0.05."""
    count = sum(len(group.sites) for group in figures.groups(["dana"], pages).values())
    return f"{count} pages; the smallest p that {count} pages can reach is {2 * 0.5**count:.3f}"


def _speed(figures: Figures, kind: Kind) -> Evidence:
    pages = figures.library.arabic_script
    return slower(figures, _OTHERS, ["dana"], pages, kind=kind)


def _hundred_times(figures: Figures, kind: Kind) -> Evidence:
    pages = figures.library.arabic_script
    return slower(figures, ["bte"], ["dana"], pages, kind=kind, low=100 / ABOUT, high=100 * ABOUT)


STATEMENTS: Final = (
    Statement(
        "section V.B and table II, on all nine sites other than Wikipedia",
        "On news in Arabic script dana is better than each of eleven other methods.",
        {"": _best_on_news},
    ),
    Statement(
        "section VI: above .935 on average over ten sites; table II: .935 to 1.0 on the nine other than "
        "Wikipedia",
        "On news in Arabic script its F1 is above 0.935.",
        {"": _level_on_news},
    ),
    Statement(
        "section V.B and table II: .8167 and .6740. The text says that only bte is above dana there; in the "
        "table eight of the eleven others are",
        "On wiki pages in Arabic script bte is better than dana (gap 20).",
        {"": _bte_on_wiki},
    ),
    Statement(
        "section V.B: recall .5734 with gap 20, and .8364 with gap 160",
        "On wiki pages in Arabic script a gap of 160 gives dana more recall.",
        {"": partial(_wide_gap, others=["dana"], part="recall")},
    ),
    Statement(
        "section V.B: F1 .8571; the highest of the others has .8167",
        "With that gap dana is better than all others there.",
        {"": partial(_wide_gap, others=("dana", *_OTHERS), part="f1")},
    ),
    Statement(
        "table III: dana 19.43 MB/s, the next (tccb) 17.09; abstract: exceeds the others in efficiency",
        "On pages in Arabic script dana is the fastest of twelve methods.",
        timed(_speed),
    ),
    Statement(
        "section V.B and table III: 19.43 and 0.17 MB/s",
        "dana is about a hundred times as fast as bte.",
        timed(_hundred_times),
        {"refuted": BTE},
    ),
)
