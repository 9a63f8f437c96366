"""Thomas Gottron: Evaluating content extraction on HTML documents. ITA 2007."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Final

from benchmarks.study.contestants import MEASURES_2007
from benchmarks.study.figures import Figures
from benchmarks.study.statements import BTE, DSC, Statement, better, comparable, slower, timed
from benchmarks.study.verdicts import Check, Evidence

_LQF: Final = ("lqf25", "lqf50", "lqf75")
_METHODS: Final = ("crunch", "bte", "dsc", *_LQF)
# The range of standard deviations in section 5.6.
_LOW_SPREAD: Final = 0.1
_HIGH_SPREAD: Final = 0.15
# "Much longer" is at least twice as long.
_MUCH: Final = 2.0


def _best(figures: Figures, first: str, others: tuple[str, ...]) -> Evidence:
    """That a method is the best in each of the four measures."""
    pages = figures.library.published
    found = [better(figures, first, others, pages, measure=measure) for measure in MEASURES_2007]
    checks = [
        Check(f"{check.label} ({measure})", check.estimate, check.low, check.high)
        for measure, each in zip(MEASURES_2007, found, strict=True)
        for check in each.checks
    ]
    return Evidence(checks, [line for each in found for line in each.lines])


def _spreads(figures: Figures) -> Evidence:
    pages = figures.library.published
    found = {name: figures.site_spread(name, pages) for name in ("plain", *_METHODS)}
    checks = [
        Check(f"standard deviation of {name}", each, _LOW_SPREAD, _HIGH_SPREAD, ".3f")
        for name, (each, _) in found.items()
    ]
    sites = next(iter(found.values()))[1]
    return Evidence(checks, [f"{sites} sites with at least 30 pages, the mean of the deviations within each"])


STATEMENTS: Final = (
    Statement(
        "sections 5.6 and 7, and figure 1; the packages wiki and telepolis are excepted",
        "dsc scores highest in all four F1-measures, of crunch, bte, dsc, lqf and plain.",
        {"": lambda figures: _best(figures, "dsc", ("crunch", "bte", *_LQF, "plain"))},
        {"refuted": DSC},
    ),
    Statement(
        "sections 5.6 and 7, and figure 1; the packages wiki and telepolis are excepted",
        "crunch comes second, before bte, lqf and plain.",
        {"": lambda figures: _best(figures, "crunch", ("bte", *_LQF, "plain"))},
        {"refuted": "The paper ran Crunch 2.0 itself; ours follows what is known of its filters."},
    ),
    Statement(
        "section 5.6",
        "The results of lqf hardly depend on its ratio (.25, .50, .75).",
        {"": lambda figures: comparable(figures, combinations(_LQF, 2), figures.library.published)},
    ),
    Statement(
        "section 5.6",
        "lqf and bte are comparable.",
        {
            "": lambda figures: comparable(
                figures, [(name, "bte") for name in _LQF], figures.library.published
            )
        },
    ),
    Statement(
        "section 5.6; table 2 of the paper of 2008 has .823 for plain, and .752 for the next",
        "On wiki pages it is best to extract nothing: plain scores highest.",
        {"": lambda figures: better(figures, "plain", _METHODS, figures.library.wiki)},
    ),
    Statement(
        "section 5.6 and figure 3: roughly from 0.1 to 0.15",
        "On pages of one site the standard deviation of F1 is between 0.10 and 0.15 for all methods.",
        {"": _spreads},
    ),
    Statement(
        "section 5.6 and figure 3; the differences to crunch and lqf are called negligible",
        "dsc is the fastest of crunch, bte, dsc and lqf.",
        timed(partial(slower, slow=("crunch", "bte", *_LQF), fast=["dsc"])),
    ),
    Statement(
        "section 5.6 and figure 3",
        "bte takes much longer than crunch, dsc and lqf.",
        timed(partial(slower, slow=["bte"], fast=("crunch", "dsc", *_LQF), low=_MUCH)),
        {"refuted": BTE},
    ),
)
