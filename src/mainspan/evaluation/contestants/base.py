"""The base of all contestants: anything that finds the main text of a page."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from mainspan.errors import MainspanError


class Answer(NamedTuple):
    """The text that a contestant found, and its time in seconds."""

    text: str
    seconds: float


class ContestantError(MainspanError):
    """A contestant failed on a document; the message says how, in one line."""


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

    def close(self) -> None:  # noqa: B027
        """Release resources."""
