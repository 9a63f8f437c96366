"""The papers' numbers: the default of every numeric parameter. A change here is a change of the method."""

from __future__ import annotations

from dataclasses import fields

import pytest

from mainspan.algorithms.base import Algorithm
from mainspan.algorithms.ccb import ACCB, CCB, TCCB
from mainspan.algorithms.crunch import Crunch
from mainspan.algorithms.cues import Cues
from mainspan.algorithms.dana import DANA, DANAG
from mainspan.algorithms.density import Density
from mainspan.algorithms.dsc import DSC
from mainspan.algorithms.fe import FE, KFE
from mainspan.algorithms.lqf import LQF, LQF25, LQF50, LQF75
from mainspan.algorithms.ttr import TTR

BLURRING = {"range": 40, "threshold": 0.75, "epsilon": 0.1, "rounds": 30, "limit": 0}
CRUNCH = {"link_ratio": 0.25, "word_length": 5, "list_words": 5.0, "table_characters": 12}


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        (CCB, BLURRING),
        (ACCB, BLURRING),
        (TCCB, {"range": 25, "threshold": 0.75, "epsilon": 0.1, "rounds": 30}),
        (Crunch, CRUNCH),
        (Cues, {"threshold": 0.25}),
        (DANA, {"gap": 20, "line": 80}),
        (DANAG, {"gap": 20, "line": 80}),
        (Density, {"c1": 0.333, "c2": 4, "smooth": 0}),
        (DSC, {"window": 30}),
        (FE, {}),
        (KFE, {"k": 3}),
        (LQF, {"ratio": 0.5}),
        (LQF25, {"ratio": 0.25}),
        (LQF50, {"ratio": 0.5}),
        (LQF75, {"ratio": 0.75}),
        (TTR, {"radius": 2, "line": 80}),
    ],
)
def test_defaults(method: type[Algorithm], expected: dict[str, float]) -> None:
    numbers = {
        field.name: value
        for field in fields(method)
        if isinstance(value := field.default, (int, float)) and not isinstance(value, bool)
    }
    assert numbers == expected
