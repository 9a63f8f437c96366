"""What the network's numbers are worth: measured on pages of sites that it has not seen.

It learns to find the right blocks, not to doubt itself, and is too sure of pages that are new to it. So what
is told to people is what was reached where the network said the same (`python -m training judge`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

# What the network says of a block, and the share of words that were right there.
_SAID: Final = (0.0, 0.005, 0.145, 0.247, 0.349, 0.45, 0.551, 0.651, 0.754, 0.857, 0.992, 1.0)
_RIGHT: Final = (0.0, 0.021, 0.226, 0.28, 0.344, 0.405, 0.452, 0.476, 0.588, 0.622, 0.952, 1.0)

# The F1 that it expects of a page, and the F1 that was reached there.
_EXPECTED: Final = (0.0, 0.755, 0.92, 0.949, 0.962, 0.97, 0.98, 0.987, 0.993, 0.998, 1.0)
_REACHED: Final = (0.0, 0.632, 0.813, 0.881, 0.9, 0.929, 0.953, 0.977, 0.982, 0.994, 1.0)


def calibrate(said: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely blocks are content, of which the network says so."""
    return np.interp(said, _SAID, _RIGHT)


def calibrate_page(expected: float) -> float:
    """The F1 to expect of a page of which the network expects so."""
    return float(np.interp(expected, _EXPECTED, _REACHED))
