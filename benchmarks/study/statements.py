"""A statement of a paper, and the forms of evidence that statements share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Final

from benchmarks.study.contestants import with_reading
from benchmarks.study.figures import Figures, Part
from benchmarks.study.pages import Pages
from benchmarks.study.speeds import Kind
from benchmarks.study.verdicts import Check, Evidence, NotMeasuredError, Verdict, judge

# What a paper calls comparable, similar, or no influence. In the paper of 2008, F1 that differs by up to .016
# is comparable, and .039 is significant.
EVEN: Final = 0.02
# "About N times" is between half and twice as much.
ABOUT: Final = 2.0

Weigh = Callable[[Figures], Evidence]
Explain = Callable[[Figures], str]

# Why our bte is not as slow as that of the papers.
BTE: Final = "The paper of 2007 calls the optimisation of bte expensive. Ours takes one pass over the tokens."
# Why our dsc is not quite that of the papers.
DSC: Final = (
    "The paper does not state the length of dsc's window. Ours was chosen on half of the sites of l3s-gn1, "
    "dragnet, daniel and wcxb, so dsc is tuned to pages like these."
)
TIMES: Final[dict[str, Kind]] = {"from bytes to text": "whole", "the method alone": "own"}


@dataclass(frozen=True)
class Statement:
    """What a paper says, where it says it, and how that is tested.

    `readings` has the tests: one, or one for each reading of the method or of the statement. `because` has an
    explanation for a verdict on the first reading; it is shown only with that verdict.
    """

    place: str
    text: str
    readings: Mapping[str, Weigh]
    because: Mapping[Verdict, Explain | str] = field(default_factory=dict)


@dataclass(frozen=True)
class Finding:
    """A verdict, and the figures that it rests on."""

    verdict: Verdict
    checks: Sequence[Check] = ()
    lines: Sequence[str] = ()
    own: bool = False


def find(weigh: Weigh, figures: Figures) -> Finding:
    """The verdict of a test, or that something was not measured."""
    try:
        evidence = weigh(figures)
    except NotMeasuredError as error:
        return Finding("not measured", lines=[str(error)])
    return Finding(judge(evidence.checks), evidence.checks, evidence.lines, evidence.own)


def explain(statement: Statement, verdict: Verdict, figures: Figures) -> str:
    """The explanation of a verdict; empty if there is none, or if its figures are missing."""
    found = statement.because.get(verdict, "")
    if isinstance(found, str):
        return found
    try:
        return found(figures)
    except NotMeasuredError:
        return ""


def labelled(reading: str, name: str) -> str:
    """The label of a reading, which says whether it is the default of a method."""
    return f"{reading}, the default" if with_reading(name, reading) == name else reading


def blurred(names: Iterable[str], reading: str) -> list[str]:
    """The names of methods, with those of content code blurring in one reading of their stop."""
    return [with_reading(name, reading) if name in ("ccb", "accb", "tccb") else name for name in names]


def better(
    figures: Figures,
    first: str,
    others: Sequence[str],
    pages: Pages,
    part: Part = "f1",
    measure: str = "words",
) -> Evidence:
    """That a contestant is better than each of the others."""
    checks = [
        Check(f"{first} minus {other}", figures.gain(first, other, pages, part, measure), low=0)
        for other in others
    ]
    lines = [figures.listed([first, *others], pages, part, measure)]
    if len(pages.documents) > 1 and measure == "words":
        lines += [figures.tally(first, other, pages, part) for other in others]
    return Evidence(checks, lines, pages.are_own)


def comparable(
    figures: Figures, pairs: Iterable[tuple[str, str]], pages: Pages, part: Part = "f1", margin: float = EVEN
) -> Evidence:
    """That the contestants of each pair differ by less than a margin."""
    pairs = list(pairs)
    checks = [
        Check(f"{first} minus {second}", figures.gain(first, second, pages, part), low=-margin, high=margin)
        for first, second in pairs
    ]
    names = dict.fromkeys(name for pair in pairs for name in pair)
    return Evidence(checks, [figures.listed(names, pages, part)], pages.are_own)


def slower(
    figures: Figures,
    slow: Sequence[str],
    fast: Sequence[str],
    pages: Pages | None = None,
    *,
    kind: Kind,
    low: float = 1.0,
    high: float = inf,
) -> Evidence:
    """That each of the first contestants takes longer than each of the second, by a factor between bounds."""
    names = [*slow, *fast]
    places = figures.speeds.answered(names, pages)
    checks = [
        Check(
            f"{one} takes, times {other}",
            figures.speeds.ratio([one], [other], places, kind),
            low,
            high,
            ".2f",
        )
        for one in slow
        for other in fast
    ]
    return Evidence(checks, [figures.speeds.listed(names, places, kind)], pages is not None and pages.are_own)


def timed(weigh: Callable[..., Evidence]) -> dict[str, Weigh]:
    """A test of speed on both times."""
    return {label: partial(weigh, kind=kind) for label, kind in TIMES.items()}
