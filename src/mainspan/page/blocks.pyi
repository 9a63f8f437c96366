from typing import Any

import numpy as np
from numpy.typing import NDArray

from mainspan.page.columns import Elements
from mainspan.page.kinds import Column, Flags, Tokens

Bytes = NDArray[np.uint8]
ElementColumns = tuple[Column, Column, Column, Column, NDArray[np.int16], Bytes, Column, Column]
BlockColumns = tuple[Column, Column, Column, Column, Column, Column, Column, Column]

def find_around(elements: Elements, tokens: NDArray[Any], levels: int) -> Column: ...
def find_elements(tokens: Tokens) -> ElementColumns: ...
def find_blocks(tokens: Tokens) -> BlockColumns: ...
def find_texts(tokens: Tokens, first: Column, last: Column, chosen: Flags) -> NDArray[np.int64]: ...
def find_parents(kind: Bytes, depth: Column, places: Column) -> Column: ...
