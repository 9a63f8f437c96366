"""Originals that were asked for by address: each is given once, to the client that asked."""

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
        self._until: dict[tuple[str, str], float] = {}

    def __len__(self) -> int:
        return len(self._until)

    def add(self, client: str, address: str) -> None:
        """Let a client have the original at an address once."""
        key = client, _without_fragment(address)
        self._until.pop(key, None)
        self._until[key] = monotonic() + _MAX_SECONDS
        if len(self._until) > _MAX_GRANTS:
            del self._until[next(iter(self._until))]

    def use(self, client: str, address: str) -> bool:
        """Whether a client may have the original now."""
        until = self._until.pop((client, _without_fragment(address)), None)
        return until is not None and monotonic() < until


def _without_fragment(address: str) -> str:
    """An address as servers see it: with a path, without a fragment."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(path=parts.path or "/", fragment=""))
