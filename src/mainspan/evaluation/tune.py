"""Tuning: search the parameters of a method, and report the gain on held-out sites.

The gain is cross-validated by site. For each fold in turn, the best parameters are searched on the documents
of all other folds and tested on that fold, and so are the parameters that the method had before. That gain is
what users can expect; the gain on the documents of the search itself is too optimistic. At the end the
parameters are searched on all documents, for use. Scores are means over documents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import prod
from pathlib import Path
from statistics import fmean, stdev
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mainspan.algorithms import Algorithm, algorithm
from mainspan.errors import EvaluationError
from mainspan.evaluation.folds import site_folds
from mainspan.evaluation.packages import Document, Package
from mainspan.evaluation.scorer import Scorer
from mainspan.evaluation.search import Setting, search
from mainspan.evaluation.space import Axis, axes_of

MAX_DOCUMENTS: Final = 500


@dataclass(frozen=True, slots=True)
class Fold:
    """How the parameters that were found on all other folds do on this one.

    `seen` and `seen_before` are the mean F1 on the documents of the search, with the new parameters and with
    the old ones; `unseen` and `unseen_before` are the same on this held-out fold.
    """

    documents: int
    sites: int
    found: str
    seen_before: float
    seen: float
    unseen_before: float
    unseen: float

    @property
    def gain(self) -> float:
        """The gain on held-out pages."""
        return self.unseen - self.unseen_before


@dataclass(frozen=True, slots=True)
class Tuning:
    """The result of a search. `best` can be given to -a; `complete` is false if it was interrupted."""

    method: str
    best: str
    before: float
    after: float
    measure: str
    packages: list[str]
    documents: int
    sites: int
    folds: list[Fold]
    space: list[str]
    trials: int
    seed: int
    complete: bool = True
    complaints: list[str] = field(default_factory=list)

    @property
    def gain(self) -> float | None:
        """The mean gain on held-out folds."""
        return fmean(each.gain for each in self.folds) if self.folds else None

    @property
    def spread(self) -> float | None:
        """The standard deviation of the gain over the folds."""
        return stdev(each.gain for each in self.folds) if len(self.folds) > 1 else None


@dataclass(frozen=True, slots=True)
class Options:
    """Options of a search.

    trials: the maximum number of settings that each search tries. only, ranges: see space.axes_of.
    every, most: use every N-th document of the packages (`every`), and at most `most` of these.
    """

    measure: str = "words"
    trials: int = 60
    folds: int = 5
    seed: int = 0
    only: Sequence[str] = ()
    ranges: Mapping[str, str] = field(default_factory=dict)
    every: int = 1
    most: int = MAX_DOCUMENTS
    jobs: int = 1


class Progress:
    """Receives progress; this one ignores it."""

    def total(self, count: int, what: str) -> None:
        """`count` steps of work begin."""

    def step(self) -> None:
        """One step is done."""


def tune(
    method: str,
    packages: Sequence[str | Path],
    options: Options | None = None,
    *,
    progress: Progress | None = None,
) -> Tuning:
    """Search the parameters of a method on packages. Parameters written with its name stay fixed.

    Interrupted by Ctrl-C, it returns the folds that are done and the best parameters so far.
    """
    options, progress = options or Options(), progress or Progress()
    before = algorithm(method)
    axes = axes_of(before, fixed=_written(method), only=options.only, ranges=options.ranges)
    read = [Package.read(package) for package in packages]
    documents = sample(read, options.every, options.most)
    # Too few sites are refused before any page is read.
    site_folds([_site(each) for each in documents], options.folds)
    progress.total(len(documents), "reading pages")
    with Scorer(documents, options.measure, jobs=options.jobs, progress=progress.step) as scorer:
        searching = _Searching(scorer, before, axes, options, progress)
        complete = searching.run()
        everything = np.ones(len(scorer.documents), dtype=np.bool_)
        best = searching.best if complete else searching.best_so_far()
        return Tuning(
            method=repr(before),
            best=repr(best),
            before=searching.mean(before, everything),
            after=searching.mean(best, everything),
            measure=options.measure,
            packages=[each.name for each in read],
            documents=len(scorer.documents),
            sites=len(set(searching.sites)),
            folds=searching.folds,
            space=[str(axis) for axis in axes],
            trials=options.trials,
            seed=options.seed,
            complete=complete,
            complaints=scorer.complaints,
        )


class _Searching:
    """The searches of one tuning, which share their scores."""

    def __init__(
        self, scorer: Scorer, before: Algorithm, axes: list[Axis], options: Options, progress: Progress
    ) -> None:
        self.scorer, self.before, self.axes = scorer, before, axes
        self.options, self.progress = options, progress
        if not scorer.documents:
            raise EvaluationError(f"no document can be scored by {options.measure}: {scorer.complaints[0]}")
        self.sites = [_site(each) for each in scorer.documents]
        self.fold_of = site_folds(self.sites, options.folds, options.seed)
        self.folds: list[Fold] = []
        self.best = before

    def run(self) -> bool:
        """Search without each fold, then with all; False if interrupted."""
        size = min(self.options.trials, prod(axis.size for axis in self.axes))
        self.progress.total(1 + int(size) * (self.options.folds + 1), "searching")
        # Without a score of the old parameters there is no gain to report.
        self._means([self.before], np.ones(len(self.sites), dtype=np.bool_))
        with suppress(KeyboardInterrupt):
            for number in range(self.options.folds):
                self.folds.append(self._fold(self.fold_of == number))
            self.best = self._search(np.ones(len(self.sites), dtype=np.bool_))
            return True
        return False

    def _fold(self, unseen: NDArray[np.bool_]) -> Fold:
        found = self._search(~unseen)
        return Fold(
            documents=int(unseen.sum()),
            sites=len({site for site, inside in zip(self.sites, unseen.tolist(), strict=True) if inside}),
            found=repr(found),
            seen_before=self.mean(self.before, ~unseen),
            seen=self.mean(found, ~unseen),
            unseen_before=self.mean(self.before, unseen),
            unseen=self.mean(found, unseen),
        )

    def _search(self, seen: NDArray[np.bool_]) -> Algorithm:
        """The best parameters on some documents. Others are scored too, but hidden from the search."""
        start = tuple(getattr(self.before, axis.name) for axis in self.axes)
        found = search(
            self.axes,
            start,
            lambda settings: self._means([self._with(each) for each in settings], seen),
            trials=self.options.trials,
            seed=self.options.seed,
        )
        return self._with(found)

    def _with(self, setting: Setting) -> Algorithm:
        names = (axis.name for axis in self.axes)
        return replace(self.before, **dict(zip(names, setting, strict=True)))

    def _means(self, methods: Sequence[Algorithm], documents: NDArray[np.bool_]) -> list[float]:
        means = []
        for scores in self.scorer.scores(methods):
            means.append(float(scores[documents].mean()))
            self.progress.step()
        return means

    def mean(self, method: Algorithm, documents: NDArray[np.bool_]) -> float:
        """The mean F1 of a method that was scored before."""
        return float(self.scorer.known[method][documents].mean())

    def best_so_far(self) -> Algorithm:
        """The best on all documents of what was scored so far, in any fold."""
        known = self.scorer.known
        return max(known, key=lambda each: float(known[each].mean()))


def sample(packages: Sequence[Package], every: int, most: int) -> list[Document]:
    """Every N-th document, and at most `most` of these, evenly spread."""
    found = [each for package in packages for each in package.documents[::every]]
    count = min(most, len(found))
    return [found[i * len(found) // count] for i in range(count)]


def _site(document: Document) -> str:
    """The site, the same in all packages."""
    return document.site.casefold().removeprefix("www.")


def _written(method: str) -> list[str]:
    """The names of the parameters that are written after a method's name."""
    return [part.partition("=")[0].strip() for part in method.partition(":")[2].split(",") if part.strip()]
