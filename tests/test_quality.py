"""The quality gate: our methods are as good on our own packages as they were."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.quality_gate import Figures, Floors, digest_of, measure_methods
from mainspan import ALGORITHMS
from mainspan.evaluation.packages import Package

CORPUS = Path(__file__).parent.parent / "corpus"
FLOORS = Floors.read(CORPUS / "floors.json")
HOW = "make floors raises the floors, make floors LOWER=yes lets them go down"


@pytest.fixture(scope="module")
def packages() -> list[Package]:
    return [Package.read(path.parent) for path in sorted(CORPUS.glob("*/package.json"))]


@pytest.fixture(scope="module")
def reached(packages: list[Package]) -> Figures:
    return measure_methods(packages, ALGORITHMS)


def test_the_floors_are_those_of_these_packages(packages: list[Package]) -> None:
    assert digest_of(packages) == FLOORS.digest, f"the packages have changed: {HOW}"


def test_every_method_has_a_floor_on_every_package(packages: list[Package]) -> None:
    assert set(FLOORS.scores) == {package.name for package in packages}
    assert all(set(floors) == set(ALGORITHMS) for floors in FLOORS.scores.values()), HOW


def test_no_method_is_below_its_floors(reached: Figures) -> None:
    below = FLOORS.shortfalls(reached)
    assert not below, "\n".join([HOW, *map(str, below)])
