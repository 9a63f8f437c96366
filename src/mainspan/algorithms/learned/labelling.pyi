import numpy as np
from numpy.typing import NDArray

from mainspan.page.kinds import Column

def find_labels(
    source: str,
    start: Column,
    end: Column,
    words: Column,
    marks: NDArray[np.uint8],
    first: Column,
    last: Column,
) -> NDArray[np.uint32]: ...
