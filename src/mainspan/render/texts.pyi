import numpy as np
from numpy.typing import NDArray

from mainspan.page.kinds import Column, Flags, Tokens
from mainspan.render.pieces import Pieces

def read_texts(source: str, start: Column, end: Column, raw: NDArray[np.uint8]) -> tuple[list[str], bool]: ...
def write_texts(
    source: str,
    tokens: Tokens,
    pieces: Pieces,
    tabs: Column,
    marks: dict[int, bytes],
    numbers: frozenset[int],
) -> tuple[str, bool]: ...
def find_left_out(tokens: Tokens, pieces: Pieces) -> list[int]: ...
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
