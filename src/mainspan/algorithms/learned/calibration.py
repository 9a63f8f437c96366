"""What the network's numbers are worth: measured on pages of sites that it has not seen.

It learns to find the right blocks, not to doubt itself, and is too sure of pages that are new to it. So what
is told to people is what was reached where the network said the same (`python -m training judge`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

# What the network says of a block, and the share of words that were right there.
_SAID: Final = (0.0, 0.006, 0.144, 0.249, 0.349, 0.451, 0.551, 0.652, 0.754, 0.857, 0.992, 1.0)
_RIGHT: Final = (0.0, 0.023, 0.207, 0.282, 0.327, 0.364, 0.405, 0.527, 0.570, 0.672, 0.955, 1.0)

# The F1 that it expects of a page, and the F1 that was reached there.
_EXPECTED: Final = (0.0, 0.789, 0.921, 0.949, 0.963, 0.970, 0.979, 0.985, 0.990, 0.998, 1.0)
_REACHED: Final = (0.0, 0.643, 0.836, 0.869, 0.903, 0.922, 0.945, 0.967, 0.979, 0.990, 1.0)


def calibrate(said: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely blocks are content, of which the network says so."""
    return np.interp(said, _SAID, _RIGHT)


def calibrate_page(expected: float) -> float:
    """The F1 to expect of a page of which the network expects so."""
    return float(np.interp(expected, _EXPECTED, _REACHED))
