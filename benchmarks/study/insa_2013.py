"""David Insa, Josep Silva, Salvador Tamarit: Using the words/leafs ratio in the DOM tree.

Journal of Logic and Algebraic Programming 82, 2013.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np

from benchmarks.study.contestants import RATIOS, RELEVANCES, with_reading
from benchmarks.study.figures import Figures
from benchmarks.study.statements import EVEN, Explain, Statement, Weigh, better, comparable, labelled
from benchmarks.study.verdicts import Check, Evidence, Verdict

# "Around 40 %" of recall, in points.
_LEAST_GAIN: Final = 0.3
_MOST_GAIN: Final = 0.5
# What the paper calls similar: in table 5, precision differs by .035 (words) and .069 (characters).
_SIMILAR: Final = 0.07


def _all(weigh: Callable[..., Evidence]) -> dict[str, Weigh]:
    """A test with each reading of the relevance."""
    return {labelled(reading, "wlr"): partial(weigh, reading=reading) for reading in RELEVANCES}


def _named(reading: str) -> list[str]:
    return [with_reading(name, reading) for name in RATIOS]


def _recall(figures: Figures, reading: str) -> Evidence:
    wlr, clr, wnr, cnr = names = _named(reading)
    pages = figures.library.published
    checks = [
        Check(
            f"{leaves} minus {nodes} in recall",
            figures.gain(leaves, nodes, pages, "recall"),
            _LEAST_GAIN,
            _MOST_GAIN,
        )
        for leaves, nodes in ((wlr, wnr), (clr, cnr))
    ]
    return Evidence(checks, [figures.listed(names, pages, "recall"), figures.listed(names, pages)])


def _precision(figures: Figures, reading: str) -> Evidence:
    wlr, clr, wnr, cnr = _named(reading)
    return comparable(figures, [(wlr, wnr), (clr, cnr)], figures.library.published, "precision", _SIMILAR)


def _words_with_nodes(figures: Figures, reading: str) -> Evidence:
    _, _, wnr, cnr = _named(reading)
    pages = figures.library.published
    found = [better(figures, wnr, [cnr], pages, "recall"), better(figures, wnr, [cnr], pages, "precision")]
    checks = [
        Check(f"{check.label} in {part}", check.estimate, check.low)
        for each, part in zip(found, ("recall", "precision"), strict=True)
        for check in each.checks
    ]
    return Evidence(checks, [each.lines[0] for each in found])


def _words_with_leaves(figures: Figures, reading: str) -> Evidence:
    wlr, clr, _, _ = _named(reading)
    return comparable(figures, [(wlr, clr)], figures.library.published, margin=EVEN)


def _like_plain(figures: Figures) -> str:
    """The methods that take the whole page: that they are level is no finding about leaves or words."""
    pages = figures.library.published
    same = [
        name
        for reading in RELEVANCES
        for name in _named(reading)
        if all(
            bool(np.ptp(each.values, axis=0).max() == 0)
            for each in figures.groups([name, "plain"], pages).values()
        )
    ]
    if not same:
        return ""
    return (
        f"On every page these have the F1 of plain: {', '.join(same)}. They take the whole page, so a "
        "verdict on them says little about leaves or words."
    )


_BECAUSE: Final[dict[Verdict, Explain | str]] = {
    "confirmed": _like_plain,
    "refuted": _like_plain,
    "undecided": _like_plain,
}

STATEMENTS: Final = (
    Statement(
        "section 5: around 40 %; table 5: 73.52 against 32.52 (words) and 26.04 (characters)",
        "Leaves instead of nodes increase recall by about 40 points.",
        _all(_recall),
        _BECAUSE,
    ),
    Statement(
        "section 5 and table 5: 83.84 against 80.34 and 76.96, so a difference of .069 is called similar",
        "Precision stays similar.",
        _all(_precision),
        _BECAUSE,
    ),
    Statement(
        "section 5 and table 5: recall 32.52 and 26.04, precision 80.34 and 76.96",
        "With nodes, words instead of characters increase recall and precision.",
        _all(_words_with_nodes),
    ),
    Statement(
        "section 5 and table 5. The averages are equal; tables 3 and 4 differ on two of 27 pages",
        "With leaves it has no influence whether words or characters are counted.",
        _all(_words_with_leaves),
        _BECAUSE,
    ),
)
