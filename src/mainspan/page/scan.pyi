import numpy as np
from numpy.typing import NDArray

from mainspan.page.kinds import Column, Cut

def cut(source: str) -> Cut: ...
def find_words(
    source: str, start: Column, end: Column, words: Column, marks: NDArray[np.uint8]
) -> tuple[Column, Column, Column]: ...
def survey(page: bytes) -> str: ...
