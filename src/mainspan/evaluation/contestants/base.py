"""What a contestant is: anything that makes the main text of a page."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import NamedTuple

from mainspan.errors import MainspanError


class Answer(NamedTuple):
    """The text that a contestant found, and the seconds that it took."""

    text: str
    seconds: float


class ContestantError(MainspanError):
    """A contestant failed on a document; the message says how, in one line."""


class Contestant(ABC):
    """Anything that extracts: a method of ours, another library, a program, a proxy.

    Contestants travel between processes, so they can be pickled, and load what they need when they are first
    used. `name` is what tables call them, `kind` one of method, peer, command, proxy.
    """

    name: str
    kind: str

    @abstractmethod
    def extract(self, html: bytes, *, url: str | None = None) -> Answer:
        """Find the main text of a page, or raise a ContestantError. The time is that of the work alone."""

    def close(self) -> None:  # noqa: B027
        """Let go of what was opened."""
