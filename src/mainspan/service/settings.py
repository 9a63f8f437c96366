"""The options of the service, checked once."""

from __future__ import annotations

import os
import re
import secrets
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from mainspan.errors import ParameterError

HOST: Final = "127.0.0.1"
PORT: Final = 8642  # no rule: a port
MAX_BYTES: Final = 20_000_000  # no rule: a limit
MAX_SECONDS: Final = 10.0  # no rule: a limit
# Requests that are read, wait or are worked on at a time.
MAX_REQUESTS: Final = 100  # no rule: a limit
MAX_KEPT_BYTES: Final = 500_000_000  # no rule: a limit
# Shorter tokens can be guessed.
MIN_TOKEN_LENGTH: Final = 16
# A worker needs this much memory for itself, and this many times the size of the largest page.
_OWN_MEMORY: Final = 500_000_000  # no rule: a limit
_TIMES_PAGE: Final = 40  # no rule: a limit
# What can follow "Bearer " in a header and be the value of a cookie.
_TOKEN: Final = re.compile(r"[A-Za-z0-9._~+/=-]+")
_WILDCARDS: Final = ("0.0.0.0", "::", "")


def make_token() -> str:
    """A new token that nobody can guess."""
    return secrets.token_urlsafe(24)


def check_token(token: str) -> None:
    """A ParameterError for a token that can be guessed, or cannot be sent."""
    if not _TOKEN.fullmatch(token) or len(token) < MIN_TOKEN_LENGTH:
        raise ParameterError(
            f"the token must have at least {MIN_TOKEN_LENGTH} characters, and only letters, digits "
            f"and . _ ~ + / = -, such as {make_token()}"
        )


def default_folder() -> Path:
    """Where pages, packages and results are kept if no folder is named."""
    # A folder for data, not for caches: gold that somebody marked must not be cleared away.
    own = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    return Path(own or Path.home() / ".local" / "share") / "mainspan"


def default_workers() -> int:
    """More workers than cores, so that slow pages do not hold up the others."""
    return 2 * (os.cpu_count() or 1) + 2


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of the service.

    host, port: the address to listen on.
    host_names: names, with or without a port, by which requests may call this host besides its own.
    allow_origins: origins of other sites whose pages may use the API (CORS).
    token: what fetching and writing need; a new one unless given. It must be given for any host but loopback.
    folder: where pasted and fetched pages are kept, up to `max_kept_bytes`.
    packages: the folder of test packages. None: a folder in `folder`.
    results: the folder of results. None: a folder in `folder`.
    workers: the number of worker processes.
    max_bytes: the size of the largest request and of the largest page that is fetched.
    seconds: the time limit for reading a request, fetching a page, and extracting it; for each of them.
    max_requests: how many requests may be under way. Further ones are refused, with the time to come back.
    allow_private: fetch from private addresses too, such as those of the own network, and render pages.
    api_only: leave out the workbench.
    """

    host: str = HOST
    port: int = PORT
    host_names: tuple[str, ...] = ()
    allow_origins: tuple[str, ...] = ()
    token: str = field(default_factory=make_token, repr=False)
    folder: Path = field(default_factory=default_folder)
    packages: Path | None = None
    results: Path | None = None
    workers: int = field(default_factory=default_workers)
    max_bytes: int = MAX_BYTES
    seconds: float = MAX_SECONDS
    max_requests: int = MAX_REQUESTS
    max_kept_bytes: int = MAX_KEPT_BYTES
    allow_private: bool = False
    api_only: bool = False

    def __post_init__(self) -> None:
        check_token(self.token)
        for name in ("workers", "max_bytes", "max_requests", "max_kept_bytes"):
            if getattr(self, name) < 1:
                raise ParameterError(f"{name} must be at least 1, not {getattr(self, name)}")
        if not self.seconds > 0:
            raise ParameterError(f"the time limit must be above 0 seconds, not {self.seconds:g}")
        if not 0 <= self.port <= 65535:  # no rule: the range of ports
            raise ParameterError(f"a port is a number from 0 to 65535, not {self.port}")
        for origin in self.allow_origins:
            _check_origin(origin)
        if self.packages is not None and not self.packages.is_dir():
            raise ParameterError(
                f"{self.packages}: no such folder; --packages names a folder of test packages"
            )

    @property
    def is_loopback(self) -> bool:
        """Whether only programs on this machine can connect."""
        return is_loopback(self.host)

    @property
    def is_wildcard(self) -> bool:
        """Whether the service listens on all addresses of this machine."""
        return self.host in _WILDCARDS

    @property
    def packages_folder(self) -> Path:
        """Where test packages are."""
        return self.packages or self.folder / "packages"

    @property
    def results_folder(self) -> Path:
        """Where evaluations write their results."""
        return self.results or self.folder / "results"

    @property
    def memory(self) -> int:
        """The bytes of memory that a worker may use."""
        return _OWN_MEMORY + _TIMES_PAGE * self.max_bytes


def is_loopback(host: str) -> bool:
    """Whether a host is this machine as seen from itself."""
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _check_origin(origin: str) -> None:
    try:
        parts = urlsplit(origin)
        is_origin = bool(parts.scheme and parts.netloc) and origin == f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        is_origin = False
    if not is_origin:
        raise ParameterError(f"{origin!r} is no origin: write scheme://host[:port], without a path")
