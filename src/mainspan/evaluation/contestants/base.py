"""The base of all contestants, and their names and messages in tables."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final, NamedTuple
from zlib import crc32

from mainspan.errors import MainspanError
from mainspan.evaluation.structure.markup import Form, Markup

# The default time limit of a program or a proxy for one page.
LIMIT_SECONDS: Final = 60.0
MAX_MESSAGE_LENGTH: Final = 200
_MAX_NAME_LENGTH: Final = 40


class Answer(NamedTuple):
    """The text that a contestant found, its time in seconds, and the markup that the text was made from."""

    text: str
    seconds: float
    markup: Markup | None = None


class ContestantError(MainspanError):
    """A contestant failed on a document; the message says how, in one short line."""

    def __init__(self, message: str) -> None:
        super().__init__(shortened(message))


class Contestant(ABC):
    """Anything that extracts: one of our methods, another library, a program, a proxy.

    Contestants are sent to other processes, so they can be pickled, and they load what they need on first
    use. `name` is their name in tables, `kind` one of method, peer, command, proxy.
    """

    name: str
    kind: str

    @abstractmethod
    def extract(self, html: bytes, *, url: str | None = None) -> Answer:
        """Find the main text of a page, or raise a ContestantError. Only the work itself is timed."""

    def markup(self, html: bytes, form: Form, *, url: str | None = None) -> Markup | None:
        """The main content in this form, or None if the contestant has no such form."""
        return None

    def close(self) -> None:  # noqa: B027
        """Release resources."""


def shortened(text: str, most: int = MAX_MESSAGE_LENGTH) -> str:
    """A text of at most `most` characters."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def one_line(error: BaseException) -> str:
    """The message of an error in one line; of one without a message, that of its cause."""
    words = " ".join(str(error).split())
    if not words and error.__cause__ is not None:
        words = one_line(error.__cause__)
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def table_name(kind: str, given: str) -> str:
    """A contestant's name in one line; a long one is shortened, with a checksum that keeps it unique.

    >>> table_name("command", "prog  --fast")
    'command:prog --fast'
    """
    name = f"{kind}:{' '.join(given.split())}"
    if len(name) <= _MAX_NAME_LENGTH:
        return name
    return f"{shortened(name, _MAX_NAME_LENGTH - 5)}~{crc32(given.encode('utf-8', 'replace')) & 0xFFFF:04x}"
