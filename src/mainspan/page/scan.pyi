import numpy as np
from numpy.typing import NDArray

from mainspan.page.kinds import Column, Cut, Flags, Tokens
from mainspan.page.scan_fallback.columns import BlockColumns, ElementColumns

def cut(source: str, reveal: bool = False) -> Cut: ...
def find_words(
    source: str, start: Column, end: Column, words: Column, marks: NDArray[np.uint8]
) -> tuple[Column, Column, Column]: ...
def find_elements(tokens: Tokens) -> ElementColumns: ...
def find_blocks(tokens: Tokens) -> BlockColumns: ...
def find_texts(tokens: Tokens, first: Column, last: Column, chosen: Flags) -> NDArray[np.int64]: ...
def find_parents(kind: NDArray[np.uint8], depth: Column, places: Column) -> Column: ...
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
) -> tuple[NDArray[np.int32], NDArray[np.uint64], int]: ...
def is_utf8(page: bytes) -> bool: ...
def survey(page: bytes) -> str: ...
