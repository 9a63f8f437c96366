"""The measure of structure kind by kind: the columns of a table, in all packages together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum
from typing import NamedTuple

from mainspan.evaluation.measures import measure
from mainspan.evaluation.measures.structure import Structure
from mainspan.evaluation.records import Row, Score


class Kind(NamedTuple):
    """A kind of structure: its name, its measure, and the mean score of each contestant that has one.

    Each document whose gold has the kind counts alike. `documents` is their number.
    """

    name: str
    measure: str
    documents: int
    means: dict[str, Score]


def kinds_of(rows: Sequence[Row], measures: Iterable[str], shown: str) -> list[Kind]:
    """The kinds that were measured with the measure `shown`; none if that does not measure structure."""
    whole = measure(shown)
    if not isinstance(whole, Structure):
        return []
    found = []
    for name in measures:
        part = measure(name)
        if isinstance(part, Structure) and part.kind and part.form == whole.form:
            found.append(_kind(part.kind, name, rows))
    return found


def _kind(kind: str, name: str, rows: Sequence[Row]) -> Kind:
    scores: dict[str, list[Score]] = {}
    for row in rows:
        if isinstance(score := row.scores.get(name), Score):
            scores.setdefault(row.contestant, []).append(score)
    means = {contestant: _mean(each) for contestant, each in scores.items()}
    return Kind(kind, name, max(map(len, scores.values()), default=0), means)


def _mean(scores: list[Score]) -> Score:
    return Score(*(fsum(values) / len(scores) for values in zip(*scores, strict=True)))
