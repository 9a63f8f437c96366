"""Calibration: what raw scores are worth."""

from __future__ import annotations

import numpy as np
import pytest

from mainspan.algorithms.learned.calibration import calibrate, calibrate_page


@pytest.mark.parametrize(("raw", "score"), [(0, 0), (0.349, 0.3), (0.7035, 0.574), (0.987, 0.956), (1, 1)])
def test_raw_scores_become_shares_of_words_that_were_right(raw: float, score: float) -> None:
    assert calibrate(np.array([raw])).tolist() == pytest.approx([score])


@pytest.mark.parametrize(("expected", "reached"), [(0, 0), (0.767, 0.719), (0.968, 0.9415), (1, 1)])
def test_an_expected_f1_becomes_one_that_was_reached(expected: float, reached: float) -> None:
    assert calibrate_page(expected) == pytest.approx(reached)


def test_a_higher_raw_score_is_never_worth_less() -> None:
    assert (np.diff(calibrate(np.linspace(0, 1, 1001))) >= 0).all()
