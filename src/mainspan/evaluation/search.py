"""Searching the best parameters by evolution: settings are crossed and mutated, and the better ones stay.

The idea is from Thomas Gottron: An evolutionary approach to automatically optimise web content extraction,
IIS 2009. The search itself is scipy's differential evolution, which takes the size of its steps from the
spread of the population. scipy is imported on first use.
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
# Maps new settings to their scores, in the same order; higher is better.
Objective = Callable[[Sequence[Setting]], Iterable[float]]

_MIN_POPULATION: Final = 5
_GENERATIONS: Final = 6
# The search ends after this many generations without a new setting.
_MAX_STALE_GENERATIONS: Final = 20  # no rule: a limit of time


def search(axes: Sequence[Axis], start: Setting, score: Objective, *, trials: int, seed: int = 0) -> Setting:
    """The best of at most `trials` settings, or of all if there are no more. The start is one of them."""
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
        """The values to minimise. A setting that was scored before costs no trial."""
        nonlocal stale
        settings = [_setting(axes, positions) for positions in population.T]
        new = [each for each in dict.fromkeys(settings) if each not in scored][: trials - len(scored)]
        stale = 0 if new else stale + 1
        scored.update(zip(new, score(new), strict=True))
        return np.array([-scored.get(each, -math.inf) for each in settings])

    def is_over(best: object, convergence: float = 0) -> bool:
        return len(scored) >= trials or stale >= _MAX_STALE_GENERATIONS

    differential_evolution(
        energies,
        [(0.0, 1.0)] * len(axes),
        init=_first_population(axes, start, max(_MIN_POPULATION, trials // _GENERATIONS), random),
        maxiter=_MAX_STALE_GENERATIONS * trials,
        callback=is_over,
        rng=random,
        recombination=0.9,
        tol=0,
        polish=False,
        updating="deferred",
        vectorized=True,
    )
    return _best(scored)


def _setting(axes: Sequence[Axis], positions: NDArray[np.float64]) -> Setting:
    return tuple(axis.value(float(position)) for axis, position in zip(axes, positions, strict=True))


def _first_population(
    axes: Sequence[Axis], start: Setting, size: int, random: np.random.Generator
) -> NDArray[np.float64]:
    """The start, and settings that are spread evenly over every axis (a Latin hypercube)."""
    rows = np.array([random.permutation(size) for _ in axes]).T
    population = (rows + random.random(rows.shape)) / size
    population[0] = [axis.position(value) for axis, value in zip(axes, start, strict=True)]
    return np.asarray(population, dtype=np.float64)
