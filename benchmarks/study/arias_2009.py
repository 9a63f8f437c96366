"""Javier Arias, Koen Deschacht, Marie-Francine Moens: Language independent content extraction from web pages.

DIR 2009.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Final

from benchmarks.study.contestants import BLURS, canonical
from benchmarks.study.figures import Figures, Part
from benchmarks.study.markdown import table
from benchmarks.study.pages import whole
from benchmarks.study.statements import Statement, Weigh, better, blurred, slower, timed
from benchmarks.study.verdicts import Check, Evidence

# The paper's measures: LCSequence and LCString, both over characters without spaces.
_SEQUENCE: Final = "subsequence"
_STRING: Final = "substring"
# Below this F1 the paper calls a result low (section 5.3).
_LOW: Final = 0.75
_PARTS: Final[tuple[Part, ...]] = ("precision", "recall")
# What the paper measures, and what the paper of 2008 does.
_UNITS: Final = {"characters in sequence": _SEQUENCE, "words in sequence": "words"}


def _better_than_accb(figures: Figures, reading: str, measure: str) -> Evidence:
    (accb,) = blurred(["accb"], reading)
    pages = figures.library.published
    found = better(figures, "density", [accb], pages, measure=measure)
    low = {
        name: sum(figures.mean(name, whole(each), measure=measure) < _LOW for each in pages.documents)
        for name in ("density", accb)
    }
    counted = ", ".join(f"{name} {count}" for name, count in low.items())
    return Evidence(found.checks, [*found.lines, f"packages with an F1 below {_LOW} (not tested): {counted}"])


def _readings() -> dict[str, Callable[[Figures], Evidence]]:
    return {
        f"{words}, accb with {reading}": partial(_better_than_accb, reading=reading, measure=measure)
        for words, measure in _UNITS.items()
        for reading in BLURS
    }


def _why_regions_end(figures: Figures) -> str:
    """The counts of the ends of regions, as a table, and what follows from them."""
    rows = figures.ends
    head = ["package", "pages", "left out", "complete", "short strings beyond (c1)"]
    head += ["short strings between (c1)", "tags between (c2)"]
    cells = [[name, *map(str, asdict(each).values())] for name, each in rows.items()]
    short = [name for name, each in rows.items() if each.short_between > each.tags_between]
    tags = [name for name, each in rows.items() if each.tags_between > each.short_between]
    beyond = [name for name, each in rows.items() if each.only_short > each.short_between + each.tags_between]
    pages = figures.library.published
    smooth = figures.listed([canonical("density:smooth=8"), "density", "accb"], pages)
    parts = "; ".join(figures.listed(["density", "accb"], pages, part) for part in _PARTS).capitalize()
    return f"""A region of density has two ends. An end is complete if no content is beyond it. Else the
content beyond it is either in strings that are too short to be added (c1), or in one that is long enough but
too far away. Then the places between are taken by short strings (c1), or by tags without text (c2). A region
grows from the longest string of the page; if that is no content, the page is left out
(benchmarks/study/density_ends.py). The table counts pages in its first two columns and ends in the others. It
does not say how much content is lost.

{table(head, cells)}

Of the ends that are not complete, most have only short strings beyond them on {_and(beyond)}.
Where a string beyond is long enough, more end for short strings on {_and(short)}, and more
for tags on {_and(tags)}. {parts}.

Section 6 of the paper suggests a smooth curve for later work. With ours (8 places either side, our choice):
{smooth}."""


def _and(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]])) or "no package"


def _over_baseline(figures: Figures) -> Evidence:
    pages = figures.library.published
    found = [better(figures, "density", ["plain"], pages, measure=each) for each in (_SEQUENCE, _STRING)]
    checks = [
        Check(f"{check.label} ({measure})", check.estimate, check.low)
        for each, measure in zip(found, (_SEQUENCE, _STRING), strict=True)
        for check in each.checks
    ]
    return Evidence(checks, [line for each in found for line in each.lines])


def _in_both(weigh: Callable[..., Evidence]) -> dict[str, Weigh]:
    """A test with the measure of this paper, and with words."""
    return {words: partial(weigh, measure=measure) for words, measure in _UNITS.items()}


def _fails_on_discussions(figures: Figures, measure: str) -> Evidence:
    discussed, others = figures.library.discussed, figures.library.undiscussed
    loss = figures.mean_estimate("density", others, measure=measure) - figures.mean_estimate(
        "density", discussed, measure=measure
    )
    names = ["density", "accb", "dsc", "plain"]
    lines = [figures.listed(names, pages, measure=measure) for pages in (others, discussed)]
    return Evidence([Check("density on the other pages minus density on these", loss, low=0)], lines)


def _over_plain_on_discussions(figures: Figures, measure: str) -> Evidence:
    return better(figures, "density", ["plain"], figures.library.discussed, measure=measure)


STATEMENTS: Final = (
    Statement(
        "section 5.3 and table 3: 84.00 and 78.16; better on 9 packages, comparable on 1, worse on 4. "
        "Below 75 are 2 packages of density and 5 of accb. "
        "Its own figures are over characters, those of accb over words (from the paper of 2008)",
        "On average density is better than accb.",
        _readings(),
        {"refuted": _why_regions_end, "undecided": _why_regions_end},
    ),
    Statement(
        "section 5.3 and table 2",
        "density is better than plain, by longest common subsequence and by longest common substring.",
        {"": _over_baseline},
    ),
    Statement(
        "table 2: 78.67 and 81.87; section 5.3 calls the results there not excellent",
        "On wiki pages density is below plain, by the longest common subsequence.",
        {"": lambda figures: better(figures, "plain", ["density"], figures.library.wiki, measure=_SEQUENCE)},
    ),
    Statement(
        "table 2: 71.96 and 70.49",
        "On wiki pages density is above plain, by the longest common substring.",
        {"": lambda figures: better(figures, "density", ["plain"], figures.library.wiki, measure=_STRING)},
    ),
    Statement(
        "section 5.3, the package slashdot",
        "density fails where comments outweigh the article.",
        _in_both(_fails_on_discussions),
    ),
    Statement(
        "section 5.3 and table 2, the package slashdot: 53.85 and 11.61",
        "Even there it is better than plain.",
        _in_both(_over_plain_on_discussions),
    ),
    Statement(
        "section 5.3: at least comparable and probably faster; table 4",
        "density is faster than accb.",
        timed(partial(slower, slow=["accb"], fast=["density"])),
    ),
)
