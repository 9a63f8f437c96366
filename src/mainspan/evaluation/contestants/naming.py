"""What contestants are called in tables, and how much room and time each has."""

from __future__ import annotations

from typing import Final
from zlib import crc32

# Seconds that a program or a proxy has for one page, unless told otherwise.
SECONDS: Final = 60.0
LONGEST_MESSAGE: Final = 200
_LONGEST_NAME: Final = 40


def shortened(text: str, most: int = LONGEST_MESSAGE) -> str:
    """A text, cut where it is too long for its place."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def one_line(error: BaseException) -> str:
    """What an error says, in one line of bounded length; one without words is told by its cause."""
    words = " ".join(str(error).split())
    if not words and error.__cause__ is not None:
        words = one_line(error.__cause__)
    return shortened(f"{type(error).__name__}: {words}" if words else type(error).__name__)


def table_name(kind: str, given: str) -> str:
    """What was given, in one line; a long one is cut, with a number that tells it from its like.

    >>> table_name("command", "prog  --fast")
    'command:prog --fast'
    """
    name = f"{kind}:{' '.join(given.split())}"
    if len(name) <= _LONGEST_NAME:
        return name
    return f"{shortened(name, _LONGEST_NAME - 5)}~{crc32(given.encode('utf-8', 'replace')) & 0xFFFF:04x}"
