"""Calibration of the network's numbers, measured on pages of sites that it has not seen.

The network is too certain on pages of sites that it has not seen. So reported probabilities are the values
that were measured where the network gave the same raw scores (`python -m training judge`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

# Raw scores of blocks, and the share of words that were right there.
_RAW: Final = (0.0, 0.007, 0.144, 0.247, 0.351, 0.451, 0.55, 0.652, 0.754, 0.858, 0.986, 1.0)
_RIGHT: Final = (0.0, 0.02, 0.194, 0.284, 0.36, 0.421, 0.485, 0.52, 0.607, 0.744, 0.957, 1.0)

# The F1 that is expected of a page by its raw scores, and the F1 that was reached there.
_EXPECTED: Final = (0.0, 0.738, 0.88, 0.918, 0.94, 0.954, 0.968, 0.977, 0.984, 0.99, 0.995, 1.0)
_REACHED: Final = (0.0, 0.685, 0.789, 0.865, 0.896, 0.916, 0.94, 0.956, 0.963, 0.973, 0.985, 1.0)


def calibrate(raw_scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely blocks with these raw scores are content."""
    return np.interp(raw_scores, _RAW, _RIGHT)


def calibrate_page(expected: float) -> float:
    """The F1 to expect of a page, given the expected F1 of its raw scores."""
    return float(np.interp(expected, _EXPECTED, _REACHED))
