"""Folds for cross-validation by site: pages of one site share a template, so they share a fold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import md5

import numpy as np
from numpy.typing import NDArray

from mainspan.errors import EvaluationError


def site_folds(sites: Sequence[str], count: int, seed: int = 0) -> NDArray[np.int64]:
    """The fold of each document, given their sites: all pages of a site in one fold, folds of similar size.

    The largest sites come first, each into the fold with the fewest documents. The seed decides the order of
    sites of the same size.

    >>> site_folds(["a", "a", "a", "b", "b", "c"], 2).tolist()
    [0, 0, 0, 1, 1, 1]
    """
    sizes = Counter(sites)
    if count < 2:
        raise EvaluationError(f"there must be at least 2 folds, not {count}")
    if len(sizes) < count:
        here = f"the {len(sites)} documents are of {len(sizes)}"
        raise EvaluationError(f"{count} folds need {count} sites, and {here}: use fewer folds, or add pages")
    documents = [0] * count
    fold_of: dict[str, int] = {}
    for site in sorted(sizes, key=lambda each: (-sizes[each], _digest(each, seed))):
        fold_of[site] = fold = documents.index(min(documents))
        documents[fold] += sizes[site]
    return np.array([fold_of[site] for site in sites], dtype=np.int64)


def _digest(site: str, seed: int) -> str:
    written = f"{seed}:{site}".encode("utf-8", "surrogatepass")
    return md5(written, usedforsecurity=False).hexdigest()
