import numpy as np
from numpy.typing import NDArray

from mainspan.page.columns import Elements
from mainspan.page.kinds import Column, Tokens
from mainspan.render.layout import Places

def measure_table(
    elements: Elements, kept: NDArray[np.int64], table: int, groups: NDArray[np.uint8]
) -> tuple[int, int, int, int, int, int]: ...
def count_tabs(
    source: str,
    tokens: Tokens,
    tables: Column,
    token: Places,
    separator: NDArray[np.uint8],
    cells: Column,
    most: int,
) -> Column: ...
