"""What the network's numbers are worth: measured on pages of sites that it has not seen.

It learns to find the right blocks, not to doubt itself, and is too sure of pages that are new to it. So what
is told to people is what was reached where the network said the same (`python -m training judge`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

# What the network says of a block, and the share of words that were right there.
_SAID: Final = (0.0, 0.007, 0.143, 0.247, 0.349, 0.451, 0.55, 0.654, 0.755, 0.859, 0.983, 1.0)
_RIGHT: Final = (0.0, 0.022, 0.165, 0.255, 0.329, 0.389, 0.468, 0.513, 0.662, 0.778, 0.961, 1.0)

# The F1 that it expects of a page, and the F1 that was reached there.
_EXPECTED: Final = (0.0, 0.77, 0.899, 0.934, 0.952, 0.963, 0.975, 0.986, 0.992, 0.997, 0.999, 1.0)
_REACHED: Final = (0.0, 0.674, 0.842, 0.883, 0.918, 0.941, 0.953, 0.968, 0.974, 0.98, 0.988, 1.0)


def calibrate(said: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely blocks are content, of which the network says so."""
    return np.interp(said, _SAID, _RIGHT)


def calibrate_page(expected: float) -> float:
    """The F1 to expect of a page of which the network expects so."""
    return float(np.interp(expected, _EXPECTED, _REACHED))
