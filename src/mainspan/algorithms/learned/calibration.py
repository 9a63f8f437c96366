"""What the network's numbers are worth: measured on pages of sites that it has not seen.

It learns to find the right blocks, not to doubt itself, and is too sure of pages that are new to it. So what
is told to people is what was reached where the network said the same (`python -m training judge`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

# What the network says of a block, and the share of words that were right there.
_SAID: Final = (0.0, 0.006, 0.145, 0.247, 0.347, 0.449, 0.55, 0.652, 0.755, 0.859, 0.987, 1.0)
_RIGHT: Final = (0.0, 0.019, 0.183, 0.284, 0.36, 0.435, 0.48, 0.536, 0.631, 0.717, 0.956, 1.0)

# The F1 that it expects of a page, and the F1 that was reached there.
_EXPECTED: Final = (0.0, 0.792, 0.915, 0.947, 0.967, 0.978, 0.985, 0.99, 0.994, 0.997, 0.998, 1.0)
_REACHED: Final = (0.0, 0.67, 0.84, 0.876, 0.935, 0.952, 0.964, 0.969, 0.978, 0.984, 0.99, 1.0)


def calibrate(said: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely blocks are content, of which the network says so."""
    return np.interp(said, _SAID, _RIGHT)


def calibrate_page(expected: float) -> float:
    """The F1 to expect of a page of which the network expects so."""
    return float(np.interp(expected, _EXPECTED, _REACHED))
