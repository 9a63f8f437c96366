"""Politeness to servers: one request to a host at a time, pauses between, and waiting for busy ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Final, TypeVar
from urllib.parse import urlsplit

from mainspan.errors import SourceError
from mainspan.fetch.reasons import BusyServerError

T = TypeVar("T")
# Seconds between two pages of one host.
DELAY: Final = 1.0  # no rule: waiting time
PAUSES: Final = (1.0, 3.0)  # no rule: waiting times
# The longest wait for a busy server, in seconds.
MAX_WAIT: Final = 60.0


class _Host:
    """One server: locked during a request, and free for the next one from a point of time."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.free_at = 0.0


class Politeness:
    """Pauses between requests to one host. Many threads may share it: they wait for each other.

    delay: seconds between two pages of one host.
    pauses: seconds before each new request to a busy server that does not say how long to wait; none at all
        for no second request.
    """

    def __init__(
        self,
        delay: float = DELAY,
        *,
        pauses: Sequence[float] = PAUSES,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.delay = delay
        self.pauses = pauses
        self._sleep = sleep
        self._hosts: dict[str, _Host] = {}
        self._lock = Lock()

    @contextmanager
    def turn(self, url: str) -> Iterator[None]:
        """Wait until the host of this address is free, and lock it until done."""
        with self._lock:
            host = self._hosts.setdefault(_name(url), _Host())
        with host.lock:
            if (wait := host.free_at - time.monotonic()) > 0:
                self._sleep(wait)
            try:
                yield
            finally:
                host.free_at = time.monotonic() + self.delay

    def patiently(self, ask: Callable[[], T]) -> T:
        """Send a request, and send it again a few times if the server is busy."""
        for pause in self.pauses:
            try:
                return ask()
            except BusyServerError as busy:
                wait = pause if busy.wait is None else busy.wait
                if wait > MAX_WAIT:
                    raise SourceError(f"{busy}, and asks to wait {wait:,.0f} s") from None
                self._sleep(wait)
        return ask()


def _name(url: str) -> str:
    try:
        return (urlsplit(url).netloc.rpartition("@")[2]).lower()
    except ValueError:
        return ""
