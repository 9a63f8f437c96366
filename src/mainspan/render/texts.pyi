import numpy as np
from numpy.typing import NDArray

from mainspan.page.kinds import Column, Flags

def read_texts(source: str, start: Column, end: Column, raw: NDArray[np.uint8]) -> tuple[list[str], bool]: ...
def write_texts(
    source: str,
    start: Column,
    end: Column,
    raw: NDArray[np.uint8],
    separator: NDArray[np.uint8],
    item: Column,
    level: Column,
    tabs: Column,
    marks: dict[int, bytes],
) -> tuple[str, bool]: ...
def read_exactly(
    source: str,
    begin: Column,
    start: Column,
    end: Column,
    raw: NDArray[np.uint8],
    first: Column,
    last: Column,
    is_break: Flags,
) -> tuple[list[str], list[str], bool]: ...
