"""A connection for one request: to an address that the guard allows, or to a proxy."""

from __future__ import annotations

import http.client
import socket
from contextlib import suppress
from dataclasses import replace

from mainspan.fetch.addresses import WebAddress
from mainspan.fetch.guard import Guard
from mainspan.fetch.proxies import Proxy, find_proxy, tunnel
from mainspan.fetch.sockets import TimedSocket, closed_on_failure, secure, time_left


class Connection(http.client.HTTPConnection):
    """A connection whose name for the server stays that of the address, whatever is dialled."""

    def __init__(self, address: WebAddress, guard: Guard, deadline: float) -> None:
        super().__init__(address.host, address.port)
        self.default_port = http.client.HTTPS_PORT if address.scheme == "https" else http.client.HTTP_PORT
        self._address = address
        self._guard = guard
        self._deadline = deadline
        self._proxy = find_proxy(address) if guard.use_proxies else None

    def connect(self) -> None:
        """Open the connection; an OSError or a PrivateAddressError if that is not possible."""
        self.sock = self._open(self._proxy) if self._proxy else self._open_directly()

    def ask(self, headers: dict[str, str]) -> http.client.HTTPResponse:
        """The answer to a request for the address."""
        if self._proxy and self._address.scheme == "http":
            self.request("GET", self._address.url.partition("#")[0], headers=headers | self._proxy.headers)
        else:
            self.request("GET", self._address.path, headers=headers)
        return self.getresponse()

    def _open_directly(self) -> TimedSocket:
        connection = dial_host(self._address.host, self._address.port, self._guard, self._deadline)
        return secure(connection, self._address.host) if self._address.scheme == "https" else connection

    def _open(self, proxy: Proxy) -> TimedSocket:
        # Where names are resolved by the proxy alone, it has to decide.
        with suppress(socket.gaierror):
            self._guard.addresses(self._address.host, self._address.port, time_left(self._deadline))
        # The user named the proxy, so it may be anywhere.
        connection = dial_host(
            proxy.host, proxy.port, replace(self._guard, allow_private=True), self._deadline
        )
        if self._address.scheme == "http":
            return secure(connection, proxy.host) if proxy.scheme == "https" else connection
        with closed_on_failure(connection):
            tunnel(connection, self._address, proxy)
        return secure(connection, self._address.host)


def dial_host(host: str, port: int, guard: Guard, deadline: float) -> TimedSocket:
    """Connect to a host: to the first of its addresses that answers, before the deadline."""
    addresses = guard.addresses(host, port, time_left(deadline))
    failure = OSError("the host has no address")
    for number, address in enumerate(addresses):
        try:
            # An address that does not answer leaves time for the others.
            connection = guard.dial(address, time_left(deadline) / (len(addresses) - number))
        except OSError as error:
            failure = error
        else:
            connection.deadline = deadline
            return connection
    raise failure
