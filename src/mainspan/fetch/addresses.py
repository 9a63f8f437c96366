"""Which addresses can be fetched, and what is said of the others."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from urllib.parse import SplitResult, quote, unquote, urlsplit, urlunsplit

from mainspan.errors import SourceError

WEB: Final = ("http", "https")
# no rule: ports of HTTP
_PORTS: Final = {"http": 80, "https": 443}
# Characters that need no encoding in an address.
_SAFE: Final = "%/:?#[]@!$&'()*+,;=~"
# Characters that no host name contains.
_NOT_IN_HOSTS: Final = re.compile(r"[\s\x00-\x20\x7f/?#@\\<>^|\"]")


class WebAddress(NamedTuple):
    """An http or https address, ready for a request."""

    scheme: str
    host: str
    port: int
    path: str
    url: str


def is_on_the_web(address: str) -> bool:
    """Whether this is an http or https address with a host."""
    try:
        parts = urlsplit(address)
        return parts.scheme in WEB and bool(parts.hostname) and len(parts.netloc.split()) == 1
    except ValueError:
        return False


def split_address(url: str) -> SplitResult:
    """The parts of an http or https address, or a SourceError about any other."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise SourceError(f"{url}: not an address") from None
    if parts.scheme == "file":
        raise SourceError(f"{url}: is a file: give its path instead, {unquote(parts.path)}")
    if parts.scheme not in WEB or not parts.netloc:
        raise SourceError(f"{url}: only http and https addresses can be fetched")
    return parts


def parse_address(url: str) -> WebAddress:
    """An address with letters outside ASCII written as the standards want them, or a SourceError."""
    parts = split_address(url)
    if "@" in parts.netloc:
        # The message does not show the password.
        shown = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
        raise SourceError(
            f"{shown}: was given with a user name or password, which are not sent: leave them out"
        )
    try:
        host, port = _host(parts.hostname or ""), parts.port
    except ValueError:
        raise SourceError(f"{url}: not an address") from None
    netloc = (f"[{host}]" if ":" in host else host) + ("" if port is None else f":{port}")
    path, query, fragment = (quote(part, safe=_SAFE) for part in parts[2:])
    whole = urlunsplit((parts.scheme, netloc, path, query, fragment))
    target = urlunsplit(("", "", path or "/", query, ""))
    return WebAddress(parts.scheme, host, _PORTS[parts.scheme] if port is None else port, target, whole)


def _host(name: str) -> str:
    host = unquote(name)
    if not host.isascii():
        host = host.encode("idna").decode("ascii")
    if not host or _NOT_IN_HOSTS.search(host):
        raise ValueError("not a host")
    return host
