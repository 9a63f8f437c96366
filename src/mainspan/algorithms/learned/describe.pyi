import numpy as np
from numpy.typing import NDArray

from mainspan.page.kinds import Column

def describe_blocks(
    source: str,
    kind: NDArray[np.uint8],
    tag: NDArray[np.int16],
    start: Column,
    end: Column,
    words: Column,
    marks: NDArray[np.uint8],
    first: Column,
    last: Column,
    title: int,
) -> tuple[NDArray[np.int32], NDArray[np.uint64], int]: ...
def describe_elements(
    source: str,
    start: Column,
    end: Column,
    opens: Column,
    closes: Column,
    tag: NDArray[np.int16],
    families: NDArray[np.uint64],
    places: Column,
    levels: int,
) -> tuple[NDArray[np.int32], NDArray[np.uint64], NDArray[np.int32], int]: ...
