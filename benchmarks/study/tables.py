"""The tables of docs/reproduction.md: contestants on packages, spread, speed, and the pages of 2013."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, get_args

from benchmarks.study.contestants import RATIOS
from benchmarks.study.figures import Figures, Part
from benchmarks.study.markdown import table
from benchmarks.study.pages import OWN, UNCHECKED, whole
from benchmarks.study.speeds import Kind, Place
from benchmarks.study.verdicts import NotMeasuredError
from mainspan.algorithms import ALGORITHMS
from mainspan.evaluation.measures.words import words_of
from mainspan.evaluation.packages import Document
from mainspan.evaluation.results import Results

# As many pages as the tables of 2013 have.
_TABLE_PAGES: Final = 27  # no rule: the length of a table
_PARTS: Final[tuple[Part, ...]] = ("recall", "precision", "f1")


def write_tables(results: Results, figures: Figures) -> Iterable[str]:
    yield "## The tables of 2013, page by page"
    yield _page_table(results, figures)
    yield "## All contestants on all packages"
    yield (
        "Words-F1, the best of a package in bold. The mean is over the published packages. The speeds are on "
        "timed pages on which all our methods but dana answer; those of dana are above. lqf and lqf50 are "
        "the same method: how much their speeds differ shows how exact speeds are."
    )
    yield _contestants(figures)
    yield "The estimated standard deviation of the F1 of documents:"
    yield _deviations(figures)


def _page_table(results: Results, figures: Figures) -> str:
    """The columns of tables 1 to 4: words of the page, words of the main block, recall, precision, F1."""
    pages = figures.library
    try:
        places = [
            (package, each)
            for package in pages.published.documents
            for scored in [figures.scores("wlr", package, whole(package))]
            for each in pages.documents(package)
            if each.name in scored
        ]
        chosen = places[:: max(1, len(places) // _TABLE_PAGES)][:_TABLE_PAGES]
        texts = {package: results.texts(package, "plain") for package, _ in chosen}
        rows = [_page_row(figures, package, each, texts[package]) for package, each in chosen]
        means = [
            " / ".join(f"{figures.mean(name, pages.published, part):.3f}" for part in _PARTS)
            for name in RATIOS
        ]
    except NotMeasuredError as error:
        return f"Not measured: {error}."
    head = ["page", "words", "main block", *(f"{name}: recall / precision / F1" for name in RATIOS)]
    intro = (
        f"{len(rows)} pages, evenly spread over the published packages; the last line has the mean of the "
        "packages, with all their pages."
    )
    return f"{intro}\n\n{table(head, [*rows, ['all', '', '', *means]])}"


def _page_row(figures: Figures, package: str, document: Document, texts: dict[str, str]) -> list[str]:
    words = [len(words_of(text)) for text in (texts.get(document.name, ""), document.read_gold() or "")]
    scores = [figures.scores(each, package, whole(package)) for each in RATIOS]
    cells = [" / ".join(f"{getattr(each[document.name], part):.3f}" for part in _PARTS) for each in scores]
    return [f"{package}, {document.site}", *map(str, words), *cells]


def _contestants(figures: Figures) -> str:
    packages, places = _ordered(figures), _compared_places(figures)
    values = {
        (name, package): _or_none(figures.mean, name, whole(package))
        for name in figures.contestants
        for package in packages
    }
    best = {
        package: max(value for name in figures.contestants if (value := values[name, package]) is not None)
        for package in packages
    }
    rows = [
        [
            name,
            *(_cell(values[name, package], best[package]) for package in packages),
            _cell(_or_none(lambda each: figures.mean(each, figures.library.published), name)),
            *_speed_cells(figures, name, places),
        ]
        for name in figures.contestants
    ]
    return table(["contestant", *map(_headed, packages), "mean", "MB/s", "MB/s, the method alone"], rows)


def _compared_places(figures: Figures) -> Sequence[Place]:
    """The timed pages on which all our methods but dana answer; none if speeds were not measured."""
    try:
        timed = figures.speeds.by_contestant
        return figures.speeds.answered([each for each in timed if each in ALGORITHMS and each != "dana"])
    except NotMeasuredError:
        return []


def _speed_cells(figures: Figures, name: str, places: Sequence[Place]) -> list[str]:
    """The speeds of a contestant; empty for dana, which answers on few of these pages."""
    timed = {} if name == "dana" or not places else figures.speeds.by_contestant.get(name, {})
    common = [place for place in places if place in timed]
    kinds: tuple[Kind, ...] = get_args(Kind)
    return [
        _cell(_or_none(figures.speeds.rate, name, common, kind) if common else None, digits=1)
        for kind in kinds
    ]


def _deviations(figures: Figures) -> str:
    packages = _ordered(figures)
    rows = [
        [name, *(_cell(_or_none(figures.deviation, name, package)) for package in packages)]
        for name in figures.contestants
    ]
    return table(["contestant", *map(_headed, packages)], rows)


def _ordered(figures: Figures) -> list[str]:
    """The published packages first, then those whose gold is unchecked, then our own."""
    return sorted(figures.library.scored, key=lambda each: (each in OWN, each in UNCHECKED))


def _headed(package: str) -> str:
    return (
        f"{package} (ours)"
        if package in OWN
        else f"{package} (unchecked)"
        if package in UNCHECKED
        else package
    )


def _or_none(figure: Callable[..., float], *arguments: object) -> float | None:
    try:
        return figure(*arguments)
    except NotMeasuredError:
        return None


def _cell(value: float | None, best: float | None = None, *, digits: int = 3) -> str:
    if value is None:
        return ""
    return f"**{value:.{digits}f}**" if value == best else f"{value:.{digits}f}"
