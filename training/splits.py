"""Which pages each network is trained on: all of them, or all but those that it is evaluated on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from training.settings import FOLDS, FURTHER, KINDS, PACKAGES, SCRIPTS

# The network of this name has seen no page of a corpus's own test split, and no page of their sites.
WITHOUT_TESTS: Final = "without-tests"

# What is known of the pages, one row a page.
Table = list[dict[str, Any]]
Flags = NDArray[np.bool_]


def splits(about: Table, names: tuple[str, ...]) -> Flags:
    """A row of flags for each name: the pages that the network of this name is trained on."""
    check_names(names)
    return np.stack([_allowed(about, name) for name in names])


def check_names(names: Iterable[str]) -> None:
    """Raise a ValueError for the first name that is not a split."""
    known = {"all", *every_split(), *(f"without-{package}" for package in FURTHER)}
    for name in names:
        if name not in known:
            raise ValueError(
                f"no split is called {name}: write all, every, fold-0 to fold-{FOLDS - 1}, or without-NAME "
                "with a package or a language of training/settings.py"
            )


def _allowed(about: Table, name: str) -> Flags:
    kind, _, what = name.partition("-")
    if kind == "fold":
        return np.array([row["fold"] != int(what) for row in about])
    if name == WITHOUT_TESTS:
        tested = {row["site"] for row in about if row.get("split") == "test"}
        return np.array([row["site"] not in tested for row in about])
    if kind == "without":
        return np.array([what not in (row["package"], row["language"]) for row in about])
    return np.ones(len(about), dtype=np.bool_)


def shows_types(about: Table, allowed: Flags) -> bool:
    """Whether there are pages of all types. A network that saw articles alone predicts no other type."""
    return set(KINDS) <= {row["type"] for row, may in zip(about, allowed.tolist(), strict=True) if may}


def every_split() -> tuple[str, ...]:
    """All splits of the model card: folds, packages left out, scripts left out."""
    return (
        *(f"fold-{i}" for i in range(FOLDS)),
        *(f"without-{package}" for package in PACKAGES),
        *(f"without-{script}" for script in SCRIPTS),
        WITHOUT_TESTS,
    )
