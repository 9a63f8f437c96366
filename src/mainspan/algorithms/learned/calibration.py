"""What the network's numbers are worth: measured on pages of sites that it has not seen.

It learns to find the right blocks, not to doubt itself, and is too sure of pages that are new to it. So what
is told to people is what was reached where the network said the same (`python -m training judge`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

# What the network says of a block, and the share of words that were right there.
_SAID: Final = (0.0, 0.006, 0.144, 0.247, 0.348, 0.451, 0.549, 0.653, 0.755, 0.86, 0.987, 1.0)
_RIGHT: Final = (0.0, 0.023, 0.186, 0.268, 0.333, 0.391, 0.45, 0.497, 0.623, 0.728, 0.958, 1.0)

# The F1 that it expects of a page, and the F1 that was reached there.
_EXPECTED: Final = (0.0, 0.793, 0.915, 0.945, 0.961, 0.97, 0.979, 0.985, 0.989, 0.994, 0.998, 1.0)
_REACHED: Final = (0.0, 0.675, 0.842, 0.875, 0.915, 0.931, 0.95, 0.963, 0.976, 0.98, 0.985, 1.0)


def calibrate(said: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely blocks are content, of which the network says so."""
    return np.interp(said, _SAID, _RIGHT)


def calibrate_page(expected: float) -> float:
    """The F1 to expect of a page of which the network expects so."""
    return float(np.interp(expected, _EXPECTED, _REACHED))
