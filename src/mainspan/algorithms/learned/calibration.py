"""Calibration of the network's numbers, measured on pages of sites that it has not seen.

The network is too certain on pages of sites that it has not seen. So reported probabilities are the values
that were measured where the network gave the same raw scores (`python -m training judge`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

# Raw scores of blocks, and the share of words that were right there.
_RAW: Final = (0.0, 0.007, 0.145, 0.246, 0.349, 0.45, 0.55, 0.652, 0.755, 0.858, 0.987, 1.0)
_RIGHT: Final = (0.0, 0.021, 0.179, 0.26, 0.3, 0.405, 0.474, 0.556, 0.592, 0.699, 0.956, 1.0)

# The F1 that is expected of a page by its raw scores, and the F1 that was reached there.
_EXPECTED: Final = (0.0, 0.767, 0.888, 0.925, 0.944, 0.956, 0.965, 0.971, 0.98, 0.987, 0.991, 0.996, 1.0)
_REACHED: Final = (0.0, 0.719, 0.818, 0.844, 0.895, 0.925, 0.934, 0.949, 0.96, 0.964, 0.978, 0.988, 1.0)


def calibrate(raw_scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely blocks with these raw scores are content."""
    return np.interp(raw_scores, _RAW, _RIGHT)


def calibrate_page(expected: float) -> float:
    """The F1 to expect of a page, given the expected F1 of its raw scores."""
    return float(np.interp(expected, _EXPECTED, _REACHED))
