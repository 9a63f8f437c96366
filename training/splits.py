"""Which pages each network may learn from: all of them, or all but those that it will be judged on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from training.habits import FOLDS, PACKAGES, SCRIPTS
from training.pages import Pages


def splits(pages: Pages, names: tuple[str, ...]) -> NDArray[np.bool_]:
    """A row of flags for each name: the pages that the network of this name may learn from."""
    return np.stack([_allowed(pages, name) for name in names])


def _allowed(pages: Pages, name: str) -> NDArray[np.bool_]:
    kind, _, what = name.partition("-")
    if name == "all":
        return np.ones(len(pages), dtype=np.bool_)
    if kind == "fold":
        return np.array([row["fold"] != int(what) for row in pages.about])
    if kind == "without":
        return np.array([what not in (row["package"], row["language"]) for row in pages.about])
    raise ValueError(f"no split is called {name}: write all, fold-0 to fold-{FOLDS - 1}, or without-NAME")


def every_split() -> tuple[str, ...]:
    """All that the model card needs: folds, packages left out, scripts left out."""
    return (
        *(f"fold-{i}" for i in range(FOLDS)),
        *(f"without-{package}" for package in PACKAGES),
        *(f"without-{script}" for script in SCRIPTS),
    )
