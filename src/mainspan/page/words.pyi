import numpy as np
from numpy.typing import NDArray

from mainspan.page.kinds import Column

def find_words(
    source: str, start: Column, end: Column, words: Column, marks: NDArray[np.uint8]
) -> tuple[Column, Column, Column]: ...
