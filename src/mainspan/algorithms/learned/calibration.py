"""Calibration of the network's numbers, measured on pages of sites that it has not seen.

The network is too certain on pages of sites that it has not seen. So reported probabilities are the values
that were measured where the network gave the same raw scores (`python -m training judge`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

# Raw scores of blocks, and the share of words that were right there.
_RAW: Final = (0.0, 0.006, 0.143, 0.247, 0.349, 0.452, 0.55, 0.651, 0.756, 0.858, 0.987, 1.0)
_RIGHT: Final = (0.0, 0.02, 0.177, 0.282, 0.33, 0.421, 0.479, 0.48, 0.577, 0.719, 0.958, 1.0)

# The F1 that is expected of a page by its raw scores, and the F1 that was reached there.
_EXPECTED: Final = (0.0, 0.78, 0.917, 0.948, 0.968, 0.979, 0.985, 0.989, 0.993, 0.996, 0.998, 1.0)
_REACHED: Final = (0.0, 0.653, 0.83, 0.881, 0.924, 0.957, 0.962, 0.971, 0.975, 0.981, 0.987, 1.0)


def calibrate(raw_scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely blocks with these raw scores are content."""
    return np.interp(raw_scores, _RAW, _RIGHT)


def calibrate_page(expected: float) -> float:
    """The F1 to expect of a page, given the expected F1 of its raw scores."""
    return float(np.interp(expected, _EXPECTED, _REACHED))
