"""Finding the best parameters by evolution: settings are crossed and varied, and the better ones stay.

The idea is that of Thomas Gottron: An evolutionary approach to automatically optimise web content extraction,
IIS 2009. The means is scipy's differential evolution, which also crosses and varies settings, and knows how
far to go from how far the settings lie apart. It is loaded when it is used.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mainspan.evaluation.space import Axis
from mainspan.extras import extra

Setting = tuple[Any, ...]
# Takes new settings, gives their scores in the same order: the higher the better.
Objective = Callable[[Sequence[Setting]], Iterable[float]]

_LEAST_POPULATION: Final = 5
_GENERATIONS: Final = 6
# Generations without any setting that is new, after which nothing more is to be found.
_STALE: Final = 20


def search(axes: Sequence[Axis], start: Setting, score: Objective, *, trials: int, seed: int = 0) -> Setting:
    """The best of at most so many settings; all of them where there are no more. The start is among them."""
    if math.prod(axis.size for axis in axes) <= trials:
        settings = list(product(*(axis.values() for axis in axes)))
        return _best(dict(zip(settings, score(settings), strict=True)))
    return _evolve(axes, start, score, trials, seed)


def _best(scored: dict[Setting, float]) -> Setting:
    """The setting with the highest score; of several, the one that was tried first."""
    return max(scored, key=lambda setting: scored[setting])


def _evolve(axes: Sequence[Axis], start: Setting, score: Objective, trials: int, seed: int) -> Setting:
    with extra("tune", "searches"):
        from scipy.optimize import differential_evolution
    random = np.random.default_rng(seed)
    scored: dict[Setting, float] = {}
    stale = 0

    def energies(population: NDArray[np.float64]) -> NDArray[np.float64]:
        """What evolution lowers. A setting that it meets again costs no trial."""
        nonlocal stale
        settings = [_setting(axes, places) for places in population.T]
        new = [each for each in dict.fromkeys(settings) if each not in scored][: trials - len(scored)]
        stale = 0 if new else stale + 1
        scored.update(zip(new, score(new), strict=True))
        return np.array([-scored.get(each, -math.inf) for each in settings])

    def is_over(best: object, convergence: float = 0) -> bool:
        return len(scored) >= trials or stale >= _STALE

    differential_evolution(
        energies,
        [(0.0, 1.0)] * len(axes),
        init=_first_population(axes, start, max(_LEAST_POPULATION, trials // _GENERATIONS), random),
        maxiter=_STALE * trials,
        callback=is_over,
        rng=random,
        recombination=0.9,
        tol=0,
        polish=False,
        updating="deferred",
        vectorized=True,
    )
    return _best(scored)


def _setting(axes: Sequence[Axis], places: NDArray[np.float64]) -> Setting:
    return tuple(axis.value(float(place)) for axis, place in zip(axes, places, strict=True))


def _first_population(
    axes: Sequence[Axis], start: Setting, size: int, random: np.random.Generator
) -> NDArray[np.float64]:
    """The start, and settings that are spread evenly over every axis (a Latin hypercube)."""
    rows = np.array([random.permutation(size) for _ in axes]).T
    population = (rows + random.random(rows.shape)) / size
    population[0] = [axis.place(value) for axis, value in zip(axes, start, strict=True)]
    return np.asarray(population, dtype=np.float64)
