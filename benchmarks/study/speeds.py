"""The time of each method on the same pages: from bytes to text, and of the method alone.

A single short timing says little, so short ones are repeated, and the shortest counts. Contestants take turns
on a page, each round in another order, in one process, so that whatever slows the machine slows all of them.
Time is CPU time. That of the method alone is the time of a further call on a page which is parsed already and
has all its columns; a peer has none.

A page counts in a comparison only if all compared contestants answer on it: giving up is fast.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import inf
from pathlib import Path
from random import Random
from time import process_time
from typing import Final, Literal, TypeVar

import numpy as np

from benchmarks.study.estimates import Estimate, Group, estimate, ratio
from benchmarks.study.pages import Pages
from benchmarks.study.verdicts import NotMeasuredError
from mainspan.evaluation.contestants import Contestant, ContestantError, contestant
from mainspan.evaluation.contestants.in_process import Method
from mainspan.evaluation.packages import Document
from mainspan.output import write_file
from mainspan.page import Page

ROUNDS: Final = 5  # no rule: more rounds give steadier times
# A contestant that has taken this long on a page is not timed again there: long times are steady.
ENOUGH_SECONDS: Final = 0.2  # no rule: saves time
# Pages of each package, evenly spread.
PACKAGE_PAGES: Final = 12  # no rule: more pages give narrower intervals

Kind = Literal["whole", "own"]
Place = tuple[str, str]
_T = TypeVar("_T")


@dataclass(frozen=True)
class Timing:
    """The shortest times of a contestant on a document, in seconds. A peer has no time of its own."""

    package: str
    document: str
    site: str
    contestant: str
    bytes: int
    whole: float
    own: float | None
    answers: bool

    @property
    def place(self) -> Place:
        """The document."""
        return self.package, self.document


class Speeds:
    """Timings by contestant and document."""

    def __init__(self, timings: Iterable[Timing]) -> None:
        self.timings = list(timings)
        self.by_contestant: dict[str, dict[Place, Timing]] = {}
        for each in self.timings:
            self.by_contestant.setdefault(each.contestant, {})[each.place] = each

    def answered(self, contestants: Iterable[str], pages: Pages | None = None) -> list[Place]:
        """The documents on which all of these contestants answer."""
        tables = []
        for name in contestants:
            if name not in self.by_contestant:
                raise NotMeasuredError(f"the speed of {name} was not measured")
            tables.append(self.by_contestant[name])
        found = [
            place
            for place in tables[0]
            if (pages is None or pages.has(*place))
            and all(place in each and each[place].answers for each in tables)
        ]
        if not found:
            raise NotMeasuredError("there is no timed page on which all compared methods answer")
        return found

    def seconds(self, name: str, places: Sequence[Place], kind: Kind) -> list[float]:
        """The times of a contestant on these documents."""
        found = [getattr(self.by_contestant[name][place], kind) for place in places]
        if None in found:
            raise NotMeasuredError(f"{name} is another library, which has no time of its own")
        return found

    def ratio(
        self, slow: Sequence[str], fast: Sequence[str], places: Sequence[Place], kind: Kind
    ) -> Estimate:
        """How many times as long the first contestants take together as the second."""
        rows = [
            np.mean([self.seconds(name, places, kind) for name in names], axis=0) for names in (slow, fast)
        ]
        first = self.by_contestant[slow[0]]
        return estimate([Group(np.stack(rows), [first[place].site for place in places])], ratio)

    def rate(self, name: str, places: Sequence[Place], kind: Kind) -> float:
        """Megabytes of page in a second."""
        size = sum(self.by_contestant[name][place].bytes for place in places)
        return size / 1e6 / sum(self.seconds(name, places, kind))

    def listed(self, names: Iterable[str], places: Sequence[Place], kind: Kind) -> str:
        """The rates of several contestants in one line, the fastest first."""
        rates = sorted(((self.rate(name, places, kind), name) for name in names), reverse=True)
        counts = ", ".join(f"{package} {count}" for package, count in Counter(p for p, _ in places).items())
        listed = ", ".join(f"{name} {_short(rate)}" for rate, name in rates)
        return f"MB/s on {len(places)} pages ({counts}): {listed}"


def _short(rate: float) -> str:
    return f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}"


def sample(documents: Sequence[_T], most: int = PACKAGE_PAGES) -> Sequence[_T]:
    """At most this number of documents, evenly spread.

    >>> sample(range(10), 4)
    range(0, 10, 3)
    """
    return documents[:: max(1, -(-len(documents) // most))]


def measure_speeds(
    packages: Mapping[str, Sequence[Document]],
    names: Iterable[str],
    *,
    rounds: int = ROUNDS,
    progress: Callable[[Document], None] = lambda document: None,
) -> Speeds:
    """Time these contestants on a sample of the documents of each package."""
    contestants = [contestant(name) for name in names]
    timings = []
    for package, documents in packages.items():
        for document in sample(documents):
            timings += _time(package, document, contestants, rounds)
            progress(document)
    return Speeds(timings)


def _time(package: str, document: Document, contestants: list[Contestant], rounds: int) -> list[Timing]:
    html = document.read_page()
    page = Page(html, url=document.url)
    # The first call imports, and fills the page's columns. A contestant that fails has no time on this page.
    answers = {each: found for each in contestants if (found := _answers(each, html, page)) is not None}
    whole = dict.fromkeys(answers, inf)
    own: dict[Contestant, float] = {each: inf for each in answers if isinstance(each, Method)}
    spent = dict.fromkeys(answers, 0.0)
    # Not always after the same one, which leaves memory and caches as it needs them.
    shuffled, order = Random(document.name), list(answers)
    for _ in range(rounds):
        shuffled.shuffle(order)
        for each in order:
            if spent[each] > ENOUGH_SECONDS:
                continue
            seconds = _seconds(partial(each.extract, html, url=document.url))
            spent[each] += seconds
            whole[each] = min(whole[each], seconds)
            if isinstance(each, Method):
                own[each] = min(own[each], _seconds(partial(each.algorithm, page)))
    return [
        Timing(
            package=package,
            document=document.name,
            site=document.site,
            contestant=each.name,
            bytes=len(html),
            whole=whole[each],
            own=own.get(each),
            answers=answers[each],
        )
        for each in answers
    ]


def _answers(each: Contestant, html: bytes, page: Page) -> bool | None:
    """Whether a contestant finds anything on a page; None if it fails."""
    try:
        text = each.extract(html).text
    except ContestantError:
        return None
    return bool(each.algorithm(page)) if isinstance(each, Method) else bool(text.strip())


def _seconds(work: Callable[[], object]) -> float:
    """The CPU time of a piece of work: other programs on the machine do not count."""
    begun = process_time()
    work()
    return process_time() - begun


def write_speeds(path: Path, speeds: Speeds) -> None:
    """Write the timings, so that a second run finds them."""
    write_file(path, json.dumps([asdict(each) for each in speeds.timings], ensure_ascii=False).encode())


def read_speeds(path: Path) -> Speeds | None:
    """The timings of an earlier run; None if there are none."""
    if not path.is_file():
        return None
    return Speeds(Timing(**each) for each in json.loads(path.read_text("utf-8")))
