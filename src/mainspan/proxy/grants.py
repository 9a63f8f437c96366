"""Originals that were asked for by address: each is given once, to the client that asked.

A page may ask for its own original, wherever it is: that the redirect comes from another host is then no
reason to refuse it.
"""

from __future__ import annotations

from time import monotonic
from typing import Final
from urllib.parse import urlsplit, urlunsplit

# How long a browser may take to follow the redirect.
_MAX_SECONDS: Final = 60.0  # no rule: waiting time
# A page that asks for many originals pushes out the oldest.
_MAX_GRANTS: Final = 1000


class Grants:
    """The originals that may be given."""

    def __init__(self) -> None:
        self._until: dict[tuple[str, str], tuple[float, bool]] = {}

    def __len__(self) -> int:
        return len(self._until)

    def add(self, client: str, address: str, *, is_own: bool = False) -> None:
        """Let a client have the original at an address once; `is_own` if a page there asks for it."""
        key = client, _without_fragment(address)
        self._until.pop(key, None)
        self._until[key] = monotonic() + _MAX_SECONDS, is_own
        if len(self._until) > _MAX_GRANTS:
            del self._until[next(iter(self._until))]

    def use(self, client: str, address: str) -> bool | None:
        """Whether the page itself asked for the original that a client may have now; None if it may not."""
        until, is_own = self._until.pop((client, _without_fragment(address)), (0.0, False))
        return is_own if monotonic() < until else None


def _without_fragment(address: str) -> str:
    """An address as servers see it: with a path, without a fragment."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(path=parts.path or "/", fragment=""))
