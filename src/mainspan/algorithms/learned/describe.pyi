import numpy as np
from numpy.typing import NDArray

from mainspan.page.columns import Blocks
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
def with_text(
    words: Column, opens: Column, closes: Column, tag: NDArray[np.int16]
) -> tuple[Column, Column, NDArray[np.int16]]: ...
def place_blocks(
    marks: NDArray[np.uint8],
    depth: Column,
    tag: NDArray[np.int16],
    blocks: Blocks,
    groups: NDArray[np.uint8],
) -> tuple[Column, Column, NDArray[np.uint8], NDArray[np.uint8]]: ...
