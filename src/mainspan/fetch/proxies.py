"""The proxies that the environment names: HTTP_PROXY, HTTPS_PROXY, NO_PROXY."""

from __future__ import annotations

import http.client
from base64 import b64encode
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from mainspan.fetch.addresses import WEB, WebAddress
from mainspan.fetch.sockets import TimedSocket

_PORT: Final = 80  # no rule: port of HTTP


class Proxy(NamedTuple):
    """A proxy, with the headers for it."""

    scheme: str
    host: str
    port: int
    headers: dict[str, str]


def find_proxy(address: WebAddress) -> Proxy | None:
    """The proxy for an address, if the environment names one; an OSError if it is of no use."""
    written = getproxies().get(address.scheme)
    if not written or proxy_bypass(address.host):
        return None
    parts = urlsplit(written if "://" in written else f"http://{written}")
    if parts.scheme not in WEB or not parts.hostname:
        raise OSError(f"no proxy of this kind can be used: {parts.scheme}://{parts.hostname or ''}")
    headers = {}
    if parts.username:
        credentials = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        headers["Proxy-Authorization"] = f"Basic {b64encode(credentials.encode()).decode()}"
    return Proxy(parts.scheme, parts.hostname, parts.port or _PORT, headers)


def tunnel(connection: TimedSocket, address: WebAddress, proxy: Proxy) -> None:
    """Have the proxy pass everything on to the server of an address."""
    host = f"[{address.host}]" if ":" in address.host else address.host
    lines = [f"CONNECT {host}:{address.port} HTTP/1.1", f"Host: {host}:{address.port}"]
    lines += [f"{name}: {value}" for name, value in proxy.headers.items()]
    connection.sendall("".join(f"{line}\r\n" for line in [*lines, ""]).encode("ascii"))
    answer = http.client.HTTPResponse(connection, method="CONNECT")
    try:
        answer.begin()
        if answer.status != http.client.OK:
            raise OSError(f"the proxy answered {answer.status} {answer.reason}")
    finally:
        answer.close()
