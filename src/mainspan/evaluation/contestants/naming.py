"""Names of contestants in tables, short messages, and the default time limit."""

from __future__ import annotations

from typing import Final
from zlib import crc32

# The default time limit of a program or a proxy for one page.
LIMIT_SECONDS: Final = 60.0
MAX_MESSAGE_LENGTH: Final = 200
_MAX_NAME_LENGTH: Final = 40


def shortened(text: str, most: int = MAX_MESSAGE_LENGTH) -> str:
    """A text of at most `most` characters."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def one_line(error: BaseException) -> str:
    """The message of an error in one short line; of one without a message, that of its cause."""
    words = " ".join(str(error).split())
    if not words and error.__cause__ is not None:
        words = one_line(error.__cause__)
    return shortened(f"{type(error).__name__}: {words}" if words else type(error).__name__)


def table_name(kind: str, given: str) -> str:
    """A contestant's name in one line; a long one is shortened, with a checksum that keeps it unique.

    >>> table_name("command", "prog  --fast")
    'command:prog --fast'
    """
    name = f"{kind}:{' '.join(given.split())}"
    if len(name) <= _MAX_NAME_LENGTH:
        return name
    return f"{shortened(name, _MAX_NAME_LENGTH - 5)}~{crc32(given.encode('utf-8', 'replace')) & 0xFFFF:04x}"
