"""The options of the proxy, checked once."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

from mainspan import __version__
from mainspan.algorithms import DEFAULT, algorithm
from mainspan.errors import ParameterError
from mainspan.proxy.hosts import check_host
from mainspan.service.settings import check_token, default_workers, is_loopback, make_token

HOST: Final = "127.0.0.1"
PORT: Final = 8643  # no rule: a port
MAX_BYTES: Final = 5_000_000  # no rule: a limit
MAX_SECONDS: Final = 5.0  # no rule: a limit
FORMATS: Final = ("html", "hide", "collapse", "mark", "text", "markdown")
WHOLE_PAGES: Final = ("hide", "collapse", "mark")
# A worker needs this much memory for itself, and this many times the size of the largest page.
_OWN_MEMORY: Final = 500_000_000  # no rule: a limit
_TIMES_PAGE: Final = 40  # no rule: a limit
_DIGEST_LENGTH: Final = 10  # no rule: enough to tell settings apart


def default_folder() -> Path:
    """Where the certificate authority is kept if no folder is named."""
    config = os.environ.get("XDG_CONFIG_HOME") or os.environ.get("APPDATA") or Path.home() / ".config"
    return Path(config) / "mainspan" / "proxy"


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of the proxy.

    host, port: the address to listen on.
    token: what clients send as their password. It must be given for any host but loopback.
    algorithm, format: what pages become. `scripts`: whether whole pages keep their scripts.
    only, excluded: hosts whose pages are changed, and hosts whose pages are not.
    max_bytes: larger pages stream through unchanged. `seconds`: so do pages that take longer.
    workers: the number of worker processes.
    allow_private: whether pages may lead to private addresses on other hosts.
    folder: where the certificate authority is kept.
    upstream_ca: a file with further authorities to trust when connecting to servers.
    log, log_queries: whether requests are logged, and whether with their query strings.
    """

    host: str = HOST
    port: int = PORT
    token: str | None = field(default=None, repr=False)
    algorithm: str = DEFAULT
    format: str = "html"
    scripts: bool = False
    only: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    max_bytes: int = MAX_BYTES
    seconds: float = MAX_SECONDS
    workers: int = field(default_factory=default_workers)
    allow_private: bool = False
    folder: Path = field(default_factory=default_folder)
    upstream_ca: Path | None = None
    log: bool = False
    log_queries: bool = False

    def __post_init__(self) -> None:
        algorithm(self.algorithm)
        if self.format not in FORMATS:
            raise ParameterError(f"the proxy has no form {self.format!r}: it is one of {', '.join(FORMATS)}")
        for host in (*self.only, *self.excluded):
            check_host(host)
        if self.token is not None:
            check_token(self.token)
        elif not is_loopback(self.host):
            raise ParameterError(
                f"others can reach {self.host}: give a token, as MAINSPAN_TOKEN or --token, such as "
                f"{make_token()}"
            )
        for name in ("workers", "max_bytes"):
            if getattr(self, name) < 1:
                raise ParameterError(f"{name} must be at least 1, not {getattr(self, name)}")
        if not self.seconds > 0:
            raise ParameterError(f"the time limit must be above 0 seconds, not {self.seconds:g}")
        if not 0 <= self.port <= 65535:  # no rule: the range of ports
            raise ParameterError(f"a port is a number from 0 to 65535, not {self.port}")
        if self.upstream_ca is not None and not self.upstream_ca.is_file():
            raise ParameterError(f"{self.upstream_ca}: no such file; --upstream-ca names one of certificates")

    @property
    def memory(self) -> int:
        """The bytes of memory that a worker may use."""
        return _OWN_MEMORY + _TIMES_PAGE * self.max_bytes

    @property
    def digest(self) -> str:
        """Names all that decides about the bytes of an extract, but for the page."""
        what = (__version__, repr(algorithm(self.algorithm)), self.format, self.scripts)
        return sha256(repr(what).encode()).hexdigest()[:_DIGEST_LENGTH]
