import numpy as np
from numpy.typing import NDArray

from mainspan.page.columns import Elements
from mainspan.page.kinds import Column, Flags, Tokens

def find_asides(
    source: str,
    tokens: Tokens,
    elements: Elements,
    pairs: NDArray[np.int64],
    max_sign: int,
    max_edit: int,
    levels: int,
    edit_words: tuple[bytes, ...],
) -> list[tuple[int, int, int]]: ...
def find_place_links(
    source: str, tokens: Tokens, last: Column, kept: Flags, max_characters: int
) -> list[int]: ...
