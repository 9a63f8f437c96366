import numpy as np
from numpy.typing import NDArray

from mainspan.page.kinds import Column, Tokens
from mainspan.render.layout import Places

def find_pieces(tokens: Tokens, pairs: NDArray[np.int64], size: int) -> tuple[Places, Column, Column]: ...
def look_around(
    tokens: Tokens,
    with_hidden: bool,
    token: Places,
    start: Column,
    end: Column,
    first: Places,
    last: Places,
    tables: Places,
) -> tuple[NDArray[np.uint8], Column, Column, Column, Column, int]: ...
def find_touching(
    source: str, tokens: Tokens, token: Places, separator: NDArray[np.uint8], most: int
) -> list[int]: ...
def find_signs(
    source: str,
    tokens: Tokens,
    first: int,
    stop: int,
    drawn: tuple[bytes, ...],
    low: int,
    marked: tuple[bytes, ...],
) -> tuple[bool, list[int]]: ...
