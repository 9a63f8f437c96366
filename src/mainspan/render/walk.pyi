import numpy as np
from numpy.typing import NDArray

from mainspan.page.kinds import Column, Flags, Tokens
from mainspan.render.layout import Places

def find_pieces(tokens: Tokens, pairs: NDArray[np.int64], size: int) -> tuple[Places, Column, Column]: ...
def look_around(
    tokens: Tokens,
    revealed: bool,
    token: Places,
    start: Column,
    end: Column,
    first: Places,
    last: Places,
    tables: Places,
) -> tuple[NDArray[np.uint8], Column, Column, Column, Column, int]: ...
def read_texts(source: str, start: Column, end: Column, raw: NDArray[np.uint8]) -> tuple[list[str], bool]: ...
def may_hold_formulas(source: str, tokens: Tokens, first: int, stop: int) -> bool: ...
def write_texts(
    source: str,
    start: Column,
    end: Column,
    raw: NDArray[np.uint8],
    parting: NDArray[np.uint8],
    item: Column,
    level: Column,
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
) -> tuple[list[str], list[str]]: ...
