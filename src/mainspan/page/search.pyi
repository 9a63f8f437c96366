from typing import Any

from numpy.typing import NDArray

from mainspan.page.kinds import Column, Flags

def hold_words(
    source: str, start: Column, end: Column, tokens: NDArray[Any], words: tuple[bytes, ...]
) -> Flags: ...
def hold_characters(
    source: str, start: Column, end: Column, tokens: NDArray[Any], low: int, high: int
) -> Flags: ...
def find_attributes(tag: str) -> dict[str, str]: ...
def are_letters(source: str, places: NDArray[Any]) -> Flags: ...
